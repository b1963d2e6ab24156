/// What an invited player answered.
// SAFETY: an enumeration of integers; Apple's has the same mark.
public enum GKInviteRecipientResponse: Int, @unchecked Sendable {
    case accepted = 0
    case declined = 1
    case failed = 2
    case incompatible = 3
    case unableToConnect = 4
    case noAnswer = 5

    // The names of iOS 6 and 7.
    public static var inviteeResponseAccepted: GKInviteRecipientResponse { .accepted }
    public static var inviteeResponseDeclined: GKInviteRecipientResponse { .declined }
    public static var inviteeResponseFailed: GKInviteRecipientResponse { .failed }
    public static var inviteeResponseIncompatible: GKInviteRecipientResponse { .incompatible }
    public static var inviteeResponseUnableToConnect: GKInviteRecipientResponse { .unableToConnect }
    public static var inviteeResponseNoAnswer: GKInviteRecipientResponse { .noAnswer }
}

/// The name before iOS 8.
public typealias GKInviteeResponse = GKInviteRecipientResponse
