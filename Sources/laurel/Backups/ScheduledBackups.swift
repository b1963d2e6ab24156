import Foundation
import LaurelAPI
import LaurelDomain
import LaurelScores
import LaurelStorage
import LaurelStorageSQLite
import Synchronization

/// Makes backups while the server runs: each is read from end to end before an older one goes.
final class ScheduledBackups: Sendable {
    /// After a failure, the first pause; each further one is twice as long, up to the time between two backups.
    private static let firstPause = Timestamp.Span.minutes(1)

    private let plan: BackupPlan
    private let dataFolder: String
    private let log: @Sendable (_ event: String, _ detail: String) -> Void
    private let state = Mutex(BackupFacts())

    init(_ plan: BackupPlan, of dataFolder: String, log: @escaping @Sendable (String, String) -> Void) {
        self.plan = plan
        self.dataFolder = dataFolder
        self.log = log
        state.withLock { $0.lastSuccess = Self.times(in: plan.folder).max() }
    }

    /// For `/metrics`.
    var facts: BackupFacts { state.withLock { $0 } }

    /// Until it is canceled.
    func run() async {
        var pause = Self.firstPause
        while !Task.isCancelled {
            let wait = plan.wait(after: Self.names(in: plan.folder), at: Clock.system.now())
            do { try await Task.sleep(for: .milliseconds(wait.milliseconds)) } catch { return }
            if let failure = await made() {
                state.withLock { $0.failures += 1 }
                log("backup-failed", failure)
                do { try await Task.sleep(for: .milliseconds(pause.milliseconds)) } catch { return }
                let doubled = pause.milliseconds &* 2
                pause = Timestamp.Span(milliseconds: min(doubled, max(plan.every.milliseconds, pause.milliseconds)))
            } else {
                pause = Self.firstPause
            }
        }
    }

    /// - Returns: what was in the way; nil: it's made.
    private func made() async -> String? {
        await withCheckedContinuation { continuation in
            // A copy of a large store takes a while, and blocks.
            BlockingThread.start { [self] in continuation.resume(returning: make()) }
        }
    }

    private func make() -> String? {
        let start = ContinuousClock.now
        let name = BackupPlan.name(at: Clock.system.now())
        let path = plan.folder + "/" + name
        do throws(BackupError) { try Backup.make(of: dataFolder, into: path) } catch { return error.description }
        let bytes = Self.size(of: path)
        let passed = (ContinuousClock.now - start).components
        let seconds = Double(passed.seconds) + Double(passed.attoseconds) / 1e18
        state.withLock { facts in
            facts.lastSuccess = BackupPlan.time(of: name)
            facts.lastSeconds = seconds
            facts.lastBytes = bytes
        }
        log("backup-made", "\(path), \(bytes) bytes")
        for old in plan.surplus(of: Self.names(in: plan.folder)) {
            do { try FileManager.default.removeItem(atPath: plan.folder + "/" + old) } catch {
                log("backup-not-removed", "\(plan.folder)/\(old)")
            }
        }
        return nil
    }

    private static func names(in folder: String) -> [String] {
        do { return try FileManager.default.contentsOfDirectory(atPath: folder) } catch { return [] }
    }

    private static func times(in folder: String) -> [Timestamp] { names(in: folder).compactMap(BackupPlan.time(of:)) }

    private static func size(of path: String) -> Int64 {
        do {
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
            return size?.int64Value ?? 0
        } catch {
            return 0
        }
    }
}
