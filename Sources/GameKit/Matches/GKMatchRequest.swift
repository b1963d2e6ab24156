import LaurelWire
import Synchronization

/// What a player's apps say of them in matchmaking.
public typealias GKMatchProperties = [String: Any]

/// Who the player would like to play with.
// SAFETY: what changes is in `state`, behind its lock.
open class GKMatchRequest: NSObject, @unchecked Sendable {
    struct Wanted: Sendable {
        var minPlayers = 2
        var maxPlayers = 2
        var playerGroup = 0
        var playerAttributes: UInt32 = 0
        var recipients: [GKPlayer]?
        var recipientIDs: [String]?
        var inviteMessage: String?
        var defaultNumberOfPlayers = 0
        var restrictToAutomatch = false
        var queueName: String?
    }

    /// What of a request turn-based matches have no use for: closures and values of any type.
    private struct Unused {
        var recipientResponseHandler: ((GKPlayer, GKInviteRecipientResponse) -> Void)?
        var inviteeResponseHandler: ((String, GKInviteeResponse) -> Void)?
        var properties: [String: Any]?
        var recipientProperties: [GKPlayer: [String: Any]]?
    }

    private let state = Mutex(Wanted())
    private let unused = Mutex(MainThreadOnly(Unused()))

    public override init() { super.init() }

    var wanted: Wanted { state.withLock(\.self) }

    /// Seats that have to be filled, the local player's included: 2 at least.
    open var minPlayers: Int {
        get { state.withLock(\.minPlayers) }
        set { state.withLock { $0.minPlayers = newValue } }
    }

    /// At most 16.
    open var maxPlayers: Int {
        get { state.withLock(\.maxPlayers) }
        set { state.withLock { $0.maxPlayers = newValue } }
    }

    /// Only requests of one group meet.
    open var playerGroup: Int {
        get { state.withLock(\.playerGroup) }
        set { state.withLock { $0.playerGroup = newValue } }
    }

    /// The part that the player plays, as a mask: those of a full match together are all bits. 0: any.
    open var playerAttributes: UInt32 {
        get { state.withLock(\.playerAttributes) }
        set { state.withLock { $0.playerAttributes = newValue } }
    }

    /// Who is invited, in the order of seats.
    open var recipients: [GKPlayer]? {
        get { state.withLock(\.recipients) }
        set {
            let former = state.withLock { state in
                defer { state.recipients = newValue }
                return state.recipients
            }
            // Released once the lock is free: they may be of a class of the game's.
            withExtendedLifetime(former) {}
        }
    }

    /// What those who are invited to a turn-based match read with the invitation, where they get messages: at most 300
    /// Unicode scalars, shown as one line. A longer one is refused with `invalidParameter`.
    open var inviteMessage: String? {
        get { state.withLock(\.inviteMessage) }
        set { state.withLock { $0.inviteMessage = newValue } }
    }

    /// 0: the server chooses.
    open var defaultNumberOfPlayers: Int {
        get { state.withLock(\.defaultNumberOfPlayers) }
        set { state.withLock { $0.defaultNumberOfPlayers = newValue } }
    }

    @available(iOS, deprecated: 14.0)
    open var restrictToAutomatch: Bool {
        get { state.withLock(\.restrictToAutomatch) }
        set { state.withLock { $0.restrictToAutomatch = newValue } }
    }

    open var recipientResponseHandler: ((GKPlayer, GKInviteRecipientResponse) -> Void)? {
        get { read(\.recipientResponseHandler) }
        set { write { $0.recipientResponseHandler = newValue } }
    }

    @available(iOS, deprecated: 8.0)
    open var inviteeResponseHandler: ((String, GKInviteeResponse) -> Void)? {
        get { read(\.inviteeResponseHandler) }
        set { write { $0.inviteeResponseHandler = newValue } }
    }

    /// - Returns: 16 for every kind.
    open class func maxPlayersAllowedForMatch(of matchType: GKMatchType) -> Int { matchSeatsLimit }

    /// As ``recipients``, by ``GKPlayer/gamePlayerID``.
    @available(iOS, deprecated: 8.0)
    open var playersToInvite: [String]? {
        get { state.withLock(\.recipientIDs) }
        set { state.withLock { $0.recipientIDs = newValue } }
    }

    open var queueName: String? {
        get { state.withLock(\.queueName) }
        set { state.withLock { $0.queueName = newValue } }
    }

    open var properties: [String: Any]? {
        get { read(\.properties) }
        set { write { $0.properties = newValue } }
    }

    open var recipientProperties: [GKPlayer: [String: Any]]? {
        get { read(\.recipientProperties) }
        set { write { $0.recipientProperties = newValue } }
    }

    private func read<Value>(_ path: KeyPath<Unused, Value>) -> Value {
        unused.withLock(\.self).value[keyPath: path]
    }

    /// What was there before is released once the lock is free.
    private func write(_ change: (inout Unused) -> Void) {
        let former = unused.withLock(\.self)
        var next = former.value
        change(&next)
        let made = MainThreadOnly(next)
        unused.withLock { $0 = made }
        withExtendedLifetime(former) {}
    }
}

extension GKMatchRequest.Wanted {
    /// - Parameters:
    ///   - key: drawn for this request.
    ///   - takesStrangers: for the seats that nobody is invited to.
    /// - Throws: `matchRequestInvalid` where the numbers of players don't fit one another (rule 11.1), or somebody is
    ///   named who can't be invited.
    func body(_ key: WriteKey, takesStrangers: Bool, invitedBy local: String?) throws(GKError) -> NewMatchBody {
        let usual = defaultNumberOfPlayers == 0 ? maxPlayers : defaultNumberOfPlayers
        guard minPlayers >= 2, minPlayers <= usual, usual <= maxPlayers, maxPlayers <= matchSeatsLimit else {
            throw GKError(
                .matchRequestInvalid,
                detail: "2 ≤ minPlayers ≤ defaultNumberOfPlayers ≤ maxPlayers ≤ \(matchSeatsLimit) isn't so.")
        }
        let invited = recipients?.map(\.gamePlayerID) ?? recipientIDs ?? []
        guard invited.count < maxPlayers, Set(invited).count == invited.count,
            invited.allSatisfy({ (1...80).contains($0.utf8.count) && $0 != local })
        else {
            throw GKError(
                .matchRequestInvalid, detail: "Up to \(maxPlayers - 1) other players can be invited, each once.")
        }
        var body = NewMatchBody()
        body.key = key
        (body.minPlayers, body.maxPlayers) = (minPlayers, maxPlayers)
        body.defaultNumberOfPlayers = defaultNumberOfPlayers == 0 ? nil : defaultNumberOfPlayers
        body.group = Int64(playerGroup)
        body.attributes = Int64(playerAttributes)
        body.players = invited.isEmpty ? nil : invited
        body.takesStrangers = takesStrangers ? nil : false
        body.message = invited.isEmpty ? nil : invitation
        return body
    }

    /// On one line, as the server takes it. Nil: nothing is said.
    private var invitation: String? {
        let lines = (inviteMessage ?? "").split(whereSeparator: \.isNewline)
        let text = lines.joined(separator: " ")
        return text.allSatisfy(\.isWhitespace) ? nil : text
    }
}
