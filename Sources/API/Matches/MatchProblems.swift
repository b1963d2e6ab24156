import LaurelDomain
import LaurelMatches
import LaurelScores
import LaurelWire
import LaurelService

extension Problem {
    /// What a use case of matches says, or the problem that it is.
    static func translating<Value>(
        _ body: () async throws(MatchError) -> Value
    ) async throws(Problem) -> Value {
        do throws(MatchError) { return try await body() } catch { throw Problem(from: error) }
    }

    /// What a guest gets who looks for a match with players they don't know (rule 11.4).
    static let guestAmongStrangers = Problem(
        .playerRestricted, "Guests can't meet strangers. Use a party code, or create an account.")

    init(from error: MatchError) {
        switch error {
        case .refused(let refusal): self.init(from: refusal)
        case .banned: self.init(.banned)
        case .full: self.init(.unavailable, "The server has as many matches as it can hold.", retryAfterSeconds: 3_600)
        case .result(let refusal): self.init(from: refusal)
        case .sentEnough(let span):
            self.init(
                .tooManyAttempts, "You've sent as many invitations or reminders as you can for now.",
                retryAfterSeconds: Problem.tryAgain(span).retryAfterSeconds)
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    /// Names the score or achievement that keeps the match from ending (rule 12.9).
    init(from refusal: MatchResultRefusal) {
        switch refusal {
        case .nobody(let item):
            self.init(.participantInvalid, "Nobody has played at this seat.", field: Problem.pointer(item) + ".seat")
        case .score(let index, .banned):
            self.init(
                .participantInvalid, "This player's scores don't count in this game.", field: "scores[\(index)].seat")
        case .score(let index, let error):
            self = Problem(from: error, isOne: true).within(Problem.pointer(.score(index)))
        case .achievement(let index, .banned):
            self.init(
                .participantInvalid, "This player's achievements don't count in this game.",
                field: "achievements[\(index)].seat")
        case .achievement(let index, let error):
            self = Problem(from: error).within(Problem.pointer(.achievement(index)))
        }
    }

    private static func pointer(_ item: MatchResultRefusal.Item) -> String {
        switch item {
        case .score(let index): "scores[\(index)]"
        case .achievement(let index): "achievements[\(index)]"
        }
    }

    /// The same of a field of one in a list.
    private func within(_ item: String) -> Problem {
        let name = field?.split(separator: ".").last.map { "." + $0 } ?? ""
        return Problem(kind, detail, field: item + name, retryAfterSeconds: retryAfterSeconds, cause: cause)
    }

    init(from refusal: MatchRefusal, field: String? = nil) {
        switch refusal {
        case .requestInvalid:
            self.init(
                .matchRequestInvalid,
                "The numbers of players don't fit one another, or a player appears more than once.", field: field)
        case .playersOutOfRange(let players):
            self.init(
                .matchRequestInvalid, "This game is for \(players.lowerBound) to \(players.upperBound) players.",
                field: "maxPlayers")
        case .invitesOneself: self.init(.matchRequestInvalid, "You can't invite yourself.", field: field)
        case .cannotMeet: self.init(.matchRequestInvalid, "These players can't play together.", field: "players")
        case .unanswered(let span):
            self.init(
                .tooManyAttempts,
                "A player hasn't answered your last \(MatchLimits.unansweredInvitations) invitations. Try again later.",
                field: "players", retryAfterSeconds: Problem.tryAgain(span).retryAfterSeconds)
        case .restricted: self.init(.playerRestricted, "This account plays with friends only.", field: field)
        case .tooManyMatches(let limit): self.init(.tooManyMatches, "At most \(limit) matches can be open.")
        case .noMatch: self.init(.unknownMatch)
        case .archived:
            self.init(.matchStateInvalid, "The match ended long ago and is archived: it can be read, but not changed.")
        case .noExchange: self.init(.unknownMatch, "This match has no such exchange.")
        case .timeoutOutOfRange:
            self.init(.invalidParameter, "A timeout is 0 (none), or from 60 seconds to 90 days.", field: field)
        case .messageTooLong: self.init(.invalidParameter, "The message is too long.", field: field)
        case .dataTooLarge(let limit), .exchangeDataTooLarge(let limit):
            self.init(.invalidParameter, "data must have at most \(limit) bytes.", field: "data")
        case .keyUsed: self.init(.keyReused)
        case .notTheTurn:
            self.init(.notYourTurn, "Somebody else has the turn, or the match has changed since you read it.")
        case .invalidParticipant:
            self.init(
                .participantInvalid, "The list is empty, or names a seat twice, or one that can't play.", field: field)
        case .outcomeMissing(let seat):
            self.init(.matchStateInvalid, "Seat \(seat.index) needs an outcome.", field: "outcomes[\(seat.index)]")
        case .outcomeInvalid: self.init(.invalidParameter, "This isn't an outcome that can be set.", field: field)
        case .exchangesComplete(let numbers):
            let list = numbers.map { "\($0.rawValue)" }.joined(separator: ", ")
            self.init(.matchStateInvalid, "These exchanges must be resolved or canceled first: \(list).")
        case .exchangeIsOver: self.init(.matchStateInvalid, "The exchange is over.")
        case .tooManyExchanges(let limit):
            self.init(.matchStateInvalid, "At most \(limit) exchanges can be active.")
        case .repliedAlready: self.init(.matchStateInvalid, "You have replied already.")
        case .remindedLately(let seat, let span):
            self.init(
                .tooManyAttempts, "Seat \(seat.index) was reminded less than 10 minutes ago.", field: "seats",
                retryAfterSeconds: Problem.tryAgain(span).retryAfterSeconds)
        case .illegalMove: self.init(.matchStateInvalid, "The game's rules don't allow this move.", field: "move")
        case .judged:
            self.init(
                .matchStateInvalid,
                "The server judges this game's matches: it takes moves, and keeps data and outcomes itself.")
        case .notJudged:
            self.init(
                .matchStateInvalid,
                "The server doesn't know this game's rules, so it takes no moves. End the turn with its data instead.")
        case .invalidState: self.init(.matchStateInvalid, "The match, or your part in it, doesn't allow this now.")
        }
    }
}
