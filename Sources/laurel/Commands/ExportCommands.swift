import Glibc
import LaurelDomain
import LaurelWire
import Synchronization

extension Command {
    static let exportScores = Command(
        name: ["export", "scores"],
        summary: "Export an app's scores as CSV or JSON Lines",
        arguments: ["BUNDLE_ID"],
        options: [
            .data,
            CommandOption("--to", "FILE", "File to create (default: the terminal); never overwrites"),
            CommandOption("--format", "FORMAT", "csv (default) or json"),
            CommandOption("--leaderboard", "ID", "Only this leaderboard (default: all)"),
            CommandOption("--environment", "NAME", "production (default) or sandbox"),
            CommandOption("--after", "SEQUENCE", "Resume an interrupted export after this row"),
        ],
        examples: ["laurel export scores com.example.hop --to scores.csv"]
    ) { invocation in
        let bundleID = try invocation.bundleID()
        let board = try invocation.value("--leaderboard", .leaderboardID)
        let after = try invocation.serial("--after").map { JournalSequence($0) }
        let route = ExportRoute.scores(
            bundleID, try format(invocation), leaderboard: board, after: after, try invocation.environment())
        try await export(.exports(route), invocation, canResume: true)
    }

    static let exportAchievements = Command(
        name: ["export", "achievements"],
        summary: "Export achievement progress as CSV or JSON Lines",
        arguments: ["BUNDLE_ID"],
        options: [
            .data,
            CommandOption("--to", "FILE", "File to create (default: the terminal); never overwrites"),
            CommandOption("--format", "FORMAT", "csv (default) or json"),
            CommandOption("--environment", "NAME", "production (default) or sandbox"),
        ],
        examples: ["laurel export achievements com.example.hop --to achievements.csv"]
    ) { invocation in
        let route = ExportRoute.achievements(
            try invocation.bundleID(), try format(invocation), try invocation.environment())
        try await export(.exports(route), invocation, canResume: false)
    }

    private static func format(_ invocation: Invocation) throws(Failure) -> ExportFormat {
        let name = try invocation.choice("--format", of: ExportFormat.allCases.map(\.rawValue), default: "csv")
        return ExportFormat(rawValue: name) ?? .csv
    }

    private static func export(_ route: Route, _ invocation: Invocation, canResume: Bool) async throws {
        let bundleID = try invocation.bundleID()
        let environment = try invocation.environment()
        let path = invocation["--to"]
        let output = try path.map { path throws(Failure) in try newFile(path) } ?? STDOUT_FILENO
        do {
            try await Administration.with(invocation) { server in
                let app: AppAnswer = try await server.ask(.apps(.app(bundleID)))
                guard app.isReleased || environment == .sandbox else {
                    throw Failure(
                        "\(bundleID.text) isn't released, so Production has nothing. Add --environment sandbox",
                        status: 1)
                }
                try await download(route, server, to: output, canResume: canResume)
            }
        } catch {
            // What has arrived is whole rows up to somewhere; of scores --after goes on from the last one.
            if let path {
                let isEmpty = lseek(output, 0, SEEK_CUR) <= 0
                close(output)
                if isEmpty || !canResume { unlink(path) }
            }
            throw error
        }
        if let path {
            let isOnDisk = fsync(output) == 0
            close(output)
            guard isOnDisk else { throw Failure("can't write \(path) to disk", status: 1) }
            Terminal.say("Wrote \(path)")
        }
    }

    private static func newFile(_ path: String) throws(Failure) -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            if errno == EEXIST { throw Failure("\(path) already exists; move it, or choose another file", status: 1) }
            throw Failure("can't create \(path): \(String(cString: strerror(errno)))", status: 1)
        }
        return descriptor
    }

    private static func download(
        _ route: Route, _ server: Administration, to output: Int32, canResume: Bool
    ) async throws {
        let file = ExportedRows(output)
        do {
            try await server.download(route) { file.write($0) }
        } catch is ConnectionLost {
            throw Failure(
                "the export was interrupted; "
                    + (canResume ? "resume it with --after and the last row's sequence" : "type it again"), status: 1)
        }
        if let error = file.error {
            throw Failure("can't write the rows: \(String(cString: strerror(error)))", status: 1)
        }
    }
}

/// Where rows go as they come.
private final class ExportedRows: Sendable {
    private let descriptor: Int32
    private let state = Mutex<Int32?>(nil)

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Of the system; nil: all could be written.
    var error: Int32? { state.withLock(\.self) }

    /// Blocks.
    ///
    /// - Returns: whether all of it was written.
    func write(_ bytes: [UInt8]) -> Bool {
        var bytes = bytes[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                let reason = errno
                state.withLock { $0 = reason }
                return false
            }
            bytes = bytes.dropFirst(count)
        }
        return true
    }
}
