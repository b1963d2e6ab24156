/// Commits of a node that are under way, and whether one of them waits for longer than it should.
struct CommitWaits: Sendable {
    private var ends: [Int: SteadyDeadline] = [:]
    private var lastNumber = 0

    var isTooLong: Bool { ends.values.contains { $0.isOver } }

    /// - Parameter deadline: when it waits for too long.
    /// - Returns: its number.
    mutating func begin(_ deadline: SteadyDeadline) -> Int {
        lastNumber += 1
        ends[lastNumber] = deadline
        return lastNumber
    }

    mutating func end(_ number: Int) { ends[number] = nil }
}
