public import LaurelStorage

/// Players, sessions, devices, apps and settings in a store with tables.
///
/// Writing and reading each have a thread of their own, so a session is found while a sign-up waits for the disk.
public final class SQLDirectory: Directory {
    private let database: any SQLDatabase
    let sealing: SecretSealing
    private let writing = Lane()
    private let reading = Lane()
    /// For what may take seconds, and holds up nobody.
    private let tidying = Lane()

    /// - Parameter sealing: how secrets stand in the store.
    public init(_ database: any SQLDatabase, sealing: SecretSealing = .none) {
        self.database = database
        self.sealing = sealing
    }

    /// One transaction, durable on return.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let database = database
        return try await writing.run { () throws(StoreError) in try database.changeAny(body) }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let database = database
        return try await reading.run { () throws(StoreError) in try database.readAny(body) }
    }

    /// Deleted cells are zeroed as they are deleted; what is left of them elsewhere goes with this.
    public func scrub() async throws(StoreError) -> Bool {
        let database = database
        return try await tidying.run { () throws(StoreError) in try database.scrub() }
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
