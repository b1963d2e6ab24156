/// A session's number in the store. The secret token that proves it never comes near this value.
public struct SessionID: Hashable, Sendable {
    public let rawValue: Int64
    public init(_ rawValue: Int64) { self.rawValue = rawValue }
}

/// What stands for one device of one player: a session belongs to one, a new sign-in may join it (rule 4.7).
public struct DeviceNumber: Hashable, Sendable {
    public let rawValue: Int64
    public init(_ rawValue: Int64) { self.rawValue = rawValue }
}

/// What a session may see: everything of the player's, or one game in one environment.
public enum Binding: Hashable, Sendable {
    /// Our own pages and tools.
    case firstParty
    case game(AppNumber, Environment)
}
