import LaurelHTTPServer
import LaurelScores
import LaurelService
import LaurelWire

/// What answers the routes: a value for each feature, handed what it needs and no more.
///
/// A class: a struct of so many references is copied for every request, which took half of its time.
final class Features: Sendable {
    // In a game.
    let games: GameFeature
    let achievements: AchievementFeature
    let challenges: ChallengeFeature
    let matches: MatchFeature
    let replays: ReplayFeature
    let savedGames: SavedGameFeature
    let webGames: WebGameFeature
    // Among players.
    let accounts: AccountFeature
    let mail: MailFeature
    let providers: ProviderFeature
    let players: PlayerFeature
    let friends: FriendFeature
    let notifications: NotificationFeature
    /// Part of ``notifications``, and what writes to its streams.
    let events: EventFeature
    let sharing: SharingFeature
    let identity: IdentityFeature
    // For developers.
    let apps: AppFeature
    let appLeaderboards: AppLeaderboardFeature
    let sets: SetFeature
    let activities: ActivityFeature
    let challengeDefinitions: ChallengeDefinitionFeature
    let groupChallenges: GroupChallengeFeature
    let images: ImageFeature
    let simulators: SimulatorFeature
    let exports: ExportFeature
    let moderation: ModerationFeature
    let teams: TeamFeature
    // For operators.
    let administration: AdministrationFeature
    let system: SystemFeature

    init(_ services: Services, _ configuration: APIConfiguration, _ shared: SharedParts) {
        challenges = ChallengeFeature(
            challenges: services.challenges, catalogue: services.catalogue, players: shared.players,
            words: shared.words,
            rendering: shared.challenges, streams: shared.playerStreams, answers: shared.answers,
            replies: shared.replies)
        let refusedWrites = RefusedMatchWrites()
        matches = MatchFeature(
            matches: services.matches, refusedWrites: refusedWrites, catalogue: services.catalogue,
            players: shared.players, words: shared.words, streams: shared.playerStreams,
            answers: shared.answers, replies: shared.replies)
        friends = FriendFeature(
            friends: services.friends, catalogue: services.catalogue, seePlayers: SeePlayers(services.accounts),
            players: shared.players, words: shared.words, origin: shared.origin, answers: shared.answers,
            replies: shared.replies)
        games = GameFeature(
            catalogue: services.catalogue, accounts: services.accounts, teams: services.teams,
            friends: services.friends, keeper: services.keeper, challenges: services.challenges,
            submitScores: services.submitScores, readEntries: services.readEntries, pictures: shared.pictures,
            versionWait: configuration.limits.versionWait, encodedPages: configuration.limits.encodedPages,
            answers: shared.answers, replies: shared.replies)
        achievements = AchievementFeature(
            read: services.readAchievements, submit: services.reportAchievements, reset: services.resetAchievements,
            configure: services.configureAchievement, challenges: services.challenges, friends: services.friends.graph,
            catalogue: services.catalogue, players: shared.players, pictures: shared.pictures, words: shared.words,
            answers: shared.answers, replies: shared.replies)
        replays = ReplayFeature(
            issue: IssueTicket(services.keeper, random: services.accounts.random), shares: ReadShare(services.sharing),
            runs: ReadRuns(services.sharing), catalogue: services.catalogue, accounts: services.accounts,
            players: shared.players, watchPage: shared.watchPage, answers: shared.answers, replies: shared.replies)
        savedGames = SavedGameFeature(
            store: services.savedGames, catalogue: services.catalogue, answers: shared.answers, replies: shared.replies)
        sharing = SharingFeature(
            sharing: services.sharing, catalogue: services.catalogue, players: shared.players, words: shared.words,
            challenges: shared.challenges, watchPage: shared.watchPage, origin: shared.origin,
            answers: shared.answers, replies: shared.replies)
        events = EventFeature(
            accounts: services.accounts, keeper: services.keeper, feed: services.inboxes.feed, streams: shared.events,
            playerStreams: shared.playerStreams, notices: shared.notices)
        notifications = NotificationFeature(
            events: events, inboxes: services.inboxes, deliveries: services.deliveries, encoding: shared.notices,
            catalogue: services.catalogue, answers: shared.answers, replies: shared.replies)
        identity = IdentityFeature(
            keys: services.identityKeys, ids: services.accounts.ids, catalogue: services.catalogue,
            origin: shared.origin, answers: shared.answers, replies: shared.replies)
        apps = AppFeature(
            apps: services.apps, keeper: services.keeper, accounts: services.accounts,
            readActivity: services.readActivity, matches: services.matches, refusedWrites: refusedWrites,
            players: shared.players, access: shared.access, words: shared.words,
            acts: RecordedActs(recordAct: RecordAct(services.teams.directory)), origin: shared.origin,
            answers: shared.answers, replies: shared.replies)
        appLeaderboards = AppLeaderboardFeature(
            configure: services.configureLeaderboard, readEntries: services.readEntries,
            catalogue: services.catalogue, words: shared.words, answers: shared.answers, replies: shared.replies)
        sets = SetFeature(
            apps: services.apps, catalogue: services.catalogue, pictures: shared.pictures, words: shared.words,
            answers: shared.answers, replies: shared.replies)
        activities = ActivityFeature(
            apps: services.apps, parties: services.parties, catalogue: services.catalogue, players: shared.players,
            pictures: shared.pictures, words: shared.words, origin: shared.origin, answers: shared.answers,
            replies: shared.replies)
        challengeDefinitions = ChallengeDefinitionFeature(
            apps: services.apps, catalogue: services.catalogue, pictures: shared.pictures, words: shared.words,
            answers: shared.answers, replies: shared.replies)
        groupChallenges = GroupChallengeFeature(
            groups: services.groupChallenges, catalogue: services.catalogue, players: shared.players,
            watchPage: shared.watchPage, answers: shared.answers, replies: shared.replies)
        images = ImageFeature(
            apps: services.apps, catalogue: services.catalogue,
            change: SetImage(services.apps, services.accounts.images, services.savedGames.digest),
            placeholders: shared.placeholders, answers: shared.answers, replies: shared.replies)
        simulators = SimulatorFeature(
            setSimulator: SetSimulator(services.apps, services.savedGames.digest), catalogue: services.catalogue,
            answers: shared.answers, replies: shared.replies)
        exports = ExportFeature(
            keeper: services.keeper, accounts: services.accounts, answers: shared.answers, report: configuration.report)
        moderation = ModerationFeature(
            moderation: services.moderation, keeper: services.keeper, readEntries: services.readEntries,
            sharing: services.sharing, catalogue: services.catalogue, ids: services.accounts.ids,
            names: services.accounts.names, words: services.accounts.words, answers: shared.answers,
            replies: shared.replies)
        teams = TeamFeature(
            teams: services.teams, ids: services.accounts.ids, catalogue: services.catalogue, players: shared.players,
            answers: shared.answers, replies: shared.replies)
        system = SystemFeature(
            audience: { [configuration] in configuration.audience(of: $0) },
            isReady: { [keeper = services.keeper] in keeper.isReady }, facts: services.facts, counts: shared.counts,
            events: shared.events, serverMetrics: shared.serverMetrics, node: configuration.node,
            document: ServedDocument(server: shared.origin), answers: shared.answers)
        let accountParts = AccountParts(services, configuration, shared)
        accounts = accountParts.accountFeature
        mail = accountParts.mailFeature
        providers = accountParts.providerFeature
        players = accountParts.playerFeature
        administration = accountParts.administrationFeature
        webGames = accountParts.webGameFeature
    }

    /// Each feature's routes go to its own dispatch.
    ///
    /// - Parameter caller: who may call the route, as ``DeveloperAccess`` has found.
    func perform(_ match: RouteMatch, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch match.route {
        case .system(let route): .now(system.perform(route, request))
        case .accounts(let route): try accounts.perform(route, request, caller)
        case .mail(let route): try mail.perform(route, request, caller)
        case .providers(let route): try providers.perform(route, request, caller)
        case .players(let route): try players.perform(route, request, caller)
        case .games(let route): try games.perform(route, request, caller)
        case .achievements(let route): try achievements.perform(route, request, caller)
        case .challenges(let route): try challenges.perform(route, request, caller)
        case .matches(let route): try matches.perform(route, request, caller)
        case .savedGames(let route): try savedGames.perform(route, request, caller)
        case .friends(let route): try friends.perform(route, request, caller)
        case .notifications(let route): try notifications.perform(route, request, caller)
        case .sharing(let route): try sharing.perform(route, request, caller)
        case .replays(let route): try replays.perform(route, request, caller)
        case .identity(let route): try identity.perform(route, request, caller)
        case .webGames(let route): try webGames.perform(route, request, caller)
        case .sets(let route): try sets.perform(route, request, caller)
        case .activities(let route): try activities.perform(route, request, caller)
        case .challengeDefinitions(let route): try challengeDefinitions.perform(route, request, caller)
        case .groupChallenges(let route): try groupChallenges.perform(route, request, caller)
        case .images(let route): try images.perform(route, request, caller)
        case .apps(let route): try apps.perform(route, request, caller)
        case .appLeaderboards(let route): try appLeaderboards.perform(route, request, caller)
        case .simulators(let route): try simulators.perform(route, request, caller)
        case .exports(let route): try exports.perform(route, request, caller)
        case .moderation(let route): try moderation.perform(route, request, caller)
        case .teams(let route): try teams.perform(route, request, caller)
        case .administration(let route): try administration.perform(route, request, caller)
        }
    }
}
