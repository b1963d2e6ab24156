import LaurelClient
import LaurelDomain
import Synchronization

/// A player's progress towards an achievement.
// SAFETY: what changes is in `state`, behind its lock.
open class GKAchievement: NSObject, NSSecureCoding, @unchecked Sendable {
    struct State: Sendable, Codable {
        var identifier: String
        /// 0 to 100.
        var percent = 0.0
        /// Milliseconds since 1970.
        var lastReported: Int64
        var showsBanner = false
        var player: PlayerRecord?
        var guest: String?
        /// Whether another player than this one was signed in when it was made; nil: an older archive's.
        var isForAnother: Bool?
        /// When this progress was made, and under which key the server counts its report once.
        var date: Int64
        var reportID: String
    }

    let state: Mutex<State>
    let center: Laurel

    init(_ state: State, in center: Laurel) {
        self.state = Mutex(state)
        self.center = center
    }

    // MARK: Making one

    /// Progress of the local player: set ``identifier`` before you report it.
    public override convenience init() { self.init(identifier: "") }

    /// Progress of the local player.
    public convenience init(identifier: String) {
        self.init(made: identifier, of: Laurel.current.session?.player, in: .current)
    }

    public convenience init(identifier: String, player: GKPlayer) {
        self.init(made: identifier, of: player.record, guest: player.guestIdentifier, in: .current)
    }

    /// Nil if the achievement or the player is missing.
    @available(iOS, deprecated: 8.0)
    public convenience init?(identifier: String?, forPlayer playerID: String) {
        guard let identifier, let player = Laurel.current.knownPlayer(playerID) else { return nil }
        self.init(made: identifier, of: player, in: .current)
    }

    private convenience init(
        made identifier: String, of player: PlayerRecord?, guest: String? = nil, in center: Laurel
    ) {
        let now = Timestamp(center.world.now()).milliseconds
        self.init(
            State(
                identifier: identifier, lastReported: now, player: player, guest: guest,
                isForAnother: center.isAnother(player), date: now,
                reportID: center.world.makeID()), in: center)
    }

    /// What a challenge is about.
    convenience init(earned identifier: String, by player: PlayerRecord, in center: Laurel) {
        self.init(made: identifier, of: player, in: center)
        state.withLock { $0.percent = 100 }
    }

    /// One that was loaded.
    convenience init(
        _ identifier: String, _ progress: AchievementRecord.Progress, of player: PlayerRecord, in center: Laurel
    ) {
        self.init(
            State(
                identifier: identifier, percent: progress.percent, lastReported: progress.lastReported,
                player: player, date: progress.lastReported, reportID: center.world.makeID()), in: center)
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

    open var identifier: String {
        get { state.withLock(\.identifier) }
        set { change { $0.identifier = newValue } }
    }

    /// 0 to 100; 100 earns the achievement. Progress only rises: reporting less than the server has changes nothing.
    open var percentComplete: Double {
        get { state.withLock(\.percent) }
        set { change { $0.percent = newValue } }
    }

    open var isCompleted: Bool { percentComplete >= 100 }
    /// Before the first report, the creation date.
    open var lastReportedDate: Date { Date(milliseconds: state.withLock(\.lastReported)) }

    /// Whether a banner with title and points is shown when it's earned. False by default, as with Apple.
    open var showsCompletionBanner: Bool {
        get { state.withLock(\.showsBanner) }
        set { state.withLock { $0.showsBanner = newValue } }
    }

    /// The player it belongs to; an unidentified player if nobody was signed in.
    open var player: GKPlayer {
        let (record, guest) = state.withLock { ($0.player, $0.guest) }
        if let guest { return GKPlayer.anonymousGuestPlayer(withIdentifier: guest) }
        return record.map { center.player($0) } ?? GKPlayer()
    }

    @available(iOS, deprecated: 8.0)
    open var playerID: String? { state.withLock { $0.player?.id ?? $0.guest } }

    /// New progress is made now, and is another report.
    private func change(_ body: (inout State) -> Void) {
        let date = Timestamp(center.world.now()).milliseconds
        let id = center.world.makeID()
        state.withLock { state in
            body(&state)
            (state.date, state.reportID) = (date, id)
        }
    }

    open override var description: String {
        "<\(type(of: self)) identifier: \(identifier), percentComplete: \(percentComplete), "
            + "completed: \(isCompleted), lastReportedDate: \(lastReportedDate)>"
    }

    // MARK: Reporting

    /// The local player's reported achievements, in the order of their descriptions.
    @preconcurrency open class func loadAchievements(
        completionHandler: (@Sendable ([GKAchievement]?, (any Error)?) -> Void)? = nil
    ) {
        Laurel.current.answer(completionHandler) { (center) throws(GKError) in try await center.achievements() }
    }

    open class func loadAchievements() async throws -> [GKAchievement] {
        try await Laurel.current.achievements()
    }

    /// Resets the local player's achievements in this game; hidden ones become hidden again.
    @preconcurrency open class func resetAchievements(completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
        Laurel.current.answer(completionHandler) { (center) throws(GKError) in
            try await center.resetAchievements()
        }
    }

    open class func resetAchievements() async throws { try await Laurel.current.resetAchievements() }

    /// Reports up to a hundred achievements, all or none. Reports that can't be sent are kept on the device and sent
    /// later; the handler gets the reason.
    @preconcurrency open class func report(
        _ achievements: [GKAchievement],
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        Laurel.current.report(achievements, completing: nil, completionHandler)
    }

    open class func report(_ achievements: [GKAchievement]) async throws {
        try await Laurel.current.submit(achievements.map { ($0, $0.outgoing()) }, completing: nil)
    }

    /// - Parameter challenges: the only challenges these reports may complete.
    @available(iOS, deprecated: 26.0)
    @preconcurrency open class func report(
        _ achievements: [GKAchievement], withEligibleChallenges challenges: [GKChallenge],
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        Laurel.current.report(achievements, completing: challenges, completionHandler)
    }

    @available(iOS, deprecated: 26.0)
    open class func report(
        _ achievements: [GKAchievement], withEligibleChallenges challenges: [GKChallenge]
    ) async throws {
        try await Laurel.current.submit(achievements.map { ($0, $0.outgoing()) }, completing: challenges)
    }

    /// As in iOS 4 and 5.
    @available(iOS, deprecated: 7.0)
    @preconcurrency open func report(completionHandler: (@Sendable ((any Error)?) -> Void)?) {
        center.report([self], completing: nil, completionHandler)
    }

    // MARK: Challenges

    /// The players among these whom the local player may challenge: friends who haven't earned the achievement, or may
    /// earn it again. The local player must have earned it, and it must not be hidden.
    @available(iOS, deprecated: 26.0)
    @preconcurrency open func selectChallengeablePlayers(
        _ players: [GKPlayer],
        withCompletionHandler completionHandler: (@Sendable ([GKPlayer]?, (any Error)?) -> Void)? = nil
    ) {
        center.answer(completionHandler) { (center) throws(GKError) in
            try await center.challengeablePlayers(players, self)
        }
    }

    @available(iOS, deprecated: 26.0)
    open func selectChallengeablePlayers(_ players: [GKPlayer]) async throws -> [GKPlayer] {
        try await center.challengeablePlayers(players, self)
    }

    /// - Parameter playerIDs: nil for nobody.
    @available(iOS, deprecated: 8.0)
    @preconcurrency open func selectChallengeablePlayerIDs(
        _ playerIDs: [String]?,
        withCompletionHandler completionHandler: (@Sendable ([String]?, (any Error)?) -> Void)? = nil
    ) {
        center.answer(completionHandler) { (center) throws(GKError) in
            try await center.challengeableIDs(playerIDs ?? [], self)
        }
    }

    /// Challenges these players to earn this achievement, which the local player has earned. As in iOS 6.
    @available(iOS, deprecated: 7.0)
    open func issueChallenge(toPlayers playerIDs: [String]?, message: String?) {
        center.issue(challenge(to: playerIDs ?? [], message))
    }

    // The game presents these; see ``GameCenterChallengeDraft``.

    open func challengeComposeController(
        withMessage message: String?, players: [GKPlayer],
        completionHandler: GKChallengeComposeCompletionBlock? = nil
    ) -> UIViewController {
        center.composeController(challenge(to: players.map(\.gamePlayerID), message), about: identifier) {
            completionHandler?($0, $1, $2)
        }
    }

    /// - Parameter playerIDs: nil lets the player choose.
    @available(iOS, deprecated: 8.0)
    open func challengeComposeController(
        withPlayers playerIDs: [String]?, message: String?,
        completionHandler: GKChallengeComposeCompletionBlock? = nil
    ) -> UIViewController? {
        center.composeController(challenge(to: playerIDs ?? [], message), about: identifier) {
            completionHandler?($0, $1, $2)
        }
    }

    @available(iOS, deprecated: 26.0)
    @_disfavoredOverload
    open func challengeComposeController(
        withMessage message: String?, players: [GKPlayer], completion completionHandler: GKChallengeComposeHandler?
    ) -> UIViewController {
        center.composeController(
            challenge(to: players.map(\.gamePlayerID), message), about: identifier, players: players,
            completionHandler)
    }
}

extension GKAchievement {
    func outgoing() -> OutgoingReport {
        state.withLock { state in
            OutgoingReport(
                achievement: state.identifier, percent: state.percent, date: state.date, id: state.reportID,
                player: state.player, isOfGuest: state.guest != nil, isForAnother: state.isForAnother == true,
                showsBanner: state.showsBanner)
        }
    }

    /// The server has it: what comes next is another report, of one that can be earned again too.
    func acknowledge(_ report: OutgoingReport, _ progress: AchievementRecord.Progress?) {
        let id = center.world.makeID()
        state.withLock { state in
            guard state.reportID == report.id, let progress else { return }
            state.percent = max(state.percent, progress.percent)
            state.lastReported = progress.lastReported
            state.reportID = id
        }
    }
}
