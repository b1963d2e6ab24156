import LaurelClient
import LaurelDomain
import LaurelWire
import Synchronization

/// Sends what the player made, in order, and keeps it until the server has it (rule 8.1).
///
/// Everything goes to the disk first: a program that is killed at any moment has lost nothing. What waits is sent again
/// after the next sign-in, after the next success of anything, and by itself after a pause. What the disk does not take
/// is sent from memory, once.
actor OfflineQueue {
    /// What the server made of a submission.
    enum Outcome: Sendable {
        case scores(SubmittedListAnswer)
        case achievements(ReportedAchievementsAnswer)
        case challenges([ChallengeRecord])
        case declined
        /// The match after a turn's end; nil: nobody else had heard of it, and it is deleted.
        case match(MatchAnswer?)
    }

    private let pending = PendingSubmissions()
    private var isSending = false
    private var isAskedAgain = false
    /// Several were too large for one request, so each goes alone until nothing waits any more.
    private var sendsAlone = false
    /// The marks of those that stand at the end of the queue, since others need not wait for them.
    private var postponed: Set<String> = []
    private var backoff = Backoff()
    private var pauses = 0
    /// Of the player whose submissions were sent last.
    private var index: QueueIndex?

    /// Keeps a submission, and sends it when it can: behind those of all calls before this one, for they stand in line
    /// for the disk.
    ///
    /// - Parameters:
    ///   - body: what `kind` says, without `waiting`.
    ///   - subject: the match of a turn.
    ///   - version: that takes the place of the one in a turn's body when it is sent.
    ///   - playerID: who made it. It waits for them while another player is signed in.
    /// - Throws: for what can never be sent.
    nonisolated func add(
        _ kind: QueuedSubmission.Kind, _ body: [UInt8], about subject: String? = nil,
        naming version: LateVersion? = nil, by playerID: String, in center: Laurel
    ) throws(GKError) -> PendingSubmission {
        let game = try center.configuration.game.get()
        guard !playerID.isEmpty else { throw GKError(.notAuthenticated) }
        try Self.checkSize(of: body)
        let queue = SubmissionQueue(PlayerFolder(center.device, game, playerID: playerID))
        let submission = QueuedSubmission(kind, body, about: subject, in: queue.folder)
        let made = pending.add(submission, naming: version, in: queue.folder, mark: center.world.makeID())
        center.disk.start { self.keepPending(in: center) }
        return made
    }

    /// Writes down what was made and isn't kept yet, and no more than that: calls in a row have made a part each, and
    /// all ask for this. On the disk's thread.
    private nonisolated func keepPending(in center: Laurel) {
        let batch = pending.takeUnplaced(limit: Self.keptTogether)
        guard let first = batch.first else { return }
        do throws(DeviceError) {
            let kept = try SubmissionQueue(first.folder).add(batch.map { ($0.submission, $0.mark) })
            for (made, kept) in zip(batch, kept) {
                do throws(DeviceError) { made.stage = .kept(try kept.get().name) } catch {
                    center.world.log("\(error)")
                    made.stage = .unkept(error)
                }
            }
        } catch {
            center.world.log("\(error)")
            for made in batch { made.stage = .unkept(error) }
        }
        center.perform { await self.flush(in: center) }
    }

    /// Submissions that wait for the disk together.
    private static let keptTogether = 256

    nonisolated static func checkSize(of body: [UInt8]) throws(GKError) {
        guard body.count > ClientLimits.requestBytes else { return }
        throw GKError(
            .invalidParameter,
            detail:
                "A report can have up to \(ClientLimits.requestBytes) bytes; this one, with its replays in base64, has "
                + "\(body.count).")
    }

    /// Sends what waits. Cheap where nothing does.
    func flush(in center: Laurel) {
        guard !isSending else {
            isAskedAgain = true
            return
        }
        isSending = true
        center.perform { await self.send(in: center) }
    }

    /// Nobody plays any more: callers that wait hear that it is kept.
    func pause() { pauses += 1 }

    // MARK: Sending

    private enum Step {
        case goOn, done
        case later(GKError, after: Int?)

        var goesOn: Bool { if case .goOn = self { true } else { false } }
        var isDone: Bool { if case .done = self { true } else { false } }
    }

    private func send(in center: Laurel) async {
        var step = Step.goOn
        repeat {
            isAskedAgain = false
            repeat { step = await sendNext(in: center) } while step.goesOn
        } while isAskedAgain && step.isDone
        isSending = false
        postponed = []
        if case .later(let error, let seconds) = step {
            for submission in pending.placed { pending.take(submission.mark)?.wait(error) }
            tryAgain(after: seconds, in: center)
        }
    }

    private func sendNext(in center: Laurel) async -> Step {
        guard case .success(let game) = center.configuration.game else { return .done }
        guard let session = center.session else { return .later(GKError(.notAuthenticated), after: nil) }
        let folder = PlayerFolder(center.device, game, playerID: session.player.id)
        for other in pending.placed where other.folder != folder {
            pending.take(other.mark)?.wait(GKError(.notAuthenticated))
        }
        let queue = index(of: folder)
        let (alone, lonely) = (sendsAlone, postponed)
        let next: QueueIndex.Batch
        do throws(DeviceError) {
            next = try await center.disk.run { () throws(DeviceError) in
                try queue.next(alone: alone, apartFrom: lonely)
            }
        } catch {
            center.world.log("\(error)")
            return await sendFromMemory(folder, session, in: center) ?? .later(GKError(error), after: nil)
        }
        let batch = await settled(next.items, queue, in: center)
        center.queueMayHold.withLock { $0 = !batch.isEmpty }
        guard !batch.isEmpty else {
            sendsAlone = false
            return await sendFromMemory(folder, session, in: center) ?? .done
        }
        do throws(ClientError) {
            let client = center.client(game, token: session.token)
            let outcomes = try await client.send(
                batch.map(\.submission), to: game.bundleID, waiting: min(next.resultsBehind, waitingLimit))
            backoff.reset()
            await remove(Array(batch.prefix(outcomes.count)), queue, in: center)
            for (item, outcome) in zip(batch, outcomes) {
                settle(item.submission, item.mark, .success(outcome), in: center)
            }
            return .goOn
        } catch {
            return await failed(batch, error, session, queue, in: center)
        }
    }

    /// Sends the first that no file holds: the folder did not take it, or another program of this device has sent it
    /// and removed it, and only the server can say what became of it. What was sent twice counts once.
    ///
    /// - Returns: nil when there is none.
    private func sendFromMemory(
        _ folder: PlayerFolder, _ session: StoredSession, in center: Laurel
    ) async -> Step? {
        // One of another player may have come meanwhile: the next round tells it that it waits.
        let (placed, queue) = (pending.placed.filter { $0.folder == folder }, SubmissionQueue(folder))
        if placed.isEmpty { return nil }
        let first = await center.disk.run { () throws(Never) in
            placed.first { if case .kept(let name) = $0.stage { !queue.holds(name) } else { true } }
        }
        guard let first else { return nil }
        let submission = await settled(first.submission, first.mark)
        do throws(ClientError) {
            // How many wait behind it, a folder that cannot be used does not say.
            let outcomes = try await center.client(folder.game, token: session.token)
                .send([submission], to: folder.game.bundleID, waiting: nil)
            for outcome in outcomes { settle(submission, first.mark, .success(outcome), in: center) }
        } catch {
            if error.endsSession { await center.authentication.sessionEnded(session, in: center) }
            if error.mayPass { return .later(GKError(error), after: error.retryAfterSeconds) }
            settle(submission, first.mark, .failure(GKError(error)), error.currentMatch, in: center)
        }
        return .goOn
    }

    /// The end of a turn with the version that this program's writes before it have made, once they are done. It is
    /// written down so: a later run may send it.
    private func settled(
        _ batch: [SubmissionQueue.Item], _ queue: QueueIndex, in center: Laurel
    ) async -> [SubmissionQueue.Item] {
        guard let item = batch.first else { return batch }
        let named = item.replacing(await settled(item.submission, item.mark))
        guard named != item else { return batch }
        do throws(DeviceError) {
            try await center.disk.run { () throws(DeviceError) in try queue.queue.rewrite(named) }
        } catch {
            center.world.log("\(error)")
        }
        return [named]
    }

    private func settled(_ submission: QueuedSubmission, _ mark: String) async -> QueuedSubmission {
        guard let version = pending.version(of: mark) else { return submission }
        return submission.naming(version: await version.settled())
    }

    private func index(of folder: PlayerFolder) -> QueueIndex {
        if let index, index.queue.folder == folder { return index }
        let made = QueueIndex(SubmissionQueue(folder))
        index = made
        return made
    }

    private func failed(
        _ batch: [SubmissionQueue.Item], _ error: ClientError, _ session: StoredSession, _ queue: QueueIndex,
        in center: Laurel
    ) async -> Step {
        if error.endsSession { await center.authentication.sessionEnded(session, in: center) }
        if error.isTooLarge, batch.count > 1 {
            sendsAlone = true
            return .goOn
        }
        // A problem names the path; who is alone is meant anyway.
        let culprit = batch[QueuedSubmission.culprit(error, in: batch)]
        if error.mayPass {
            if error.concernsOneScore, await postpone(batch, like: culprit, error, queue, in: center) { return .goOn }
            return .later(GKError(error), after: error.retryAfterSeconds)
        }
        // Refused for good.
        if culprit.submission.turn != nil, !pending.holds(culprit.mark) {
            _ = pending.takeVersion(of: culprit.mark)
            await setAside(culprit, queue, in: center)
            center.perform { await center.handBackTurns() }
        } else {
            await remove([culprit], queue, in: center)
            settle(culprit.submission, culprit.mark, .failure(GKError(error)), error.currentMatch, in: center)
        }
        return .goOn
    }

    /// Puts a score behind all others, once in each round, with those of the batch that are for the same leaderboards.
    ///
    /// - Returns: false: it stands where it stood.
    private func postpone(
        _ batch: [SubmissionQueue.Item], like culprit: SubmissionQueue.Item, _ error: ClientError,
        _ queue: QueueIndex, in center: Laurel
    ) async -> Bool {
        guard !postponed.contains(culprit.mark) else { return false }
        let leaderboards = culprit.submission.leaderboards
        let items = batch.filter { $0.submission.leaderboards == leaderboards }
        do throws(DeviceError) {
            // Killed in between, they wait twice, and count once.
            let moved = try await center.disk.run { () throws(DeviceError) in
                let added = try queue.queue.add(items.map { ($0.submission, $0.mark) })
                let moved = zip(items, added).compactMap { item, added in
                    if case .success = added { item } else { nil }
                }
                try queue.remove(moved)
                return moved
            }
            for item in moved {
                postponed.insert(item.mark)
                pending.take(item.mark)?.settle(.failure(GKError(error).kept))
            }
            return moved.contains(culprit)
        } catch {
            center.world.log("\(error)")
            return false
        }
    }

    /// A turn that came too late, and whose caller has gone: the game gets its data back (rule 12.23).
    private func setAside(_ item: SubmissionQueue.Item, _ queue: QueueIndex, in center: Laurel) async {
        do throws(DeviceError) {
            try await center.disk.run { () throws(DeviceError) in try queue.setAside(item) }
        } catch {
            center.world.log("\(error)")
        }
    }

    /// They leave the queue, all at once: a disk takes some milliseconds, and thousands may wait.
    private func remove(_ items: [SubmissionQueue.Item], _ queue: QueueIndex, in center: Laurel) async {
        do throws(DeviceError) {
            try await center.disk.run { () throws(DeviceError) in try queue.remove(items) }
        } catch {
            center.world.log("\(error)")
        }
    }

    /// A caller that waits hears of it; a refusal that nobody waits for is posted.
    private func settle(
        _ submission: QueuedSubmission, _ mark: String, _ result: Result<Outcome, GKError>,
        _ match: MatchAnswer? = nil, in center: Laurel
    ) {
        if case .success(.scores(let submitted)) = result { center.tellEarned(submitted) }
        let version = pending.takeVersion(of: mark)
        if case .success(.match(let match?)) = result, let named = submission.turn?.version {
            version?.noteWrite(of: named, made: match.version)
        }
        if let caller = pending.take(mark) {
            caller.currentMatch = match
            caller.settle(result)
        } else if case .failure(let error) = result {
            center.refused(submission, error)
        }
    }

    private func tryAgain(after seconds: Int?, in center: Laurel) {
        guard center.session != nil, center.isInForeground else { return }
        pauses += 1
        let mine = pauses
        let pause = backoff.next(random: center.world.random(), retryAfterSeconds: seconds)
        center.perform { [weak center] in
            do { try await center?.world.sleep(pause) } catch { return }
            guard let center, await self.pauses == mine else { return }
            await self.flush(in: center)
        }
    }
}

extension GKError {
    /// In `userInfo`, `"true"` if the submission is kept on this device and will be sent later.
    public static let keptKey = "LaurelKept"

    /// The same error, of something that is not lost.
    var kept: GKError { adding([Self.keptKey: "true"]) }
}

extension Notification.Name {
    /// A score, achievement or challenge from an earlier run, or a turn of a match that is gone, was rejected
    /// permanently. `userInfo` has the `GKError` under `error` and the body as JSON under `body`.
    public static let GameCenterDidRefuseSubmission = Notification.Name("GameCenterDidRefuseSubmission")
}

extension Laurel {
    func refused(_ submission: QueuedSubmission, _ error: GKError) {
        world.log("Rejected permanently: \(submission.body): \(error.localizedDescription)")
        tell {
            NotificationCenter.default.post(
                name: .GameCenterDidRefuseSubmission, object: nil,
                userInfo: ["error": error, "body": submission.body])
        }
    }
}
