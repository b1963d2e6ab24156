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
                .invalidParameter, "message must have at most \(limit) characters and no control characters.",
                field: "message")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    init(from error: FriendRefusal) {
        switch error {
        case .oneself: self.init(.invalidParameter, "You can't do this to yourself.", field: "playerID")
        case .notFindable: self.init(.unknownPlayer)
        case .restricted: self = .playerRestricted
        case .takesNoRequests: self.init(.requestsNotTaken)
        case .alreadyFriends: self.init(.alreadyFriends)
        case .notFriends: self.init(.notFound, "You aren't friends with this player.")
        case .noRequest: self.init(.notFound, "There's no pending request with this player.")
        case .blocksOther: self.init(.playerBlocked, "Unblock this player first.")
        case .tooManyFriends(let limit): self.init(.friendLimit, "You have \(limit) friends. Remove one first.")
        case .otherHasTooManyFriends: self.init(.friendLimit, "This player has reached the friend limit.")
        case .tooManySentRequests(let limit):
            self.init(.friendLimit, "You have \(limit) pending requests. Cancel one first.")
        case .otherHasTooManyRequests: self.init(.friendLimit, "This player has too many pending requests.")
        case .tooManyRequestsToday(let limit):
            self.init(
                .tooManyAttempts, "You can send at most \(limit) requests in 24 hours.", retryAfterSeconds: Self.hour)
        case .tooManyRequestsTodayToOne(let limit):
            self.init(
                .tooManyAttempts, "You can send one player at most \(limit) requests in 24 hours.",
                retryAfterSeconds: Self.hour)
        case .tooManyBlocked(let limit): self.init(.friendLimit, "You've blocked \(limit) players. Unblock one first.")
        }
    }

    private static let playerRestricted = Problem(
        .playerRestricted, "This account can't interact with strangers. A guardian can change that.")

    /// When it is worth trying again: places come free one by one.
    private static let hour = 3_600

    init(from error: FriendInvitationError) {
        switch error {
        case .unknown: self.init(.friendInvitationRefused, field: "code")
        case .tooMany(let limit):
            self.init(.friendLimit, "You have \(limit) invitation links. Revoke one first.")
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
            self.init(.friendListNotDetermined, "Ask the player; only their own session can allow it.")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
