public import LaurelDomain

/// A player's word that somebody else gets a session of theirs, who has not fetched it yet.
///
/// The session is made when it is fetched, so that no store ever holds its token. Until then the grant ends with the
/// session that it was given in, and with whatever ends all of its player's sessions, or all but one.
public struct Grant: Hashable, Sendable {
    public let player: PlayerNumber
    /// In which they allowed it.
    public let session: SessionID
    /// Of their password's hash at that time: another one ends the grant. Nil: they had no password.
    public let password: SecretDigest?

    public init(player: PlayerNumber, session: SessionID, password: SecretDigest?) {
        self.player = player
        self.session = session
        self.password = password
    }
}

/// A device without a keyboard that waits for its player to say yes somewhere else (RFC 8628).
public struct DeviceRequest: Hashable, Sendable {
    public enum Decision: Hashable, Sendable {
        case pending
        case denied
        case allowed(Grant)
    }

    /// Of the device's own secret.
    public let device: SecretDigest
    /// What its session will be for.
    public let binding: Binding
    public let name: DeviceName?
    /// What the device calls itself to people.
    public let title: String?
    public let expires: Timestamp
    public let decision: Decision

    public init(
        device: SecretDigest, binding: Binding, name: DeviceName?, title: String?, expires: Timestamp,
        decision: Decision = .pending
    ) {
        self.device = device
        self.binding = binding
        self.name = name
        self.title = title
        self.expires = expires
        self.decision = decision
    }
}

/// What a player has allowed a game's page of another origin, which fetches its session with a code.
public struct WebGameGrant: Hashable, Sendable {
    public let grant: Grant
    public let binding: Binding
    public let origin: WebOrigin
    /// Where the code was sent; nil: to the window that asked.
    public let redirect: String?
    /// SHA-256 of the secret that the page keeps (RFC 7636, method S256).
    public let challenge: [UInt8]
    public let expires: Timestamp

    public init(
        _ grant: Grant, for binding: Binding, origin: WebOrigin, redirect: String?, challenge: [UInt8],
        expires: Timestamp
    ) {
        self.grant = grant
        self.binding = binding
        self.origin = origin
        self.redirect = redirect
        self.challenge = challenge
        self.expires = expires
    }
}

/// What became of a request that was to be kept. Nothing was written unless it was added.
public enum DeviceRequestAdding: Hashable, Sendable {
    case added
    /// The limit is reached.
    case full
    /// Another device shows this code.
    case codeTaken
}

/// What became of a grant that was to be kept. Nothing was written unless it was added.
public enum WebGameGrantAdding: Hashable, Sendable {
    case added
    /// A limit is reached.
    case full
    /// The session that it was given in has ended.
    case sessionEnded
}

/// How long a used code is remembered, and how many are.
public struct SpentCodeMemory: Hashable, Sendable {
    public let until: Timestamp
    /// Beyond it a code is still good once; only its second use is not noticed.
    public let countLimit: Int

    public init(until: Timestamp, countLimit: Int) {
        self.until = until
        self.countLimit = countLimit
    }
}

/// What came of the use of a grant. It is used up in each case.
public enum GrantUse<Refusal: Error>: Sendable {
    /// Made now, in the same transaction.
    case session(SessionRecord, of: Player)
    /// It was judged, and gave nothing.
    case refused(Refusal)
    /// Its code was used before: the session that it gave has ended with this. Never of a device.
    case usedBefore(SessionID)
    /// Unknown, used, too old, or ended with its session.
    case nothing
}

extension GrantUse: Equatable where Refusal: Equatable {}

/// What players have allowed and nobody has fetched yet. Every engine must pass `GrantContract`.
///
/// Codes and secrets are known by their digests. What expires does so at its moment: it is good before, and not then.
/// Nor is it good more than 20 minutes before: nothing here lasts as long, unless a clock was wrong as it was written.
public protocol GrantDirectory: Sendable {
    // MARK: Devices

    /// - Parameters:
    ///   - userCode: of what a person types; nobody finds the request by it once it is decided.
    ///   - limit: of requests that have not expired.
    func addDeviceRequest(
        _ request: DeviceRequest, userCode: SecretDigest, limit: Int, at now: Timestamp
    ) async throws(StoreError) -> DeviceRequestAdding
    /// One read by the primary key: devices ask for it every few seconds.
    /// - Returns: nil when there is none that is still good.
    func deviceRequest(_ device: SecretDigest, at now: Timestamp) async throws(StoreError) -> DeviceRequest?
    /// - Returns: nil when nothing waits for a decision under this code.
    func pendingDeviceRequest(userCode: SecretDigest, at now: Timestamp) async throws(StoreError) -> DeviceRequest?
    /// Writes the decision, once.
    /// - Parameter grant: nil: the player says no.
    /// - Returns: false, with nothing written, when there is nothing (any more) to decide, or the session that it was
    ///   decided in has ended.
    func decideDevice(
        userCode: SecretDigest, _ grant: Grant?, at now: Timestamp
    ) async throws(StoreError) -> Bool
    /// Deletes a request that was denied.
    /// - Returns: whether there was one: its device is told once.
    func removeDeniedDevice(_ device: SecretDigest, at now: Timestamp) async throws(StoreError) -> Bool
    /// Deletes a request that was allowed, and makes its session: all or nothing, and once.
    /// - Parameter judge: called inside the transaction, maybe more than once, with the credentials that the player has
    ///   then. It gives the session to be made, or says why there is none.
    func useGrant<Refusal: Error>(
        ofDevice device: SecretDigest, at now: Timestamp,
        _ judge: @escaping @Sendable (Grant, Credentials?) -> Result<NewSession, Refusal>
    ) async throws(StoreError) -> GrantUse<Refusal>

    // MARK: Web games

    /// - Parameters:
    ///   - limit: of grants that have not expired.
    ///   - limitPerPlayer: of those of its player.
    func addWebGameGrant(
        _ grant: WebGameGrant, code: SecretDigest, limit: Int, limitPerPlayer: Int, at now: Timestamp
    ) async throws(StoreError) -> WebGameGrantAdding
    /// Deletes the grant before anything is judged, so that nobody gets a second guess, and makes its session: all or
    /// nothing, and once. A code that was used before ends the session that it gave.
    /// - Parameter judge: see ``useGrant(ofDevice:at:_:)``.
    func useGrant<Refusal: Error>(
        ofCode code: SecretDigest, at now: Timestamp, remembering memory: SpentCodeMemory,
        _ judge: @escaping @Sendable (WebGameGrant, Credentials?) -> Result<NewSession, Refusal>
    ) async throws(StoreError) -> GrantUse<Refusal>

    /// Deletes what has expired: at most `limit` requests, grants and used codes each.
    func tidyGrants(at now: Timestamp, limit: Int) async throws(StoreError)
}
