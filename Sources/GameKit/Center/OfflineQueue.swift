import LaurelClient
import LaurelDomain
import LaurelWire
import Synchronization

/// Sends what the player made, in order, and keeps it until the server has it (rule 8.1).
///
/// Everything goes to the disk first: a program that is killed at any moment has lost nothing. What waits is sent again
/// after the next sign-in, after the next success of anything, and by itself after a pause.
actor OfflineQueue {
    /// What the server made of a submission.
    enum Outcome: Sendable {
        case scores(SubmittedRecord)
        case achievements(ReportedRecord)
        case challenges([ChallengeRecord])
        case declined
    }

    /// Those who wait to hear of a submission, by its file.
    private var waiting: [String: CheckedContinuation<Result<Outcome, GKError>, Never>] = [:]
    private var isSending = false
    private var isAskedAgain = false
    private var backoff = Backoff()
    private var pauses = 0
    /// Of the player whose submissions were sent last.
    private var index: QueueIndex?

    /// Keeps a submission, and sends it when it can.
    ///
    /// - Parameters:
    ///   - body: what `kind` says, without `waiting`.
    ///   - playerID: who made it. When somebody else is signed in it waits for him.
    /// - Throws: what the server refused for good; or, with ``GKError/keptKey`` in `userInfo`, why it is sent later.
    func submit(
        _ kind: QueuedSubmission.Kind, _ body: [UInt8], by playerID: String, in center: GameCenter
    ) async throws(GKError) -> Outcome {
        let game = try center.configuration.game.get()
        guard !playerID.isEmpty else { throw GKError(.notAuthenticated) }
        let queue = SubmissionQueue(PlayerFolder(center.device, game, playerID: playerID))
        let mark = center.world.makeID()
        let item: SubmissionQueue.Item
        do throws(DeviceError) {
            item = try await center.disk.run { () throws(DeviceError) in try queue.add(kind, body, mark: mark) }
        } catch {
            throw GKError(error)
        }
        guard center.session?.player.id == playerID else { throw GKError(.notAuthenticated).kept }
        return try await withCheckedContinuation { continuation in
            waiting[item.name] = continuation
            flush(in: center)
        }.get()
    }

    /// Sends what waits. Cheap where nothing does.
    func flush(in center: GameCenter) {
        guard !isSending else {
            isAskedAgain = true
            return
        }
        isSending = true
        center.perform { await self.send(in: center) }
    }

    /// Nobody plays any more: whoever waits hears that it is kept.
    func pause() { pauses += 1 }

    // MARK: Sending

    private enum Step {
        case goOn, done
        case later(GKError, after: Int?)

        var goesOn: Bool { if case .goOn = self { true } else { false } }
        var isDone: Bool { if case .done = self { true } else { false } }
    }

    private func send(in center: GameCenter) async {
        var step = Step.goOn
        repeat {
            isAskedAgain = false
            repeat { step = await sendNext(in: center) } while step.goesOn
        } while isAskedAgain && step.isDone
        isSending = false
        if case .later(let error, let seconds) = step {
            let kept = waiting
            waiting = [:]
            for continuation in kept.values { continuation.resume(returning: .failure(error.kept)) }
            tryAgain(after: seconds, in: center)
        }
    }

    private func sendNext(in center: GameCenter) async -> Step {
        guard case .success(let game) = center.configuration.game else { return .done }
        guard let session = center.session else { return .later(GKError(.notAuthenticated), after: nil) }
        let queue = index(of: PlayerFolder(center.device, game, playerID: session.player.id))
        let next: QueueIndex.Batch
        do throws(DeviceError) {
            next = try await center.disk.run { () throws(DeviceError) in try queue.next() }
        } catch {
            return .later(GKError(error), after: nil)
        }
        let batch = next.items
        center.queueMayHold.withLock { $0 = !batch.isEmpty }
        guard !batch.isEmpty else { return .done }
        do throws(ClientError) {
            let client = center.client(game, token: session.token)
            let outcomes = try await client.send(
                batch, to: game.bundleID, waiting: min(next.scoresBehind, waitingLimit))
            backoff.reset()
            var step = Step.goOn
            for (item, outcome) in zip(batch, outcomes) {
                let settled = await settle(item, .success(outcome), queue, in: center)
                if !settled.goesOn { step = settled }
            }
            return step
        } catch {
            return await failed(batch, error, session, queue, in: center)
        }
    }

    private func index(of folder: PlayerFolder) -> QueueIndex {
        if let index, index.queue.folder == folder { return index }
        let made = QueueIndex(SubmissionQueue(folder))
        index = made
        return made
    }

    private func failed(
        _ batch: [SubmissionQueue.Item], _ error: ClientError, _ session: StoredSession, _ queue: QueueIndex,
        in center: GameCenter
    ) async -> Step {
        if error.endsSession { await center.authentication.sessionEnded(session, in: center) }
        if error.mayPass { return .later(GKError(error), after: error.retryAfterSeconds) }
        // Refused for good. A problem names the place; who is alone is meant anyway.
        return await settle(
            batch[QueuedSubmission.culprit(error, in: batch)], .failure(GKError(error)), queue, in: center)
    }

    /// It leaves the queue, and whoever waits hears of it; a refusal that nobody waits for is posted.
    ///
    /// - Returns: to pause where its file cannot be removed: sent again at once, it would be sent without an end.
    private func settle(
        _ item: SubmissionQueue.Item, _ result: Result<Outcome, GKError>, _ queue: QueueIndex,
        in center: GameCenter
    ) async -> Step {
        var step = Step.goOn
        do throws(DeviceError) {
            try await center.disk.run { () throws(DeviceError) in try queue.remove(item) }
        } catch {
            center.world.log("\(error)")
            step = .later(GKError(error), after: nil)
        }
        if case .success(.scores(let submitted)) = result { center.tellEarned(submitted) }
        if let continuation = waiting.removeValue(forKey: item.name) {
            continuation.resume(returning: result)
        } else if case .failure(let error) = result {
            center.refused(item.submission, error)
        }
        return step
    }

    private func tryAgain(after seconds: Int?, in center: GameCenter) {
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

extension QueuedSubmission {
    /// Which submission of a batch the server means by `scores[2].value`; the first where it names none.
    static func culprit(_ error: ClientError, in batch: [SubmissionQueue.Item]) -> Int {
        guard case .problem(let problem) = error, let field = problem.field, field.hasPrefix("scores["),
            let index = Int(field.dropFirst("scores[".count).prefix { $0.isNumber })
        else { return 0 }
        var count = 0
        for (position, item) in batch.enumerated() {
            count += item.submission.scores?.scores.count ?? 1
            if index < count { return position }
        }
        return 0
    }
}

extension Client {
    /// Sends what was queued in one request.
    /// - Returns: an outcome for each.
    func send(
        _ batch: [SubmissionQueue.Item], to game: BundleID, waiting: Int
    ) async throws(ClientError) -> [OfflineQueue.Outcome] {
        guard let first = batch.first?.submission else { return [] }
        switch first.kind {
        case .scores:
            let bodies = batch.compactMap(\.submission.scores)
            var body = ScoresBody()
            body.scores = bodies.flatMap(\.scores)
            body.challengeIDs = bodies.first?.challengeIDs
            body.waiting = waiting
            let all = try await submit(body, to: game)
            var rest = all.results[...]
            return bodies.map { part in
                var own = all
                own.results = Array(rest.prefix(part.scores.count))
                rest = rest.dropFirst(part.scores.count)
                return .scores(own)
            }
        case .achievements:
            var body: ReportsBody = try Self.read(first)
            body.waiting = waiting
            return [.achievements(try await report(body, to: game))]
        case .challenge:
            return [.challenges(try await challenge(try Self.read(first), in: game))]
        case .decline:
            guard let id = first.declinedChallenge else {
                throw .problem(ServerProblem(kind: .unknownChallenge, status: 404, title: "No challenge is named."))
            }
            try await decline(id)
            return [.declined]
        }
    }

    /// What was written by another version, and cannot be read by this one, is refused as the server would.
    private static func read<Body: RequestBody>(_ submission: QueuedSubmission) throws(ClientError) -> Body {
        do throws(JSONError) { return try Body(json: Array(submission.body.utf8)) } catch {
            throw .problem(
                ServerProblem(kind: .invalidParameter, status: 400, title: "The submission " + error.explanation))
        }
    }
}

extension GKError {
    /// In `userInfo`, `"true"`: what was submitted is kept on this device, and sent later by itself.
    public static let keptKey = "LaurelKept"

    /// The same error, of something that is not lost.
    var kept: GKError { adding([Self.keptKey: "true"]) }
}

extension Notification.Name {
    /// A score, achievement or challenge of an earlier run was refused for good. `userInfo` has the `GKError` under
    /// `error` and the body in JSON under `body`.
    public static let GameCenterDidRefuseSubmission = Notification.Name("GameCenterDidRefuseSubmission")
}

extension GameCenter {
    func refused(_ submission: QueuedSubmission, _ error: GKError) {
        world.log("Refused for good: \(submission.body): \(error.localizedDescription)")
        tell {
            NotificationCenter.default.post(
                name: .GameCenterDidRefuseSubmission, object: nil,
                userInfo: ["error": error, "body": submission.body])
        }
    }
}
