public import LaurelDomain
public import Storage

/// What the use cases of moderation share. It has no behaviour; each use case takes it and does one thing.
public struct Moderation: Sendable {
    public var directory: any ModerationDirectory & PlayerDirectory
    public var keeper: ScoreKeeper
    public var accounts: Accounts
    public var takedown: Takedown
    public var evidence: ReportEvidence
    var words: WordFilter { accounts.words }
    var catalogue: Catalogue { keeper.catalogue }

    public init(
        directory: any ModerationDirectory & PlayerDirectory, keeper: ScoreKeeper, accounts: Accounts,
        takedown: Takedown = Takedown(), evidence: ReportEvidence = ReportEvidence()
    ) {
        self.directory = directory
        self.keeper = keeper
        self.accounts = accounts
        self.takedown = takedown
        self.evidence = evidence
    }
}

/// How what was reported is taken away when the report is rejected content: each area of the service that keeps such
/// content fills in its own. Doing it twice must change nothing.
public struct Takedown: Sendable {
    /// The player's photo goes. Nil: this server keeps none.
    public var photo: (@Sendable (PlayerNumber) async throws(StoreError) -> Void)?
    /// A message of this player's, by the id that was reported, is emptied. Nil: this server keeps none.
    public var message: (@Sendable (PlayerNumber, String) async throws(StoreError) -> Void)?
    public init() {}
}

/// What a reported thing looks like to the server itself, so that nobody can put words into another's mouth.
public struct ReportEvidence: Sendable {
    /// The text of a message between the two, by its id. Nil, or an answer of nil: there is no such message.
    public var message:
        (@Sendable (_ id: String, _ author: PlayerNumber, _ reader: PlayerNumber) async throws(StoreError) -> String?)?
    /// The digest of the player's photo. Nil, or an answer of nil: he has none.
    public var photo: (@Sendable (PlayerNumber) async throws(StoreError) -> String?)?
    public init() {}
}
