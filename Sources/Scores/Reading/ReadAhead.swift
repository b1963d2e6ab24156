import LaurelStorage
import Synchronization

/// What a thread of its own reads while the caller works on what was read before.
///
/// ```swift
/// let pages = ReadAhead<Page, StoreError> { ahead throws(StoreError) in
///     while ahead.hasRoom() { ahead.append(try read()) }
/// }
/// defer { pages.end() }
/// while let page = try pages.next() { … }
/// ```
final class ReadAhead<Value: Sendable, Failure: Error>: Sendable {
    /// Values that wait to be taken.
    private static var limit: Int { 4 }

    private struct State {
        var values: [Value] = []
        var failure: Failure?
        /// Nothing more is read.
        var isOver = false
    }

    private let state = Mutex(State())
    /// A value came, or the end.
    private let came = ThreadSignal()
    /// A value was taken, or nobody wants more.
    private let taken = ThreadSignal()
    private let hasEnded = ThreadLatch()

    /// Begins to read.
    ///
    /// - Parameter read: runs once, on the thread. It reads as long as ``hasRoom()`` says so, and gives what it has
    ///   read to ``append(_:)``; what it throws comes after that.
    init(_ read: @escaping @Sendable (ReadAhead) throws(Failure) -> Void) {
        BlockingThread.start { [self] in
            do throws(Failure) { try read(self) } catch { state.withLock { $0.failure = error } }
            state.withLock { $0.isOver = true }
            came.set()
            hasEnded.open()
        }
    }

    // MARK: For the caller

    /// Blocks until a value is there. What was read before a failure comes before what this throws.
    ///
    /// - Returns: nil after the last one.
    func next() throws(Failure) -> Value? {
        while true {
            let (value, failure, isOver) = state.withLock { state in
                (state.values.isEmpty ? nil : state.values.removeFirst(), state.failure, state.isOver)
            }
            if let value {
                taken.set()
                return value
            }
            if let failure { throw failure }
            if isOver { return nil }
            came.wait()
        }
    }

    /// Reads no more. Returns when nothing is being read: within the time of one value.
    func end() {
        state.withLock { $0.isOver = true }
        taken.set()
        hasEnded.wait()
    }

    // MARK: For what reads

    /// Waits until there is room for one more.
    ///
    /// - Returns: false: nobody wants more.
    func hasRoom() -> Bool {
        while true {
            let (count, isOver) = state.withLock { ($0.values.count, $0.isOver) }
            if isOver { return false }
            if count < Self.limit { return true }
            taken.wait()
        }
    }

    func append(_ value: Value) {
        state.withLock { $0.values.append(value) }
        came.set()
    }
}
