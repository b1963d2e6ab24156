public import LaurelDomain

/// What an import did, or would do.
public struct ScoreImportAnswer: Answer, Hashable {
    public var isPlan: Bool
    public var imported: Int
    /// Those that an earlier import has brought.
    public var known: Int
    /// Guests that were made for players unknown here.
    public var newPlayers: Int
    /// Of the imported ones: those that appear once they are claimed.
    public var waiting: Int
    public var refused: [Refused]

    public init(isPlan: Bool, imported: Int, known: Int, newPlayers: Int, waiting: Int, refused: [Refused]) {
        self.isPlan = isPlan
        self.imported = imported
        self.known = known
        self.newPlayers = newPlayers
        self.waiting = waiting
        self.refused = refused
    }

    private static let count = Shape<Int>.integer(0...ImportedScoreBody.countLimit)
    public static let name = "ScoreImportResult"
    public static let fields = Fields(
        AnswerField("isPlan", .boolean, \.isPlan), AnswerField("imported", count, \.imported),
        AnswerField("known", count, \.known), AnswerField("newPlayers", count, \.newPlayers),
        AnswerField("waiting", count, \.waiting),
        AnswerField("refused", listOf: Refused.shape, countLimit: ImportedScoreBody.countLimit, \.refused),
        make: Self.init(isPlan:imported:known:newPlayers:waiting:refused:))

    public struct Refused: Answer, Hashable {
        /// In the request, from 0.
        public var row: Int
        /// What is wrong, and what to do.
        public var reason: String

        public init(row: Int, reason: String) {
            self.row = row
            self.reason = reason
        }

        public static let name = "RefusedScore"
        public static let fields = Fields(
            AnswerField("row", .integer(0...ImportedScoreBody.countLimit), \.row),
            AnswerField("reason", .text(1...1_000, example: "The leaderboard is archived."), \.reason),
            make: Self.init(row:reason:))
    }
}

/// The link that one player from elsewhere is sent.
public struct ClaimAnswer: Answer, Hashable {
    public var player: ForeignPlayerID
    /// Of the guest who waits for them.
    public var displayName: String
    public var url: String

    public init(player: ForeignPlayerID, displayName: String, url: String) {
        self.player = player
        self.displayName = displayName
        self.url = url
    }

    public static let name = "Claim"
    public static let fields = Fields(
        AnswerField("player", .foreignPlayerID, \.player),
        AnswerField("displayName", .text(0...1_023, example: "Amber Heron"), \.displayName),
        AnswerField(
            "url",
            .text(
                1...300, example: "https://games.example/sign-in/#claim=dRxBCr2vptqNkYZS3WpA4VXns-HXcsXZunCIzdjz6Tk"),
            \.url),
        make: Self.init(player:displayName:url:))
}

public struct ClaimPageAnswer: Answer, Hashable {
    public var claims: [ClaimAnswer]
    /// What the next page comes after; nil: there is none.
    public var next: ForeignPlayerID?

    public init(claims: [ClaimAnswer], next: ForeignPlayerID?) {
        self.claims = claims
        self.next = next
    }

    public static let name = "ClaimPage"
    public static let fields = Fields(
        AnswerField("claims", listOf: ClaimAnswer.shape, countLimit: 1_000, \.claims),
        AnswerField(orNull: "next", .foreignPlayerID, \.next),
        make: Self.init(claims:next:))
}
