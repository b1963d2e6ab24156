public import LaurelDomain
public import LaurelMatches
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
    ///
    /// - game: of a message of a match; nil: of any other one.
    public var message:
        (
            @Sendable (
                _ id: String, _ game: MatchGame?, _ author: PlayerNumber, _ reader: PlayerNumber
            ) async throws(StoreError) -> ReportedMessage?
        )?
    /// What is taken down of a reported message, by its name in the queue and by whose game it is.
    public var takenDown: @Sendable (_ subject: String, _ app: AppNumber?) -> TakenDown? = { _, _ in nil }
    public init() {}
}

/// What a player wrote to another one.
public struct ReportedMessage: Sendable {
    public let text: String
    /// In whose game; nil: in none, so it is no matter of one team.
    public let app: AppNumber?
    /// What the queue calls it.
    public let subject: String

    public init(_ text: String, in app: AppNumber?, subject: String) {
        self.text = text
        self.app = app
        self.subject = subject
    }
}
