/// Somebody whose best run the server has checked, and where it ended: a flag in the run, or a mark beside the score.
public struct Rival: Hashable, Sendable {
    /// Under which the host finds the name (``Slot/List/rivals``). Cut to 0...2047.
    public let number: Int32
    public let score: Int32
    public let isFriend: Bool
    /// A friend who was behind the player, and is ahead of them now.
    public let hasPassed: Bool

    public init(number: Int32, score: Int32, isFriend: Bool, hasPassed: Bool) {
        self.number = min(max(number, 0), RivalSign.numberLimit)
        self.score = score
        self.isFriend = isFriend
        self.hasPassed = hasPassed
    }
}

/// The rivals on one leaderboard, the lowest score first. They decide nothing: a run is the same with and without them.
public struct Rivals: Hashable, Sendable {
    /// More are not shown.
    public static let limit = 24

    public let board: Int32
    public private(set) var all: [Rival] = []

    /// - Parameter rivals: in any order; the first ``limit`` are kept.
    public init(_ rivals: [Rival] = [], board: Int32 = 0) {
        self.board = board
        for rival in rivals.prefix(Self.limit) {
            var position = all.count
            while position > 0, all[position - 1].score > rival.score { position -= 1 }
            all.insert(rival, at: position)
        }
    }

    /// Who is to be passed next: a score is passed by a higher one.
    public func next(at score: Int64) -> Rival? {
        for rival in all where Int64(rival.score) >= score { return rival }
        return nil
    }

    /// Who was passed last as the score grew from one to the other.
    public func passed(from before: Int64, to score: Int64) -> Rival? {
        var found: Rival?
        for rival in all where Int64(rival.score) >= before && Int64(rival.score) < score { found = rival }
        return found
    }

    /// The friend who has passed the player and is nearest ahead of their best.
    func passer(of best: Int32) -> Rival? {
        for rival in all where rival.hasPassed && rival.score > best { return rival }
        return nil
    }
}

/// A text of the draw list that names a rival: its one value holds the rival's number and an amount.
public enum RivalSign {
    public static let numberLimit: Int32 = 0x7FF
    private static let amountBits: Int32 = 20
    private static let amountLimit: Int32 = 0xF_FFFF

    /// - Parameter amount: what stands in the text beside the name; cut to 0...1,048,575.
    public static func value(_ number: Int32, amount: Int64 = 0) -> Int32 {
        let amount = Int32(truncatingIfNeeded: min(max(amount, 0), Int64(amountLimit)))
        return min(max(number, 0), numberLimit) << amountBits | amount
    }

    public static func number(_ value: Int32) -> Int32 { value >> amountBits & numberLimit }
    public static func amount(_ value: Int32) -> Int32 { value & amountLimit }
}
