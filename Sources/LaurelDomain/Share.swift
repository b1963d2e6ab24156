/// How much there may be of what players show to everybody. Ours.
public enum ShareLimits {
    /// Shared scores and achievements of one player, challenge links included; the oldest has to go first.
    public static let ofPlayer = 200
}

/// What a shared page is called: 128 random bits as 32 hexadecimal digits. Anyone who knows it sees the page.
public struct ShareID: Hashable, Sendable {
    public static let byteCount = 16
    public let text: String

    /// - Returns: nil for a text of another form; whether there is such a page is another question.
    public init?(_ text: String) {
        guard text.utf8.count == Self.byteCount * 2,
            text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 })
        else { return nil }
        self.text = text
    }

    /// - Returns: nil unless there are exactly 16 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.init(
            bytes.map { byte in
                let digits = String(byte, radix: 16)
                return byte < 16 ? "0" + digits : digits
            }.joined())
    }
}

/// What a player shows.
public enum ShareSubject: Hashable, Sendable {
    /// A score as it stood when it was shared, with its rank at that moment.
    case score(LeaderboardNumber, value: Int64, rank: Int)
    case achievement(AchievementNumber)
}

/// A page that a player made public: one of their scores or achievements, and perhaps a challenge to the visitor.
public struct Share: Hashable, Sendable {
    public let id: ShareID
    public let player: PlayerNumber
    public let app: AppNumber
    public let environment: Environment
    public let subject: ShareSubject
    public let created: Timestamp
    /// Nil: a page that asks for nothing.
    public let challenge: ShareChallenge?

    public init(
        id: ShareID, player: PlayerNumber, app: AppNumber, environment: Environment, subject: ShareSubject,
        created: Timestamp, challenge: ShareChallenge? = nil
    ) {
        self.id = id
        self.player = player
        self.app = app
        self.environment = environment
        self.subject = subject
        self.created = created
        self.challenge = challenge
    }
}

/// An open challenge: it is a friend invitation (rule 2.1) that carries a challenge (rule 6.1), since challenges go to
/// friends alone (rule 6.2).
public struct ShareChallenge: Hashable, Sendable {
    /// One line of plain text; empty: none.
    public var message: String
    public var expires: Timestamp
    /// How many may still become friends by it.
    public var usesLeft: Int

    public init(message: String, expires: Timestamp, usesLeft: Int) {
        self.message = message
        self.expires = expires
        self.usesLeft = usesLeft
    }
}
