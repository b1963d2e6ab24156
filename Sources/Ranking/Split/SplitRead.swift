public import LaurelDomain

/// One read of a board that is split over K parts, as of one epoch that all of them have closed. It knows no network:
/// it says what to ask which part, takes the answers, and says what to ask next.
///
/// ```swift
/// var read = SplitRead(.around(player, count: 21), .allTime, of: split, order: .highToLow)
/// var action = read.begin()
/// while case .ask(let requests) = action {          // each time one round trip, to all parts at once
///     action = read.take(try await answers(requests))
/// }
/// ```
///
/// **One moment.** The first round asks which epochs the parts can read; all later ones are about the last epoch that
/// all have closed. So ranks are distinct and without gaps, and two reads of one epoch agree. Where the parts have
/// none in common (one lags by more than ``BoardPart/epochsKept``, or they differ over a wipe), there is no answer:
/// a rank is right, or there is none.
///
/// **Rounds.** A total takes 2, entries of players and around a player 3, a page 2 to ``roundsLimit(entries:)``: 2 down
/// to rank ``topLimit``, at most 5 of 10⁹ entries.
public struct SplitRead: Sendable {
    /// What is wanted.
    public enum Goal: Hashable, Sendable {
        case total
        /// The entries of some players with their ranks on the whole board, best first, each player once.
        case entries(of: [PlayerNumber])
        case page(RankWindow)
        /// As ``Board/around(_:_:count:at:)``.
        case around(PlayerNumber, count: Int)
    }

    /// What to do next.
    public enum Action: Hashable, Sendable {
        /// Ask these parts, by their number.
        case ask([Int: PartRequest])
        case done(Answer)
        case fail(Failure)
    }

    public struct Answer: Hashable, Sendable {
        /// As of the end of which epoch.
        public let epoch: BoardEpoch
        /// How many entries the scope has. Nil: it wasn't asked for, nor had to be found out.
        public let total: Int?
        public let entries: [RankedEntry]
    }

    public enum Failure: Error, Hashable, Sendable {
        /// No epoch can be read in all parts. Soon there will be one, unless a part is down.
        case noCommonEpoch
        /// The last epoch that can be read in all parts is this one, and the caller wanted a later one.
        case behind(BoardEpoch)
        /// Not what was asked for, or not from all who were asked.
        case malformedAnswer
    }

    /// Down to this rank a page is merged from the best entries of all parts, without a search.
    public static let topLimit = Limits.standard.top

    /// How many rounds a page takes at most.
    public static func roundsLimit(entries: Int) -> Int { Limits.standard.rounds(entries: entries) }

    /// What decides between fewer rounds and shorter answers.
    struct Limits {
        var top = 256
        /// How many keys of each part a round of the search looks at: about 24 bytes each on the way.
        var samples = 256
        /// From so few candidates on their entries are fetched. In all parts together.
        var candidates = 4_096
        static let standard = Limits()

        /// Which epochs, a search, and the page itself.
        func rounds(entries: Int) -> Int {
            var rounds = 2
            var left = entries
            repeat {
                left = RankSelection.candidatesLimit(after: left, samples: samples)
                rounds += 1
            } while left > candidates
            return rounds
        }
    }

    let goal: Goal
    let scope: TimeScope
    let split: PlayerSplit
    let order: SortOrder
    let earliest: BoardEpoch?
    var limits = Limits.standard
    /// How often parts were asked.
    public private(set) var rounds = 0

    var epoch = BoardEpoch(clamping: 0)
    private(set) var stage = Stage.epochs
    private var asked: [Int: PartRequest] = [:]

    enum Stage: Sendable {
        case epochs
        case total
        case entries
        case counts([Submission])
        case top(RankWindow)
        case search(RankSelection, count: Int)
        case run(RankSelection, count: Int, total: Int)
        case center
        case around(RankKey, count: Int)
    }

    /// - Parameter earliest: the answer must be as of this epoch or a later one, such as the one of a player's own
    ///   score. Nil: of any.
    public init(
        _ goal: Goal, _ scope: TimeScope, of split: PlayerSplit, order: SortOrder, notBefore earliest: BoardEpoch? = nil
    ) {
        self.goal = goal
        self.scope = scope
        self.split = split
        self.order = order
        self.earliest = earliest
    }

    /// The first thing to do.
    public mutating func begin() -> Action {
        stage = .epochs
        return ask { _ in .epochs }
    }

    /// - Parameter answers: to the last requests, by part.
    public mutating func take(_ answers: [Int: PartAnswer]) -> Action {
        guard answers.count == asked.count else { return .fail(.malformedAnswer) }
        guard !answers.values.contains(.unreadable) else { return .fail(.noCommonEpoch) }
        // In order of the parts.
        var sorted: [PartAnswer] = []
        for part in asked.keys.sorted() {
            guard let answer = answers[part] else { return .fail(.malformedAnswer) }
            sorted.append(answer)
        }
        do throws(Failure) { return try proceed(sorted) } catch { return .fail(error) }
    }
}

// Asking.
extension SplitRead {
    private mutating func ask(_ request: (Int) -> PartRequest?) -> Action {
        asked = [:]
        for part in 0..<split.parts { asked[part] = request(part) }
        rounds += 1
        return .ask(asked)
    }

    mutating func ask(_ stage: Stage, _ question: (Int) -> PartRequest.Question?) -> Action {
        self.stage = stage
        let (epoch, scope) = (epoch, scope)
        return ask { part in question(part).map { .read(epoch, scope, $0) } }
    }

    mutating func askGoal() -> Action {
        switch goal {
        case .total: return ask(.total) { _ in .total }
        case .entries(let players): return askEntries(of: players, .entries)
        case .around(let player, _): return askEntries(of: [player], .center)
        case .page(let window):
            let last = window.first - 1 + window.count
            if last <= limits.top { return ask(.top(window)) { _ in .run(0..<last) } }
            let everything = Array(repeating: 0..<Int.max, count: split.parts)
            return askSamples(RankSelection(target: window.first - 1, ranges: everything), count: window.count)
        }
    }

    private mutating func askEntries(of players: [PlayerNumber], _ stage: Stage) -> Action {
        let split = split
        let wanted = Dictionary(grouping: Set(players)) { split.part(of: $0) }
        guard !wanted.isEmpty else { return done([]) }
        return ask(stage) { part in wanted[part].map { .entries(of: $0.sorted()) } }
    }

    mutating func askSamples(_ selection: RankSelection, count: Int) -> Action {
        let limits = limits
        return ask(.search(selection, count: count)) { .samples(selection.ranges[$0], limit: limits.samples) }
    }

    func done(_ entries: [RankedEntry], total: Int? = nil) -> Action {
        .done(Answer(epoch: epoch, total: total, entries: entries))
    }
}
