package import LaurelStorage

/// A use case's error that can say what became of the store; the translation is the same for all.
package protocol StoreFailure: Error, Equatable {
    static var unavailable: Self { get }
    static func broken(reason: String) -> Self
}

extension StoreFailure {
    package init(_ error: StoreError) {
        switch error {
        case .unavailable, .full, .failing, .conflict, .inDoubt, .lostOwnership: self = .unavailable
        case .damaged(let reason), .broken(let reason): self = .broken(reason: reason)
        }
    }

    /// Whether it is no verdict on what was asked.
    package var isOfStore: Bool { self == .unavailable }

    /// Runs `body` and throws in this vocabulary.
    package static func translating<Value>(
        _ body: () async throws(StoreError) -> Value
    ) async throws(Self) -> Value {
        do { return try await body() } catch { throw Self(error) }
    }

    /// The same at once.
    package static func reading<Value>(_ body: () throws(StoreError) -> Value) throws(Self) -> Value {
        do { return try body() } catch { throw Self(error) }
    }
}
