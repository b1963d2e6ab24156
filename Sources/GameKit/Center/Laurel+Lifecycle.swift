import LaurelClient
import Synchronization

// Frames, background and foreground.
extension Laurel {
    /// How often a frame looks whether somebody has signed in on this device: one question to the kernel.
    private static let lookInterval: TimeInterval = 1

    func update() {
        callbacks.drain()
        let now = world.now()
        let isTime = state.withLock { state in
            guard state.nextLook.map({ $0 <= now }) ?? true else { return false }
            state.nextLook = now + Self.lookInterval
            return true
        }
        if isTime { lookAtDevice() }
    }

    /// Authenticates again if another program has changed who is signed in.
    func lookAtDevice() {
        let mark = device.stateMark
        let hasChanged = state.withLock { state in
            defer { state.deviceMark = mark }
            return state.deviceMark != mark
        }
        if hasChanged { perform { await self.authentication.look(in: self) } }
    }

    /// Looks by itself from now on, whenever something in the folder is replaced.
    func watchDevice() {
        let isFirst = isDeviceWatched.withLock { isWatched in
            defer { isWatched = true }
            return !isWatched
        }
        guard isFirst else { return }
        let device = device
        disk.start { [weak self] in
            // A folder that can't be made has nothing to watch: frames look.
            do throws(DeviceError) { try device.make() } catch { return }
            let mark = device.stateMark
            let watch = self?.world.watch(device.path) { [weak self] in
                self?.disk.start { [weak self] in self?.lookAtDevice() }
            }
            self?.state.withLock { $0.deviceMark = mark }
            self?.deviceWatch.withLock { $0 = watch }
        }
    }

    func didEnterBackground() {
        state.withLock { $0.isInForeground = false }
        perform { [self] in
            await events.adjust(in: self)
            await queue.pause()
        }
    }

    func willEnterForeground() {
        state.withLock { $0.isInForeground = true }
        perform { [self] in
            // Before the event stream can hear that the session is over: the game is told once, by the round.
            await authentication.announce()
            await events.adjust(in: self)
            await authentication.authenticate(.foreground, in: self)
        }
    }
}

// Who stands before the screen.
extension Laurel {
    /// Nobody, or this player, from now on. What changed is posted (rule 1.4).
    func stand(_ session: StoredSession?) {
        if let session {
            // Before anybody can ask as the new player.
            roster.belong(to: session.player.id)
            matchEvents.belong(to: session.player.id)
        }
        let before = state.withLock { state in
            let before = state.session
            state.session = session
            return before
        }
        if before?.player.id != session?.player.id || before?.server != session?.server {
            post(.GKPlayerAuthenticationDidChangeNotificationName)
            friendIDs.withLock { $0 = nil }
            if let session { welcome(session) }
            listenIfWanted()
        } else if before?.player != session?.player || before?.restrictions != session?.restrictions {
            post(.GKPlayerDidChangeNotificationName)
        }
        refreshAccessPoint()
    }

    private func post(_ name: Notification.Name) {
        let player = localPlayer
        tell { NotificationCenter.default.post(name: name, object: player) }
    }

    private func welcome(_ session: StoredSession) {
        let name = session.player.displayName
        let sandbox = ErrorTexts.choose(("Sandbox", "沙盒"), world.languages)
        show(
            GameCenterBanner(
                title: ErrorTexts.choose(("Welcome back, \(name)", "欢迎回来，\(name)"), world.languages),
                message: session.environment == "sandbox" ? sandbox : ""))
    }

    /// As soon as the banners before it are over.
    func show(_ banner: GameCenterBanner) { screens.banners.add(banner, in: self) }

    /// Does `body` with the presenter, on the main thread.
    func present(_ body: @escaping @Sendable (any GameCenterPresenter) -> Void) {
        tell { [self] in body(currentPresenter) }
    }

    var currentPresenter: any GameCenterPresenter {
        state.withLock(\.presenter) ?? BrowserPresenter(log: world.log)
    }
}
