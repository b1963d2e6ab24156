import LaurelClient
import LaurelDomain
import LaurelWire
import Synchronization

/// A round of an activity. Its scores and achievements are submitted at once when it ends.
// SAFETY: what changes is in `state`, behind its lock.
open class GKGameActivity: NSObject, @unchecked Sendable {
    private struct Inner: Sendable {
        var progress: ActivityProgress
        var properties: [String: String]
        var code: PartyCode?
        /// By leaderboard; the latest counts.
        var scores: [String: GKLeaderboardScore] = [:]
        /// By achievement.
        var achievements: [String: GKAchievement] = [:]
    }

    private let inner: Mutex<Inner>
    private let center: Laurel
    private let id: String
    private let definition: GKGameActivityDefinition

    /// Not started yet.
    public init(definition activityDefinition: GKGameActivityDefinition) {
        definition = activityDefinition
        center = activityDefinition.center
        id = center.world.makeID()
        inner = Mutex(
            Inner(
                progress: ActivityProgress(created: center.world.now()),
                properties: activityDefinition.defaultProperties))
    }

    /// - Parameters:
    ///   - link: what a link says beside the definition's defaults (rule 14.3).
    ///   - code: of the party that it is for.
    convenience init(_ definition: GKGameActivityDefinition, link: [String: String], code: PartyCode?) {
        self.init(definition: definition)
        inner.withLock { inner in
            inner.properties.merge(link) { _, new in new }
            inner.code = code
        }
    }

    // MARK: What it is

    /// Of this round alone.
    open var identifier: String { id }
    open var activityDefinition: GKGameActivityDefinition { definition }

    /// The definition's defaults, over them those of the link, over them the game's own.
    open var properties: [String: String] {
        get { inner.withLock(\.properties) }
        set { inner.withLock { $0.properties = newValue } }
    }

    open var state: GKGameActivity.State { inner.withLock(\.progress.state) }
    /// Nil where the activity has no codes; drawn when it starts, unless the game has given one.
    open var partyCode: String? { inner.withLock(\.code?.text) }

    /// The page of the code: who opens it gets into the game.
    open var partyURL: URL? { partyCode.flatMap { center.url(ofLink: "/join/" + $0) } }
    open var creationDate: Date { inner.withLock(\.progress.created) }
    open var startDate: Date? { inner.withLock(\.progress.started) }
    open var lastResumeDate: Date? { inner.withLock(\.progress.resumed) }
    open var endDate: Date? { inner.withLock(\.progress.ended) }

    /// Seconds in which it was active.
    open var duration: TimeInterval {
        let now = center.world.now()
        return inner.withLock { $0.progress.duration(at: now) }
    }

    open var achievements: Set<GKAchievement> { Set(inner.withLock { Array($0.achievements.values) }) }
    open var leaderboardScores: Set<GKLeaderboardScore> { Set(inner.withLock { Array($0.scores.values) }) }

    open override var description: String {
        "<\(type(of: self)) definition: \(activityDefinition.identifier), state: \(state), "
            + "partyCode: \(partyCode ?? "nil")>"
    }

    // MARK: Codes

    /// The characters of codes that aren't digits alone.
    open class var validPartyCodeAlphabet: [String] { PartyCode.alphabet.map { String($0) } }

    /// Whether it is two parts of the same length, 2 to 6, with a dash between them: digits alone, or of
    /// ``validPartyCodeAlphabet``. In lower case, too.
    open class func isValidPartyCode(_ partyCode: String) -> Bool { PartyCode(partyCode.uppercased()) != nil }

    // MARK: States

    /// - Throws: `invalidParameter` for a code that isn't valid, or where the activity has no codes.
    open class func start(
        definition activityDefinition: GKGameActivityDefinition, partyCode: String
    ) throws -> GKGameActivity {
        guard activityDefinition.supportsPartyCode else {
            throw GKError(
                .invalidParameter, detail: "Activity \(activityDefinition.identifier) doesn't support party codes.")
        }
        guard let code = PartyCode(partyCode.uppercased()) else {
            throw GKError(.invalidParameter, detail: "“\(partyCode)” isn't a party code.")
        }
        let activity = GKGameActivity(activityDefinition, link: [:], code: code)
        activity.start()
        return activity
    }

    open class func start(definition activityDefinition: GKGameActivityDefinition) throws -> GKGameActivity {
        let activity = GKGameActivity(definition: activityDefinition)
        activity.start()
        return activity
    }

    /// Begins it, once. With party codes, the player is in the party from now on.
    open func start() {
        var generator = SystemRandomNumberGenerator()
        let drawn = activityDefinition.supportsPartyCode ? PartyCode.drawn(using: &generator) : nil
        let now = center.world.now()
        let code = change("start") { inner in
            guard inner.progress.start(at: now) else { return false }
            if inner.code == nil { inner.code = drawn }
            return true
        }
        if let code { center.enterParty(code, of: activityDefinition.record.id) }
    }

    open func pause() {
        let now = center.world.now()
        change("pause") { $0.progress.pause(at: now) }
    }

    open func resume() {
        let now = center.world.now()
        let code = change("resume") { $0.progress.resume(at: now) }
        if let code { center.enterParty(code, of: activityDefinition.record.id) }
    }

    /// Ends it, and submits what it has: all of it counts, or none (rule 14.4). A second end submits nothing.
    open func end() {
        let now = center.world.now()
        var ended: Inner?
        let code = change("end") { inner in
            guard inner.progress.end(at: now) else { return false }
            ended = inner
            return true
        }
        guard let ended else { return }
        let scores = ended.scores.sorted { $0.key < $1.key }.map { $0.value.outgoing() }
        let reports = ended.achievements.sorted { $0.key < $1.key }.map { ($0.value, $0.value.outgoing()) }
        center.submit(scores, with: reports, telling: logged())
        if let code { center.leaveParty(code) }
    }

    private func logged() -> ((any Error)?) -> Void {
        { [center, identifier = activityDefinition.identifier] error in
            guard let error else { return }
            center.world.log("The results of activity \(identifier) weren't sent: \(error.localizedDescription)")
        }
    }

    /// - Parameter body: false: it was not its turn, which is logged.
    /// - Returns: its code, where there was a change.
    @discardableResult
    private func change(_ name: String, _ body: (inout Inner) -> Bool) -> PartyCode? {
        let (isDone, state, code) = inner.withLock { inner in
            (body(&inner), inner.progress.state, inner.code)
        }
        if !isDone {
            center.world.log("\(name)() of activity \(activityDefinition.identifier) changed nothing: it is \(state).")
        }
        return isDone ? code : nil
    }

    // MARK: Scores

    /// The latest score on a leaderboard counts. Nothing is sent before ``end()``.
    open func setScore(on leaderboard: GKLeaderboard, to score: Int, context: Int) {
        let made = GKLeaderboardScore()
        made.leaderboardID = leaderboard.baseLeaderboardID
        made.value = score
        made.context = context
        let former = inner.withLock { inner -> GKLeaderboardScore? in
            guard inner.progress.state != .ended else { return nil }
            return inner.scores.updateValue(made, forKey: made.leaderboardID)
        }
        // Released once the lock is free.
        withExtendedLifetime(former) {}
    }

    open func setScore(on leaderboard: GKLeaderboard, to score: Int) {
        setScore(on: leaderboard, to: score, context: 0)
    }

    open func score(on leaderboard: GKLeaderboard) -> GKLeaderboardScore? {
        let id = leaderboard.baseLeaderboardID
        return inner.withLock { $0.scores[id] }
    }

    open func removeScores(from leaderboards: [GKLeaderboard]) {
        let ids = leaderboards.map(\.baseLeaderboardID)
        let former = inner.withLock { inner -> [GKLeaderboardScore] in
            guard inner.progress.state != .ended else { return [] }
            return ids.compactMap { inner.scores.removeValue(forKey: $0) }
        }
        withExtendedLifetime(former) {}
    }

    // MARK: Achievements

    /// The latest progress counts. Nothing is sent before ``end()``.
    open func setProgress(on achievement: GKAchievement, to percentComplete: Double) {
        let id = achievement.identifier
        let former = inner.withLock { inner -> GKAchievement? in
            guard inner.progress.state != .ended else { return nil }
            return inner.achievements.updateValue(achievement, forKey: id)
        }
        if state != .ended { achievement.percentComplete = percentComplete }
        withExtendedLifetime(former) {}
    }

    open func setAchievementCompleted(_ achievement: GKAchievement) { setProgress(on: achievement, to: 100) }

    /// 0 where the activity has none.
    open func progress(on achievement: GKAchievement) -> Double {
        let id = achievement.identifier
        return inner.withLock { $0.achievements[id] }?.percentComplete ?? 0
    }

    open func removeAchievements(_ achievements: [GKAchievement]) {
        let ids = achievements.map(\.identifier)
        let former = inner.withLock { inner -> [GKAchievement] in
            guard inner.progress.state != .ended else { return [] }
            return ids.compactMap { inner.achievements.removeValue(forKey: $0) }
        }
        withExtendedLifetime(former) {}
    }

    // MARK: Matches

    /// A request for those who have the same code. Nil where there is nothing to match: without codes, or for a number
    /// of players that no match has.
    open func makeMatchRequest() -> GKMatchRequest? {
        let record = activityDefinition.record
        let most = min(record.maxPlayers ?? matchSeatsLimit, matchSeatsLimit)
        guard let code = inner.withLock(\.code), most >= 2, record.minPlayers <= most else { return nil }
        let request = GKMatchRequest()
        request.minPlayers = max(2, record.minPlayers)
        request.maxPlayers = most
        request.playerGroup = Int(truncatingIfNeeded: code.matchGroup)
        return request
    }

    // MARK: Activities that wait

    /// Whether the player chose an activity that the game has not been told of yet. Answered before sign-in, too.
    @preconcurrency open class func checkPendingGameActivityExistence(
        completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
        let center = Laurel.current
        let isPending = center.hasPendingActivity
        center.tell { completionHandler(isPending) }
    }

    open class var hasPendingGameActivities: Bool { get async { Laurel.current.hasPendingActivity } }

    /// Where a round stands.
    public enum State: UInt, Sendable {
        case initialized = 0
        case active = 1
        case paused = 2
        case ended = 4
    }
}
