/// Whose turn it is to write: one at a time, and others can wait for the end of it.
struct WritingTurn {
    private var isTaken = false
    /// Resumed when nobody writes any more.
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// - Returns: false: somebody else is writing.
    mutating func take() -> Bool {
        if isTaken { return false }
        isTaken = true
        return true
    }

    /// - Returns: who waits for it, to be resumed outside of any lock.
    mutating func end() -> [CheckedContinuation<Void, Never>] {
        isTaken = false
        defer { waiting = [] }
        return waiting
    }

    /// - Returns: false: nobody writes, so that there's nothing to wait for.
    mutating func wait(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
        if isTaken { waiting.append(continuation) }
        return isTaken
    }
}
