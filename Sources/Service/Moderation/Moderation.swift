public import LaurelDomain
public import LaurelScores
public import LaurelStorage

/// What the use cases of moderation share. It has no behaviour; each use case takes it and does one thing.
public struct Moderation: Sendable {
    public var directory: any ModerationDirectory & PlayerDirectory
    public var keeper: ScoreKeeper
    public var accounts: Accounts
    public var evidence: ReportEvidence
    var words: WordFilter { accounts.words }
    var catalogue: Catalogue { keeper.catalogue }

    public init(
        directory: any ModerationDirectory & PlayerDirectory, keeper: ScoreKeeper, accounts: Accounts,
        evidence: ReportEvidence = ReportEvidence()
    ) {
        self.directory = directory
        self.keeper = keeper
        self.accounts = accounts
        self.evidence = evidence
    }
}

/// What a reported message says to the server itself, so that nobody can put words into another's mouth; and which one
/// an id in a report names.
public struct ReportEvidence: Sendable {
    /// The text of a message between the two, by its id. Nil, or an answer of nil: there is no such message.
    public var message:
        (
            @Sendable (_ id: String, _ author: PlayerNumber, _ reader: PlayerNumber) async throws(StoreError)
                -> ReportedMessage?
        )?
    /// What is taken down by the id of a reported message.
    public var subject: @Sendable (_ id: String) -> TakenDown? = { _ in nil }
    public init() {}
}

/// What a player wrote to another one.
public struct ReportedMessage: Sendable {
    public let text: String
    /// In whose game; nil: in none, so it is no matter of one team.
    public let app: AppNumber?

    public init(_ text: String, in app: AppNumber?) {
        self.text = text
        self.app = app
    }
}
