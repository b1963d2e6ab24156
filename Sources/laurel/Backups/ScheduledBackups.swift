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
        let now = Clock.system.now()
        let times = (Self.names(in: plan.folder) ?? []).compactMap(BackupPlan.time(of:))
        state.withLock { $0.lastSuccess = times.filter { $0 <= now }.max() }
    }

    /// For `/metrics`.
    var facts: BackupFacts { state.withLock { $0 } }

    /// Until it is canceled.
    func run() async {
        var pause = Self.firstPause
        while !Task.isCancelled {
            let names = Self.names(in: plan.folder)
            let wait = plan.wait(after: names ?? [], at: Clock.system.now())
            do { try await Task.sleep(for: .milliseconds(wait.milliseconds)) } catch { return }
            if let failure = names == nil ? "can't list \(plan.folder)" : await made() {
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
        remove(plan.drafts(in: Self.names(in: plan.folder) ?? []))
        let now = Clock.system.now()
        let name = BackupPlan.name(at: now)
        let path = plan.folder + "/" + name
        do throws(BackupError) { try Backup.make(of: dataFolder, into: path) } catch { return error.description }
        let bytes = Self.size(of: path)
        let passed = (ContinuousClock.now - start).components
        let seconds = Double(passed.seconds) + Double(passed.attoseconds) / 1e18
        state.withLock { facts in
            facts.lastSuccess = now
            facts.lastSeconds = seconds
            facts.lastBytes = bytes
        }
        log("backup-made", "\(path), \(bytes) bytes")
        remove(plan.surplus(of: Self.names(in: plan.folder) ?? [], newest: now))
        return nil
    }

    private func remove(_ names: [String]) {
        for name in names {
            do { try FileManager.default.removeItem(atPath: plan.folder + "/" + name) } catch {
                log("backup-not-removed", "\(plan.folder)/\(name)")
            }
        }
    }

    /// - Returns: nil: it can't be listed.
    private static func names(in folder: String) -> [String]? {
        do { return try FileManager.default.contentsOfDirectory(atPath: folder) } catch { return nil }
    }

    private static func size(of path: String) -> Int64 {
        do {
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
            return size?.int64Value ?? 0
        } catch {
            return 0
        }
    }
}
