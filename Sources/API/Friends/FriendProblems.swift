import LaurelDomain
import LaurelWire
import LaurelService

// From the errors about friends to problems. No `default`, as in Problems.swift.
extension Problem {
    init(from error: ChangeFriendsError) {
        switch error {
        case .unknownPlayer: self.init(.unknownPlayer)
        case .refused(let refusal): self.init(from: refusal)
        case .invitationRefused: self.init(.friendInvitationRefused, field: "invitation")
        case .sentEnough(let span): self = .tryAgain(span)
        case .message(let limit):
            self.init(
                .invalidParameter, "message must have at most \(limit) characters, none a control.", field: "message")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    init(from error: FriendRefusal) {
        switch error {
        case .oneself: self.init(.invalidParameter, "That is you.", field: "playerID")
        case .notFindable: self.init(.unknownPlayer)
        case .restricted: self = .playerRestricted
        case .takesNoRequests: self.init(.requestsNotTaken)
        case .alreadyFriends: self.init(.alreadyFriends)
        case .notFriends: self.init(.notFound, "You are not friends.")
        case .noRequest: self.init(.notFound, "There is no such request (any more).")
        case .blocksOther: self.init(.playerBlocked, "Unblock this player first.")
        case .tooManyFriends(let limit): self.init(.friendLimit, "You have \(limit) friends. Remove one first.")
        case .otherHasTooManyFriends: self.init(.friendLimit, "This player can have no more friends.")
        case .tooManySentRequests(let limit):
            self.init(.friendLimit, "\(limit) requests of yours wait for an answer. Take one back first.")
        case .otherHasTooManyRequests: self.init(.friendLimit, "Too many requests wait for this player's answer.")
        case .tooManyRequestsToday(let limit):
            self.init(.tooManyAttempts, "At most \(limit) requests in 24 hours.", retryAfterSeconds: Self.hour)
        case .tooManyRequestsTodayToOne(let limit):
            self.init(
                .tooManyAttempts, "At most \(limit) requests to one player in 24 hours.", retryAfterSeconds: Self.hour)
        case .tooManyBlocked(let limit): self.init(.friendLimit, "You block \(limit) players. Unblock one first.")
        }
    }

    private static let playerRestricted = Problem(
        .playerRestricted, "Strangers are switched off for this account; a guardian can let friends be made.")

    /// When it is worth trying again: places come free one by one.
    private static let hour = 3_600

    init(from error: FriendInvitationError) {
        switch error {
        case .unknown: self.init(.friendInvitationRefused, field: "code")
        case .tooMany(let limit):
            self.init(.friendLimit, "You have \(limit) invitation links. Take one back first.")
        case .restricted: self = .playerRestricted
        case .sentEnough(let span): self = .tryAgain(span)
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    init(from error: ListFriendsError) {
        switch error {
        case .noConsent(.restricted): self.init(.friendListRestricted)
        case .noConsent(.denied): self.init(.friendListDenied)
        case .noConsent(.notDetermined), .noConsent(.authorized):
            self.init(.friendListNotDetermined, "Ask the player: only the player's own session can set it.")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
