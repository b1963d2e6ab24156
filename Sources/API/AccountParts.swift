import LaurelService

/// Makes the features about players' accounts, which share how sessions open and who hears of it.
struct AccountParts {
    let services: Services
    let configuration: APIConfiguration
    let players: PlayerAnswers
    let answers: Answers
    let replies: Replies
    private let log: AuthenticationLog
    private let opened: OpenedSessions

    init(
        _ services: Services, _ configuration: APIConfiguration, _ players: PlayerAnswers, _ answers: Answers,
        _ replies: Replies
    ) {
        self.services = services
        self.configuration = configuration
        self.players = players
        self.answers = answers
        self.replies = replies
        log = AuthenticationLog(accounts: services.accounts, report: configuration.authentication, replies: replies)
        opened = OpenedSessions(
            accounts: services.accounts, players: players,
            cookie: SessionCookie(isSecure: configuration.publicURL.isSecure),
            origin: OriginCheck(publicURL: configuration.publicURL), log: log, answers: answers)
    }

    var proofs: Proofs {
        Proofs(
            accounts: services.accounts, secondFactor: services.twoFactor,
            requiredTwoFactor: configuration.requiredTwoFactor)
    }

    var accountFeature: AccountFeature {
        AccountFeature(
            accounts: services.accounts, signingIn: services.signIn, secondFactor: services.twoFactor,
            authorizations: services.authorizations, requiredTwoFactor: configuration.requiredTwoFactor,
            publicURL: configuration.publicURL, opened: opened, players: players, log: log, answers: answers,
            replies: replies)
    }

    var playerFeature: PlayerFeature {
        PlayerFeature(
            accounts: services.accounts, data: playerData, opened: opened, players: players, log: log,
            answers: answers, replies: replies)
    }

    var administrationFeature: AdministrationFeature {
        AdministrationFeature(
            accounts: services.accounts, secondFactor: services.twoFactor, authorizations: services.authorizations,
            acts: RecordedActs(recordAct: RecordAct(services.teams.directory)), playerData: playerData,
            opened: opened, players: players, log: log, answers: answers, replies: replies)
    }

    var webGameFeature: WebGameFeature {
        WebGameFeature(
            accounts: services.accounts, apps: services.apps, authorizations: services.authorizations,
            digest: services.savedGames.digest, opened: opened, log: log, answers: answers, replies: replies)
    }

    private let running = RunningExports()

    private var playerData: PlayerData {
        PlayerData(
            accounts: services.accounts, keeper: services.keeper, friends: services.friends,
            challenges: services.challenges, savedGames: services.savedGames, inboxes: services.inboxes,
            deliveries: services.deliveries, moderation: services.moderation, teams: services.teams,
            running: running, report: configuration.report, answers: answers)
    }
}
