import LaurelClient
import LaurelDomain
import LaurelWire
import Synchronization

/// Keeps one event stream open while the game is seen, somebody is signed in, and something of the game listens; it
/// resumes after what was heard last, and asks nothing between two events. When other leaderboards are watched it is
/// opened anew.
actor EventListening {
    private struct Subject: Equatable {
        let token: String
        let leaderboards: [LeaderboardName]
    }

    private var listening: (subject: Subject, task: Task<Void, Never>)?

    /// Opens the stream or closes it, as things are now.
    func adjust(in center: Laurel) {
        guard case .success(let game) = center.configuration.game else { return }
        let wanted = center.wantsEvents ? center.session : nil
        let subject = wanted.map { session in
            Subject(token: session.token, leaderboards: center.watches.leaderboards(of: game.bundleID))
        }
        guard subject != listening?.subject else { return }
        listening?.task.cancel()
        listening = nil
        guard let session = wanted, let subject else { return }
        let task = Task { [weak center] in
            var backoff = Backoff()
            while let center, !Task.isCancelled {
                let heard = await Self.listen(to: subject.leaderboards, as: session, game, in: center)
                if heard { backoff.reset() }
                let pause = backoff.next(random: center.world.random())
                do { try await center.world.sleep(pause) } catch { return }
            }
        }
        listening = (subject, task)
    }

    func stop() {
        listening?.task.cancel()
        listening = nil
    }

    /// - Returns: whether the server took the connection.
    private static func listen(
        to leaderboards: [LeaderboardName], as session: StoredSession, _ game: DeviceGame, in center: Laurel
    ) async -> Bool {
        let folder = PlayerFolder(center.device, game, playerID: session.player.id)
        let isOpen = Mutex(false)
        do throws(ClientError) {
            let last = await center.lastEvent(folder)
            try await center.client(game, token: session.token).events(of: leaderboards, after: last) {
                isOpen.withLock { $0 = true }
                center.eventStreamOpened()
                await center.tellOfCancellations(in: folder)
            } hear: { event in
                let isKept = await center.heard(event, folder)
                // The player has changed: it waits in the other player's inbox.
                guard center.session?.token == session.token else { return }
                await center.tellOfCancellations(in: folder)
                if !isKept { await center.handle(event.content) }
                center.world.eventWasHandled()
            }
        } catch {
            if error.endsSession { await center.authentication.sessionEnded(session, in: center) }
            // A missing leaderboard must not cost the player their challenges or the other leaderboards.
            if !leaderboards.isEmpty, error.isOfUnknownLeaderboard {
                guard let known = await known(leaderboards, as: session, game, in: center) else { return false }
                // Where each is there by itself and not all together, challenges count for more.
                let rest = known.count < leaderboards.count ? known : []
                return await listen(to: rest, as: session, game, in: center)
            }
        }
        return isOpen.withLock(\.self)
    }

    /// - Parameter leaderboards: at most ``eventLeaderboardsLimit``, asked for one after the other.
    /// - Returns: those of them that are there; nil: the server cannot say now.
    private static func known(
        _ leaderboards: [LeaderboardName], as session: StoredSession, _ game: DeviceGame, in center: Laurel
    ) async -> [LeaderboardName]? {
        let client = center.client(game, token: session.token)
        var known: [LeaderboardName] = []
        for name in leaderboards {
            do throws(ClientError) {
                _ = try await client.leaderboard(name.leaderboard, of: name.bundleID)
                known.append(name)
            } catch {
                guard error.isOfUnknownLeaderboard else { return nil }
                center.world.log("Can't watch leaderboard “\(name.leaderboard.text)”: it doesn't exist.")
            }
        }
        return known
    }
}

extension ClientError {
    fileprivate var isOfUnknownLeaderboard: Bool {
        if case .problem(let problem) = self { problem.kind == .unknownLeaderboard } else { false }
    }
}

extension Laurel {
    /// A game that set the handler wants to hear when its session ends; one that registered a listener, more.
    var wantsEvents: Bool {
        guard isInForeground, session != nil else { return false }
        return state.withLock { $0.handler != nil } || !listeners.isEmpty || !watches.isEmpty
    }

    func listenIfWanted() { perform { await self.events.adjust(in: self) } }

    /// What one event means, a function a kind. The functions stand with their areas.
    func handle(_ event: ServerEvent.Content) async {
        switch event {
        case .notice(let notice):
            switch notice.kind {
            case .challengeReceived: await challengeReceived(notice)
            case .challengeCompleted: await challengeCompleted(notice)
            case .challengeDeclined: challengeDeclined(notice)
            case .matchInvited, .matchTurn, .matchTurnEnding, .matchReminder, .matchEnded: await matchChanged(notice)
            case .matchExchange, .matchExchangeCompleted: await exchangeChanged(notice)
            case .matchExchangeCanceled: await exchangeCanceled(notice)
            // The game hears nothing of the others: they are the player's own.
            default: break
            }
        case .match(let event): await matchWritten(event)
        case .play(let challenge): await playChosen(challenge)
        case .leaderboard(let id): watches.changed(id, in: self)
        case .savedGames(let name, let versions): await savedGamesChanged(name: name, versions: versions)
        case .other: break
        }
    }

    func eventStreamOpened() { world.eventStreamOpened() }

    /// Where to resume. A device that cannot be read hears what comes from now on.
    fileprivate func lastEvent(_ folder: PlayerFolder) async -> NoticeID? {
        do throws(DeviceError) {
            return try await disk.run { () throws(DeviceError) in try folder.lastEvent() }
        } catch {
            world.log("\(error)")
            return nil
        }
    }

    /// Written before the game hears of it: an event is delivered at most once on a device (rule 7.2).
    ///
    /// - Returns: whether the event is kept beside it, and told from there: nothing tells of it later but the event.
    fileprivate func heard(_ event: ServerEvent, _ folder: PlayerFolder) async -> Bool {
        guard let id = event.id.flatMap({ NoticeID(eventID: $0) }) else { return false }
        var isKept = false
        do throws(DeviceError) {
            if case .notice(let notice) = event.content, notice.kind == .matchExchangeCanceled {
                try await disk.run { () throws(DeviceError) in try folder.keep(notice) }
                // Told from there alone, also where the ID can't be written now: the stream sends it again then.
                isKept = true
            }
            try await disk.run { () throws(DeviceError) in try folder.setLastEvent(id) }
        } catch {
            world.log("\(error)")
        }
        return isKept
    }
}
