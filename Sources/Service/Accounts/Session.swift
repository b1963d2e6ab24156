public import LaurelDomain

/// Who is asking.
public struct Session: Hashable, Sendable {
    public let id: SessionID
    public let player: PlayerNumber
    /// Whose queues of unsent scores the player speaks for; see ``DeviceContacts``.
    public let device: DeviceNumber
    public let binding: Binding
    public let isAdministrator: Bool

    /// Of its game; nil: it is for none.
    var queue: DeviceQueue? { DeviceQueue(device: device, of: binding) }

    public init(
        id: SessionID, player: PlayerNumber, device: DeviceNumber, binding: Binding, isAdministrator: Bool = false
    ) {
        self.id = id
        self.player = player
        self.device = device
        self.binding = binding
        self.isAdministrator = isAdministrator
    }
}
