import LaurelScores
import LaurelService

/// What several features use: how they answer, what they say of players, games and challenges, and where live news
/// goes. A class, as ``Features`` is.
final class SharedParts: Sendable {
    let answers: Answers
    let replies: Replies
    let players: PlayerAnswers
    let words: WordChecks
    let placeholders: Placeholders
    let pictures: Pictures
    let watchPage: WatchPage
    let challenges: ChallengeAnswers
    let notices: NoticeEncoding
    let proofs: Proofs
    let access: DeveloperAccess
    let cookie: SessionCookie
    let originCheck: OriginCheck
    /// Of this server's pages, such as `https://games.example.org`.
    let origin: String
    let events: EventStreams
    let playerStreams = PlayerStreams()
    let counts = RequestCounts()
    let serverMetrics = AttachedMetrics()

    init(_ services: Services, _ configuration: APIConfiguration) {
        answers = Answers(report: configuration.report)
        replies = Replies(answers: answers, isDiskFull: services.isDiskFull)
        players = PlayerAnswers(services.accounts)
        words = WordChecks(filter: services.accounts.words)
        placeholders = Placeholders(services.savedGames.digest)
        pictures = Pictures(catalogue: services.catalogue, placeholders: placeholders)
        watchPage = WatchPage { [pages = configuration.pages] in pages?.response(to: $0) }
        challenges = ChallengeAnswers(
            catalogue: services.catalogue, ids: services.challengeIDs, players: players, watchPage: watchPage)
        notices = NoticeEncoding(services.accounts)
        proofs = Proofs(
            accounts: services.accounts, secondFactor: services.twoFactor,
            requiredTwoFactor: configuration.requiredTwoFactor)
        access = DeveloperAccess(
            roster: services.teams.roster, catalogue: services.catalogue, proofs: proofs,
            firstTeam: services.apps.team)
        cookie = SessionCookie(isSecure: configuration.publicURL.isSecure)
        originCheck = OriginCheck(publicURL: configuration.publicURL)
        origin = configuration.publicURL.origin
        events = EventStreams(services.keeper.versions, limits: configuration.limits)
    }
}
