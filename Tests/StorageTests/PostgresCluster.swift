import LaurelTestSupport
import Synchronization

@testable import LaurelStoragePostgres

/// A PostgreSQL server for the tests of this process alone, in a folder of its own, reached by a socket there.
///
/// Nothing waits for a disk, and a commit waits for a standby only where a test asks for that: there is none.
/// Connections are plenty: all suites' stores are open at once, and a server that has none left looks like one that is
/// gone.
enum PostgresCluster {
    private static let template = "laurel_template"
    private static let server = Result {
        let server = try PostgresServer(
            settings: """
                -c fsync=off -c full_page_writes=off -c max_connections=2000 -c synchronous_commit=local \
                -c synchronous_standby_names=nobody
                """)
        try server.administer("CREATE DATABASE \(template)")
        try PostgresStore(server: server.address(of: template)).close()
        return server
    }
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
        try PostgresConnection.opened(to: address).execute(statement)
    }
}

extension PostgresServer {
    func administer(_ statement: String) throws {
        try PostgresConnection.opened(to: address(of: "postgres")).execute(statement)
    }
}
