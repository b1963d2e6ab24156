import LaurelDomain

/// What administrators do to accounts, and the way in for the first of them.
public enum AdministrationRoute: FeatureRoute {
    case claim
    case renewLink
    case invite
    case resetPassword
    case resetTwoFactor
    case endPlayerSessions
    /// - prefix: of the alias; after: the id of the last player seen.
    case findPlayers(prefix: String?, after: String?)
    case exportPlayer
    case erasePlayer

    public var route: Route { .administration(self) }

    public static let endpoints: [Endpoint] = [
        .claimAdministration, .invite, .resetPassword, .renewAdministratorLink, .endPlayerSessions, .findPlayers,
        .exportNamedPlayer, .eraseNamedPlayer, .resetTwoFactor,
    ]

    public var endpoint: Endpoint {
        switch self {
        case .claim: .claimAdministration
        case .renewLink: .renewAdministratorLink
        case .invite: .invite
        case .resetPassword: .resetPassword
        case .resetTwoFactor: .resetTwoFactor
        case .endPlayerSessions: .endPlayerSessions
        case .findPlayers: .findPlayers
        case .exportPlayer: .exportNamedPlayer
        case .erasePlayer: .eraseNamedPlayer
        }
    }
}

extension Endpoint {
    public static let claimAdministration = AdministrationRoute.endpoint(
        "claimAdministration", .post, "/v1/connect/administrators",
        access: .anyone, origins: .never, budget: .write, proof: .none, tag: .administration,
        summary: "Create the first administrator with the one-time link.",
        body: .json(AdministratorBody.schema), answer: .json(201, NewPlayerAnswer.schema),
        problems: [.wrongCredentials, .aliasTaken, .tooManyAttempts],
        route: .claim)

    public static let invite = AdministrationRoute.endpoint(
        "invite", .post, "/v1/connect/invitations",
        access: .server, origins: .never, budget: .write, proof: .none, tag: .administration,
        summary: "Create an invitation code for one player.",
        body: .json(InvitationBody.schema), answer: .json(201, InvitationAnswer.schema), problems: [],
        route: .invite)

    public static let resetPassword = AdministrationRoute.endpoint(
        "resetPassword", .post, "/v1/connect/password-resets",
        access: .server, origins: .never, budget: .write, proof: .always, tag: .administration,
        summary: "Make a code with which a player sets a new password, once and within three days. Their "
            + "password and recovery codes stop working, and all their sessions end.",
        body: .json(PasswordResetBody.schema), answer: .json(201, PasswordResetAnswer.schema), problems: [.notFound],
        route: .resetPassword)

    public static let renewAdministratorLink = AdministrationRoute.endpoint(
        "renewAdministratorLink", .post, "/v1/connect/administrator-links",
        access: .operator, origins: .never, budget: .write, proof: .none, tag: .administration,
        summary: "Create a one-time link for the first administrator. Only over the socket in the data folder.",
        body: .json(AdministratorLinkBody.schema), answer: .json(201, AdministratorLinkAnswer.shape.schema),
        problems: [.conflict],
        route: .renewLink)

    public static let endPlayerSessions = AdministrationRoute.endpoint(
        "endPlayerSessions", .post, "/v1/connect/session-endings",
        access: .server, origins: .never, budget: .write, proof: .always, tag: .administration,
        summary: "End all of a player's sessions. Their password and codes stay valid.",
        body: .json(SessionEndingBody.schema), answer: .noContent, problems: [.notFound],
        route: .endPlayerSessions)

    public static let findPlayers = AdministrationRoute.endpoint(
        "findPlayers", .get, "/v1/connect/players", .query(.aliasPrefix), .query(.after),
        access: .server, origins: .never, budget: .read, proof: .none, tag: .administration,
        summary: "List players by sign-up date, optionally by alias prefix.",
        body: .none, answer: .json(200, FoundPlayersAnswer.schema), problems: [],
        route: { .findPlayers(prefix: $0, after: $1) },
        values: { if case .findPlayers(let prefix, let after) = $0 { (prefix, after) } else { nil } })

    public static let exportNamedPlayer = AdministrationRoute.endpoint(
        "exportNamedPlayer", .post, "/v1/connect/players/exports",
        access: .server, origins: .never, budget: .expensive, proof: .always, tag: .administration,
        summary: "Export all of a player's data in one document.",
        body: .json(NamedPlayerBody.schema), answer: .json(200, PlayerExportAnswer.schema),
        problems: [.notFound],
        route: .exportPlayer)

    public static let eraseNamedPlayer = AdministrationRoute.endpoint(
        "eraseNamedPlayer", .post, "/v1/connect/players/erasures",
        access: .server, origins: .never, budget: .write, proof: .always, tag: .administration,
        summary: "Permanently erase a player and all their data.",
        body: .json(NamedPlayerBody.schema), answer: .json(200, ErasureAnswer.schema),
        problems: [.notFound, .soleOwner],
        route: .erasePlayer)

    public static let resetTwoFactor = AdministrationRoute.endpoint(
        "resetTwoFactor", .post, "/v1/connect/two-factor-resets",
        access: .server, origins: .never, budget: .write, proof: .always, tag: .administration,
        summary: "Turn off two-factor authentication for a player who lost their device.",
        body: .json(TwoFactorResetBody.schema), answer: .noContent, problems: [.notFound, .conflict],
        route: .resetTwoFactor)
}
