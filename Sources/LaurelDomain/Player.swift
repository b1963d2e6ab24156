/// A player as others may see them (rule 1.1).
public struct Player: Hashable, Sendable {
    public let number: PlayerNumber
    public var alias: Alias
    /// The alias, until real names come with friends.
    public var displayName: String
    public let created: Timestamp
    /// May do everything on the developers' side.
    public var isAdministrator: Bool

    public init(
        number: PlayerNumber, alias: Alias, displayName: String, created: Timestamp, isAdministrator: Bool = false
    ) {
        self.number = number
        self.alias = alias
        self.displayName = displayName
        self.created = created
        self.isAdministrator = isAdministrator
    }
}

/// What a device calls itself, so that a new sign-in joins the old one's queue (rule 4.7).
///
/// - Range: 1 to 64 characters of letters, digits, `.`, `_`, `-`.
public struct DeviceName: Hashable, Sendable {
    public static let lengthLimit = 64
    public let text: String

    public init(_ text: String) throws(InvalidIdentifier) {
        try checkIdentifier(text, limit: Self.lengthLimit)
        self.text = text
    }
}
