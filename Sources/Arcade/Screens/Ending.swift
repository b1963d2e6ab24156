/// Where a game is, whatever it shows there. Each game's own screens have these numbers.
public enum Scene: Int32, Sendable { case menu, play, paused, over }

/// What a run came to, in the game's own words.
public struct Ending: Hashable, Sendable {
    /// Its index among the game's leaderboards.
    public var board: Int32
    public var score: Int32
    /// "142 m", large.
    public var result: Text
    /// What ended it.
    public var cause: Text
    /// The score that is to be reached next, where the game has milestones; 0: it has none beyond this score.
    public var goal: Int32

    /// - Parameter score: cut to 32 bits.
    public init(board: Int32 = 0, score: Int64 = 0, result: Text = .none, cause: Text = .none, goal: Int32 = 0) {
        self.board = board
        self.score = Int32(clamping: score)
        self.result = result
        self.cause = cause
        self.goal = goal
    }
}

/// A leaderboard of a game, which is one of its modes, in the game's own words: numbers of texts.
public struct BoardTexts: Hashable, Sendable {
    /// On the button that begins it, and on its tab.
    public var play: Int32
    public var name: Int32
    /// A score in a list, its value in `a`; in a sentence; and "Best 142 m".
    public var score: Int32
    public var said: Int32
    public var best: Int32
    /// What begins it.
    public var start: Input
    /// The lowest score is the best.
    public var isLessBetter: Bool

    /// - Parameter said: nil: as in a list.
    public init(
        play: Int32 = 0, name: Int32 = 0, score: Int32 = 0, said: Int32? = nil, best: Int32 = 0,
        start: Input = .start, isLessBetter: Bool = false
    ) {
        self.play = play
        self.name = name
        self.score = score
        self.said = said ?? score
        self.best = best
        self.start = start
        self.isLessBetter = isLessBetter
    }
}
