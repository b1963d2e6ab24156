public import LaurelDomain

/// Who a player wants to play with (rules 11.1 to 11.3).
public struct MatchRequest: Hashable, Sendable {
    public let minPlayers, maxPlayers: Int
    /// Nil: the number that the player chose last in this game, or else the most.
    public let defaultNumberOfPlayers: Int?
    /// Only requests of the same group meet. 0 is a group like any other.
    public let group: Int64
    /// The part that the player plays, as a mask. 0 is any.
    public let attributes: UInt32
    /// Who is invited, in the order of seats.
    public let recipients: [PlayerNumber]
    /// Whether seats that nobody is invited to stay for strangers. Without them, the match is as large as the
    /// invitations.
    public let takesStrangers: Bool
    /// What is said with the invitations: one line of plain text; empty: nothing, or nobody is invited.
    public let invitation: String

    /// - Throws: ``MatchRefusal/requestInvalid``, ``MatchRefusal/messageTooLong``.
    public init(
        minPlayers: Int = 2, maxPlayers: Int = 2, defaultNumberOfPlayers: Int? = nil, group: Int64 = 0,
        attributes: UInt32 = 0, recipients: [PlayerNumber] = [], takesStrangers: Bool = true,
        invitation: String = ""
    ) throws(MatchRefusal) {
        let number = defaultNumberOfPlayers ?? maxPlayers
        guard MatchLimits.players.lowerBound <= minPlayers, minPlayers <= number, number <= maxPlayers,
            maxPlayers <= MatchLimits.players.upperBound, recipients.count < maxPlayers,
            Set(recipients).count == recipients.count,
            takesStrangers || recipients.count + 1 >= minPlayers
        else { throw .requestInvalid }
        // Code points, as in a request's body: what it lets through isn't refused here. Bytes are counted first, and
        // cheaply; one code point has at most four.
        guard invitation.utf8.count <= 4 * MatchLimits.invitationLength,
            invitation.unicodeScalars.count <= MatchLimits.invitationLength
        else { throw .messageTooLong }
        self.minPlayers = minPlayers
        self.maxPlayers = maxPlayers
        self.defaultNumberOfPlayers = defaultNumberOfPlayers
        self.group = group
        self.attributes = attributes
        self.recipients = recipients
        self.takesStrangers = takesStrangers
        self.invitation = recipients.isEmpty ? "" : invitation
    }

    /// How many seats a new match has.
    ///
    /// - Parameter last: how many the player's last one in this game had.
    func seats(last: Int?) -> Int {
        guard takesStrangers else { return recipients.count + 1 }
        let number = min(max(defaultNumberOfPlayers ?? last ?? maxPlayers, minPlayers), maxPlayers)
        return max(number, recipients.count + 1)
    }

    /// Whether masks of a full match are all there is to play: 0 counts as everything (rule 11.3).
    static func isComplete(_ attributes: [UInt32]) -> Bool {
        attributes.reduce(0) { $0 | ($1 == 0 ? .max : $1) } == .max
    }
}
