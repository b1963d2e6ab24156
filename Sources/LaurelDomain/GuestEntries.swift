/// Whether a leaderboard ranks guests (rule 1.11). Numbers are stored: never renumbered.
public enum GuestEntries: UInt8, CaseIterable, Hashable, Sendable {
    case shown = 0
    /// Their scores are kept, and appear when the guest has upgraded (rule 1.12) or is part of an account (1.13).
    case afterUpgrade = 1

    /// As in a body.
    public var name: String {
        switch self {
        case .shown: "shown"
        case .afterUpgrade: "afterUpgrade"
        }
    }
}
