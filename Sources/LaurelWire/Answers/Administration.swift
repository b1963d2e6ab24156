public import LaurelDomain

/// What a player who lost their secrets sets a new password with; shown once.
public struct PasswordResetAnswer: Answer, Hashable {
    public var player: PlayerAnswer
    public var resetCode: String
    public var expires: Timestamp

    public init(player: PlayerAnswer, resetCode: String, expires: Timestamp) {
        self.player = player
        self.resetCode = resetCode
        self.expires = expires
    }

    public static let name = "PasswordReset"
    public static let fields = Fields(
        AnswerField("player", PlayerAnswer.shape, \.player),
        AnswerField("resetCode", .text(19...29, example: "7QK2-M9XA-0TBC-41ZE-8RWD-5HNF"), \.resetCode),
        AnswerField("expires", .timestamp, \.expires),
        make: Self.init(player:resetCode:expires:))
}

/// The secret of the link that makes the first administrator.
public enum AdministratorLinkAnswer {
    public static let shape = Shape<String>.token.held(by: "token", of: "AdministratorLink")
}

/// What a player may sign up with.
public struct InvitationAnswer: Answer, Hashable {
    public var code: String
    public var expires: Timestamp

    public init(code: String, expires: Timestamp) {
        self.code = code
        self.expires = expires
    }

    public static let name = "Invitation"
    public static let fields = Fields(
        AnswerField("code", .text(1...64, example: "7QK2-M9XA-0TBC-41ZE-8RWD-5HNF"), \.code),
        AnswerField("expires", .timestamp, \.expires),
        make: Self.init(code:expires:))
}

/// A player in the operator's list.
public struct FoundPlayerAnswer: Answer, Hashable {
    public var player: PlayerAnswer
    public var created: Timestamp
    public var isAdministrator: Bool

    public init(player: PlayerAnswer, created: Timestamp, isAdministrator: Bool) {
        self.player = player
        self.created = created
        self.isAdministrator = isAdministrator
    }

    public static let name = "FoundPlayer"
    public static let fields = Fields(
        AnswerField("player", PlayerAnswer.shape, \.player), AnswerField("created", .timestamp, \.created),
        AnswerField("isAdministrator", .boolean, \.isAdministrator),
        make: Self.init(player:created:isAdministrator:))
}

/// A page of the operator's list.
public struct FoundPlayersAnswer: Answer, Hashable {
    public var players: [FoundPlayerAnswer]
    /// Goes on after the last of them; nil: there are no more.
    public var next: String?

    public init(players: [FoundPlayerAnswer], next: String?) {
        self.players = players
        self.next = next
    }

    public static let countLimit = 100
    public static let name = "FoundPlayers"
    public static let fields = Fields(
        AnswerField("players", listOf: FoundPlayerAnswer.shape, countLimit: countLimit, \.players),
        AnswerField(orNull: "next", .text(3...41, example: "G:1000001"), \.next),
        make: Self.init(players:next:))
}

/// Proof that a player was erased.
public struct ErasureAnswer: Answer, Hashable {
    public var receipt: String
    public var requested: Timestamp
    public var isFinished: Bool
    /// What was erased: the sections of an export.
    public var erased: [String]

    public init(receipt: String, requested: Timestamp, isFinished: Bool, erased: [String]) {
        self.receipt = receipt
        self.requested = requested
        self.isFinished = isFinished
        self.erased = erased
    }

    public static let name = "Erasure"
    public static let fields = Fields(
        AnswerField("receipt", .text(1...64, example: "7QK2-M9XA-0TBC-41ZE"), \.receipt),
        AnswerField("requested", .timestamp, \.requested), AnswerField("isFinished", .boolean, \.isFinished),
        AnswerField("erased", listOf: .text(1...200, example: "profile"), countLimit: 64, \.erased),
        make: Self.init(receipt:requested:isFinished:erased:))
}
