import Foundation

/// A PostgreSQL server for this process alone, in a folder of its own, reached by a socket there.
public struct PostgresServer: Sendable {
    public let folder: String
    /// The server ends with this process, however that ends: its keeper reads from here.
    private let lifeline = Pipe()

    /// - Parameters:
    ///   - settings: for PostgreSQL's command line.
    ///   - hasStandby: whether a standby of this name follows it: `standby`.
    public init(settings: String = "", hasStandby: Bool = false) throws {
        let keeper = Process()
        let script = [
            "/bin/sh", "-c", Self.script, "sh", try Self.programs(), settings, hasStandby ? "standby" : "",
        ]
        // PostgreSQL refuses to run as root.
        let command = geteuid() == 0 ? ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] : []
        keeper.executableURL = URL(filePath: "/usr/bin/env")
        keeper.arguments = command + script
        keeper.currentDirectoryURL = URL(filePath: "/tmp")
        keeper.standardInput = lifeline
        let output = Pipe()
        keeper.standardOutput = output
        try keeper.run()
        var said = ""
        while !said.contains("\n"), let more = try output.fileHandleForReading.read(upToCount: 4_096) {
            said += String(decoding: more, as: UTF8.self)
        }
        guard said.hasSuffix("\n") else { throw Failure(reason: "it didn't start: \(said)") }
        folder = String(said.dropLast())
    }

    public func address(of database: String) -> String { "host=\(folder) user=laurel dbname=\(database)" }

    /// Says the folder once the server answers, and ends it when nobody holds the other end of its input any more.
    private static let script = """
        trap '' INT TERM HUP
        folder=$(mktemp -d /tmp/laurel-postgres-XXXXXX) || exit 1
        start() {
            "$1/pg_ctl" -D "$2" -w -l "$folder/log" -o "-k $folder -c listen_addresses= -c shared_buffers=64MB $3" \\
                start >>"$folder/log" 2>&1 </dev/null
        }
        "$1/initdb" -D "$folder/data" -U laurel -A trust -E UTF8 --locale=C --no-sync >"$folder/log" 2>&1 &&
        start "$1" "$folder/data" "$2" &&
        if [ "$3" ]; then
            "$1/pg_basebackup" -R -c fast --no-sync -D "$folder/standby" \\
                -d "host=$folder user=laurel application_name=$3" >>"$folder/log" 2>&1 &&
            start "$1" "$folder/standby" "-p 5433 $2"
        fi &&
        echo "$folder" || cat "$folder/log" >&2
        exec >/dev/null
        read -r line
        for data in "$folder/standby" "$folder/data"; do
            "$1/pg_ctl" -D "$data" -m immediate stop >/dev/null 2>&1
        done
        rm -rf "$folder"
        """

    /// Debian keeps those of each version in a folder of its own.
    private static func programs() throws -> String {
        let manager = FileManager.default
        let versions = try? manager.contentsOfDirectory(atPath: "/usr/lib/postgresql")
        let folders = (versions ?? []).sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }
            .map { "/usr/lib/postgresql/\($0)/bin" }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let all = folders + path.split(separator: ":").map(String.init)
        guard let found = all.first(where: { manager.isExecutableFile(atPath: $0 + "/initdb") }) else {
            throw Failure(reason: "PostgreSQL is missing: run scripts/setup test")
        }
        return found
    }

    private struct Failure: Error { let reason: String }
}
