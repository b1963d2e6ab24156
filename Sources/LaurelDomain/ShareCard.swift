/// What the picture of a shared page shows: all its words, as they are to be drawn, and the game's own picture.
public struct ShareCard: Hashable, Sendable {
    /// In pixels; what networks ask for. Source: Open Graph pictures, 1.91 : 1.
    public static let width = 1_200
    public static let height = 630
    /// Colours that a game may have; see ``tint(of:)``.
    public static let tints = 6

    /// Which colours: 0 up to ``tints``.
    public var tint: Int
    public var game: String
    public var player: String
    /// What stands out: a score as it is read, or an achievement's title.
    public var headline: String
    /// The leaderboard's name, or what the achievement was earned for.
    public var subject: String
    /// Such as `#3`; empty: none.
    public var rank: String
    /// 1 to 3: the medal's color; nil: none.
    public var medal: Int?
    /// The line at the bottom: what it asks of the reader.
    public var call: String
    /// A PNG: a screenshot, or an icon; empty: none.
    public var art: [UInt8]

    public init(
        tint: Int, game: String, player: String, headline: String, subject: String, rank: String = "",
        medal: Int? = nil, call: String = "", art: [UInt8] = []
    ) {
        self.tint = tint
        self.game = game
        self.player = player
        self.headline = headline
        self.subject = subject
        self.rank = rank
        self.medal = medal
        self.call = call
        self.art = art
    }

    /// The colour of a game without a picture: always the same one. FNV-1a of its id.
    public static func tint(of game: BundleID) -> Int {
        let hash = game.text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return Int((hash ^ hash >> 15) % UInt32(tints))
    }
}
