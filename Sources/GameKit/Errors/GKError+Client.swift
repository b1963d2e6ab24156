import LaurelClient
import LaurelWire

extension GKError {
    /// An error whose description says more than the code alone: `detail` is added to it.
    init(_ code: Code, detail: String) {
        let text = ErrorTexts.text(for: code, languages: Locale.preferredLanguages)
        self.init(code, texts: [NSLocalizedDescriptionKey: text + " " + detail, Self.problemDetailKey: detail])
    }

    /// An error in the words for a problem that the server has not told, since nobody had to ask.
    init(_ code: Code, like kind: Problem.Kind) {
        let texts = [NSLocalizedDescriptionKey: ErrorTexts.text(for: kind, languages: Locale.preferredLanguages)]
        self.init(code, texts: texts.compactMapValues { $0 })
    }

    /// What became of a request. The one place where the server's problems get GameKit's codes (rule 1.7).
    init(_ error: ClientError) { self.init(error) { _ in nil } }

    /// What became of a request about a turn-based match, where some problems have other codes.
    ///
    /// - Parameter isGuest: a guest asked. No guardian keeps them from strangers: an account lets them play
    ///   (rule 11.4).
    init(ofMatch error: ClientError, isGuest: Bool) {
        guard isGuest, case .problem(let problem) = error, problem.kind == .playerRestricted else {
            self.init(error) { Self.matchCode(of: $0) }
            return
        }
        let told = GKError(error) { _ in .notAuthorized }
        let text = ErrorTexts.guestAmongStrangers(languages: Locale.preferredLanguages)
        self = told.adding([NSLocalizedDescriptionKey: text])
    }

    /// - Parameter ownCode: which code the request has of its own for a problem; nil: the one that it has everywhere.
    private init(_ error: ClientError, _ ownCode: (ServerProblem) -> Code?) {
        switch error {
        case .network(let error): self.init(error)
        case .unreadable(let answer):
            self.init(.communicationsFailure, texts: [Self.problemDetailKey: answer.reason])
        case .problem(let problem):
            var texts: [String: String] = [:]
            texts[Self.problemTypeKey] = problem.kind?.rawValue
            texts[Self.problemDetailKey] = problem.detail ?? problem.title
            texts[Self.requestIDKey] = problem.requestID
            let code =
                ownCode(problem) ?? problem.kind.map { Self.code(of: $0) } ?? Self.code(ofStatus: problem.status)
            let languages = Locale.preferredLanguages
            var text = problem.kind.flatMap { ErrorTexts.text(for: $0, languages: languages) }
            // What the server says of this very case says more than any text of ours.
            if let detail = problem.detail {
                text = (text ?? ErrorTexts.text(for: code, languages: languages)) + " (\(detail))"
            }
            texts[NSLocalizedDescriptionKey] = text
            self.init(code, texts: texts)
        }
    }

    /// With the ID that the server doesn't know, where that is what went wrong.
    ///
    /// Of several, all are named: the server counts them in its request, which may hold more than this call.
    func naming(leaderboards: [String] = [], achievements: [String] = []) -> GKError {
        let ids: [String]
        switch texts[Self.problemTypeKey] {
        case Problem.Kind.unknownLeaderboard.rawValue: ids = leaderboards
        case Problem.Kind.unknownAchievement.rawValue: ids = achievements
        default: return self
        }
        if ids.isEmpty { return self }
        var seen: Set<String> = []
        let distinct = ids.filter { seen.insert($0).inserted }
        let languages = Locale.preferredLanguages
        let text = ErrorTexts.unknown(distinct, isAchievement: leaderboards.isEmpty, languages: languages)
        return adding([NSLocalizedDescriptionKey: text, Self.problemDetailKey: text])
    }

    private init(_ error: TransportError) {
        switch error {
        case .timedOut: self.init(.communicationsFailure, texts: [Self.problemDetailKey: "The server timed out."])
        case .unreachable, .lost: self.init(.communicationsFailure)
        case .insecure:
            self.init(.communicationsFailure, texts: [Self.problemDetailKey: "Couldn't make a secure connection."])
        case .tooLarge(let limit):
            self.init(
                .communicationsFailure, texts: [Self.problemDetailKey: "The response is larger than \(limit) bytes."])
        case .cancelled: self.init(.communicationsFailure, texts: [Self.problemDetailKey: "The request was canceled."])
        case .other(let reason): self.init(.communicationsFailure, texts: [Self.problemDetailKey: reason])
        }
    }

    /// As `MatchRefusal.gameKitCode` has it. Nil: as everywhere. What a player has sent to all others together is
    /// limited, too: that may pass by itself, and names no field.
    private static func matchCode(of problem: ServerProblem) -> Code? {
        switch (problem.kind, problem.field) {
        // Rule 11.4.
        case (.playerRestricted?, _): .underage
        // Rule 11.10: invitations that aren't answered.
        case (.tooManyAttempts?, "players"?): .matchRequestInvalid
        // Rule 12.20: somebody was reminded lately.
        case (.tooManyAttempts?, "seats"?): .turnBasedInvalidState
        default: nil
        }
    }

    private static func code(ofStatus status: Int) -> Code {
        switch status {
        case 401: .notAuthenticated
        case 403: .notAuthorized
        case 400..<500: .invalidParameter
        default: .communicationsFailure
        }
    }

    private static func code(of kind: Problem.Kind) -> Code {
        switch kind {
        case .unauthenticated: .notAuthenticated
        case .wrongCredentials, .codeRequired, .wrongCode, .authorizationRefused: .invalidCredentials
        case .unknownGame: .gameUnrecognized
        case .gameCenterDisabled, .notReleased: .notSupported
        case .unavailable, .internalError, .requestTimeout, .tooManyConnections, .tooManyRequests, .tooManyAttempts:
            .communicationsFailure
        case .challengeInvalid, .challengeSettled, .unknownChallenge, .tooManyChallenges: .challengeInvalid
        case .matchRequestInvalid: .matchRequestInvalid
        case .participantInvalid: .turnBasedInvalidParticipant
        case .matchStateInvalid: .turnBasedInvalidState
        case .notYourTurn: .turnBasedInvalidTurn
        case .tooManyMatches: .turnBasedTooManySessions
        case .unknownMatch, .keyReused: .invalidParameter
        case .unknownPlayer, .playerBlocked: .invalidPlayer
        case .friendListRestricted: .friendListRestricted
        case .friendListDenied, .friendListNotDetermined: .friendListDenied
        case .guardianNeeded, .playerRestricted: .parentalControlsBlocked
        case .requestsNotTaken: .friendRequestNotAvailable
        case .accessDenied: .userDenied
        case .authorizationPending, .slowDown: .authenticationInProgress
        case .expiredCode: .cancelled
        case .invalidImage: .playerPhotoFailure
        case .savedGamesFull: .ubiquityContainerUnavailable
        case .notImplemented, .methodNotAllowed: .notSupported
        case .forbidden, .signUpClosed, .invitationRequired, .banned, .originNotAllowed, .twoFactorRequired,
            .proofNeeded, .guestsNotAllowed, .guestRestricted:
            .notAuthorized
        case .guestUpgraded, .guestMerged: .notAuthenticated
        case .providerRefused: .notAuthenticated
        case .providerUnavailable: .communicationsFailure
        case .linkTaken, .lastSignIn: .invalidParameter
        // Releases
        case .prereleased: .notSupported
        // Teams
        case .soleOwner: .invalidParameter
        // Replays
        case .replayRequired, .replayUnreadable, .replayOfOtherGame, .replayOfOtherVersion, .replayPastEnd,
            .replayUnfinished, .replayTooLong, .replayStopped, .replayScoreDiffers, .replayReused, .ticketRequired,
            .ticketInvalid, .ticketSeedDiffers, .ticketUsed, .runTooFast:
            .invalidParameter
        // Simulators
        case .invalidSimulator, .unknownSimulator: .invalidParameter
        case .invalidParameter, .noDefaultLeaderboard, .notFound, .unknownLeaderboard, .conflict, .unknownAchievement,
            .achievementArchived, .aliasTaken, .scoreIDReused, .leaderboardArchived, .combinedLeaderboard,
            .betweenOccurrences, .occurrenceOver, .unknownOccurrence, .tooLarge, .unsupportedMediaType,
            .scoreOutOfRange, .aliasReserved, .unknownSet, .unknownActivity, .unknownParty,
            .unknownChallengeDefinition, .textRefused,
            .alreadyFriends, .friendLimit, .friendInvitationRefused, .malformedRequest, .unknownSavedGame:
            .invalidParameter
        }
    }
}
