import LaurelClient
import LaurelDomain
import LaurelWire
import Synchronization

/// Keeps one event stream open while the game is seen, somebody is signed in, and something of the game listens; it
/// resumes after what was heard last, and asks nothing between two events. When other leaderboards are watched it is
/// opened anew. Closed, it ends no event that was heard: those are told in a line of their own.
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
                await center.tellKept()
            } hear: { event in
                await center.hear(event, folder)
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

    func eventStreamOpened() { world.eventStreamOpened() }

    /// Where to resume. A device that cannot be read hears what comes from now on.
    fileprivate func lastEvent(_ folder: PlayerFolder) async -> NoticeID? {
        let heard = heardEvents.last(of: folder.playerID)
        do throws(DeviceError) {
            let written = try await disk.run { () throws(DeviceError) in try folder.lastEvent() }
            return [written, heard].compactMap { $0 }.max()
        } catch {
            world.log("\(error)")
            return heard
        }
    }
}
