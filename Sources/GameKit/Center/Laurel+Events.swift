import LaurelClient
import LaurelDomain
import LaurelWire

// From the stream to the game.
extension Laurel {
    /// Events of one player one after the other, whichever stream brought them.
    static func eventLine(of player: String) -> String { "events " + player }

    /// Tells what an event says, behind all events before it. The stream waits for it, so it has one at most in this
    /// line; a stream that is closed meanwhile ends nothing.
    func hear(_ event: ServerEvent, _ folder: PlayerFolder) async {
        // A closed stream may have read on. The next one is told of it again.
        guard !Task.isCancelled else { return }
        let id = event.id.flatMap { NoticeID(eventID: $0) }
        // At once: a stream that is opened meanwhile resumes behind it.
        let before = id.flatMap { heardEvents.hear($0, by: folder.playerID) }
        await inLine(Self.eventLine(of: folder.playerID)) { [self] in
            // The player has changed: it waits in the other player's inbox.
            guard session?.player.id == folder.playerID else {
                if id != nil { heardEvents.goBack(to: before, of: folder.playerID) }
                return
            }
            let isKept = await writeDown(event, id, folder)
            await tellKept(in: folder)
            if !isKept {
                await handle(event.content)
            } else if !isHeard(event.content), case .notice(let notice) = event.content {
                await showBanner(of: notice, folder)
            }
            world.eventWasHandled()
        }
    }

    /// Written before the game hears of it: an event is delivered at most once on a device (rule 7.2).
    ///
    /// - Returns: whether the event is kept beside it, and told from there: nothing tells of it later but the event.
    private func writeDown(_ event: ServerEvent, _ id: NoticeID?, _ folder: PlayerFolder) async -> Bool {
        guard let id else { return false }
        var isKept = false
        do throws(DeviceError) {
            if case .notice(let notice) = event.content,
                notice.kind == .matchExchangeCanceled || !isHeard(event.content)
            {
                try await disk.run { () throws(DeviceError) in try folder.keep(notice) }
                // Told from there alone, also where the ID can't be written now.
                isKept = true
            }
            try await disk.run { () throws(DeviceError) in try folder.setLastEvent(id) }
        } catch {
            world.log("\(error)")
        }
        return isKept
    }

    /// What one event means, a function a kind. The functions stand with their areas.
    private func handle(_ event: ServerEvent.Content) async {
        switch event {
        case .notice(let notice):
            guard let news = await newsOfEvent(notice) else { return }
            if let banner = news.banner { show(banner) }
            news.tell()
        case .match(let event): await matchWritten(event)
        case .play(let challenge): await playChosen(challenge)
        case .playMatch(let match): choose(match)
        case .leaderboard(let id): watches.changed(id, in: self)
        case .savedGames(let name, let versions): await savedGamesChanged(name: name, versions: versions)
        case .other: break
        }
    }

    /// Loads what an event is about. The event doesn't come again: a moment without the server would cost the game
    /// what it tells, so it is tried for half a minute or so.
    ///
    /// - Parameter subject: for the log.
    /// - Returns: nil where it can't be loaded, which is logged, or the player has changed.
    func loaded<Value>(_ subject: String, _ load: () async throws(GKError) -> Value) async -> Value? {
        let player = session?.player.id
        var backoff = Backoff()
        var triesLeft = 6
        while true {
            do throws(GKError) {
                let value = try await load()
                return session?.player.id == player ? value : nil
            } catch {
                triesLeft -= 1
                if error.code == .communicationsFailure, triesLeft > 0,
                    await pauses(backoff.next(random: world.random())), session?.player.id == player
                {
                    continue
                }
                world.log("Can't load \(subject): \(error.localizedDescription)")
                return nil
            }
        }
    }

    /// - Returns: false: the game ends.
    private func pauses(_ duration: Duration) async -> Bool {
        do { try await world.sleep(duration) } catch { return false }
        return true
    }
}

/// What comes of a notice.
struct NoticeNews: Sendable {
    /// For the player, before the game hears of it: what it then does may cover the screen.
    var banner: GameCenterBanner?
    var tell: @Sendable () -> Void = {}
}

// Notices, which a game may hear later than the device.
extension Laurel {
    /// Notices stay on the device until somebody in the game listens, in a later run as well. Those of canceled
    /// exchanges stay until their match could be loaded, too: the exchange is gone from it, so it tells nothing later.
    /// Each is told at most once (rule 7.2).
    func tellKept() async {
        guard let session, case .success(let game) = configuration.game else { return }
        let folder = PlayerFolder(device, game, playerID: session.player.id)
        await inLine(Self.eventLine(of: folder.playerID)) { [self] in await tellKept(in: folder) }
    }

    private func tellKept(in folder: PlayerFolder) async {
        // An event may stand in line before what the player chose. What led to the choice has nothing to add.
        if session?.player.id == folder.playerID, hearsOfTurns { await tellChosenMatch(to: folder.playerID) }
        do throws(DeviceError) {
            let heard = heardEvents.last(of: folder.playerID)
            let notices = try await disk.run { () throws(DeviceError) in try folder.untoldNotices(heard: heard) }
            for notice in notices where isHeard(.notice(notice)) {
                guard session?.player.id == folder.playerID else { return }
                let news: NoticeNews?
                do throws(GKError) { news = try await self.news(of: notice) } catch {
                    world.log("Can't load \(notice.subject): \(error.localizedDescription)")
                    if error.code == .communicationsFailure || error.code == .notAuthenticated { return }
                    // There's no such match or challenge any more, and so no event.
                    news = nil
                }
                // Before the game hears of it.
                let isFirst = try await disk.run { () throws(DeviceError) in try folder.forgetUntold(notice) }
                guard isFirst, let news else { continue }
                if let banner = news.banner, !wasShown(notice, folder) { show(banner) }
                news.tell()
            }
        } catch {
            world.log("\(error)")
        }
    }

    /// To the player alone: nobody in the game listens yet.
    private func showBanner(of notice: NoticeRecord, _ folder: PlayerFolder) async {
        guard let banner = await newsOfEvent(notice)?.banner, let id = NoticeID(wire: notice.id) else { return }
        heardEvents.show(id, to: folder.playerID)
        show(banner)
    }

    private func wasShown(_ notice: NoticeRecord, _ folder: PlayerFolder) -> Bool {
        NoticeID(wire: notice.id).map { heardEvents.wasShown($0, to: folder.playerID) } ?? false
    }

    private func newsOfEvent(_ notice: NoticeRecord) async -> NoticeNews? {
        let news = await loaded(notice.subject) { () throws(GKError) in try await self.news(of: notice) }
        return news ?? nil
    }

    /// - Returns: nil: neither the player nor the game is told.
    private func news(of notice: NoticeRecord) async throws(GKError) -> NoticeNews? {
        switch notice.kind {
        case .challengeReceived: try await challengeReceived(notice)
        case .challengeCompleted: try await challengeCompleted(notice)
        case .challengeDeclined: challengeDeclined(notice)
        case .matchInvited, .matchTurn, .matchTurnEnding, .matchReminder, .matchEnded: try await matchChanged(notice)
        case .matchExchange, .matchExchangeCompleted: try await exchangeChanged(notice)
        case .matchExchangeCanceled: try await exchangeCanceled(notice)
        // The game hears nothing of the others: they are the player's own.
        default: nil
        }
    }

    /// Whether somebody in the game listens to what this says, or it says nothing to games.
    private func isHeard(_ event: ServerEvent.Content) -> Bool {
        guard case .notice(let notice) = event else { return true }
        switch notice.kind {
        case .matchInvited, .matchTurn, .matchTurnEnding, .matchReminder, .matchEnded: return hearsOfTurns
        case .challengeReceived, .challengeCompleted, .matchExchange, .matchExchangeCompleted, .matchExchangeCanceled:
            return !listeners.isEmpty
        default: return true
        }
    }
}
