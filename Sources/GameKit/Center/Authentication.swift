import LaurelClient
import Synchronization
import LaurelDomain
import LaurelWire

/// The life of signing in (rule 1.3): who is asked, when, and what the game's handler is told.
///
/// Each run is a round. A later one takes an earlier one's place: only the last tells the handler.
actor Authentication {
    /// Why the player is authenticated now.
    enum Cause {
        /// The game asks: it set the handler or called `authenticate`.
        case asked
        /// The game is visible again.
        case foreground
        /// The server couldn't be reached last time.
        case retry
        /// Somebody signed in on this device from outside the game.
        case outside
    }

    /// What a round comes to.
    enum Outcome {
        case signedIn(StoredSession)
        /// The server can't be reached or is refusing for now: the player stays signed in (rule 1.5).
        case offline(StoredSession, ClientError)
        case nobody
        case failed(GKError, mayPass: Bool)

        var session: StoredSession? {
            switch self {
            case .signedIn(let session), .offline(let session, _): session
            case .nobody, .failed: nil
            }
        }
    }

    private var round = 0
    /// The round that isn't concluded yet.
    private var running: Int?
    /// Whether one is about to begin.
    private var isComing = false
    /// Of the session that the server said to be over while the round ran, or was about to.
    private var endedToken: String?
    private var backoff = Backoff()
    /// Completion handlers of `authenticate(completionHandler:)`.
    private var waiting: [MainThreadOnly<((any Error)?) -> Void>] = []
    /// The screen that the game was handed last.
    var screen: SignInScreen?
    /// The question that is under way whether the player has allowed sign-in on the page.
    var question: Task<Result<OpenedSession, ClientError>, Never>?
    /// Whether the game wants to know who plays: it asked once.
    private var isWanted = false
    /// Whether it asked since it was last told.
    private var isAsked = false

    /// A round follows at once: what is heard before it begins is told with what it comes to.
    func announce() { isComing = isWanted && screen?.isOpen != true }

    func authenticate(
        _ cause: Cause, completion: MainThreadOnly<((any Error)?) -> Void>? = nil, in center: Laurel
    ) async {
        isComing = false
        if let completion { waiting.append(completion) }
        if cause == .asked { (isWanted, isAsked) = (true, true) }
        guard isWanted else { return }
        // The player may be coming back from the sign-in page: it stays open.
        if cause == .foreground, screen?.isOpen == true { return await look(in: center) }
        if cause == .asked { await dropOpenScreen(in: center) }
        if let outcome = await runRound(in: center) { conclude(outcome, cause, in: center) }
    }

    // MARK: A round

    /// - Returns: nil: a later round has taken its place.
    private func runRound(in center: Laurel) async -> Outcome? {
        round += 1
        let mine = round
        running = mine
        var outcome = await outcome(in: center)
        if mine == round, let session = outcome.session, session.token == endedToken {
            // It was still there when the round asked.
            outcome = await self.outcome(in: center)
        }
        guard mine == round else { return nil }
        running = nil
        return outcome
    }

    private func outcome(in center: Laurel) async -> Outcome {
        let game: DeviceGame
        let state: DeviceState?
        do throws(GKError) {
            game = try center.configuration.game.get()
            state = try await center.deviceState()
        } catch {
            return .failed(error, mayPass: false)
        }
        guard let session = state?.session(of: game) else { return await ask(game, state, in: center) }
        do throws(ClientError) {
            let current = try await center.client(game, token: session.token).currentPlayer()
            return .signedIn(await center.store(current, of: session))
        } catch {
            if error.endsSession {
                await center.forget(session, of: game)
                return await ask(game, state, in: center)
            }
            return error.mayPass ? .offline(session, error) : .failed(GKError(error), mayPass: false)
        }
    }

    /// Nobody is signed in: may the player be asked?
    private func ask(_ game: DeviceGame, _ state: DeviceState?, in center: Laurel) async -> Outcome {
        do throws(ClientError) {
            let found = try await center.client(game, token: nil).game(game.bundleID, game.environment)
            let takesGuests = found.allowsGuests && state?.mayPlayAsGuest(in: game) ?? true
            center.state.withLock { $0.takesGuests = takesGuests }
            guard found.isGameCenterEnabled else {
                return .failed(GKError(.notSupported, like: .gameCenterDisabled), mayPass: false)
            }
            guard found.environments.contains(game.environment) else {
                return .failed(
                    GKError(.notSupported, detail: "This game has no \(game.environment.name) environment yet."),
                    mayPass: false)
            }
        } catch {
            return .failed(GKError(error), mayPass: error.mayPass)
        }
        if center.configuration.guests == .allowed, let outcome = await signInGuest(game, in: center) { return outcome }
        guard (state?.cancels(in: game) ?? 0) < DeviceState.cancelsLimit else {
            return .failed(.turnedAwayTooOften, mayPass: false)
        }
        return .nobody
    }

    /// The player begins to play, and nobody is signed in: a guest is, if there can be one. A player on the sign-in
    /// page stays there.
    func playAsGuest(in center: Laurel) async {
        guard center.mayPlayAsGuest, screen?.isOpen != true, case .success(let game) = center.configuration.game else {
            return
        }
        let before = round
        let outcome = await signInGuest(game, in: center)
        guard before == round else { return }
        switch outcome {
        case .signedIn(let session)?:
            round += 1
            conclude(.signedIn(session), .asked, in: center)
        // It may be otherwise at the next run.
        case .failed(_, mayPass: true)?, .offline?: break
        case nil, .nobody?, .failed(_, mayPass: false)?: center.state.withLock { $0.takesGuests = false }
        }
    }

    private func conclude(_ outcome: Outcome, _ cause: Cause, in center: Laurel) {
        let (before, isAsked, hasEnded) = (screen, isAsked, endedToken != nil)
        (screen, self.isAsked, endedToken) = (nil, false, nil)
        switch outcome {
        case .signedIn(let session):
            backoff.reset()
            center.stand(session)
            tell(nil, nil, in: center)
            center.playerIsReady()
        case .offline(let session, let error):
            center.stand(session)
            if cause != .retry { tell(nil, GKError(error), in: center) }
            retry(after: error.retryAfterSeconds, in: center)
        case .nobody:
            center.stand(nil)
            backoff.reset()
            // One that was opened while this round ran stays.
            if let before, before.isOpen { screen = before } else { offer(isAsked: isAsked, in: center) }
        case .failed(let error, let mayPass):
            center.stand(nil)
            if cause != .retry || !mayPass || hasEnded { tell(nil, error, in: center) }
            if mayPass { retry(after: nil, in: center) }
        }
    }

    private func retry(after seconds: Int?, in center: Laurel) {
        let pause = backoff.next(random: center.world.random(), retryAfterSeconds: seconds)
        let mine = round
        center.perform { [weak center] in
            do { try await center?.world.sleep(pause) } catch { return }
            // A game that nobody sees asks nothing; seen again, it is authenticated anew.
            guard let center, center.isInForeground, await self.round == mine else { return }
            await self.authenticate(.retry, in: center)
        }
    }

    /// Before something of Game Center is shown: sign-in, where nobody is signed in.
    ///
    /// - Parameter begins: told which screen opens, on which ``leave(_:in:)`` ends; answers whether it is still wanted.
    /// - Returns: whether somebody is signed in now. The handler is told all the same (rule 1.3).
    func signInFirst(in center: Laurel, _ begins: @Sendable (SignInScreen) -> Bool) async -> Bool {
        if center.session != nil { return true }
        isWanted = true
        await dropOpenScreen(in: center)
        guard let outcome = await runRound(in: center) else { return center.session != nil }
        guard case .nobody = outcome else {
            conclude(outcome, .asked, in: center)
            if case .failed(let error, _) = outcome {
                center.show(GameCenterBanner(title: "Game Center", message: error.localizedDescription))
            }
            return center.session != nil
        }
        center.stand(nil)
        let screen = SignInScreen(id: round)
        guard begins(screen) else {
            // The game asked, too, and this round has taken the place of the one that would have told it.
            if isAsked || !waiting.isEmpty { conclude(outcome, .asked, in: center) }
            return false
        }
        (self.screen, isAsked) = (screen, false)
        await open(screen, MainThreadOnly(WeakReference(nil)), in: center)
        return center.session != nil
    }

    // MARK: Endings

    /// The server no longer knows the session that somebody just asked with. Told once (rule 1.5).
    func sessionEnded(_ session: StoredSession, in center: Laurel) async {
        guard center.session?.token == session.token, case .success(let game) = center.configuration.game else {
            return
        }
        center.stand(nil)
        if isComing || running == round {
            // The game is told what the round comes to: it may be that the player is asked to sign in (rule 1.3).
            endedToken = session.token
            return await center.forget(session, of: game)
        }
        round += 1
        await center.forget(session, of: game)
        tell(
            nil, GKError(.notAuthenticated, detail: "The session ended: signed out elsewhere or idle too long."),
            in: center)
    }

    /// The player left the screen without signing in, or could not.
    func end(_ screen: SignInScreen, _ error: GKError, counts: Bool, in center: Laurel) async {
        guard self.screen?.id == screen.id, case .success(let game) = center.configuration.game else { return }
        self.screen = nil
        round += 1
        let mine = round
        if counts { await center.changeDevice { $0.countCancel(in: game) } }
        guard mine == round else { return }
        tell(nil, error, in: center)
    }

    /// Looks whether somebody has signed in on this device meanwhile.
    func look(in center: Laurel) async {
        guard isWanted, case .success(let game) = center.configuration.game else { return }
        let state: DeviceState?
        do throws(GKError) { state = try await center.deviceState() } catch { return }
        guard state?.session(of: game)?.token != center.session?.token else { return }
        await authenticate(.outside, in: center)
    }

    private func tell(_ screen: MainThreadOnly<UIViewController>?, _ error: GKError?, in center: Laurel) {
        let completions = waiting
        waiting = []
        center.tell {
            center.state.withLock(\.handler)?.value(screen?.value, error)
            for completion in completions { completion.value(error) }
        }
    }

    /// Hands the game a view controller. A game as of before iOS 6 has no handler that would take one: there the page
    /// opens when it asks, and its completion handlers are told how that ended.
    private func offer(isAsked: Bool, in center: Laurel) {
        let hasHandler = center.state.withLock { $0.handler != nil }
        guard hasHandler || isAsked else { return }
        let screen = SignInScreen(id: round)
        self.screen = screen
        guard hasHandler else {
            return center.perform { await self.open(screen, MainThreadOnly(WeakReference(nil)), in: center) }
        }
        let completions = waiting
        waiting = []
        center.tell {
            // The callback runs on the main thread, which is what the class asks for.
            let controller = MainActor.assumeIsolated { MainThreadOnly(SignInViewController(screen, in: center)) }
            center.state.withLock(\.handler)?.value(controller.value, nil)
            for completion in completions { completion.value(GKError(.notAuthenticated)) }
        }
    }
}

extension GKError {
    static let turnedAwayTooOften = GKError(
        .cancelled,
        detail:
            "Sign-in was cancelled or failed three times in a row. Sign in outside the game, with laurel sign-in.")
}
