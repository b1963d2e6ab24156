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

/// What waits on a device to be sent for one game: each game counts its own (rule 4.7).
public struct DeviceQueue: Hashable, Sendable {
    public let device: DeviceNumber
    public let app: AppNumber
    public let environment: Environment

    public init(device: DeviceNumber, app: AppNumber, environment: Environment) {
        self.device = device
        self.app = app
        self.environment = environment
    }

    /// Of the game that a session is for; nil: of none.
    public init?(device: DeviceNumber, of binding: Binding) {
        guard case .game(let app, let environment) = binding else { return nil }
        self.init(device: device, app: app, environment: environment)
    }
}

/// What a session may see: everything of the player's, or one game in one environment.
public enum Binding: Hashable, Sendable {
    /// Our own pages and tools.
    case firstParty
    case game(AppNumber, Environment)
}
