import Foundation
import LaurelDomain
import LaurelNotifications
import LaurelStorageSQLite

/// What `laurel doctor` finds of mail, backups, guests and variables, as the server would have them.
struct ServiceChecks {
    static let options: [CommandOption] =
        MailSettings.options + BackupPlan.options
        + Command.serve.options.filter { ["--public-url", "--sign-up", "--guests"].contains($0.name) }
    /// A newest backup that is older than so many times between two of them was missed.
    private static let missedTimes: Int64 = 2

    private let invocation: Invocation

    init(_ invocation: Invocation) { self.invocation = invocation }

    func run() async -> [Diagnosis.Check] { [await mail(), backups(), guests()] + variables() }

    /// Connects to the mail server and signs in, as before a mail.
    private func mail() async -> Diagnosis.Check {
        let found: MailSettings?
        do throws(Failure) { found = try MailSettings.find(invocation) } catch {
            return Diagnosis.Check(
                state: .wrong, title: "mail: \(error.message)", advice: "The server doesn't start with it")
        }
        guard let settings = found else {
            return Diagnosis.Check(state: .fine, title: "mail: none (optional: --smtp URL)")
        }
        let client = settings.client
        defer { client.stop() }
        let title = "mail: \(settings.server.host), port \(settings.server.port)"
        switch await client.greet() {
        case .sent:
            let user = settings.server.user.map { ", and lets \($0) in" } ?? ""
            return Diagnosis.Check(state: .fine, title: "\(title), answers\(user)")
        case .refused(let reason), .failed(let reason):
            return Diagnosis.Check(
                state: .wrong, title: "\(title): \(reason)",
                advice: "Mails wait until it answers. Try: laurel mail test ADDRESS, with the same options")
        }
    }

    /// Looks for the newest, and reads all of it.
    private func backups() -> Diagnosis.Check {
        let found: BackupPlan?
        let store: StoreLocation
        do throws(Failure) {
            store = try StoreLocation(invocation)
            found = try BackupPlan(invocation, store)
        } catch {
            return Diagnosis.Check(
                state: .wrong, title: "backups: \(error.message)", advice: "The server doesn't start with it")
        }
        guard let plan = found else {
            guard store.isFolder else {
                return Diagnosis.Check(state: .fine, title: "backups: PostgreSQL's own tools make them")
            }
            return Diagnosis.Check(
                state: .notice, title: "backups: the server makes none",
                advice: "Give it a folder on another disk: --backup-to DIR")
        }
        let now = Clock.system.now()
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: plan.folder) } catch {
            return Diagnosis.Check(
                state: .wrong, title: "backups: can't list \(plan.folder)", advice: "The server's user must read it")
        }
        guard let newest = names.compactMap(BackupPlan.time(of:)).filter({ $0 <= now }).max() else {
            return Diagnosis.Check(
                state: .notice, title: "backups: none in \(plan.folder) yet",
                advice: "The server makes one at its start")
        }
        let title = "backups: the newest is of \(newest.rfc3339)"
        if let trouble = Self.trouble(with: plan.folder + "/" + BackupPlan.name(at: newest)) {
            return Diagnosis.Check(
                state: .wrong, title: "\(title), and can't be restored: \(trouble)",
                advice: "Check the disk, and make another one: laurel backup --to FILE")
        }
        let (limit, isLong) = plan.every.milliseconds.multipliedReportingOverflow(by: Self.missedTimes)
        guard isLong || newest >= now.advanced(by: -Timestamp.Span(milliseconds: limit)) else {
            return Diagnosis.Check(
                state: .notice, title: "\(title), and sound, but older than it should be",
                advice: "Does the server run? Look for backup-failed in its log")
        }
        return Diagnosis.Check(state: .fine, title: "\(title), and sound")
    }

    /// Reads all of a backup, as the store that it is: some seconds for a gigabyte.
    /// - Returns: nil: it is sound.
    private static func trouble(with backup: String) -> String? {
        let folder = NSTemporaryDirectory() + "laurel-doctor-" + UUID().uuidString
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: DataFolder.store(in: folder), withDestinationPath: URL(fileURLWithPath: backup).path)
        } catch {
            return "it can't be looked at: \(error.localizedDescription)"
        }
        defer {
            do { try FileManager.default.removeItem(atPath: folder) } catch {
                // A link in a folder for what is temporary.
            }
        }
        switch StoreCondition.find(in: folder) {
        case .sound: return nil
        case .none: return "it has no store"
        case .damaged(let reason), .refused(let reason): return reason
        }
    }

    private func guests() -> Diagnosis.Check {
        do throws(Failure) {
            return Diagnosis.Check(
                state: .fine,
                title: try ServerSettings.allowsGuests(invocation)
                    ? "guests: on; players need no account to begin" : "guests: off; no new ones are made")
        } catch {
            return Diagnosis.Check(
                state: .wrong, title: "guests: \(error.message)", advice: "The server doesn't start with it")
        }
    }

    private func variables() -> [Diagnosis.Check] {
        OptionSources(environment: ProcessInfo.processInfo.environment).unknownVariables.map { variable in
            Diagnosis.Check(
                state: .notice, title: "environment: \(variable.name) sets no option",
                advice: variable.nearest.map { "Do you mean \($0)?" } ?? "See: laurel serve --help")
        }
    }
}
