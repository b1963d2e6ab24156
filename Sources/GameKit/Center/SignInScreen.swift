import LaurelClient
import LaurelDomain
import LaurelWire

/// One offer to sign in.
struct SignInScreen: Hashable, Sendable {
    let id: Int
    var isOpen = false

    init(id: Int) { self.id = id }
}

/// What `authenticateHandler` is handed when nobody is signed in: presented, it opens the server's page, where the
/// player signs in or registers (RFC 8628). Dismissed before that, sign-in is cancelled.
final class SignInViewController: UIViewController {
    private let screen: SignInScreen
    private let center: GameCenter

    init(_ screen: SignInScreen, in center: GameCenter) {
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

extension Authentication {
    func leave(_ screen: SignInScreen, in center: GameCenter) async {
        await end(screen, GKError(.cancelled), counts: true, in: center)
    }

    /// Asks for a code, shows the page, and asks until the player has decided there.
    func open(
        _ screen: SignInScreen, _ controller: MainThreadOnly<WeakReference<SignInViewController>>,
        in center: GameCenter
    ) async {
        guard self.screen?.id == screen.id, self.screen?.isOpen == false else { return }
        self.screen?.isOpen = true
        guard case .success(let game) = center.configuration.game else { return }
        let client = center.client(game, token: nil)
        var shown: GameCenterPage?
        do throws(ClientError) {
            var wish = DeviceAuthorizationBody()
            wish.bundleID = game.bundleID
            wish.environment = game.environment
            wish.device = await center.changeDevice { _ in }?.deviceName
            let code = try await client.requestDevice(wish)
            if self.screen?.id == screen.id { shown = show(code, screen, in: center) }
            if let opened = try await poll(code, client, screen, in: center) {
                await signedIn(opened, on: screen, in: center)
            } else {
                await end(screen, GKError(.cancelled), counts: true, in: center)
            }
        } catch {
            await end(screen, GKError(error), counts: !error.mayPass, in: center)
        }
        close(shown, controller, in: center)
    }

    private func show(_ code: DeviceCode, _ screen: SignInScreen, in center: GameCenter) -> GameCenterPage? {
        guard let url = URL(string: code.verificationURIComplete), ["http", "https"].contains(url.scheme) else {
            center.world.log("The server gave no page to sign in at: \(code.verificationURIComplete)")
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
        _ code: DeviceCode, _ client: Client, _ screen: SignInScreen, in center: GameCenter
    ) async throws(ClientError) -> OpenedSession? {
        var body = DevicePollBody()
        body.deviceCode = code.deviceCode
        body.waiting = await center.waitingScores()
        var (waited, interval) = (Duration.zero, code.interval)
        while waited < code.lifetime {
            do { try await center.world.sleep(interval) } catch { return nil }
            waited += interval
            guard self.screen?.id == screen.id else { return nil }
            do throws(ClientError) {
                return try await client.pollDevice(body)
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
        in center: GameCenter
    ) {
        if let page { center.present { $0.dismiss(page) } }
        center.tell {
            MainActor.assumeIsolated { controller.value.object?.dismiss(animated: true) }
        }
    }
}
