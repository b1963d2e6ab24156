import LaurelClient
import LaurelDomain
import LaurelWire
import Synchronization

// What the event stream tells of turn-based matches.
extension Laurel {
    /// The match is loaded after the event, so it is never older than it (rule 12.18).
    func matchChanged(_ notice: NoticeRecord) async throws(GKError) -> NoticeNews {
        let match = try await loadMatch(notice.subject)
        return NoticeNews(banner: GameCenterBanner(notice, world.languages)) { [self] in tellUnlessWriting(match) }
    }

    /// A notice may come late, and the match be loaded as the game's own write has just made it.
    private func tellUnlessWriting(_ match: GKTurnBasedMatch) {
        if !matchEvents.postpones(match.matchID) { tellNews(of: match) }
    }

    /// A write to the match has been answered, or has failed: what came meanwhile is told of the match as it is now.
    func endWriting(to match: String) {
        guard matchEvents.endWriting(match) else { return }
        perform { [self] in
            let current = await loaded("match " + match) { () throws(GKError) in try await loadMatch(match) }
            if let current { tellUnlessWriting(current) }
        }
    }

    /// The exchange is told as its match is loaded.
    func exchangeChanged(_ notice: NoticeRecord) async throws(GKError) -> NoticeNews {
        _ = try await loadMatch(notice.subject)
        return NoticeNews(banner: GameCenterBanner(notice, world.languages))
    }

    /// The exchange is gone from the match: the notice has what is left of it.
    func exchangeCanceled(_ notice: NoticeRecord) async throws(GKError) -> NoticeNews {
        let match = try await loadMatch(notice.subject)
        let banner = GameCenterBanner(notice, world.languages)
        guard let answer = ExchangeAnswer(canceledIn: notice) else { return NoticeNews(banner: banner) }
        let exchange = GKTurnBasedExchange(answer, of: match)
        exchange.end(.canceled)
        let player = localPlayer
        return NoticeNews(banner: banner) { [self] in
            tellListeners { $0.player(player, receivedExchangeCancellation: exchange, for: match) }
        }
    }

    /// Whether somebody in the game hears of turns and ends.
    var hearsOfTurns: Bool { !listeners.isEmpty || matchEvents.handler.withLock(\.self)?.isInUse == true }

    /// Somebody has written to a match: another player, another device of this one, or time.
    func matchWritten(_ event: MatchEvent) async {
        if let key = event.key, matchEvents.isOwn(key) { return }
        // Nobody listens yet: as soon as somebody does, the notice tells whose turn it is.
        guard hearsOfTurns, !matchEvents.hasTold(event.match.text, event.version) else { return }
        let id = event.match.text
        guard let match = await loaded(id, { () throws(GKError) in try await loadMatch(id) }) else { return }
        // An end is told by its own event, or by its notice: once a participant, whatever is changed of the match
        // later, as by a moderator, and whenever this game was started.
        guard match.status != .ended || event.changes.contains(.end) else { return }
        // Exchanges were told as the match was loaded: to those who have a part in them.
        if event.changes != [.exchanges] { tellNews(of: match) }
    }

    /// Each version once, whichever event came first. The end is told once, and nothing after it.
    private func tellNews(of match: GKTurnBasedMatch) {
        guard matchEvents.isNews(match.answer) else { return }
        if match.status != .ended {
            tellTurn(match)
        } else if matchEvents.isFirstEnd(of: match.matchID) {
            tellEnded(match)
        }
    }

    /// - Parameter didBecomeActive: the player has just chosen it.
    func tellTurn(_ match: GKTurnBasedMatch, didBecomeActive: Bool = false) {
        let player = localPlayer
        tellListeners { $0.player(player, receivedTurnEventFor: match, didBecomeActive: didBecomeActive) }
        tellHandler { $0.handleTurnEvent(for: match, didBecomeActive: didBecomeActive) }
    }

    private func tellEnded(_ match: GKTurnBasedMatch) {
        let player = localPlayer
        tellListeners { $0.player(player, matchEnded: match) }
        tellHandler { $0.handleMatchEnded(match) }
    }

    private func tellHandler(_ body: @escaping @Sendable (any GKTurnBasedEventHandlerDelegate) -> Void) {
        tell { [self] in
            if let delegate = matchEvents.handler.withLock(\.self)?.delegate { body(delegate) }
        }
    }

    /// The player, who has the turn, asked to quit outside of the game: it is asked to do it, once (rule 12.8).
    func tellOfQuits(_ matches: [GKTurnBasedMatch]) {
        guard !listeners.isEmpty else { return }
        let player = localPlayer
        for match in matches {
            guard let asked = match.answer.askedToQuit, matchEvents.isNew(asked, of: match.matchID) else { continue }
            guard match.answer.data != nil else {
                // One of a list: the game passes the data on that it finds here. Loaded, the match is told.
                perform { [self] in
                    _ = await loaded("match " + match.matchID) { () throws(GKError) in
                        try await loadMatch(match.matchID)
                    }
                }
                continue
            }
            guard matchEvents.isFirst(asked, of: match.matchID) else { continue }
            tellListeners { $0.player(player, wantsToQuitMatch: match) }
        }
    }
}

extension Laurel {
    /// Exchanges that wait for the local player's reply, or are complete (rule 12.18): each once.
    func tellOfExchanges(_ matches: [GKTurnBasedMatch]) {
        guard !listeners.isEmpty else { return }
        let player = localPlayer
        for match in matches where match.answer.data != nil {
            let (seat, hasTurn) = (match.answer.seat, match.answer.turn?.seat == match.answer.seat)
            for exchange in match.exchanges ?? [] {
                let answer = exchange.answer
                switch answer.status {
                case .active:
                    guard answer.recipients.contains(seat), !answer.replies.contains(where: { $0.seat == seat }),
                        matchEvents.isFirst(exchange)
                    else { continue }
                    tellListeners { $0.player(player, receivedExchangeRequest: exchange, for: match) }
                case .complete:
                    guard hasTurn || answer.sender == seat, matchEvents.isFirst(exchange) else { continue }
                    let replies = exchange.replies ?? []
                    tellListeners {
                        $0.player(
                            player, receivedExchangeReplies: replies, forCompletedExchange: exchange, for: match)
                    }
                }
            }
        }
    }
}

extension MatchMessageAnswer {
    /// What whom the notice is about says with it. Nil: nothing, or the player gets no messages (rule 12.20).
    fileprivate init?(of notice: NoticeRecord, by seat: Int = 0) {
        guard case .object(let members) = notice.details["message"], case .string(let key) = members["key"],
            case .string(let text) = members["text"], case .array(let list) = members["arguments"]
        else { return nil }
        let arguments = list.compactMap { if case .string(let argument) = $0 { argument } else { nil } }
        self.init(seat: seat, key: key, arguments: arguments, text: text)
    }
}

extension ExchangeAnswer {
    /// Nil: the notice doesn't say which; a newer server's may not.
    fileprivate init?(canceledIn notice: NoticeRecord) {
        guard case .object(let members) = notice.details["exchange"],
            let id = Self.number("id", members), let sender = Self.number("sender", members),
            case .array(let recipients) = members["recipients"], case .integer(let sent) = members["sent"]
        else { return nil }
        var due: Timestamp?
        if case .integer(let time) = members["due"] { due = Timestamp(clamping: time) }
        self.init(
            id: id, status: .active, sender: sender,
            recipients: recipients.compactMap {
                if case .integer(let seat) = $0 { Int(exactly: seat) } else { nil }
            }, sent: Timestamp(clamping: sent), due: due, completed: nil,
            message: MatchMessageAnswer(of: notice, by: sender), data: nil, replies: [])
    }

    private static func number(_ name: String, _ members: [String: JSONValue]) -> Int? {
        if case .integer(let number) = members[name] { Int(exactly: number) } else { nil }
    }
}

extension GameCenterBanner {
    /// Nil: nothing that the player has to be told on the screen.
    init?(_ notice: NoticeRecord, _ languages: [String]) {
        let name = notice.about?.displayName
        let text: (english: String, chinese: String)
        switch notice.kind {
        case .matchInvited:
            text =
                name.map { ("\($0) invited you to a match", "\($0) 邀请你参加一场对局") }
                ?? ("You're invited to a match", "你受邀参加一场对局")
        case .matchTurn: text = ("It's your turn", "轮到你了")
        case .matchTurnEnding: text = ("Your turn ends soon", "你的回合即将结束")
        case .matchReminder:
            text = name.map { ("\($0) is waiting for your turn", "\($0) 正在等你行动") } ?? ("It's your turn", "轮到你了")
        case .matchEnded: text = Self.ending(notice)
        case .matchExchange:
            text = name.map { ("\($0) sent you an exchange", "\($0) 向你发起了交换") } ?? ("You got an exchange", "你收到一次交换")
        case .matchExchangeCompleted: text = ("An exchange is complete", "一次交换已完成")
        case .matchExchangeCanceled:
            text =
                name.map { ("\($0) canceled an exchange", "\($0) 取消了一次交换") } ?? ("An exchange was canceled", "一次交换已取消")
        default: return nil
        }
        self.init(
            title: ErrorTexts.choose(text, languages), message: MatchMessageAnswer(of: notice)?.localized ?? "")
    }

    /// Who won, where the outcomes say it. What is known of the others is in the match.
    private static func ending(_ notice: NoticeRecord) -> (english: String, chinese: String) {
        let name = notice.about?.displayName ?? ""
        switch (outcome("outcome", of: notice), outcome("otherOutcome", of: notice), name.isEmpty) {
        case (.won, _, true), (.first, _, true): return ("You won a match", "你赢得了一场对局")
        case (.won, _, false), (.first, _, false):
            guard let players = number("players", of: notice), players > 2 else {
                return ("You won against \(name)", "你战胜了 \(name)")
            }
            let others = players - 2
            return (
                "You won against \(name) and \(others == 1 ? "1 other" : "\(others) others")",
                "你战胜了 \(name) 和另外 \(others) 人"
            )
        case (_, .won, false), (_, .first, false): return ("\(name) won the match", "\(name) 赢得了对局")
        case (.tied, .tied, false): return ("You and \(name) tied", "你与 \(name) 打成平局")
        default: return ("A match has ended", "一场对局已结束")
        }
    }

    private static func outcome(_ member: String, of notice: NoticeRecord) -> GKTurnBasedMatch.Outcome? {
        number(member, of: notice).flatMap(GKTurnBasedMatch.Outcome.init)
    }

    private static func number(_ member: String, of notice: NoticeRecord) -> Int? {
        guard case .integer(let number) = notice.details[member] else { return nil }
        return Int(exactly: number)
    }
}
