public import LaurelStorage

/// Players, sessions, devices, apps and settings in the store's file.
///
/// Writing and reading each have a thread of their own, so a session is found while a sign-up waits for the disk.
public final class SQLiteDirectory: Directory {
    private let store: SQLiteStore
    let sealing: SecretSealing
    private let writing = Lane()
    private let reading = Lane()
    /// For what may take seconds, and holds up nobody.
    private let tidying = Lane()

    /// - Parameter sealing: how secrets stand in the store.
    public init(_ store: SQLiteStore, sealing: SecretSealing = .none) {
        self.store = store
        self.sealing = sealing
    }

    /// One transaction, durable on return.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let store = store
        return try await writing.run { () throws(StoreError) in
            try store.change { connection throws(StoreError) in try body(connection) }
        }
    }

    /// On a thread of its own, outside of a transaction.
    func withStore<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteStore) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let store = store
        return try await tidying.run { () throws(StoreError) in try body(store) }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let store = store
        return try await reading.run { () throws(StoreError) in
            try store.read { connection throws(StoreError) in try body(connection) }
        }
    }
}

/// Blocking calls, one after the other, off the cooperative pool.
private actor Lane {
    private let executor = BlockingExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func run<Value: Sendable>(
        _ body: @Sendable () throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try body()
    }
}
