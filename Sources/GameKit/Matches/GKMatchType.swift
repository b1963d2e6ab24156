/// A kind of match.
// SAFETY: an enumeration of integers; Apple's has the same mark.
public enum GKMatchType: UInt, @unchecked Sendable {
    case peerToPeer = 0
    case hosted = 1
    case turnBased = 2
}
