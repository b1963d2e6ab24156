/// Who wants to read at a node that doesn't own the store: one question to the owner speaks for all who came before it
/// was sent, and those who come later wait for the next one.
///
/// The owner's answer, how far it is, is as of a moment after the question was sent. So what it says is at least as new
/// as anything that was acknowledged before those reads began; of a read that began later that isn't known.
///
/// The simulated cluster reads at followers by it; nodes ask the owner for the whole answer still.
///
/// ```swift
/// if questions.arrive(reader) { ask() }
/// // When the owner has answered:
/// let (readers, asksAgain) = questions.answered()
/// ```
public struct OwnerQuestions<Reader> {
    /// The question that is under way speaks for these; nil: none is.
    private var asked: [Reader]?
    private var later: [Reader] = []

    public init() {}

    /// - Returns: whether the owner is to be asked now, for this reader.
    public mutating func arrive(_ reader: Reader) -> Bool {
        guard asked != nil else {
            asked = [reader]
            return true
        }
        later.append(reader)
        return false
    }

    /// The owner has answered the question that was under way.
    ///
    /// - Returns: whom that answers, and whether the owner is to be asked at once for those who came since.
    public mutating func answered() -> (readers: [Reader], asksAgain: Bool) {
        let readers = asked ?? []
        asked = later.isEmpty ? nil : later
        later = []
        return (readers, asked != nil)
    }

    /// The question has failed, or was too long under way: nobody waits for its answer any more.
    ///
    /// - Returns: all who wait, in the order in which they came.
    public mutating func abandon() -> [Reader] {
        defer { (asked, later) = (nil, []) }
        return (asked ?? []) + later
    }
}
