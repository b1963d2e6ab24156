/// What a write, time, or the service would do to a match, and what its caller is told.
public struct MatchPlan: Hashable, Sendable {
    public let match: MatchNumber
    /// The match's version with the write done.
    public let version: MatchVersion
    /// The exchange that it sends.
    public let exchange: ExchangeNumber?
    /// To be made durable, and then applied. None: it was done already.
    public let facts: [MatchFact]
    /// What counts with them: a judged game is over.
    public let awards: TurnAwards

    init(_ draft: MatchDraft, exchange: ExchangeNumber? = nil, besides facts: [MatchFact] = []) {
        match = draft.match.number
        version = draft.match.version
        self.exchange = exchange
        self.facts = draft.facts + facts
        awards = draft.awards
    }

    /// Of a write that was done before.
    init(_ match: MatchNumber, _ done: DoneWrite) {
        self.match = match
        version = done.version
        exchange = done.exchange
        facts = []
        awards = TurnAwards()
    }
}
