/// Who may be met.
// SAFETY: an enumeration of integers; Apple's has the same mark.
public enum GKMatchmakingMode: Int, @unchecked Sendable {
    /// Invited players, and strangers in the seats that are left.
    case `default` = 0
    case nearbyOnly = 1
    /// Nobody is invited.
    case automatchOnly = 2
    /// No strangers.
    case inviteOnly = 3
}
