/// A rule that spoke, and what it saw, in a sentence for the moderator.
///
/// The sentence is what is kept. What a rule of the policy saw is read off it again, so that pages can say it in the
/// reader's language; that holds for all sentences that ``init(_:)`` has ever made, so it never changes them.
public struct ReviewReason: Hashable, Sendable {
    public let rule: ReviewRule
    public let sentence: String

    public init(_ rule: ReviewRule, _ sentence: String) {
        self.rule = rule
        self.sentence = sentence
    }

    public init(_ seen: Seen) {
        switch seen {
        case .everyScore: self.init(.held, "This leaderboard holds every score.")
        case .heldBefore: self.init(.held, "It was held before its player signed in to this account.")
        case .outOfRange(let value, let lowest, let highest):
            self.init(.outOfPlausibleRange, "\(value) is outside the plausible range, \(lowest) to \(highest).")
        case .tooSoon(let apart, let minimum):
            self.init(
                .tooSoonAfterTheLast,
                "It came \(apart) ms after the player's last score; the minimum is \(minimum) ms.")
        case .leapOverBest(let value, let best, let percent):
            self.init(.leapOverOwnBest, "\(value) beats the player's best, \(best), by more than \(percent)%.")
        case .leapOverBoard(let value, let spreads, let spread, let quartile):
            self.init(
                .leapOverBoard,
                "\(value) is more than \(spreads) IQRs (\(spread) each) above the top quartile, \(quartile).")
        }
    }

    /// Nil of what players reported, and of a sentence that isn't ours.
    public var seen: Seen? {
        let numbers = sentence.split { !"-0123456789".contains($0) }
        // What isn't read right makes another sentence than this one.
        let values = numbers.map { Int64($0) ?? 0 }
        let read: Seen?
        switch rule {
        case .held: read = sentence == ReviewReason(.everyScore).sentence ? .everyScore : .heldBefore
        case .outOfPlausibleRange where values.count == 3:
            read = .outOfRange(values[0], lowest: values[1], highest: values[2])
        case .tooSoonAfterTheLast where values.count == 2: read = .tooSoon(apart: values[0], minimum: values[1])
        case .leapOverOwnBest where values.count == 3:
            read = .leapOverBest(values[0], best: values[1], percent: Int(clamping: values[2]))
        case .leapOverBoard where values.count == 4:
            read = .leapOverBoard(
                values[0], spreads: Int(clamping: values[1]), spread: UInt64(numbers[2]) ?? 0, quartile: values[3])
        case .outOfPlausibleRange, .tooSoonAfterTheLast, .leapOverOwnBest, .leapOverBoard, .reported: read = nil
        }
        guard let read, ReviewReason(read) == self else { return nil }
        return read
    }

    /// What a rule of the policy saw. Values are scores.
    public enum Seen: Hashable, Sendable {
        /// The leaderboard holds every score.
        case everyScore
        /// The score was held before its player signed in to this account.
        case heldBefore
        case outOfRange(Int64, lowest: Int64, highest: Int64)
        /// In milliseconds: how long after the last score it came, and the least that the policy allows.
        case tooSoon(apart: Int64, minimum: Int64)
        case leapOverBest(Int64, best: Int64, percent: Int)
        /// - Parameters:
        ///   - spreads: how many of them the policy allows.
        ///   - spread: that of the entries' middle half.
        ///   - quartile: the worst score of the best quarter.
        case leapOverBoard(Int64, spreads: Int, spread: UInt64, quartile: Int64)
    }
}
