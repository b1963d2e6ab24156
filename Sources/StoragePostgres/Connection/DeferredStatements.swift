import LaurelStorage
import LaurelStorageSQL

/// A connection inside a transaction that sends what gives no rows with the next statement that does: one round trip
/// for many statements.
///
/// What a statement does is seen by those behind it, as ever. What it says is not: ``run(_:)`` answers 0, and fails
/// later, with the statements behind it.
final class DeferredStatements: SQLConnection {
    /// Their answers, unread, must fit into the buffers between here and the server: about 100 bytes each.
    static let countLimit = 256

    private let connection: PostgresConnection
    /// Not sent yet.
    private(set) var waiting: [PostgresCommand]

    /// - Parameter waiting: what is to be sent first, such as `BEGIN`.
    init(on connection: PostgresConnection, behind waiting: [PostgresCommand] = []) {
        self.connection = connection
        self.waiting = waiting
    }

    static let dialect = PostgresConnection.dialect

    @discardableResult
    func run(_ sql: SQL) throws(StoreError) -> Int {
        waiting.append(PostgresCommand(sql))
        if waiting.count >= Self.countLimit { try send() }
        return 0
    }

    func each(_ sql: SQL, _ body: (SQLRow) throws(StoreError) -> Bool) throws(StoreError) {
        let answers = try connection.pipeline(waiting + [PostgresCommand(sql)])
        waiting = []
        guard let answer = answers.last else { throw .broken(reason: "a statement gave no answer") }
        let row = SQLRow(answer)
        while answer.step() { guard try body(row) else { return } }
    }

    /// What waits is sent, and answered.
    func send() throws(StoreError) {
        guard !waiting.isEmpty else { return }
        try connection.pipeline(waiting)
        waiting = []
    }

    // It is within a transaction.
    func transaction<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result { try body() }
    func snapshot<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result { try body() }
}
