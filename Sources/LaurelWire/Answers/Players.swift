import LaurelDomain

/// A player as a caller may see them.
public struct PlayerAnswer: Answer, Hashable {
    public var id: String
    /// Left out where only the name counts.
    public var alias: String?
    public var displayName: String
    /// Left out where there is none, or the caller may not see it.
    public var photo: PhotoAnswer?
    public var status: String?
    /// For sessions of games alone: the same in all games of their team.
    public var teamPlayerID: String?

    public init(
        id: String, alias: String? = nil, displayName: String, photo: PhotoAnswer? = nil, status: String? = nil,
        teamPlayerID: String? = nil
    ) {
        self.teamPlayerID = teamPlayerID
        self.id = id
        self.alias = alias
        self.displayName = displayName
        self.photo = photo
        self.status = status
    }

    public static let name = "Player"
    public static let fields = Fields(
        AnswerField("id", .text(1...80, example: "A:_00112233445566778899aabbccddeeff"), \.id),
        AnswerField(optional: "alias", .text(1...240, example: "jungle-jim"), \.alias),
        AnswerField("displayName", .text(0...1_023, example: "jungle-jim"), \.displayName),
        AnswerField(optional: "photo", PhotoAnswer.shape, \.photo),
        AnswerField(optional: "status", .text(1...140, example: "In the trees"), \.status),
        AnswerField(
            optional: "teamPlayerID", .text(35...35, example: "T:_00112233445566778899aabbccddeeff"), \.teamPlayerID),
        make: Self.init(id:alias:displayName:photo:status:teamPlayerID:))
}

/// Those of the players asked for that exist, in any order.
public enum PlayersAnswer {
    public static let shape = PlayerAnswer.shape.list(countLimit: RankWindow.countLimit).held(
        by: "players", of: "Players")
}
