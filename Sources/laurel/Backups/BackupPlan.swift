import Foundation
import LaurelDomain

/// Backups that the server makes by itself: where, how often, and how many are kept.
struct BackupPlan: Hashable, Sendable {
    static let options = [
        CommandOption("--backup-to", "DIR", "Folder for backups that the server makes by itself (default: none)"),
        CommandOption("--backup-every", "TIME", "Time between two of them, such as 30m, 1h or 7d (default: 1h)"),
        CommandOption("--backup-keep", "N", "How many are kept: the newest, 1 to 10000 (default: 24)"),
    ]
    /// Beyond a year a plan is a mistake.
    private static let everyLimit = Timestamp.Span.days(366)

    let folder: String
    let every: Timestamp.Span
    let keep: Int

    /// - Returns: nil: there are none.
    init?(_ invocation: Invocation, _ store: StoreLocation) throws(Failure) {
        let keep = try invocation.number("--backup-keep", in: 1...10_000, default: 24)
        let every = try Self.span(invocation["--backup-every"] ?? "1h")
        guard let folder = invocation["--backup-to"] else {
            for option in ["--backup-every", "--backup-keep"] where invocation[option] != nil {
                throw Failure("\(option) needs --backup-to DIR")
            }
            return nil
        }
        guard store.isFolder else {
            throw Failure(
                "--backup-to makes backups of a data folder. Back PostgreSQL up with its own tools, such as pgBackRest "
                    + "or pg_dump, and keep a copy of the key file")
        }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
            throw Failure("--backup-to: \(folder) isn't there. As the server's user, run: mkdir -p \(folder)")
        }
        guard isFolder.boolValue, FileManager.default.isWritableFile(atPath: folder) else {
            throw Failure("--backup-to: \(folder) must be a folder that the server can write to")
        }
        (self.folder, self.every, self.keep) = (folder, every, keep)
    }

    init(folder: String, every: Timestamp.Span, keep: Int) {
        (self.folder, self.every, self.keep) = (folder, every, keep)
    }

    private static func span(_ text: String) throws(Failure) -> Timestamp.Span {
        let units: [Character: Timestamp.Span] = ["m": .minutes(1), "h": .hours(1), "d": .days(1)]
        guard let letter = text.last, let unit = units[letter], let count = Int64(text.dropLast()), count > 0 else {
            throw Failure(
                "--backup-every must be a number of minutes, hours or days such as 30m, 1h or 7d, not “\(text)”")
        }
        let (milliseconds, isTooLong) = unit.milliseconds.multipliedReportingOverflow(by: count)
        guard !isTooLong, milliseconds <= everyLimit.milliseconds else {
            throw Failure("--backup-every must be at most 366d, not “\(text)”")
        }
        return Timestamp.Span(milliseconds: milliseconds)
    }

    // MARK: Names

    private static let prefix = "laurel-"
    private static let suffix = ".db"

    /// `laurel-2026-11-21T13-02-05.118Z.db`: names in order are times in order.
    static func name(at time: Timestamp) -> String {
        prefix + time.rfc3339.replacing(":", with: "-") + suffix
    }

    /// - Returns: nil: it's no backup of ours, and is left alone.
    static func time(of name: String) -> Timestamp? {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
        let middle = Array(name.dropFirst(prefix.count).dropLast(suffix.count))
        guard middle.count == Timestamp.rfc3339Length, middle[13] == "-", middle[16] == "-" else { return nil }
        var text = middle
        (text[13], text[16]) = (":", ":")
        guard let time = Timestamp(rfc3339: String(text)), Self.name(at: time) == name else { return nil }
        return time
    }

    /// How long until the next one; a backup of the future, made when the clock was wrong, counts for nothing.
    ///
    /// - Parameter names: what is in the folder.
    func wait(after names: [String], at now: Timestamp) -> Timestamp.Span {
        let last = names.compactMap(Self.time(of:)).filter { $0 <= now }.max()
        guard let last else { return .seconds(0) }
        let passed = Int64(clamping: now.milliseconds) &- last.milliseconds
        return Timestamp.Span(milliseconds: max(0, every.milliseconds &- max(0, passed)))
    }

    /// Those that are too many, the oldest. One of the future, made when the clock was wrong, neither counts nor goes.
    ///
    /// - Parameters:
    ///   - names: what is in the folder.
    ///   - newest: the backup that was just made.
    func surplus(of names: [String], newest: Timestamp) -> [String] {
        Array(names.filter { Self.time(of: $0).map { $0 <= newest } ?? false }.sorted().dropLast(keep))
    }

    /// What attempts left that were cut off: the copies that SQLite was writing.
    func drafts(in names: [String]) -> [String] {
        names.filter { name in
            guard let draft = name.firstRange(of: Self.suffix + ".draft") else { return false }
            return Self.time(of: name[..<draft.lowerBound] + Self.suffix) != nil
        }
    }
}
