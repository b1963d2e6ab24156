public import LaurelDomain
public import LaurelMatches
public import LaurelScores
public import LaurelStorage

/// What the use cases about turn-based matches share.
public struct Matches: Sendable {
    let keeper: ScoreKeeper
    let directory: any MatchDirectory & FriendDirectory & PartyDirectory
    let meetings: Meetings
    let profiles: PlayerProfiles
    let sending: SendingCaps
    let searches = MatchSearches()
    private let random: Random
    private let digest: ContentDigest

    public init(
        _ keeper: ScoreKeeper, _ accounts: Accounts, friends graph: FriendGraph,
        directory: any MatchDirectory & FriendDirectory & PartyDirectory, digest: ContentDigest
    ) {
        self.keeper = keeper
        self.directory = directory
        meetings = Meetings(keeper, accounts, friends: graph)
        profiles = accounts.profiles
        sending = accounts.sending
        random = accounts.random
        self.digest = digest
    }

    /// Those that have or had matches.
    public var games: [MatchGame] { keeper.matches.games }
    public var ids: MatchIDs { keeper.ports.matchIDs }
    public var now: Timestamp { keeper.now() }
    public func isGuest(_ player: PlayerNumber) -> Bool { profiles.isGuest(player) }

    /// What a judged match begins with.
    func seed() -> UInt64 { random.bytes(8).reduce(0) { $0 << 8 | UInt64($1) } }

    /// SHA-256, by which the queue of reports tells texts apart.
    func contentDigest(of text: String) -> [UInt8] { digest.digest(Array(text.utf8)) }

    /// By which a write that is sent again is known (rule 12.22).
    ///
    /// - Parameters:
    ///   - high, low: drawn by the client.
    ///   - body: what it asks for, in one form however it was sent.
    public func key(high: UInt64, low: UInt64, body: [UInt8]) -> MatchKey {
        let bytes = digest.digest(body).prefix(8)
        return MatchKey(high: high, low: low, body: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }
}

/// Why a match is neither shown nor changed.
public enum MatchError: Error, StoreFailure, Hashable, Sendable {
    case refused(MatchRefusal)
    /// The player is kept out of this game (rule 4.12).
    case banned
    case full
    /// A score or an achievement can't count, so the match goes on.
    case result(MatchResultRefusal)
    /// They have sent as many invitations or reminders as they may for now.
    case sentEnough(retryAfter: Timestamp.Span)
    case unavailable
    case broken(reason: String)

    init(_ error: MatchStepError) {
        switch error {
        case .refused(let refusal): self = .refused(refusal)
        case .banned: self = .banned
        case .full: self = .full
        case .result(let refusal): self = .result(refusal)
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason: reason)
        }
    }
}
