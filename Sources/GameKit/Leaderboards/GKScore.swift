import LaurelClient
import LaurelDomain
import LaurelWire
import Synchronization

/// A score made by a player, or loaded from the server.
///
/// Its date, player and idempotency key are set when it's created and survive archiving: whenever and from wherever
/// it's sent, it counts once (rule 4.4).
// SAFETY: what changes is in `state`, behind its lock.
@available(iOS, deprecated: 14.0)
open class GKScore: NSObject, NSSecureCoding, @unchecked Sendable {
    struct State: Sendable, Codable {
        var leaderboard: String
        /// Nil: the game has not set it yet.
        var value: Int64?
        var context: Int64 = 0
        /// Milliseconds since 1970.
        var date: Int64
        /// Under which the server counts it once.
        var id: String
        /// Nil: nobody was signed in when it was made.
        var player: PlayerRecord?
        var guest: String?
        /// Whether another player than this one was signed in when it was made; nil: an older archive's.
        var isForAnother: Bool?
        /// 0: not loaded.
        var rank = 0
        var formatted: String?
        var becomesDefault = false
        /// The moves that led to it.
        var replay: Data?
        /// Whether the server has played its log; nil: an older archive's.
        var isVerified: Bool?
        /// What was last sent under ``id``.
        var sent: Content?

        struct Content: Hashable, Sendable, Codable {
            var leaderboard: String
            var value: Int64
            var context: Int64
        }
    }

    let state: Mutex<State>
    let center: Laurel

    init(_ state: State, in center: Laurel) {
        self.state = Mutex(state)
        self.center = center
    }

    // MARK: Making one

    /// A score of the local player: set ``leaderboardIdentifier`` before you report it.
    public override convenience init() { self.init(leaderboardIdentifier: "") }

    /// A score of the local player.
    public convenience init(leaderboardIdentifier identifier: String) {
        self.init(made: identifier, of: Laurel.current.session?.player, in: .current)
    }

    public convenience init(leaderboardIdentifier identifier: String, player: GKPlayer) {
        self.init(made: identifier, of: player.record, guest: player.guestIdentifier, in: .current)
    }

    /// Nil if no player is given.
    @available(iOS, deprecated: 8.0)
    public convenience init?(leaderboardIdentifier identifier: String, forPlayer playerID: String) {
        guard let player = Laurel.current.knownPlayer(playerID) else { return nil }
        self.init(made: identifier, of: player, in: .current)
    }

    /// As in iOS 4 to 6.
    @available(iOS, deprecated: 7.0)
    public convenience init(category: String!) {
        self.init(made: category ?? "", of: Laurel.current.session?.player, in: .current)
    }

    private convenience init(
        made leaderboard: String, of player: PlayerRecord?, guest: String? = nil, in center: Laurel
    ) {
        self.init(
            State(
                leaderboard: leaderboard, date: Timestamp(center.world.now()).milliseconds, id: center.world.makeID(),
                player: player, guest: guest, isForAnother: center.isAnother(player)), in: center)
    }

    /// One that was loaded.
    convenience init(_ entry: GKLeaderboard.Entry) {
        let record = entry.record
        self.init(
            State(
                leaderboard: entry.leaderboardID, value: record.value, context: record.context,
                date: record.date.milliseconds,
                id: entry.center.world.makeID(), player: PlayerRecord(record.player), rank: record.rank,
                formatted: record.formatted, isVerified: record.verification != nil), in: entry.center)
    }

    // MARK: Archives

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { coder.encode(state.withLock(\.self)) }

    public required init?(coder: NSCoder) {
        guard let state = coder.decodeState(State.self) else { return nil }
        self.state = Mutex(state)
        center = .current
    }

    // MARK: What it is

    /// 0 until set. 0 is a valid score, but a score that was never set is rejected.
    open var value: Int64 {
        get { state.withLock(\.value) ?? 0 }
        set { state.withLock { $0.value = newValue } }
    }

    /// Nil if not loaded from the server.
    open var formattedValue: String? { state.withLock(\.formatted) }

    open var leaderboardIdentifier: String {
        get { state.withLock(\.leaderboard) }
        set { state.withLock { $0.leaderboard = newValue } }
    }

    /// 64 bits for the game's own use; the same bits as the newer members' `Int`.
    open var context: UInt64 {
        get { UInt64(bitPattern: state.withLock(\.context)) }
        set { state.withLock { $0.context = Int64(bitPattern: newValue) } }
    }

    /// When it was made.
    open var date: Date { Date(milliseconds: state.withLock(\.date)) }

    /// The player who made it; an unidentified player if nobody was signed in.
    open var player: GKPlayer {
        let (record, guest) = state.withLock { ($0.player, $0.guest) }
        if let guest { return GKPlayer.anonymousGuestPlayer(withIdentifier: guest) }
        return record.map { center.player($0) } ?? GKPlayer()
    }

    /// Nil if nobody was signed in.
    @available(iOS, deprecated: 8.0)
    open var playerID: String? { state.withLock { $0.player?.id ?? $0.guest } }
    /// Starts at 1. 0 if not loaded from the server.
    open var rank: Int { state.withLock(\.rank) }

    /// Whether reporting this score makes its leaderboard the player's default.
    open var shouldSetDefaultLeaderboard: Bool {
        get { state.withLock(\.becomesDefault) }
        set { state.withLock { $0.becomesDefault = newValue } }
    }

    /// The name before iOS 7.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    @available(iOS, deprecated: 7.0)
    open var category: String! {
        get { leaderboardIdentifier }
        set { leaderboardIdentifier = newValue ?? "" }
    }

    open override var description: String {
        let address = UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque().hashValue)
        return "<\(type(of: self)): 0x\(String(address, radix: 16))>player:\(playerID ?? "(null)") rank:\(rank) "
            + "date:\(date) value:\(value) formattedValue:\(formattedValue ?? "(null)") "
            + "context:0x\(String(context, radix: 16))"
    }

    // MARK: Reporting

    /// Reports up to a hundred scores, all or none. Scores that can't be sent are kept on the device and sent later;
    /// the handler gets the reason.
    @preconcurrency open class func report(
        _ scores: [GKScore], withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        Laurel.current.report(scores, completing: nil, completionHandler)
    }

    open class func report(_ scores: [GKScore]) async throws {
        try await Laurel.current.submit(scores.map { $0.outgoing() }, completing: nil)
    }

    /// - Parameter challenges: the only challenges these scores may complete.
    @preconcurrency open class func report(
        _ scores: [GKScore], withEligibleChallenges challenges: [GKChallenge],
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        Laurel.current.report(scores, completing: challenges, completionHandler)
    }

    open class func report(_ scores: [GKScore], withEligibleChallenges challenges: [GKChallenge]) async throws {
        try await Laurel.current.submit(scores.map { $0.outgoing() }, completing: challenges)
    }

    /// As in iOS 4 and 5.
    @available(iOS, deprecated: 7.0)
    @preconcurrency open func report(completionHandler: (@Sendable ((any Error)?) -> Void)?) {
        center.report([self], completing: nil, completionHandler)
    }

    /// - Parameter challenges: the only challenges these scores may complete.
    @available(iOS, deprecated: 26.0)
    @preconcurrency open class func report(
        _ scores: [GKLeaderboardScore], withEligibleChallenges challenges: [GKChallenge],
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        Laurel.current.submit(scores.map { $0.outgoing() }, completing: challenges, telling: completionHandler)
    }

    @available(iOS, deprecated: 26.0)
    open class func report(
        _ scores: [GKLeaderboardScore], withEligibleChallenges challenges: [GKChallenge]
    ) async throws {
        try await Laurel.current.submit(scores.map { $0.outgoing() }, completing: challenges)
    }

    // MARK: Challenges

    /// Challenges these players to beat this score, which the local player has reported. As in iOS 6.
    @available(iOS, deprecated: 7.0)
    open func issueChallenge(toPlayers playerIDs: [String]?, message: String?) {
        center.issue(challenge(to: playerIDs ?? [], message))
    }

    // The game presents these; see ``GameCenterChallengeDraft``.

    open func challengeComposeController(
        withMessage message: String?, players: [GKPlayer]?,
        completionHandler: GKChallengeComposeCompletionBlock? = nil
    ) -> UIViewController {
        center.composeController(challenge(to: (players ?? []).map(\.gamePlayerID), message), about: subject) {
            completionHandler?($0, $1, $2)
        }
    }

    /// - Parameter playerIDs: nil lets the player choose.
    @available(iOS, deprecated: 8.0)
    open func challengeComposeController(
        withPlayers playerIDs: [String]?, message: String?,
        completionHandler: GKChallengeComposeCompletionBlock? = nil
    ) -> UIViewController? {
        center.composeController(challenge(to: playerIDs ?? [], message), about: subject) {
            completionHandler?($0, $1, $2)
        }
    }

    @available(iOS, deprecated: 26.0)
    @_disfavoredOverload
    open func challengeComposeController(
        withMessage message: String?, players: [GKPlayer]?, completion completionHandler: GKChallengeComposeHandler?
    ) -> UIViewController {
        let players = players ?? []
        return center.composeController(
            challenge(to: players.map(\.gamePlayerID), message), about: subject, players: players, completionHandler)
    }

    private var subject: String { formattedValue ?? String(value) }
}

extension GKScore {
    /// What goes out now. Changed since it was last sent, it is another score, and counts beside that one.
    func outgoing() -> OutgoingScore {
        state.withLock { state in
            var score = OutgoingScore(
                leaderboard: state.leaderboard, value: state.value, context: state.context, date: state.date,
                id: state.id, player: state.player, isOfGuest: state.guest != nil,
                isForAnother: state.isForAnother == true, becomesDefault: state.becomesDefault,
                replay: state.replay.map { [UInt8]($0) })
            guard let value = state.value else { return score }
            let content = State.Content(leaderboard: state.leaderboard, value: value, context: state.context)
            if let sent = state.sent, sent != content { state.id = center.world.makeID() }
            state.sent = content
            score.id = state.id
            return score
        }
    }
}

extension Laurel {
    /// - Returns: nil for what is no player's id.
    func knownPlayer(_ id: String) -> PlayerRecord? {
        guard (1...80).contains(id.utf8.count), !id.contains(",") else { return nil }
        if let player = session?.player, player.id == id { return player }
        return roster.record(id) ?? PlayerRecord(id: id, displayName: "")
    }
}
