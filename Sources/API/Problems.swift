import LaurelDomain
import LaurelWire
import LaurelService

// From each use case's errors to problems. No `default`: a new error is a compile error here, not a surprise 500.
// Details for the log only (the reason of `broken`) go into the cause, which is never sent.
//
// The label keeps a case such as `.unauthenticated` from meaning two things.

extension Problem {
    static func tryAgain(_ span: Timestamp.Span) -> Problem {
        let seconds = span.milliseconds / 1_000 + (span.milliseconds % 1_000 > 0 ? 1 : 0)
        return Problem(.tooManyAttempts, retryAfterSeconds: Int(max(1, seconds)))
    }

    /// - Parameter span: until there is room for one more.
    static func tooManySignUps(_ span: Timestamp.Span) -> Problem {
        Problem(
            .tooManyAttempts, "This address or this server has used up its budget for sign-ups. Wait, then try again.",
            retryAfterSeconds: tryAgain(span).retryAfterSeconds)
    }

    /// - Parameters:
    ///   - burst: how many guests an address can make at once; nil: this is about the server as a whole.
    ///   - span: until there is room for one more.
    static func tooManyGuests(_ burst: Int64?, _ span: Timestamp.Span) -> Problem {
        let allowance = burst.map { " An address can make \($0) at once; the budget refills." } ?? ""
        return Problem(
            .tooManyAttempts,
            "This address or this server has used up its budget for new guests.\(allowance) Wait, then try again.",
            retryAfterSeconds: tryAgain(span).retryAfterSeconds)
    }

    static let guestRestricted = Problem(
        .guestRestricted, "Choose an alias and a password first: POST /v1/players/me/upgrade.")

    static let busy = Problem(
        .unavailable, "Too many players are signing in right now.", retryAfterSeconds: 1,
        cause: "the password queue is full")
    static let unavailable = Problem(
        .unavailable, retryAfterSeconds: 1, cause: "the store or its queue is busy")
    /// - Parameter reason: for the log alone.
    static func broken(_ reason: String) -> Problem { Problem(.internalError, cause: reason) }

    init(from error: Route.Refusal) {
        switch error {
        case .notFound: self.init(.notFound)
        case .methodNotAllowed(let allow):
            self.init(.methodNotAllowed, "Allowed: " + allow.map(\.rawValue).joined(separator: ", ") + ".")
        case .invalidParameter(let name, let expected):
            let sentence = (Self.expectations[name] ?? expected).map { "\(name) must be \($0)." }
            self.init(.invalidParameter, sentence ?? "\(name) is malformed.", field: name)
        case .unknownParameter(let name, let reason):
            let parameter = name.isEmpty ? "A nameless parameter" : name
            let sentence =
                switch reason {
                case .notOfRoute: "\(parameter) isn't a parameter of this route."
                case .notBesideOthers: "\(parameter) doesn't go with the other parameters."
                case .isThereTwice: "\(parameter) is there twice."
                }
            self.init(.invalidParameter, sentence, field: name.isEmpty ? nil : name)
        }
    }

    /// What a path or query parameter must be, where its schema says less.
    private static let expectations = [
        "achievementID": "1 to \(AchievementID.lengthLimit) letters, digits, dots, hyphens and underscores",
        "challengeID": "the ID of a challenge: C:_ and 32 hexadecimal digits",
        "activityID": "1 to \(ActivityID.lengthLimit) letters, digits, dots, hyphens and underscores",
        "bundleID": "a bundle ID such as com.example.game",
        "definitionID": "the ID of a challenge definition",
        "exchangeID": "the number of an exchange in this match",
        "groupChallengeID": "the ID of a group challenge",
        "imageID": "64 hexadecimal digits",
        "linkID": "the ID of one of the player's links",
        "matchID": "the ID of a match: M:_ and 32 hexadecimal digits",
        "occurrence": "current, previous or the number of an occurrence",
        "partyCode": "a party code such as 7K3Q-XW2P",
        "providerID": "the `id` of a provider",
        "redirect": "an https URL, or an http URL on this machine, without a fragment",
        "simulator": "the name of a simulator: at most 64 letters a-z, digits, . and -",
        "before": "the `next` value of an earlier response",
        "deliveryID": "the ID of a delivery",
        "lastEventID": "the ID of the last event received",
        "noticeID": "the ID of a notice",
        "cursor": "the `next` value of an earlier response",
        "from": "an integer of 1 or more",
        "setID": "1 to \(LeaderboardSetID.lengthLimit) letters, digits, dots, hyphens and underscores",
        "shareID": "the `id` of a share: 32 hexadecimal digits",
        "friendInvitationID": "the `id` of an invitation link",
        "ids": "1 to \(RankWindow.countLimit) player IDs, separated by commas",
        "language": "a language tag such as en or zh-Hans",
        "leaderboardID": "1 to \(LeaderboardID.lengthLimit) letters, digits, dots, hyphens and underscores",
        "leaderboards": "1 to \(eventLeaderboardsLimit) BUNDLEID/LEADERBOARDID values, separated by commas",
        "invitationID": "the ID of an invitation",
        "keyID": "the ID of a key",
        "playerID": "the ID of a player, at most 80 characters",
        "teamID": "a team ID: ten digits and capital letters",
        "version": "the `version` of an earlier response",
        // Profiles and accounts
        "photoID": "64 hexadecimal digits",
        "prefix": "the first letters of an alias",
        "sessionID": "the `id` of one of the player's sessions",
        "userCode": "the code shown on the device",
        // Moderation
        "after": "the last item of the previous page",
        "bannedPlayer": "a player's ID or alias",
        "leaderboard": "the ID of a leaderboard of this app",
        "player": "a player's ID or alias",
        "review": "the number of an item in the review queue",
        "score": "a score's `sequence` number",
        "search": "the beginning of an alias, or a player ID",
        // Saved games
        "basedOn": "up to \(SaveQuery.basedOnLimit) saved game IDs, separated by commas",
        "deviceName": "1 to \(SavedGame.deviceNameLimit) characters, without control characters",
        "modificationDate": "an RFC 3339 time, 1970 or later",
        "name": "1 to \(SavedGameName.lengthLimit) characters, without control characters",
        "origin": "an https origin such as https://games.example, or one of this machine such as http://localhost:8080",
        "certificate": "the certificate file name from publicKeyURL",
        "savedGameID": "1 to \(SavedGameID.lengthLimit) letters, digits, dots, hyphens and underscores",
    ]

    init(from error: GameRefusal) {
        switch error {
        case .unknownGame(let id): self = .unknown(id)
        case .gameCenterDisabled(let id): self.init(.gameCenterDisabled, "Turn Game Center on for \(id.text).")
        case .notReleased(let id): self.init(.notReleased, "Release \(id.text) to open Production.")
        }
    }

    init(from error: SignUpError) {
        switch error {
        case .closed: self.init(.signUpClosed)
        case .invitationRequired: self.init(.invitationRequired, field: "invitation")
        case .invitationRefused: self.init(.invitationRequired, "This invitation is invalid, used or expired.")
        case .aliasTaken: self.init(.aliasTaken, field: "alias")
        case .aliasReserved: self.init(.aliasReserved, field: "alias")
        case .wordRefused: self.init(.textRefused, field: "alias")
        case .game(let refusal): self.init(from: refusal)
        case .breachedPassword: self = .breachedPassword(field: "password")
        case .tooManyAttempts(let span): self = .tooManySignUps(span)
        case .busy: self = .busy
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    init(from error: SignInGuestError) {
        switch error {
        case .upgraded: self.init(.guestUpgraded, "Sign in with them. For a new guest, make a new secret.")
        case .merged: self.init(.guestMerged, "Sign in to that account. For a new guest, make a new secret.")
        case .notAllowed: self.init(.guestsNotAllowed, "This server accepts no new guests.")
        case .notAllowedByGame(let id): self.init(.guestsNotAllowed, "\(id.text) accepts no guests.")
        case .banned: self.init(.banned)
        case .unknown: self.init(.notFound, "No guest has this secret.", field: "secret")
        case .wrongCode: self.init(.authorizationRefused, "Open the page from the game again.", field: "code")
        case .game(let refusal): self.init(from: refusal)
        case .tooManyGuests(let burst, let span): self = .tooManyGuests(burst, span)
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    init(from error: MergeGuestError) {
        switch error {
        case .guest: self.init(.guestRestricted, "Sign in to an account first: a guest can't take another guest in.")
        case .unknownGuest: self.init(.notFound, "No guest has this secret.", field: "secret")
        case .upgraded: self.init(.guestUpgraded, "The guest is an account of its own now. Accounts can't be merged.")
        case .merged: self.init(.guestMerged, "Sign in to the account that the guest is part of.")
        case .banned: self.init(.banned)
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    init(from error: UpgradeGuestError) {
        switch error {
        case .noGuest: self.init(.conflict, "You have an alias and a password already.")
        case .signUp(let error): self.init(from: error)
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    init(from error: SignInError) {
        switch error {
        case .wrongCredentials: self.init(.wrongCredentials)
        case .banned: self.init(.banned)
        case .codeRequired: self.init(.codeRequired, field: "code")
        case .wrongCode: self.init(.wrongCode, field: "code")
        case .game(let refusal): self.init(from: refusal)
        case .tooManyAttempts(let span): self = .tryAgain(span)
        case .busy: self = .busy
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    init(from error: RecoverError) {
        switch error {
        case .wrongCredentials: self.init(.wrongCredentials)
        case .tooManyAttempts(let span): self = .tryAgain(span)
        case .breachedPassword: self = .breachedPassword(field: "newPassword")
        case .busy: self = .busy
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    init(from error: EndSessionsError) {
        switch error {
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    init(from error: AuthenticateError) {
        switch error {
        case .unauthenticated: self.init(.unauthenticated)
        case .banned: self.init(.banned)
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    init(from error: LoadPlayersError) {
        switch error {
        case .tooMany(let limit):
            self = .tooMany(limit, "At most \(limit) IDs are allowed.", kind: .invalidParameter, field: "ids")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    init(from error: InviteError) {
        switch error {
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    init(from error: ResetPasswordError) {
        switch error {
        case .unknownPlayer: self.init(.notFound, "No player has this alias.", field: "alias")
        case .busy: self = .busy
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    init(from error: PrepareAdministrationError) {
        switch error {
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    init(from error: AppError) {
        switch error {
        case .unknownApp(let id): self = .unknown(id)
        case .bundleIDTaken(let id):
            self.init(
                .conflict, "\(id.text) is already taken.", field: "bundleID", reason: .taken,
                values: Values(id: id.text))
        case .invalid(let error): self.init(from: error)
        case .archived:
            self.init(
                .conflict, "Unarchive the app before turning Game Center on.", field: "isGameCenterEnabled",
                reason: .archived)
        case .missingLanguage(let leaderboard, let language):
            self = .noLocalization(
                .conflict, of: leaderboard.text, "Leaderboard \(leaderboard.text)", in: language)
        case .leaderboard(let leaderboard, let reason): self.init(.conflict, leaderboard.text + ": " + reason)
        case .set(let id, let refusal): self.init(from: refusal, of: id)
        case .activity(let id, let refusal): self.init(from: refusal, of: id)
        case .challengeDefinition(let id, let refusal): self.init(from: refusal, of: id)
        case .achievement(_, .unavailable): self = .unavailable
        case .achievement(_, .broken(let reason)): self = .broken(reason)
        case .achievement(let achievement, let error): self.init(.conflict, achievement.text + ": " + error.sentence)
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    init(from error: AppDescription.Invalid) {
        switch error {
        case .name(let limit):
            self = .text(1...limit, "name must have 1 to \(limit) characters and no control characters.", field: "name")
        case .sku(let limit):
            self = .text(
                0...limit, "sku must have at most \(limit) characters and no control characters.", field: "sku")
        case .link(let limit):
            self.init(
                .invalidParameter,
                "link must be an http or https URL or a path on this server, with at most \(limit) characters.",
                field: "link")
        case .tooManyLanguages(let limit):
            self = .tooMany(
                limit, "At most \(limit) languages are allowed.", kind: .invalidParameter, field: "localizations")
        case .languageTwice(let language): self = .twice(language.text, in: "localizations")
        case .localizedName(let language, let limit):
            self = .text(
                1...limit, "name in \(language.text) must have 1 to \(limit) characters and no control characters.",
                field: "localizations")
        case .subtitle(let language, let limit):
            self = .text(
                0...limit,
                "subtitle in \(language.text) must have at most \(limit) characters and no control characters.",
                field: "localizations")
        case .description(let language, let limit):
            self = .text(
                0...limit,
                "description in \(language.text) must have at most \(limit) characters and no control characters "
                    + "except newlines.",
                field: "localizations")
        }
    }

    init(from error: ImportConfigurationError) {
        switch error {
        case .refused(let refusal): self.init(from: refusal)
        case .app(let error): self.init(from: error)
        }
    }

    init(from error: ConfigurationRefusal) {
        switch error {
        case .leaderboardTwice(let id): self = .twice(id.text, in: "leaderboards")
        case .tooManyLeaderboards(let limit):
            let more =
                limit < LeaderboardSet.appLeaderboardsLimit
                ? " With sets, it can have \(LeaderboardSet.appLeaderboardsLimit)." : ""
            self = .tooMany(
                limit, "An app can have at most \(limit) leaderboards.\(more)", kind: .invalidParameter,
                field: "leaderboards")
        case .twoDefaults(let one, let other):
            self.init(.conflict, "\(one.text) and \(other.text) can't both be the default.", field: "leaderboards")
        case .missingLanguage(let id, let language):
            self = .noLocalization(of: id.text, in: language, field: "leaderboards")
        case .languageTwice(let id, let language):
            self.init(.invalidParameter, "\(id.text) has \(language.text) more than once.", field: "leaderboards")
        case .frozen(let id, let field):
            self.init(
                .conflict, "\(field) of \(id.text) can't change after release.", field: "leaderboards", reason: .frozen,
                values: Values(id: id.text))
        // Kinds of leaderboards
        case .unknownPart(let id, let part):
            self.init(
                .invalidParameter, "\(id.text) has the part \(part.text), which doesn't exist.", field: "leaderboards")
        case .kind(let id, let error):
            self.init(.conflict, id.text + ": " + error.sentence + ".", field: "leaderboards")
        case .set(let id, let refusal): self.init(from: refusal, of: id)
        case .activity(let id, let refusal): self.init(from: refusal, of: id)
        case .challengeDefinition(let id, let refusal): self.init(from: refusal, of: id)
        case .tooManySets(let limit):
            self = .tooMany(
                limit, "An app can have at most \(limit) sets.", kind: .invalidParameter, field: "sets")
        case .policyTwice(let id): self = .twice(id.text, in: "moderation")
        case .policyNowhere(let id): self.init(.unknownLeaderboard, "\(id.text) doesn't exist.", field: "moderation")
        case .imageTwice(let slot): self = .twice(slot.text, in: "images")
        case .imageNowhere(let slot):
            self.init(
                .invalidParameter, "\(slot.text) doesn't exist, or has no localization in this language.",
                field: "images")
        case .archivedAndEnabled:
            self.init(
                .conflict, "An archived app can't have Game Center on.", field: "isGameCenterEnabled", reason: .archived
            )
        case .releaseIsForEver:
            self.init(.conflict, "A release can't be undone.", field: "isReleased", reason: .released)
        // Achievements
        case .achievementTwice(let id): self = .twice(id.text, in: "achievements")
        case .tooManyAchievements(let limit):
            self = .tooMany(
                limit, "An app can have at most \(limit) achievements.", kind: .invalidParameter, field: "achievements")
        case .tooManyPoints(let limit):
            self.init(
                .invalidParameter, "An app's achievements can total at most \(limit) points.", field: "achievements",
                reason: .tooManyPoints, values: Values(maximum: limit))
        case .achievement(let id, let error):
            self.init(.conflict, id.text + ": " + error.sentence, field: "achievements")
        }
    }

    init(from error: Alias.Invalid) {
        let expected: String
        switch error {
        case .tooShort, .tooLong:
            expected = "have 3 to 20 characters"
        case .character: expected = "contain only letters, digits, _, -, . and single spaces"
        case .pile: expected = "not pile up accents on a letter"
        case .spaceAtEnd: expected = "not start or end with a space"
        case .onlySigns: expected = "contain at least one letter or digit"
        }
        self.init(.invalidParameter, "alias must " + expected + ".", field: "alias")
    }
}
