import LaurelClient
import LaurelDomain
import LaurelWire

/// One offer to sign in.
struct SignInScreen: Hashable, Sendable {
    let id: Int
    var isOpen = false
    /// Under which the player signs in on the page; nil: the server has given none yet.
    var code: DeviceCode?

    init(id: Int) { self.id = id }
}

/// What `authenticateHandler` is handed when nobody is signed in: presented, it opens the server's page, where the
/// player signs in or registers (RFC 8628). Dismissed before that, sign-in is cancelled.
final class SignInViewController: UIViewController {
    private let screen: SignInScreen
    private let center: Laurel

    init(_ screen: SignInScreen, in center: Laurel) {
        self.screen = screen
        self.center = center
        super.init(nibName: nil, bundle: nil)
        title = "Game Center"
    }

    /// Made by the engine alone.
    required init?(coder: NSCoder) { nil }

    override func wasPresented() {
        let (center, screen) = (center, screen)
        let controller = MainThreadOnly(WeakReference(self))
        center.perform { await center.authentication.open(screen, controller, in: center) }
    }

    override func wasDismissed() {
        let (center, screen) = (center, screen)
        center.perform { await center.authentication.leave(screen, in: center) }
    }
}

struct WeakReference<Object: AnyObject> {
    weak var object: Object?
    init(_ object: Object?) { self.object = object }
}

// Endings of a screen.
extension Authentication {
    /// Nobody wants to see it any more. A player who has signed in there is signed in; else it is a cancel.
    func leave(_ screen: SignInScreen, in center: Laurel) async {
        if await redeem(screen, in: center) { return await authenticate(.asked, in: center) }
        await end(screen, GKError(.cancelled), counts: true, in: center)
    }

    /// Another one may take the place of a screen that is open. A player who has signed in there is signed in.
    func dropOpenScreen(in center: Laurel) async {
        guard let screen, screen.isOpen else { return }
        await redeem(screen, in: center)
        if self.screen?.id == screen.id { self.screen = nil }
    }

    /// The player may have signed in since the last question: asks once more.
    ///
    /// - Returns: whether they have. If so, their session is stored and the screen closes.
    @discardableResult
    private func redeem(_ screen: SignInScreen, in center: Laurel) async -> Bool {
        guard self.screen?.id == screen.id, let code = self.screen?.code,
            case .success(let game) = center.configuration.game
        else { return false }
        let opened: OpenedSession
        do throws(ClientError) {
            opened = try await decision(on: code, center.client(game, token: nil), in: center)
        } catch {
            return false
        }
        return await take(opened, on: screen, in: center)
    }

    /// The player signed in on the screen.
    ///
    /// - Returns: false when the screen is over already.
    private func take(_ opened: OpenedSession, on screen: SignInScreen, in center: Laurel) async -> Bool {
        guard self.screen?.id == screen.id, case .success(let game) = center.configuration.game else { return false }
        self.screen = nil
        let session = StoredSession(opened, for: game)
        await center.changeDevice { $0.signIn(session, to: game) }
        return true
    }

    /// Asks the server once what the player has decided, one question after the other: a session is given out once, and
    /// belongs to everybody who waits for it.
    private func decision(
        on code: DeviceCode, _ client: Client, in center: Laurel
    ) async throws(ClientError) -> OpenedSession {
        while let question { if case .success(let opened) = await question.value { return opened } }
        let asked = Task { () -> Result<OpenedSession, ClientError> in
            defer { question = nil }
            var body = DevicePollBody()
            body.deviceCode = code.deviceCode
            body.waiting = await center.waitingResults()
            do throws(ClientError) { return .success(try await client.pollDevice(body)) } catch {
                return .failure(error)
            }
        }
        question = asked
        return try await asked.value.get()
    }
}

// The course of a screen.
extension Authentication {
    /// Requests a code, shows the page, and polls until the player decides there.
    func open(
        _ screen: SignInScreen, _ controller: MainThreadOnly<WeakReference<SignInViewController>>,
        in center: Laurel
    ) async {
        guard self.screen?.id == screen.id, self.screen?.isOpen == false else { return }
        self.screen?.isOpen = true
        guard case .success(let game) = center.configuration.game else { return }
        let client = center.client(game, token: nil)
        var shown: GameCenterPage?
        do throws(ClientError) {
            var body = DeviceAuthorizationBody()
            body.bundleID = game.bundleID
            body.environment = game.environment
            body.device = await center.changeDevice { _ in }?.deviceName
            let code = try await client.requestDevice(body)
            guard self.screen?.id == screen.id else { return close(nil, controller, in: center) }
            self.screen?.code = code
            shown = show(code, screen, in: center)
            if let opened = try await poll(code, client, screen, in: center) {
                if await take(opened, on: screen, in: center) { await authenticate(.asked, in: center) }
            } else {
                await end(screen, GKError(.cancelled), counts: true, in: center)
            }
        } catch {
            await end(screen, GKError(error), counts: !error.mayPass, in: center)
        }
        close(shown, controller, in: center)
    }

    private func show(_ code: DeviceCode, _ screen: SignInScreen, in center: Laurel) -> GameCenterPage? {
        guard let url = URL(string: code.verificationURIComplete), ["http", "https"].contains(url.scheme) else {
            center.world.log("The server gave no sign-in page: \(code.verificationURIComplete)")
            return nil
        }
        let page = GameCenterPage(kind: .signIn(code: code.userCode), url: url)
        center.present { presenter in
            presenter.present(page) {
                center.perform { await center.authentication.leave(screen, in: center) }
            }
        }
        return page
    }

    /// - Returns: nil when the player said no, or let the code grow old, or left.
    private func poll(
        _ code: DeviceCode, _ client: Client, _ screen: SignInScreen, in center: Laurel
    ) async throws(ClientError) -> OpenedSession? {
        var (waited, interval) = (Duration.zero, code.interval)
        while waited < code.lifetime {
            do { try await center.world.sleep(interval) } catch { return nil }
            waited += interval
            guard self.screen?.id == screen.id else { return nil }
            do throws(ClientError) {
                return try await decision(on: code, client, in: center)
            } catch {
                if case .problem(let problem) = error {
                    switch problem.kind {
                    case .authorizationPending: continue
                    // RFC 8628, section 3.5: five seconds more, from now on.
                    case .slowDown: interval += .seconds(5)
                    case .accessDenied, .expiredCode: return nil
                    default: if !error.mayPass { throw error }
                    }
                } else {
                    // RFC 8628, section 3.5: after a time-out, ask less often.
                    interval = min(interval * 2, .seconds(60))
                }
            }
        }
        return nil
    }

    private func close(
        _ page: GameCenterPage?, _ controller: MainThreadOnly<WeakReference<SignInViewController>>,
        in center: Laurel
    ) {
        if let page { center.present { $0.dismiss(page) } }
        center.tell {
            MainActor.assumeIsolated { controller.value.object?.dismiss(animated: true) }
        }
    }
}
