import CLaurelPostgres
public import LaurelStorage
public import LaurelStorageSQL

/// One connection to a server. Its holder is alone with it; its calls block.
///
/// Statements aren't prepared: a plan that is kept knows no values, so it can't use an index on some rows alone, and a
/// pooler between here and the server would hand its name to somebody else.
public final class PostgresConnection: SQLConnection {
    let handle: OpaquePointer
    /// What failed since the last transaction began.
    private(set) var failure: PostgresFailure?
    /// Whether something was written since then.
    private(set) var hasWritten = false
    /// The server said of what it did that it isn't sure.
    private var wasWarned = false
    /// What its next transaction is marked with; nil: it has written none yet.
    private var mark: CommitMark?
    /// Lets another thread cut it. Ends after the handle.
    private var entry: LiveSockets.Entry?

    /// - Parameters:
    ///   - server: libpq's address of it, such as `postgresql://laurel@db1,db2/laurel`.
    ///   - host: of the places that it names, the one to connect to; nil: libpq tries them in turn.
    convenience init(to server: String, at host: PostgresHosts.Host? = nil) throws(StoreError) {
        guard let handle = Self.connect(to: server, at: host) else { throw .unavailable }
        self.init(taking: handle)
        guard isConnected else { throw .unavailable }
    }

    /// - Parameter handle: finished with this object.
    init(taking handle: OpaquePointer) {
        self.handle = handle
        PQsetNoticeReceiver(
            handle,
            { connection, result in
                guard let connection, let result, let severity = laurel_pq_severity(result) else { return }
                if String(cString: severity) == "WARNING" {
                    Unmanaged<PostgresConnection>.fromOpaque(connection).takeUnretainedValue().wasWarned = true
                }
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { PQfinish(handle) }

    /// - Parameter cuts: of these sockets, from before it connected.
    /// - Returns: false when all were cut since then, or the process has no descriptor left. It's not to be used then.
    func enter(_ sockets: LiveSockets, since cuts: Int) -> Bool {
        entry = sockets.enter(PQsocket(handle), since: cuts)
        return entry != nil
    }

    /// - Parameter session: `any`, and it may be a standby.
    static func connect(
        to server: String, at host: PostgresHosts.Host? = nil, for session: String = "read-write"
    ) -> OpaquePointer? {
        with(parameters(of: server) + (host ?? []) + [("target_session_attrs", session)]) { names, values in
            PQconnectdbParams(names, values, 1)
        }
    }

    static func parameters(of server: String) -> [(name: String, value: String)] {
        // Later ones win: who commits must be sure of these.
        [
            ("dbname", server), ("application_name", "laurel"), ("client_encoding", "UTF8"),
            ("target_session_attrs", "read-write"), ("connect_timeout", "2"), ("keepalives_idle", "2"),
            ("keepalives_interval", "1"), ("keepalives_count", "3"), ("tcp_user_timeout", "5000"),
        ]
    }

    static func with<Result>(
        _ parameters: [(name: String, value: String)],
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<UnsafePointer<CChar>?>?) -> Result
    ) -> Result {
        let texts = parameters.map { (ContiguousArray($0.name.utf8CString), ContiguousArray($0.value.utf8CString)) }
        return withPointers(to: texts.map(\.0)) { names in
            withPointers(to: texts.map(\.1)) { values in body(names, values) }
        }
    }

    private static func withPointers<Result>(
        to texts: [ContiguousArray<CChar>], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
    ) -> Result {
        var pointers: [UnsafePointer<CChar>?] = []
        func add(_ index: Int) -> Result {
            guard index < texts.count else { return body(pointers + [nil]) }
            return texts[index].withUnsafeBufferPointer { text in
                pointers.append(text.baseAddress)
                return add(index + 1)
            }
        }
        return add(0)
    }

    var isConnected: Bool { PQstatus(handle) == CONNECTION_OK }
    /// Nothing is under way on it.
    var isIdle: Bool { PQtransactionStatus(handle) == PQTRANS_IDLE && PQpipelineStatus(handle) == PQ_PIPELINE_OFF }

    // MARK: Statements

    @discardableResult
    public func run(_ sql: SQL) throws(StoreError) -> Int { try ask(sql).changedRows }

    public func each(_ sql: SQL, _ body: (SQLRow) throws(StoreError) -> Bool) throws(StoreError) {
        let answer = try ask(sql)
        let row = SQLRow(answer)
        while answer.step() { guard try body(row) else { return } }
    }

    private func ask(_ sql: SQL) throws(StoreError) -> PostgresAnswer {
        let parameters = PostgresParameters(sql.values)
        let result = parameters.with { types, values, lengths, formats in
            PQexecParams(
                handle, sql.text, parameters.count, types, values, lengths, formats, PostgresAnswer.binaryFormat)
        }
        return try answer(result)
    }

    func forgetFailure() { failure = nil }

    /// What failed may succeed if it is repeated.
    func letFailurePass() { failure?.kind = .passing }

    /// Runs statements that give no rows and have no values.
    func execute(_ text: String) throws(StoreError) { _ = try answer(PQexec(handle, text)) }

    func answer(_ result: OpaquePointer?) throws(StoreError) -> PostgresAnswer {
        guard let result, [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) else {
            let failure = PostgresFailure(result, isConnected: isConnected)
            PQclear(result)
            throw note(failure)
        }
        let answer = try PostgresAnswer(result)
        if answer.changedRows > 0, !answer.command.hasPrefix("SELECT") { hasWritten = true }
        return answer
    }

    private func note(_ failure: PostgresFailure) -> StoreError {
        self.failure = failure
        return failure.error
    }

    public static let dialect = SQLDialect(
        randomDigits: "upper(substr(replace(CAST(gen_random_uuid() AS TEXT), '-', ''), 1, 10))",
        lastNotice: "SELECT last FROM notice_head",
        // Numbers of a sequence are given out before the commit, so a later one may be seen first.
        noticeRaising: "UPDATE notice_head SET last = last + 1",
        writingOrder: "rowid", isRemote: true)

    // MARK: Transactions

    /// A mark for the transaction under way.
    func nextMark() -> CommitMark {
        var next = mark ?? CommitMark(line: .random(in: 1 ... .max))
        next.turn += 1
        mark = next
        return next
    }

    /// Of all its marks; nil: it has written none.
    var line: Int64? { mark?.line }

    public func snapshot<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        try execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        defer { rollBack() }
        return try body()
    }

    public func transaction<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        try begin(.serializable)
        do throws(StoreError) {
            let result = try body()
            try commit()
            return result
        } catch {
            rollBack()
            throw error
        }
    }

    enum Isolation {
        case readCommitted, serializable

        /// Begins a transaction.
        var statement: SQL {
            switch self {
            case .readCommitted: "BEGIN ISOLATION LEVEL READ COMMITTED"
            case .serializable: "BEGIN ISOLATION LEVEL SERIALIZABLE"
            }
        }
    }

    func begin(_ isolation: Isolation) throws(StoreError) {
        try run(isolation.statement)
        (failure, hasWritten) = (nil, false)
    }

    /// Whatever the transaction did is as if it had never been.
    func rollBack() {
        guard isConnected, PQtransactionStatus(handle) != PQTRANS_IDLE else { return }
        PQclear(PQexec(handle, "ROLLBACK"))
    }

    /// Ends a transaction.
    ///
    /// - Parameters:
    ///   - mark: what tells afterwards, in case of doubt, whether it was committed.
    ///   - owner: see ``finish(_:by:)``.
    /// - Throws: ``StoreError/inDoubt``: it may have been.
    func commit(_ mark: CommitMark? = nil, by owner: Ownership? = nil) throws(StoreError) {
        try finish(mark.map { [PostgresCommand($0.insertion)] } ?? [], by: owner)
    }

    /// The last statements of a transaction and its COMMIT, in one round trip.
    ///
    /// - Parameter owner: who must own the store still; nil: nobody in particular.
    @discardableResult
    func finish(_ commands: [PostgresCommand], by owner: Ownership? = nil) throws(StoreError) -> [PostgresAnswer] {
        wasWarned = false
        let check = owner.map { [PostgresCommand($0.check)] } ?? []
        let answers = try pipeline(commands + check + [PostgresCommand("COMMIT")], commits: true)
        // A transaction that failed before ends in "ROLLBACK", without an error.
        guard answers.last?.command == "COMMIT" else {
            throw note(failure ?? PostgresFailure(kind: .lasting, error: .conflict))
        }
        if wasWarned { throw note(.doubt) }
        return answers
    }

    /// One statement that is a transaction of its own.
    func runAlone(_ sql: SQL) throws(StoreError) {
        (failure, wasWarned) = (nil, false)
        try run(sql)
        if wasWarned { throw note(.doubt) }
    }

    /// All statements in one round trip. Behind one that fails, none is run.
    ///
    /// Nothing is read before all is sent: what they answer must fit into the buffers between here and the server, so
    /// they are to answer with few rows.
    @discardableResult
    func pipeline(
        _ commands: [PostgresCommand], commits: Bool = false
    ) throws(StoreError) -> [PostgresAnswer] {
        guard PQenterPipelineMode(handle) == 1 else { throw note(PostgresFailure(nil, isConnected: isConnected)) }
        for command in commands {
            _ = command.parameters.with { types, values, lengths, formats in
                PQsendQueryParams(
                    handle, command.text, command.parameters.count, types, values, lengths, formats,
                    PostgresAnswer.binaryFormat)
            }
        }
        PQpipelineSync(handle)
        var (answers, problem): ([PostgresAnswer], PostgresFailure?) = ([], nil)
        for _ in commands {
            let result = PQgetResult(handle)
            if problem == nil {
                do throws(StoreError) { answers.append(try answer(result)) } catch {
                    problem = failure ?? PostgresFailure(kind: .lasting, error: error)
                }
            } else {
                PQclear(result)
            }
            // Each has a nil behind it.
            while isConnected, let rest = PQgetResult(handle) { PQclear(rest) }
        }
        while isConnected, let rest = PQgetResult(handle) {
            let isEnd = PQresultStatus(rest) == PGRES_PIPELINE_SYNC
            PQclear(rest)
            if isEnd { break }
        }
        // Without the connection nobody knows how far the server came, whatever it answered last.
        if commits, !isConnected, answers.count < commands.count { throw note(.doubt) }
        if isConnected { PQexitPipelineMode(handle) }
        if let problem { throw note(problem) }
        return answers
    }
}

/// A statement for a pipeline.
struct PostgresCommand {
    let text: String
    let parameters: PostgresParameters

    init(_ sql: SQL) {
        text = sql.text
        parameters = PostgresParameters(sql.values)
    }

    init(_ text: SQL, _ parameters: PostgresParameters) {
        self.text = text.text
        self.parameters = parameters
    }
}
