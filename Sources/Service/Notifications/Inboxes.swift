public import LaurelDomain
public import LaurelScores
public import LaurelStorage

/// What the use cases about inboxes share.
public struct Inboxes: Sendable {
    public var directory: any InboxDirectory & NotificationSettingsDirectory
    public var catalogue: Catalogue
    public var clock: Clock
    public var zones: TimeZones
    public var limits: InboxLimits
    /// Tells open clients at once.
    public let feed: NoticeFeed

    /// - Parameter outbox: the one that writers of notices signal.
    public init(
        directory: any InboxDirectory & NotificationSettingsDirectory, catalogue: Catalogue, clock: Clock,
        zones: TimeZones = .fixed, limits: InboxLimits = InboxLimits(), outbox: Outbox
    ) {
        self.directory = directory
        self.catalogue = catalogue
        self.clock = clock
        self.zones = zones
        self.limits = limits
        feed = NoticeFeed(directory, outbox)
        outbox.listenToNotices { [feed] in feed.noteTold($0) }
        outbox.listenToInboxes { [feed] in feed.noteResolved($0) }
    }
}

/// How much of what a player was told is kept.
public struct InboxLimits: Hashable, Sendable {
    /// Of one player, trimmed once a minute: the oldest go first.
    public var notices = 10_000
    public var age = Timestamp.Span.days(365)
    /// In one page.
    public static let page = 100

    public init() {}
}

public enum InboxError: Error, StoreFailure, Hashable, Sendable {
    case unknownNotice(NoticeID)
    case unknownGame(BundleID)
    case unknownTimeZone(String)
    /// A kind and game that is chosen for twice, or more choices than a player may have.
    case topicTwice
    case tooManyChoices(limit: Int)
    /// A notice that is about no game cannot be muted by game.
    case noGame(NoticeID)
    case unavailable
    case broken(reason: String)
}
