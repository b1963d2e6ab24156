import LaurelService

/// Makes the features about players' accounts, which share how sessions open and who hears of it.
final class AccountParts {
    let services: Services
    let configuration: APIConfiguration
    private let shared: SharedParts
    private let log: AuthenticationLog
    private let opened: OpenedSessions

    init(_ services: Services, _ configuration: APIConfiguration, _ shared: SharedParts) {
        self.services = services
        self.configuration = configuration
        self.shared = shared
        log = AuthenticationLog(
            accounts: services.accounts, report: configuration.authentication, replies: shared.replies)
        opened = OpenedSessions(
            accounts: services.accounts, players: shared.players, cookie: shared.cookie, origin: shared.originCheck,
            log: log, answers: shared.answers)
    }

    var accountFeature: AccountFeature {
        AccountFeature(
            accounts: services.accounts, keeper: services.keeper, signingIn: services.signIn,
            secondFactor: services.twoFactor, requiredTwoFactor: configuration.requiredTwoFactor,
            publicURL: configuration.publicURL, opened: opened, players: shared.players, log: log,
            answers: shared.answers,
            replies: shared.replies)
    }

    var mailFeature: MailFeature {
        MailFeature(accounts: services.accounts, log: log, answers: shared.answers, replies: shared.replies)
    }

    var providerFeature: ProviderFeature {
        ProviderFeature(
            accounts: services.accounts, signIns: services.providers, opened: opened, players: shared.players,
            proofs: shared.proofs, cookie: ProviderCookie(isSecure: configuration.publicURL.isSecure), log: log,
            origin: shared.origin, answers: shared.answers, replies: shared.replies)
    }

    var playerFeature: PlayerFeature {
        PlayerFeature(
            accounts: services.accounts, data: playerData, opened: opened, players: shared.players, log: log,
            answers: shared.answers, replies: shared.replies)
    }

    var administrationFeature: AdministrationFeature {
        AdministrationFeature(
            accounts: services.accounts, secondFactor: services.twoFactor,
            acts: RecordedActs(recordAct: RecordAct(services.teams.directory)), playerData: playerData,
            opened: opened, players: shared.players, log: log, answers: shared.answers, replies: shared.replies)
    }

    var webGameFeature: WebGameFeature {
        WebGameFeature(
            accounts: services.accounts, apps: services.apps, digest: services.savedGames.digest, opened: opened,
            log: log, answers: shared.answers, replies: shared.replies)
    }

    private let running = RunningExports()

    private var playerData: PlayerData {
        PlayerData(
            accounts: services.accounts, keeper: services.keeper, friends: services.friends,
            challenges: services.challenges, matches: services.matches,
            groupChallenges: services.groupChallenges, parties: services.parties,
            players: shared.players, savedGames: services.savedGames, inboxes: services.inboxes,
            deliveries: services.deliveries, moderation: services.moderation, teams: services.teams,
            running: running, report: configuration.report, answers: shared.answers)
    }
}
