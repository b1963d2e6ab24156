/// Whether a player of a real-time match is connected.
// SAFETY: an enumeration of integers; Apple's has the same mark.
public enum GKPlayerConnectionState: Int, @unchecked Sendable {
    case unknown = 0
    case connected = 1
    case disconnected = 2
}
