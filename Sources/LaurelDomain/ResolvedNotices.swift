/// Notices that ask for nothing any more: they count as read. Written in the transaction of what
/// resolves them.
public struct ResolvedNotices: Hashable, Sendable {
    public let player: PlayerNumber
    public let kinds: [NoticeKind]
    public let app: AppNumber
    public let environment: Environment
    /// As the notices have it.
    public let subject: String

    public init(
        of player: PlayerNumber, _ kinds: [NoticeKind], app: AppNumber, environment: Environment, subject: String
    ) {
        self.player = player
        self.kinds = kinds
        self.app = app
        self.environment = environment
        self.subject = subject
    }
}
