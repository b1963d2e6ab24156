import LaurelClient
import LaurelDomain
import LaurelWire
import Synchronization

/// A match that is played by turns: its data, which the game alone understands, and whose turn it is.
///
/// The object is as the match was when it was loaded or last written with it. A write that was made of an older match
/// fails with `turnBasedInvalidTurn`, and brings the object up to date (rule 12.22).
// SAFETY: what changes is in `state`, behind its lock.
open class GKTurnBasedMatch: NSObject, @unchecked Sendable {
    // SAFETY: an enumeration of integers; Apple's has the same mark.
    public enum Status: Int, @unchecked Sendable {
        case unknown = 0
        case open = 1
        case ended = 2
        /// A seat is free, and strangers may take it.
        case matching = 3
    }

    /// How a match went for a participant.
    // SAFETY: an enumeration of integers; Apple's has the same mark.
    public enum Outcome: Int, @unchecked Sendable {
        case none = 0
        case quit = 1
        case won = 2
        case lost = 3
        case tied = 4
        case timeExpired = 5
        case first = 6
        case second = 7
        case third = 8
        case fourth = 9
        /// The bits that a game's own outcomes have: ``GKTurnBasedParticipant/outcomeValue``.
        case customRange = 0x00FF_0000
    }

    private struct State: Sendable {
        var answer: MatchAnswer
        var lostTurnData: Data?
        /// Set by the game, and not sent yet.
        var chosenMessage: ChosenMessage?
        /// From the version that this object's writes began with to the one that the last of them made. Nobody else
        /// changed turn or data in between: the server would have refused them.
        var ownVersions: ClosedRange<Int64>?
    }

    private enum ChosenMessage: Sendable {
        case text(String)
        case key(String, [String])
    }

    private let state: Mutex<State>
    private let seats: [GKTurnBasedParticipant]
    let center: Laurel

    init(_ answer: MatchAnswer, in center: Laurel, lostTurnData: Data? = nil) {
        self.center = center
        state = Mutex(State(answer: answer, lostTurnData: lostTurnData))
        seats = answer.participants.enumerated().map { seat, participant in
            GKTurnBasedParticipant(participant, seat: seat, of: answer, in: center)
        }
    }

    var answer: MatchAnswer { state.withLock(\.answer) }

    /// As the match is now. What the object knows of a later write stays.
    ///
    /// - Parameter keepsOutcomes: those that the game has set stay, and its message.
    func learn(_ answer: MatchAnswer, keepsOutcomes: Bool = false) {
        let isNewer = state.withLock { state in
            guard answer.version >= state.answer.version else { return false }
            let data = answer.data ?? (answer.version == state.answer.version ? state.answer.data : nil)
            state.answer = answer
            state.answer.data = data
            if !keepsOutcomes { state.chosenMessage = nil }
            return true
        }
        guard isNewer else { return }
        for (participant, seat) in zip(answer.participants, seats) {
            let due = answer.turn?.seat == seat.seat ? answer.turn?.due : nil
            seat.learn(participant, due: due, keepsOutcome: keepsOutcomes)
        }
    }

    /// What a write names that was made when the object had `base`: the version that this object's last write made,
    /// where its writes alone have changed turn or data since.
    func version(after base: Int64) -> Int64 {
        state.withLock { state in
            guard let own = state.ownVersions, own.contains(base) else { return base }
            return own.upperBound
        }
    }

    /// The server has taken a write of this object's, which named `version`.
    func noteWrite(of version: Int64, made new: Int64) {
        guard version <= new else { return }
        state.withLock { state in
            guard let own = state.ownVersions, own.contains(version) else {
                state.ownVersions = version...new
                return
            }
            state.ownVersions = own.lowerBound...max(own.upperBound, new)
        }
    }

    // MARK: What it is

    open var matchID: String { answer.id }
    open var creationDate: Date { Date(milliseconds: answer.created.milliseconds) }
    /// In the order of seats: as many as the match has, from the beginning.
    open var participants: [GKTurnBasedParticipant] { seats }

    open var status: GKTurnBasedMatch.Status {
        switch answer.status {
        case .open: .open
        case .ended: .ended
        case .matching: .matching
        }
    }

    /// Who has the turn; nil once the match is over.
    open var currentParticipant: GKTurnBasedParticipant? {
        guard let turn = answer.turn, seats.indices.contains(turn.seat) else { return nil }
        return seats[turn.seat]
    }

    /// Nil in a match of ``loadMatches()`` until ``loadMatchData()``.
    open var matchData: Data? { answer.data.map { Data($0) } }
    /// In bytes.
    open var matchDataMaximumSize: Int { matchDataBytesLimit }

    // MARK: Words

    /// What goes with the local player's next turn, in words of the game's localisation: `%@` in it are filled with
    /// the arguments. Other players read it in their own language.
    open func setLocalizableMessageWithKey(_ key: String, arguments: [String]?) {
        state.withLock { $0.chosenMessage = .key(key, arguments ?? []) }
    }

    /// What was said with the turn. Set, it goes with the local player's next turn, to all in the same words.
    open var message: String? {
        get {
            let state = state.withLock { ($0.chosenMessage, $0.answer.message) }
            switch state.0 {
            case .text(let text): return text
            case .key(let key, let arguments):
                return MatchText.filled(Bundle.main.localizedString(forKey: key, value: key, table: nil), arguments)
            case nil: return state.1?.localized
            }
        }
        set { state.withLock { $0.chosenMessage = .text(newValue ?? "") } }
    }

    /// It was sent.
    func forgetMessage() { state.withLock { $0.chosenMessage = nil } }

    /// Nil: what was said before stays.
    func outgoingMessage() throws(GKError) -> MatchMessageBody? {
        switch state.withLock(\.chosenMessage) {
        case .text(let text): try MatchMessageBody(text: text)
        case .key(let key, let arguments): try MatchMessageBody(key: key, arguments: arguments)
        case nil: nil
        }
    }

    // MARK: Exchanges

    /// Those that the local player has a part in, or has to resolve. Nil: there are none.
    open var exchanges: [GKTurnBasedExchange]? { found { _ in true } }
    open var activeExchanges: [GKTurnBasedExchange]? { found { $0.status == .active } }

    /// Those that the local player, who has the turn, has to resolve. Nil: there are none, or somebody else has the
    /// turn.
    open var completedExchanges: [GKTurnBasedExchange]? {
        answer.turn?.seat == answer.seat ? found { $0.status == .complete } : nil
    }

    /// In bytes, of an exchange and of a reply.
    open var exchangeDataMaximumSize: Int { exchangeDataBytesLimit }
    /// Of those that aren't resolved yet.
    open var exchangeMaxInitiatedExchangesPerPlayer: Int { 10 }

    private func found(_ condition: (GKTurnBasedExchange) -> Bool) -> [GKTurnBasedExchange]? {
        let all = answer.exchanges.map { GKTurnBasedExchange($0, of: self) }.filter(condition)
        return all.isEmpty ? nil : all
    }

    func participant(_ seat: Int) -> GKTurnBasedParticipant {
        if seats.indices.contains(seat) { return seats[seat] }
        let nobody = MatchParticipantAnswer(status: .done, player: nil, outcome: 0, lastTurn: nil, askedToQuit: nil)
        return GKTurnBasedParticipant(nobody, seat: seat, of: answer, in: center)
    }

    /// What the local player's turn had saved that was ended offline, when somebody else had the turn by the time it
    /// could be sent. The game is told once, by a turn event, and decides what becomes of it. Laurel's, not Apple's.
    open var lostTurnData: Data? { state.withLock(\.lostTurnData) }

    /// Objects for the same match are equal.
    open override func isEqual(_ object: Any?) -> Bool { (object as? GKTurnBasedMatch)?.matchID == matchID }
    open override var hash: Int { matchID.hashValue }

    open override var description: String {
        "<\(type(of: self)) matchID: \(matchID), status: \(status), participants: \(seats.count), "
            + "creationDate: \(creationDate)>"
    }

    // MARK: Finding and loading

    /// Takes the free seat that has waited longest, or makes a match, in which the local player has the first turn.
    @preconcurrency open class func find(
        for request: GKMatchRequest,
        withCompletionHandler completionHandler: @escaping @Sendable (GKTurnBasedMatch?, (any Error)?) -> Void
    ) {
        let wanted = request.wanted
        Laurel.current.answer(completionHandler) { (center) throws(GKError) in try await center.findMatch(wanted) }
    }

    open class func find(for request: GKMatchRequest) async throws -> GKTurnBasedMatch {
        try await Laurel.current.findMatch(request.wanted)
    }

    /// All that the local player is or was in and did not remove, newest first, without their data.
    @preconcurrency open class func loadMatches(
        completionHandler: (@Sendable ([GKTurnBasedMatch]?, (any Error)?) -> Void)? = nil
    ) {
        Laurel.current.answer(completionHandler) { (center) throws(GKError) in try await center.loadMatches() }
    }

    open class func loadMatches() async throws -> [GKTurnBasedMatch] { try await Laurel.current.loadMatches() }

    /// One of the local player's, with its data.
    @preconcurrency open class func load(
        withID matchID: String,
        withCompletionHandler completionHandler: (@Sendable (GKTurnBasedMatch?, (any Error)?) -> Void)? = nil
    ) {
        Laurel.current.answer(completionHandler) { (center) throws(GKError) in try await center.loadMatch(matchID) }
    }

    open class func load(withID matchID: String) async throws -> GKTurnBasedMatch {
        try await Laurel.current.loadMatch(matchID)
    }

    /// The data as they are now; the object is brought up to date, too.
    @preconcurrency open func loadMatchData(
        completionHandler: (@Sendable (Data?, (any Error)?) -> Void)? = nil
    ) {
        let handler = MainThreadOnly(completionHandler)
        center.answer({ (data: Data??, error: (any Error)?) in handler.value?(data ?? nil, error) }) {
            (center) throws(GKError) in try await center.loadData(of: self)
        }
    }

    open func loadMatchData() async throws -> Data? { try await center.loadData(of: self) }

    // MARK: Invitations, rematches, the list

    /// Accepts the invitation to this match.
    @preconcurrency open func acceptInvite(
        completionHandler: (@Sendable (GKTurnBasedMatch?, (any Error)?) -> Void)? = nil
    ) {
        let body = MatchKeyBody(center)
        center.answer(completionHandler) { (center) throws(GKError) in try await center.accept(self, body) }
    }

    open func acceptInvite() async throws -> GKTurnBasedMatch {
        try await center.accept(self, MatchKeyBody(center))
    }

    /// Declines it: a turn passes on.
    @preconcurrency open func declineInvite(completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
        let body = MatchKeyBody(center)
        center.answer(completionHandler) { (center) throws(GKError) in try await center.decline(self, body) }
    }

    open func declineInvite() async throws { try await center.decline(self, MatchKeyBody(center)) }

    /// A match of the same players, once this one has ended. The player who asks
    /// second within 7 days gets the first one's.
    @preconcurrency open func rematch(
        completionHandler: (@Sendable (GKTurnBasedMatch?, (any Error)?) -> Void)? = nil
    ) {
        let body = MatchKeyBody(center)
        center.answer(completionHandler) { (center) throws(GKError) in try await center.rematch(of: self, body) }
    }

    open func rematch() async throws -> GKTurnBasedMatch {
        try await center.rematch(of: self, MatchKeyBody(center))
    }

    /// Takes it out of the local player's list: once it has ended, or they have declined or left it.
    @preconcurrency open func remove(completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
        center.answer(completionHandler) { (center) throws(GKError) in try await center.remove(self) }
    }

    open func remove() async throws { try await center.remove(self) }

    // MARK: The local player's turn

    /// Saves the data and passes the turn on.
    ///
    /// Offline, it is kept on this device and sent once (rule 12.23): the error has ``GKError/keptKey``.
    ///
    /// - Parameters:
    ///   - nextParticipants: in order of fallback: the first who can play gets the turn.
    ///   - timeout: in seconds, from 60 to 90 days, or ``GKTurnTimeoutNone``.
    ///   - matchData: at most ``matchDataMaximumSize`` bytes.
    @preconcurrency open func endTurn(
        withNextParticipants nextParticipants: [GKTurnBasedParticipant], turnTimeout timeout: TimeInterval,
        match matchData: Data, completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let begun = center.begin(.turn(nextParticipants, timeout), matchData, in: self)
        center.answer(completionHandler) { (center) throws(GKError) in try await center.finish(begun, in: self) }
    }

    open func endTurn(
        withNextParticipants nextParticipants: [GKTurnBasedParticipant], turnTimeout timeout: TimeInterval,
        match matchData: Data
    ) async throws {
        try await center.finish(center.begin(.turn(nextParticipants, timeout), matchData, in: self), in: self)
    }

    /// Leaves the match in the local player's turn, and passes the turn on.
    @preconcurrency open func participantQuitInTurn(
        with matchOutcome: GKTurnBasedMatch.Outcome, nextParticipants: [GKTurnBasedParticipant],
        turnTimeout timeout: TimeInterval, match matchData: Data,
        completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let begun = center.begin(.quit(matchOutcome.rawValue, nextParticipants, timeout), matchData, in: self)
        center.answer(completionHandler) { (center) throws(GKError) in try await center.finish(begun, in: self) }
    }

    open func participantQuitInTurn(
        with matchOutcome: GKTurnBasedMatch.Outcome, nextParticipants: [GKTurnBasedParticipant],
        turnTimeout timeout: TimeInterval, match matchData: Data
    ) async throws {
        let begun = center.begin(.quit(matchOutcome.rawValue, nextParticipants, timeout), matchData, in: self)
        try await center.finish(begun, in: self)
    }

    /// Leaves the match while somebody else has the turn.
    @preconcurrency open func participantQuitOutOfTurn(
        with matchOutcome: GKTurnBasedMatch.Outcome,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let body = QuitMatchBody(center, outcome: matchOutcome)
        center.answer(completionHandler) { (center) throws(GKError) in try await center.quit(self, body) }
    }

    open func participantQuitOutOfTurn(with matchOutcome: GKTurnBasedMatch.Outcome) async throws {
        try await center.quit(self, QuitMatchBody(center, outcome: matchOutcome))
    }

    /// Saves the data and keeps the turn.
    @preconcurrency open func saveCurrentTurn(
        withMatch matchData: Data, completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let planned = Result { () throws(GKError) in
            PlannedWrite(try MatchDataBody(center, matchData, of: self), to: self)
        }
        center.answer(completionHandler) { (center) throws(GKError) in try await center.save(planned.get()) }
    }

    open func saveCurrentTurn(withMatch matchData: Data) async throws {
        try await center.save(PlannedWrite(MatchDataBody(center, matchData, of: self), to: self))
    }

    /// Saves the data with what came of these exchanges, and keeps the turn.
    @preconcurrency open func saveMergedMatch(
        _ matchData: Data, withResolvedExchanges exchanges: [GKTurnBasedExchange],
        completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let planned = Result { () throws(GKError) in
            PlannedWrite(try MatchDataBody(center, matchData, of: self, resolved: exchanges), to: self)
        }
        center.answer(completionHandler) { (center) throws(GKError) in
            try await center.save(planned.get(), resolving: exchanges)
        }
    }

    open func saveMergedMatch(_ matchData: Data, withResolvedExchanges exchanges: [GKTurnBasedExchange]) async throws {
        let body = try MatchDataBody(center, matchData, of: self, resolved: exchanges)
        try await center.save(PlannedWrite(body, to: self), resolving: exchanges)
    }

    // MARK: Exchanges and reminders

    /// Sends participants something that needs no turn.
    ///
    /// - Parameters:
    ///   - data: at most ``exchangeDataMaximumSize`` bytes.
    ///   - timeout: in seconds, from 60 to 90 days, or ``GKExchangeTimeoutNone``.
    @preconcurrency open func sendExchange(
        to participants: [GKTurnBasedParticipant], data: Data, localizableMessageKey key: String,
        arguments: [String], timeout: TimeInterval,
        completionHandler: (@Sendable (GKTurnBasedExchange?, (any Error)?) -> Void)? = nil
    ) {
        let body = Result { () throws(GKError) in
            try newExchange(to: participants, data: data, key, arguments, timeout)
        }
        center.answer(completionHandler) { (center) throws(GKError) in try await center.send(body.get(), in: self) }
    }

    open func sendExchange(
        to participants: [GKTurnBasedParticipant], data: Data, localizableMessageKey key: String,
        arguments: [String], timeout: TimeInterval
    ) async throws -> GKTurnBasedExchange {
        try await center.send(newExchange(to: participants, data: data, key, arguments, timeout), in: self)
    }

    /// Reminds participants of the match, each at most once in 10 minutes. It is a turn event to them.
    ///
    /// - Parameters:
    ///   - key, arguments: shown below the banner, in their language if their game has words for the key; at most 255
    ///     characters each.
    @preconcurrency open func sendReminder(
        to participants: [GKTurnBasedParticipant], localizableMessageKey key: String, arguments: [String],
        completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let body = Result { () throws(GKError) in try MatchReminderBody(center, participants, key, arguments) }
        center.answer(completionHandler) { (center) throws(GKError) in
            try await center.remind(participants, self, body)
        }
    }

    open func sendReminder(
        to participants: [GKTurnBasedParticipant], localizableMessageKey key: String, arguments: [String]
    ) async throws {
        let body = Result { () throws(GKError) in try MatchReminderBody(center, participants, key, arguments) }
        try await center.remind(participants, self, body)
    }

    // MARK: The end

    /// Ends the match. Each participant has an outcome by then: ``GKTurnBasedParticipant/matchOutcome``.
    @preconcurrency open func endMatchInTurn(
        withMatch matchData: Data, completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let begun = center.begin(.end(.none), matchData, in: self)
        center.answer(completionHandler) { (center) throws(GKError) in try await center.finish(begun, in: self) }
    }

    open func endMatchInTurn(withMatch matchData: Data) async throws {
        try await center.finish(center.begin(.end(.none), matchData, in: self), in: self)
    }

    /// The same with scores and achievements of any participants: they count with the end of the match, or the match
    /// goes on.
    @available(iOS, deprecated: 14.0)
    @preconcurrency open func endMatchInTurn(
        withMatch matchData: Data, scores: [GKScore]?, achievements: [GKAchievement]?,
        completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let results = MatchResults(scores?.map { $0.outgoing() } ?? [], achievements ?? [])
        let begun = center.begin(.end(results), matchData, in: self)
        center.answer(completionHandler) { (center) throws(GKError) in try await center.finish(begun, in: self) }
    }

    @available(iOS, deprecated: 14.0)
    open func endMatchInTurn(
        withMatch matchData: Data, scores: [GKScore]?, achievements: [GKAchievement]?
    ) async throws {
        let results = MatchResults(scores?.map { $0.outgoing() } ?? [], achievements ?? [])
        try await center.finish(center.begin(.end(results), matchData, in: self), in: self)
    }

    /// Ends the match with scores and achievements of any participants: they count with it, or the match goes on.
    ///
    /// - Parameter achievements: `GKAchievement`s.
    @preconcurrency open func endMatchInTurn(
        withMatch matchData: Data, leaderboardScores scores: [GKLeaderboardScore], achievements: [Any],
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        let results = MatchResults(scores.map { $0.outgoing() }, achievements)
        let begun = center.begin(.end(results), matchData, in: self)
        center.answer(completionHandler) { (center) throws(GKError) in try await center.finish(begun, in: self) }
    }

    open func endMatchInTurn(
        withMatch matchData: Data, leaderboardScores scores: [GKLeaderboardScore], achievements: [Any]
    ) async throws {
        let results = MatchResults(scores.map { $0.outgoing() }, achievements)
        try await center.finish(center.begin(.end(results), matchData, in: self), in: self)
    }
}

/// The name before Swift 4.2.
@available(iOS, deprecated: 11.0, renamed: "GKTurnBasedMatch.Status")
public typealias GKTurnBasedMatchStatus = GKTurnBasedMatch.Status
/// The name before Swift 4.2.
@available(iOS, deprecated: 11.0, renamed: "GKTurnBasedMatch.Outcome")
public typealias GKTurnBasedMatchOutcome = GKTurnBasedMatch.Outcome
