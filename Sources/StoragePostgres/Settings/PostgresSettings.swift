import LaurelStorage
import LaurelStorageSQL

/// What a PostgreSQL server says of itself to the user that the store's address names.
struct PostgresSettings {
    struct Setting: Hashable {
        let value: String
        /// As PostgreSQL names it: `configuration file`, `database`, …
        let source: String
        /// Only for users who may see it.
        let file: String?

        var origin: String { file ?? source }
    }

    private(set) var settings: [String: Setting] = [:]
    /// Where they stand, of each that is connected; nil: this user may not see it.
    private(set) var standbys: [String?] = []
    /// Commits that wait for a standby now, as far as this user may see.
    private(set) var waitingCommits: Int64 = 0
    /// How long the first of them has waited, in seconds.
    private(set) var longestWait: Int64 = 0
    private(set) var version: Int64 = 0
    private(set) var versionName = ""
    private(set) var encoding = ""
    private(set) var database = ""
    private(set) var user = ""
    private(set) var mayCreate = false
    /// Other machines reach it, or this one by its network.
    private(set) var isRemote = false
    private(set) var usedConnections: Int64 = 0
    /// Nil: there are no tables of ours yet.
    let schemaVersion: Int64?
    /// Which server and which database, without a password.
    let location: String

    init(of server: String) throws(PostgresOpenError) {
        let connection = try PostgresConnection.opened(to: server)
        location = connection.location
        do throws(StoreError) {
            schemaVersion = try connection.schemaVersion()
            try readServer(connection)
            try readSettings(connection)
            try readStandbys(connection)
            try readWaits(connection)
        } catch {
            throw .store(error)
        }
    }

    var synchronousNames: String { settings["synchronous_standby_names"]?.value ?? "" }

    private mutating func readServer(_ connection: PostgresConnection) throws(StoreError) {
        try connection.each(
            """
            SELECT CAST(current_setting('server_version_num') AS bigint) AS number,
                current_setting('server_version') AS version, current_setting('server_encoding') AS encoding,
                CAST(current_database() AS text) AS name, CAST(current_user AS text) AS person,
                coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS may_create,
                inet_server_addr() IS NOT NULL AS is_remote,
                (SELECT count(*) FROM pg_stat_activity WHERE datid IS NOT NULL) AS used
            """
        ) { row throws(StoreError) in
            version = try row["number"]
            versionName = try row["version"]
            encoding = try row["encoding"]
            database = try row["name"]
            user = try row["person"]
            mayCreate = try row["may_create"]
            isRemote = try row["is_remote"]
            usedConnections = try row["used"]
            return false
        }
    }

    private mutating func readSettings(_ connection: PostgresConnection) throws(StoreError) {
        try connection.each(
            """
            SELECT name, setting, source, sourcefile FROM pg_settings WHERE name IN (
                'fsync', 'full_page_writes', 'synchronous_commit', 'synchronous_standby_names', 'statement_timeout',
                'transaction_timeout', 'idle_in_transaction_session_timeout', 'tcp_keepalives_idle',
                'max_connections', 'superuser_reserved_connections')
            """
        ) { row throws(StoreError) in
            settings[try row["name"]] = Setting(
                value: try row["setting"], source: try row["source"], file: try row["sourcefile"])
            return true
        }
    }

    private mutating func readStandbys(_ connection: PostgresConnection) throws(StoreError) {
        // A backup that is being taken is no standby.
        try connection.each("SELECT sync_state FROM pg_stat_replication WHERE coalesce(state, '') <> 'backup'") {
            row throws(StoreError) in
            standbys.append(try row["sync_state"])
            return true
        }
    }

    private mutating func readWaits(_ connection: PostgresConnection) throws(StoreError) {
        try connection.each(
            """
            SELECT count(*) AS waiting,
                coalesce(max(CAST(extract(epoch FROM now() - query_start) AS bigint)), 0) AS longest
            FROM pg_stat_activity WHERE wait_event = 'SyncRep'
            """
        ) { row throws(StoreError) in
            waitingCommits = try row["waiting"]
            longestWait = try row["longest"]
            return false
        }
    }
}
