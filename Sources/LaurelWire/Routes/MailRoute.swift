import LaurelDomain

/// Mail: where a player gets it, and a new password by it (rules 1.9 and 1.17).
public enum MailRoute: FeatureRoute {
    case mail
    case address
    case setAddress
    case removeAddress
    case confirmAddress
    case askForReset
    case reset

    public var route: Route { .mail(self) }

    public static let endpoints: [Endpoint] = [
        .mail, .mailAddress, .setMailAddress, .removeMailAddress, .confirmMailAddress, .askForMailReset, .resetByMail,
    ]

    public var endpoint: Endpoint {
        switch self {
        case .mail: .mail
        case .address: .mailAddress
        case .setAddress: .setMailAddress
        case .removeAddress: .removeMailAddress
        case .confirmAddress: .confirmMailAddress
        case .askForReset: .askForMailReset
        case .reset: .resetByMail
        }
    }
}

extension Endpoint {
    public static let mail = MailRoute.endpoint(
        "mail", .get, "/v1/mail",
        access: .anyone, origins: .never, budget: .read, proof: .none, tag: .accounts,
        summary: "Get whether the server sends mail.",
        body: .none, answer: .json(200, MailAnswer.schema), problems: [],
        route: .mail)

    public static let mailAddress = MailRoute.endpoint(
        "mailAddress", .get, "/v1/players/me/mail-address",
        access: .player, origins: .never, budget: .read, proof: .none, tag: .accounts,
        summary: "Get the caller's own mail address, and one that waits to be confirmed.",
        body: .none, answer: .json(200, MailAddressAnswer.schema), problems: [],
        route: .address)

    public static let setMailAddress = MailRoute.endpoint(
        "setMailAddress", .put, "/v1/players/me/mail-address",
        access: .player, origins: .never, budget: .write, proof: .always, tag: .accounts,
        summary: "Send a link to a mail address. Opening it within 24 hours makes the address the caller's, in place "
            + "of another one.",
        body: .json(MailAddressBody.schema), answer: .json(200, MailAddressAnswer.schema),
        problems: [.notFound, .guestRestricted, .tooManyAttempts],
        route: .setAddress)

    public static let removeMailAddress = MailRoute.endpoint(
        "removeMailAddress", .delete, "/v1/players/me/mail-address",
        access: .player, origins: .never, budget: .write, proof: .always, tag: .accounts,
        summary: "Delete the caller's mail address, and the links that were sent there.",
        body: .none, answer: .noContent, problems: [],
        route: .removeAddress)

    public static let confirmMailAddress = MailRoute.endpoint(
        "confirmMailAddress", .post, "/v1/mail-confirmations",
        access: .anyone, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Confirm a mail address with the token of the link that was sent there.",
        body: .json(MailConfirmationBody.schema), answer: .noContent,
        problems: [.notFound, .conflict, .tooManyAttempts],
        route: .confirmAddress)

    public static let askForMailReset = MailRoute.endpoint(
        "askForMailReset", .post, "/v1/password-resets",
        access: .anyone, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Send a link that sets a new password to a confirmed mail address. The answer is the same for an "
            + "address that nobody has.",
        body: .json(MailResetRequestBody.schema), answer: .noContent, problems: [.notFound, .tooManyAttempts],
        route: .askForReset)

    public static let resetByMail = MailRoute.endpoint(
        "resetByMail", .post, "/v1/password-resets/completion",
        access: .anyone, origins: .never, budget: .write, proof: .none, tag: .accounts,
        summary: "Set a new password with the token of a link that came by mail within the last 30 minutes, and end "
            + "all of the player's sessions. It signs nobody in.",
        body: .json(MailResetBody.schema), answer: .noContent, problems: [.notFound, .tooManyAttempts],
        route: .reset)
}
