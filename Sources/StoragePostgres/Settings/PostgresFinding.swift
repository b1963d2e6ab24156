/// What was found of a PostgreSQL server on which a store is, or is to be.
public struct PostgresFinding: Hashable, Sendable {
    public enum Weight: Hashable, Sendable {
        case fine
        /// It works; something could be better.
        case notice
        /// What was acknowledged can be lost.
        case losesCommits
        /// A store there can't be used.
        case wrong
    }

    public let weight: Weight
    /// What, and where.
    public let title: String
    /// What to do; nil: nothing.
    public let advice: String?

    init(_ weight: Weight, _ title: String, _ advice: String? = nil) {
        self.weight = weight
        self.title = title
        self.advice = advice
    }

    /// Looks at a server without changing it. Blocks.
    ///
    /// - Parameter server: libpq's address. No finding says its password.
    public static func all(at server: String) -> [PostgresFinding] {
        do throws(PostgresOpenError) { return try PostgresSettings(of: server).findings } catch {
            return [PostgresFinding(.wrong, "\(error)")]
        }
    }

    /// What of the same keeps commits waiting. Blocks.
    ///
    /// - Returns: nil: they don't wait, or the server doesn't say.
    public static func keepingCommits(at server: String) -> PostgresFinding? {
        do throws(PostgresOpenError) { return try PostgresSettings(of: server).waits } catch { return nil }
    }
}

extension PostgresSettings {
    /// For so many threads a server needs a connection at once, rounded up.
    static let connectionsWanted: Int64 = 20
    /// Seconds.
    private static let longKeepalive: Int64 = 60
    /// Seconds for which a standby may be slow.
    private static let longWait: Int64 = 2
    /// Older ones lack `gen_random_uuid`.
    private static let oldestVersion: Int64 = 130_000

    var findings: [PostgresFinding] {
        [
            server, text, tables, durability("fsync"), durability("full_page_writes"), commits, standby,
            statementTimeout, idleTimeout, keepalives, connections,
        ].compactMap { $0 }
    }

    private var server: PostgresFinding {
        let title = "PostgreSQL \(versionName): \(location)"
        guard version < Self.oldestVersion else { return PostgresFinding(.fine, title) }
        return PostgresFinding(.wrong, title + " is too old", "Upgrade it to 15 or newer")
    }

    private var text: PostgresFinding? {
        guard encoding != "UTF8" else { return nil }
        return PostgresFinding(.wrong, "\(PostgresOpenError.encoding(encoding))")
    }

    private var tables: PostgresFinding? {
        if let schemaVersion {
            guard schemaVersion > 0 else { return PostgresFinding(.wrong, "\(PostgresOpenError.unfinishedCopy)") }
            guard schemaVersion > PostgresSchema.version else { return PostgresFinding(.fine, "tables: there") }
            let error = PostgresOpenError.newer(version: schemaVersion, supported: PostgresSchema.version)
            return PostgresFinding(.wrong, "\(error)")
        }
        if mayCreate { return PostgresFinding(.fine, "tables: none yet; the first start makes them") }
        return PostgresFinding(
            .wrong, "tables: none, and \(user) can't make them in \(location)",
            "Run in psql: ALTER DATABASE \(database) OWNER TO \(user)")
    }

    /// Of a setting that must be on.
    private func durability(_ name: String) -> PostgresFinding {
        guard let setting = settings[name], setting.value != "on" else { return PostgresFinding(.fine, "\(name): on") }
        return PostgresFinding(
            .losesCommits,
            "\(name): \(setting.value) (\(setting.origin)), so a crash of the machine loses acknowledged scores, "
                + "or the whole database", remedy(name, "on"))
    }

    private var commits: PostgresFinding {
        let name = "synchronous_commit"
        guard let setting = settings[name] else { return PostgresFinding(.fine, "\(name): unknown to this server") }
        let title = "\(name): \(setting.value) (\(setting.origin))"
        switch setting.value {
        case "off":
            return PostgresFinding(
                .losesCommits, title + ", so a crash loses the last acknowledged scores", remedy(name, "on"))
        case "local", "remote_write":
            guard hasStandbys else { return PostgresFinding(.fine, title) }
            return PostgresFinding(
                .losesCommits, title + ", so a failover can lose acknowledged scores", remedy(name, "on"))
        default: return PostgresFinding(.fine, "\(name): \(setting.value)")
        }
    }

    private var hasStandbys: Bool { !synchronousNames.isEmpty || !standbys.isEmpty }

    private var standby: PostgresFinding {
        let name = "synchronous_standby_names"
        if synchronousNames.isEmpty {
            guard !standbys.isEmpty else {
                return PostgresFinding(
                    .fine, "standbys: none. One server is as safe as one disk; keep backups elsewhere (pg_basebackup)")
            }
            return PostgresFinding(
                .losesCommits,
                "standbys: \(standbys.count), and no commit waits for one (\(name) is empty), so a failover loses "
                    + "acknowledged scores", remedy(name, "'ANY 1 (*)'"))
        }
        if let waits { return waits }
        guard isWaitedFor else {
            return PostgresFinding(
                .notice, "standbys: \(standbys.count); \(user) can't see whether commits wait for them",
                "Run in psql: GRANT pg_read_all_stats TO \(user)")
        }
        return PostgresFinding(.fine, "standbys: \(standbys.count), commits wait for them (\(synchronousNames))")
    }

    /// One that is connected.
    private var isWaitedFor: Bool { standbys.contains { $0 == "sync" || $0 == "quorum" } }

    /// Whether this user sees of no standby how it stands.
    private var hidesStandbys: Bool { !standbys.isEmpty && standbys.allSatisfy { $0 == nil } }

    /// Why commits wait for a standby; nil: they don't, as far as this user may see.
    var waits: PostgresFinding? {
        let name = "synchronous_standby_names"
        if !synchronousNames.isEmpty, !isWaitedFor, !hidesStandbys {
            return PostgresFinding(
                .wrong,
                "standbys: none that \(name) (\(synchronousNames)) names is connected, so every commit waits forever",
                "Start a standby with that application_name, or change \(name)")
        }
        guard longestWait > Self.longWait else { return nil }
        let commits = waitingCommits == 1 ? "a commit has" : "\(waitingCommits) commits have"
        return PostgresFinding(
            .notice,
            "standbys: \(standbys.count), but \(commits) waited for them for up to \(longestWait) s "
                + "(\(synchronousNames))",
            "Too few of them answer: look whether they run, and at their logs, their disks and the network")
    }

    private var statementTimeout: PostgresFinding? {
        for name in ["statement_timeout", "transaction_timeout"] {
            guard let setting = settings[name], setting.value != "0" else { continue }
            return PostgresFinding(
                .notice, "\(name): \(setting.value) ms (\(setting.origin)), which ends commits that wait for a standby",
                "The server then has to ask what became of them. \(remedy(name, "0"))")
        }
        return nil
    }

    private var idleTimeout: PostgresFinding? {
        let name = "idle_in_transaction_session_timeout"
        guard let setting = settings[name], setting.value == "0" else { return nil }
        return PostgresFinding(
            .notice, "\(name): off, so what a server that hangs has locked stays locked", remedy(name, "'10s'"))
    }

    private var keepalives: PostgresFinding? {
        let name = "tcp_keepalives_idle"
        guard isRemote, let setting = settings[name], let seconds = Int64(setting.value),
            seconds == 0 || seconds > Self.longKeepalive
        else { return nil }
        return PostgresFinding(
            .notice,
            "\(name): \(seconds == 0 ? "the system's" : "\(seconds) s"), so what a machine that is gone has locked "
                + "stays locked as long", remedy(name, "10"))
    }

    private var connections: PostgresFinding? {
        guard let limit = settings["max_connections"].flatMap({ Int64($0.value) }) else { return nil }
        let reserved = settings["superuser_reserved_connections"].flatMap { Int64($0.value) } ?? 0
        let free = max(0, limit - reserved - usedConnections)
        guard free < Self.connectionsWanted else { return PostgresFinding(.fine, "connections: \(free) free") }
        return PostgresFinding(
            .notice, "connections: \(free) free of \(limit); the server uses up to \(Self.connectionsWanted)",
            "Raise max_connections and restart PostgreSQL, unless a Laurel server that runs has the others")
    }

    /// How to give a setting a value, from where it got the one that it has.
    private func remedy(_ name: String, _ value: String) -> String {
        switch settings[name]?.source {
        case "command line": "Take it off PostgreSQL's command line and restart it"
        case "database": "Run in psql: ALTER DATABASE \(database) RESET \(name)"
        case "user": "Run in psql: ALTER ROLE \(user) RESET \(name)"
        case "database user": "Run in psql: ALTER ROLE \(user) IN DATABASE \(database) RESET \(name)"
        case "client", "environment variable": "Take it out of the address's options, or PGOPTIONS"
        default: "Run in psql: ALTER SYSTEM SET \(name) = \(value); SELECT pg_reload_conf()"
        }
    }
}
