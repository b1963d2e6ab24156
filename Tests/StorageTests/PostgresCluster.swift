import Foundation
import Synchronization

@testable import LaurelStoragePostgres

/// A PostgreSQL server for the tests of this process alone, in a folder of its own, reached by a socket there.
///
/// Nothing waits for a disk, and a commit waits for a standby only where a test asks for that: there is none.
enum PostgresCluster {
    private static let template = "laurel_template"
    private static let server = Result { try Server() }
    private static let databases = Mutex(0)

    /// - Returns: the address of a new database, with all tables.
    static func newDatabase() throws -> String {
        let server = try server.get()
        let name = databases.withLock { count in
            count += 1
            return "laurel_\(count)"
        }
        try server.administer("CREATE DATABASE \(name) TEMPLATE \(template)")
        return server.address(of: name)
    }

    /// A new database without tables.
    static func emptyDatabase(_ options: String = "") throws -> String {
        let server = try server.get()
        let name = databases.withLock { count in
            count += 1
            return "laurel_\(count)"
        }
        try server.administer("CREATE DATABASE \(name) \(options)")
        return server.address(of: name)
    }

    /// One statement outside of all tests' databases.
    static func administer(_ statement: String) throws { try server.get().administer(statement) }

    /// One statement in a connection of its own.
    static func run(_ statement: String, on address: String) throws {
        try PostgresConnection(to: address).execute(statement)
    }

    private struct Server {
        let folder: String
        /// The server ends with this process, however that ends: its keeper reads from here.
        private let lifeline = Pipe()

        init() throws {
            let keeper = Process()
            let script = ["/bin/sh", "-c", Self.script, "sh", try Self.programs()]
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
            try administer("CREATE DATABASE \(template)")
            try PostgresStore(server: address(of: template)).close()
        }

        func address(of database: String) -> String { "host=\(folder) user=laurel dbname=\(database)" }

        func administer(_ statement: String) throws {
            try PostgresConnection(to: address(of: "postgres")).execute(statement)
        }

        /// Says the folder once the server answers, and ends it when nobody holds the other end of its input any more.
        private static let script = """
            trap '' INT TERM HUP
            folder=$(mktemp -d /tmp/laurel-postgres-XXXXXX) || exit 1
            "$1/initdb" -D "$folder/data" -U laurel -A trust -E UTF8 --locale=C --no-sync >"$folder/log" 2>&1 &&
            "$1/pg_ctl" -D "$folder/data" -w -l "$folder/log" -o "-k $folder -c listen_addresses= -c fsync=off \\
                -c full_page_writes=off -c max_connections=400 -c shared_buffers=64MB \\
                -c synchronous_commit=local -c synchronous_standby_names=nobody" start \\
                >>"$folder/log" 2>&1 </dev/null &&
            echo "$folder" || cat "$folder/log" >&2
            exec >/dev/null
            read -r line
            "$1/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1
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
    }

    private struct Failure: Error { let reason: String }
}
