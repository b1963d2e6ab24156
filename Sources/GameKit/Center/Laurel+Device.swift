import LaurelClient
import Synchronization

// The device's folder, read and written where a disk may take long.
extension Laurel {
    func deviceState() async throws(GKError) -> DeviceState? {
        if let held = unwritten.withLock(\.self) { return held }
        let device = device
        do throws(DeviceError) {
            return try await disk.run { () throws(DeviceError) in try device.state() }
        } catch {
            throw GKError(error)
        }
    }

    /// Where the device cannot be written that is logged, and what changed is held in memory: as long as the program
    /// runs, or until a later change can be written.
    ///
    /// - Returns: the device as it is written now; nil: it is not.
    @discardableResult
    func changeDevice(_ body: @escaping @Sendable (inout DeviceState) -> Void) async -> DeviceState? {
        guard case .success(let game) = configuration.game else { return nil }
        do throws(DeviceError) {
            return try await disk.run { [self] () throws(DeviceError) in
                do throws(DeviceError) { return try write(body, game) } catch {
                    world.log("\(error)")
                    try hold(body)
                    return nil
                }
            }
        } catch {
            world.log("\(error)")
            return nil
        }
    }

    private func write(
        _ body: (inout DeviceState) -> Void, _ game: DeviceGame
    ) throws(DeviceError) -> DeviceState {
        let held = unwritten.withLock(\.self)
        let state = try device.change { state in
            if let held { state.take(game, from: held) }
            body(&state)
        }.1
        unwritten.withLock { $0 = nil }
        // Our own change is no news. The disk thread looks, too, so it sees this mark.
        let mark = device.stateMark
        self.state.withLock { $0.deviceMark = mark }
        return state
    }

    /// What changes nothing leaves the word to the folder.
    private func hold(_ body: (inout DeviceState) -> Void) throws(DeviceError) {
        let before: DeviceState
        if let held = unwritten.withLock(\.self) { before = held } else { before = try device.stateOrNew() }
        var after = before
        body(&after)
        if after != before { unwritten.withLock { [after] in $0 = after } }
    }

    /// The server's words of now about who is signed in.
    func store(_ current: CurrentPlayer, of session: StoredSession) async -> StoredSession {
        var session = session
        session.player = current.player
        session.restrictions = current.restrictions
        session.isGuest = current.isGuest
        let updated = session
        await changeDevice { $0.update(updated) }
        return updated
    }

    /// Drops a session, and no later one that somebody opened meanwhile.
    func forget(_ session: StoredSession, of game: DeviceGame) async {
        await changeDevice { if $0.session(of: game)?.token == session.token { $0.signOut(of: game) } }
    }

    func authenticate(
        _ cause: Authentication.Cause, completion: MainThreadOnly<((any Error)?) -> Void>? = nil
    ) {
        watchDevice()
        perform { await self.authentication.authenticate(cause, completion: completion, in: self) }
    }

    /// The player has signed in, and the server answers: what waited goes out.
    func playerIsReady() {
        perform { [self] in
            await events.adjust(in: self)
            await queue.flush(in: self)
            enteredParties.enterAgain(in: self)
            await playChosen()
            await playActivity()
            await playChosenMatch()
            await handBackTurns()
        }
    }
}

extension GKError {
    init(_ error: DeviceError) { self.init(.unknown, detail: error.description) }
}

extension Laurel {
    /// How many scores and reports of this game wait on the device: said when it is not known yet who signs in (rule
    /// 4.7).
    func waitingResults() async -> Int? {
        await waiting { (game, device) throws(DeviceError) in try SubmissionQueue.waitingResults(of: game, on: device) }
    }

    /// How many scores, reports and challenges of this game wait on the device.
    func waitingSubmissions() async -> Int? {
        await waiting { (game, device) throws(DeviceError) in
            try SubmissionQueue.waitingSubmissions(of: game, on: device)
        }
    }

    private func waiting(
        _ count: @escaping @Sendable (DeviceGame, DeviceFolder) throws(DeviceError) -> Int
    ) async -> Int? {
        guard case .success(let game) = configuration.game else { return nil }
        let device = device
        do throws(DeviceError) {
            return try await disk.run { () throws(DeviceError) in try count(game, device) }
        } catch {
            world.log("\(error)")
            return nil
        }
    }
}
