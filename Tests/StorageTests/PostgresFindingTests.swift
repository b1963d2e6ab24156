import LaurelStorage
import LaurelTestSupport
import Testing

@testable import LaurelStoragePostgres

/// What is found of real servers, each set so.
@Suite("Settings of PostgreSQL", .serialized, .timeLimit(.minutes(15))) struct PostgresFindingTests {
    private static let server = Result { try PostgresServer() }

    /// Changes a setting, looks, and puts it back.
    ///
    /// - Parameter value: as `ALTER SYSTEM` takes it.
    private func findings(_ name: String, _ value: String) throws -> [PostgresFinding] {
        let server = try Self.server.get()
        let before = try setting(name)
        try server.administer("ALTER SYSTEM SET \(name) = \(value)")
        try reload(name) { $0 != before }
        defer {
            #expect(throws: Never.self) {
                try server.administer("ALTER SYSTEM RESET \(name)")
                try reload(name) { $0 == before }
            }
        }
        return PostgresFinding.all(at: server.address(of: "postgres"))
    }

    private func setting(_ name: String) throws -> String? {
        try PostgresSettings(of: Self.server.get().address(of: "postgres")).settings[name]?.value
    }

    /// Until new connections see it.
    private func reload(_ name: String, until isDone: (String?) -> Bool) throws {
        try Self.server.get().administer("SELECT pg_reload_conf()")
        while !isDone(try setting(name)) {}
    }

    private func bad(_ findings: [PostgresFinding]) -> [PostgresFinding] {
        findings.filter { [.losesCommits, .wrong].contains($0.weight) }
    }

    @Test("a server as it is installed is good enough; what could be better is said")
    func fresh() throws {
        let findings = PostgresFinding.all(at: try Self.server.get().address(of: "postgres"))
        #expect(bad(findings).isEmpty, "\(findings)")
        #expect(findings.contains { $0.weight == .fine && $0.title.hasPrefix("standbys: none. One server is as safe") })
        let notices = findings.filter { $0.weight == .notice }
        #expect(notices.map { $0.title.prefix { $0 != ":" } } == ["idle_in_transaction_session_timeout"])
        #expect(notices.first?.advice?.contains("ALTER SYSTEM SET idle_in_transaction_session_timeout = '10s'") == true)
    }

    @Test(
        "what loses acknowledged commits is found, with what it is, where, and what to do",
        arguments: ["fsync", "full_page_writes", "synchronous_commit"])
    func losing(name: String) throws {
        let found = bad(try findings(name, "off"))
        try #require(found.count == 1, "\(found)")
        #expect(found[0].weight == .losesCommits && found[0].title.hasPrefix("\(name): off ("))
        #expect(found[0].title.contains("postgresql.auto.conf"), "\(found)")
        #expect(found[0].advice == "Run in psql: ALTER SYSTEM SET \(name) = on; SELECT pg_reload_conf()")
    }

    @Test("a setting of the database alone is put back there")
    func ofDatabase() throws {
        let server = try Self.server.get()
        try server.administer("CREATE DATABASE hasty")
        try server.administer("ALTER DATABASE hasty SET synchronous_commit = off")
        try server.administer("ALTER DATABASE hasty SET statement_timeout = 1000")
        try server.administer("ALTER DATABASE hasty SET idle_in_transaction_session_timeout = '5s'")
        let findings = PostgresFinding.all(at: server.address(of: "hasty"))
        #expect(bad(findings).map(\.advice) == ["Run in psql: ALTER DATABASE hasty RESET synchronous_commit"])
        let notices = findings.filter { $0.weight == .notice }
        #expect(notices.count == 1 && notices.first?.title.hasPrefix("statement_timeout: 1000 ms (database)") == true)
    }

    @Test("a standby that isn't there is said before a commit waits for it")
    func missingStandby() throws {
        let found = bad(try findings("synchronous_standby_names", "nobody"))
        #expect(found.map(\.weight) == [.wrong])
        #expect(found.first?.title.contains("every commit waits forever") == true, "\(found)")
        #expect(PostgresFinding.keepingCommits(at: try Self.server.get().address(of: "postgres")) == nil)
    }

    @Test("commits that wait though a standby is connected are said, with for how long")
    func tooFewStandbys() throws {
        let server = try PostgresServer(hasStandby: true)
        let address = server.address(of: "postgres")
        // It connects a moment after it has started.
        while try PostgresSettings(of: address).standbys.isEmpty {}
        #expect(PostgresFinding.keepingCommits(at: address) == nil)
        try server.administer("ALTER SYSTEM SET synchronous_standby_names = 'ANY 2 (*)'")
        try server.administer("SELECT pg_reload_conf()")
        while try !PostgresSettings(of: address).standbys.contains("quorum") {}
        // Commits wait once the checkpointer has taken the setting over, too: it's told when all others are.
        var found: PostgresFinding?
        var write: Background<Void>?
        var number = 0
        while found == nil {
            number += 1
            let next = Background<Void> { [number] in
                _ = try PostgresConnection(to: address).execute("CREATE TABLE things\(number) (number bigint)")
            }
            write = next
            do {
                try next.whileRunning {
                    found = PostgresFinding.keepingCommits(at: address)
                    return found != nil
                }
            } catch is EndedTooEarly { try next.result() }
        }
        #expect(found?.weight == .notice)
        let words = "standbys: 1, but a commit has waited for them for up to "
        #expect(found?.title.hasPrefix(words) == true, "\(String(describing: found))")
        #expect(PostgresFinding.all(at: address).contains { $0.title.hasPrefix(words) })
        try server.administer("ALTER SYSTEM RESET synchronous_standby_names")
        try server.administer("SELECT pg_reload_conf()")
        try write?.result()
    }

    @Test("connections that are used up are said")
    func connections() throws {
        let server = try PostgresServer(settings: "-c max_connections=12")
        let findings = PostgresFinding.all(at: server.address(of: "postgres"))
        #expect(bad(findings).isEmpty)
        let found = findings.filter { $0.weight == .notice }.map(\.title)
        #expect(found.contains { $0.hasSuffix("free of 12; the server uses up to 20") }, "\(found)")
    }

    @Test("a database of another encoding, without rights, of a newer program or not there can't be used")
    func unusable() throws {
        let server = try Self.server.get()
        try server.administer("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
        #expect(bad(PostgresFinding.all(at: server.address(of: "latin"))).map(\.weight) == [.wrong])
        try server.administer("CREATE ROLE guest LOGIN")
        let guest = "host=\(server.folder) user=guest dbname=postgres"
        let found = bad(PostgresFinding.all(at: guest))
        #expect(found.map(\.advice) == ["Run in psql: ALTER DATABASE postgres OWNER TO guest"], "\(found)")
        try server.administer("CREATE DATABASE newer")
        try PostgresStore(server: server.address(of: "newer")).close()
        #expect(bad(PostgresFinding.all(at: server.address(of: "newer"))).isEmpty)
        try PostgresConnection(to: server.address(of: "newer")).execute("UPDATE schema_version SET version = 1000")
        #expect(bad(PostgresFinding.all(at: server.address(of: "newer"))).first?.title.contains("1000") == true)
        let missing = bad(PostgresFinding.all(at: "postgres://laurel:s3cret@/nowhere?host=\(server.folder)"))
        #expect(missing.count == 1 && missing[0].title.contains("\"nowhere\" does not exist"), "\(missing)")
        #expect(missing.first?.title.contains("createdb --owner=laurel") == true, "\(missing)")
        #expect(missing.first?.title.hasSuffix(" nowhere") == true, "\(missing)")
        #expect(!missing[0].title.contains("s3cret"))
        try server.administer("CREATE DATABASE copied")
        try PostgresStore(server: server.address(of: "copied")).close()
        try PostgresConnection(to: server.address(of: "copied")).execute("UPDATE schema_version SET version = -version")
        let copied = bad(PostgresFinding.all(at: server.address(of: "copied")))
        #expect(copied.map(\.weight) == [.wrong] && copied[0].title.contains("isn't finished"), "\(copied)")
    }

    @Test("who isn't let in is told to look at the user and the password, which isn't said")
    func notLetIn() throws {
        let server = try PostgresServer()
        try server.administer("CREATE ROLE guest LOGIN PASSWORD 'letters'")
        try server.administer(
            "COPY (VALUES ('local all guest scram-sha-256'), ('local all all trust')) "
                + "TO '\(server.folder)/data/pg_hba.conf'")
        try server.administer("SELECT pg_reload_conf()")
        let guest = "host=\(server.folder) user=guest dbname=postgres"
        // Who gets in has more to read.
        while PostgresFinding.all(at: guest).count > 1 {}
        for (address, reason) in [
            (guest, "no password supplied"), (guest + " password=s3cret", "password authentication failed"),
            ("host=\(server.folder) user=nobody dbname=postgres", "role \"nobody\" does not exist"),
        ] {
            let found = bad(PostgresFinding.all(at: address))
            try #require(found.map(\.weight) == [.wrong], "\(found)")
            #expect(found[0].title.contains(reason) && found[0].title.contains("~/.pgpass"), "\(found)")
            #expect(!found[0].title.contains("s3cret"))
        }
    }

    @Test("a standby that no commit waits for loses commits; one that they wait for is fine")
    func standby() throws {
        let server = try PostgresServer(settings: "-c idle_in_transaction_session_timeout=10s", hasStandby: true)
        let address = server.address(of: "postgres")
        func waits(_ names: String) throws {
            try server.administer("ALTER SYSTEM SET synchronous_standby_names = \(names)")
            try server.administer("SELECT pg_reload_conf()")
            while try PostgresSettings(of: address).synchronousNames.isEmpty != (names == "''") {}
        }
        // It connects a moment after it has started.
        while try PostgresSettings(of: address).standbys.isEmpty {}
        let loose = bad(PostgresFinding.all(at: address))
        #expect(loose.map(\.weight) == [.losesCommits], "\(loose)")
        #expect(loose.first?.title.contains("standbys: 1, and no commit waits for one") == true)
        try waits("'ANY 1 (*)'")
        while try !PostgresSettings(of: address).standbys.contains("quorum") {}
        #expect(bad(PostgresFinding.all(at: address)).isEmpty)
        // Its owner sees more than others do.
        try server.administer("CREATE ROLE guest LOGIN")
        let guest = PostgresFinding.all(at: "host=\(server.folder) user=guest dbname=postgres")
        #expect(guest.contains { $0.advice == "Run in psql: GRANT pg_read_all_stats TO guest" }, "\(guest)")
        let hasty = bad(PostgresFinding.all(at: address + " options='-c synchronous_commit=remote_write'"))
        #expect(hasty.map(\.advice) == ["Take it out of the address's options, or PGOPTIONS"], "\(hasty)")
        // What only reads is no server for a store.
        let reading = bad(PostgresFinding.all(at: address + " port=5433"))
        #expect(reading.count == 1 && reading[0].title.contains("can't be written to"), "\(reading)")
        #expect(reading.first?.title.contains("read-only") == true, "\(reading)")
        #expect(reading.first?.title.contains("pg_promote()") == true, "\(reading)")
    }
}
