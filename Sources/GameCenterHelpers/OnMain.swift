// GameKit calls every completion handler on the main thread, and its types don't say so, as Apple's don't.

/// A completion handler that runs `body` as code of the main actor.
package func onMain<Value: Sendable>(_ body: @escaping @MainActor (Value) -> Void) -> @Sendable (Value) -> Void {
    { value in MainActor.assumeIsolated { body(value) } }
}

/// The same for a handler of two values.
package func onMain<First: Sendable, Second: Sendable>(
    _ body: @escaping @MainActor (First, Second) -> Void
) -> @Sendable (First, Second) -> Void {
    { first, second in MainActor.assumeIsolated { body(first, second) } }
}
