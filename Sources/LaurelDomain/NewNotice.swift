/// A notice before it is durable. It is written in the same transaction as what it tells of, so neither is there
/// without the other.
public struct NewNotice: Hashable, Sendable {
    /// At most so many bytes of ``subject``. A longer one is cut: what a notice tells of has happened, and must not
    /// fail for its words.
    public static let bytesLimit = 1_024
    /// At most so many bytes of ``details``. Longer ones are left out.
    public static let detailsLimit = 4_096

    /// Who is told.
    public var player: PlayerNumber
    public var kind: NoticeKind
    /// Nil: it is about no game.
    public var app: AppNumber?
    public var environment: Environment?
    /// The other one: who asks for friendship, who challenges, who was faster.
    public var about: PlayerNumber?
    /// The id of the challenge, achievement, leaderboard or request, as the interface shows it.
    public let subject: String
    /// What else is shown, as a JSON object without names; empty: nothing. What ``about`` says to the player is the
    /// member `message`, which only some readers get.
    public let details: String
    public var created: Timestamp

    public init(
        to player: PlayerNumber, _ kind: NoticeKind, app: AppNumber? = nil, environment: Environment? = nil,
        about: PlayerNumber? = nil, subject: String = "", details: String = "", created: Timestamp
    ) {
        self.player = player
        self.kind = kind
        self.app = app
        self.environment = environment
        self.about = about
        self.subject = Self.cut(subject)
        self.details = details.utf8.count <= Self.detailsLimit ? details : ""
        self.created = created
    }

    /// The longest beginning within the limit that ends between two characters.
    private static func cut(_ text: String) -> String {
        guard text.utf8.count > bytesLimit else { return text }
        var count = 0
        return String(
            text.prefix { character in
                count += character.utf8.count
                return count <= bytesLimit
            })
    }
}
