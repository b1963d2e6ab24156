/// A mistake that is built into a world on purpose: the checker must find each.
enum Flaw: CaseIterable {
    // Of the store.
    /// A transaction doesn't check the epoch.
    case noEpochCheck
    /// A claim compares all of a lease but its beat.
    case claimIgnoresBeat
    /// The store counts beats by itself, so that a promoted standby gives a number out again.
    case storeNumbersBeats
    /// After doubt, a row that is visible counts as written, without a commit that waits for the standby.
    case doubtWithoutMarker

    // Of a node.
    /// Trust counts from the answer to a beat or claim.
    case trustFromAnswer
    /// Other nodes wait for less than an owner trusts.
    case shortPatience
    /// Patience counts from when the first look was sent to when the last one was answered.
    case wholeRoundTrips
    /// An owner answers without a check of its trust: it was paused, or its beats fail.
    case noTrustCheck
    /// A claim whose answer was lost counts as made.
    case adoptsUnseen
    /// A look that shows a lease of one's own gives trust.
    case lookGivesTrust
    /// The store is read without a look at the lease in the same transaction.
    case loadsAnything
    /// A node that ends releases its lease first and stops answering then.
    case releasesFirst

    // Of a follower.
    /// It answers a read without the question how far the owner is.
    case noQuestion
    /// A question's answer counts for those, too, who came after it was sent.
    case answersLateComers
    /// It shows rows that it has read in the store and that the owner hasn't told it of.
    case showsUntold
    /// Who takes over goes on from what it has seen, whatever the store has.
    case goesOnBlindly

    /// What brings it to light soonest. Nil: any.
    var weather: ClusterWorld.Weather? {
        switch self {
        case .noEpochCheck: ClusterWorld.Weather([.pause, .slow], fateInterval: 10)
        case .storeNumbersBeats: ClusterWorld.Weather([.promotion, .requestsLost])
        case .trustFromAnswer: ClusterWorld.Weather([.cut, .slow], fateInterval: 10)
        case .wholeRoundTrips: ClusterWorld.Weather([.requestsLost], fateInterval: 6)
        case .adoptsUnseen: ClusterWorld.Weather([.leave, .requestsLost], fateInterval: 20)
        case .lookGivesTrust: ClusterWorld.Weather([.leave, .promotion], fateInterval: 10)
        case .loadsAnything: ClusterWorld.Weather([.promotion, .leave])
        case .showsUntold: ClusterWorld.Weather([.promotion, .slow], fateInterval: 10)
        case .goesOnBlindly: ClusterWorld.Weather([.promotion, .promotion, .crash], fateInterval: 4)
        case .noQuestion, .answersLateComers, .claimIgnoresBeat, .doubtWithoutMarker, .shortPatience, .noTrustCheck,
            .releasesFirst:
            nil
        }
    }
}
