import LaurelClient
import LaurelDomain
import LaurelWire
import Synchronization

// Guests (rule 1.11): who plays where nobody has an account.
extension Authentication {
    /// Signs this device's guest in, who is made at the first time.
    ///
    /// The secret is on the device before the server sees it, so a call whose answer was lost leaves no second guest.
    ///
    /// - Returns: nil: there is no guest here; the player is asked.
    func signInGuest(_ game: DeviceGame, in center: Laurel) async -> Outcome? {
        let body: GuestBody
        do throws(GKError) {
            guard let made = try await request(game, in: center) else { return nil }
            body = made
        } catch {
            return .failed(error, mayPass: false)
        }
        do throws(ClientError) {
            let opened = try await center.client(game, token: nil).signInGuest(body)
            let session = StoredSession(opened, for: game, isGuest: true)
            await center.changeDevice { $0.signIn(session, to: game) }
            let current = try await center.client(game, token: opened.token).currentPlayer()
            return .signedIn(await center.store(current, of: session))
        } catch {
            guard case .problem(let problem) = error else { return .failed(GKError(error), mayPass: error.mayPass) }
            switch problem.kind {
            case .guestUpgraded:
                // From another game or a page: the player has an account by now.
                if let secret = body.secret {
                    await center.changeDevice { $0.forgetGuestSecret(secret, on: game.server) }
                }
                return nil
            // The secret stays: it proves whose the guest's waiting scores are.
            case .guestMerged: return nil
            case .guestsNotAllowed: return nil
            default: return .failed(GKError(error), mayPass: error.mayPass)
            }
        }
    }

    /// - Returns: nil: somebody with an account played here, or there is no secret to be had.
    private func request(_ game: DeviceGame, in center: Laurel) async throws(GKError) -> GuestBody? {
        guard try await center.deviceState()?.mayPlayAsGuest(in: game) ?? true else { return nil }
        let made: GuestSecret
        do throws(InvalidIdentifier) {
            made = try GuestSecret(Base64.encode(url: center.world.randomBytes(GuestSecret.byteCount)))
        } catch {
            return nil
        }
        var body = GuestBody()
        body.session.device = await center.changeDevice { $0.settleGuestSecret(made, on: game.server) }?.deviceName
        // Another game on this device may have been quicker.
        guard let secret = try await center.deviceState()?.guestSecret(on: game.server) else { return nil }
        body.secret = secret
        body.session.bundleID = game.bundleID
        body.session.environment = game.environment
        body.session.waiting = await center.waitingResults()
        return body
    }
}

extension Laurel {
    /// Whether a device without an account plays as a guest.
    public enum GuestPolicy: String, CaseIterable, Sendable {
        /// The player is asked to sign in.
        case refused
        /// A guest is signed in without a screen: a player with a drawn name such as “Amber Heron”, whose scores are
        /// ranked. Nobody who signed in with an account on this device becomes a guest.
        case allowed
    }

    /// Whether the local player is a guest: offer them to keep their name and scores with
    /// ``upgradeGuest(alias:password:invitation:)``.
    public static var isGuest: Bool { current.session?.isGuest == true }

    /// Whether ``playAsGuest()`` signs somebody in: nobody is, nobody with an account played here before, and the
    /// server and the game take guests. Known once the player was authenticated.
    public static var mayPlayAsGuest: Bool { current.mayPlayAsGuest }

    /// Signs this device's guest in, where ``configure(server:bundleID:environment:device:guests:version:)`` left it to
    /// the moment at which somebody begins to play. The handler is told as after any sign-in; where there can't be a
    /// guest, nothing happens.
    ///
    /// - Parameter completionHandler: told on the main thread whether somebody is signed in now, behind the handler.
    public static func playAsGuest(completionHandler: @escaping @Sendable (Bool) -> Void = { _ in }) {
        let center = current
        center.perform {
            await center.authentication.playAsGuest(in: center)
            center.tell { completionHandler(center.session != nil) }
        }
    }

    /// Shows the page on which the guest chooses a name and a password, by ``presenter``. Its address has a code behind
    /// the `#` that signs the guest in once, within two minutes; the device's secret stays on the device.
    ///
    /// Once they have, the player is the same; the game hears of it when it is visible again.
    public static func showGuestUpgrade() {
        let center = current
        center.perform { await center.showGuestUpgrade() }
    }

    var mayPlayAsGuest: Bool { state.withLock { $0.session == nil && $0.takesGuests } }

    private func showGuestUpgrade() async {
        guard session?.isGuest == true, case .success(let game) = configuration.game else { return }
        do throws(GKError) {
            var body = GuestMergeBody()
            body.secret = try await deviceState()?.guestSecret(on: game.server)
            guard body.secret != nil else { return }
            let code = try await asPlayer { [body] (client, _) throws(ClientError) in try await client.guestCode(body) }
            guard let url = URL(string: game.server.url("/sign-in/?keep#code=\(code.code)")) else { return }
            present { $0.present(GameCenterPage(kind: .dashboard, url: url)) {} }
        } catch {
            show(GameCenterBanner(title: "Game Center", message: error.localizedDescription))
        }
    }

    /// Gives the guest an alias and a password: the same player, with the same IDs, scores and friends.
    ///
    /// - Parameters:
    ///   - alias: 3 to 20 characters; the guest's own name can be kept.
    ///   - password: 8 to 128 characters.
    ///   - invitation: where the server asks for one.
    /// - Returns: recovery codes, which the player should write down. Nobody sees them again.
    /// - Throws: ``GKError``: `notAuthenticated` if nobody is signed in, `invalidParameter` with the server's reason if
    ///   the alias is taken or the password is too weak, or if the player is no guest.
    public static func upgradeGuest(
        alias: String, password: String, invitation: String? = nil
    ) async throws -> [String] {
        var body = GuestUpgradeBody()
        (body.alias, body.password, body.invitation) = (alias, password, invitation)
        return try await current.upgradeGuest(body)
    }

    private func upgradeGuest(_ body: GuestUpgradeBody) async throws(GKError) -> [String] {
        let (session, answer) = try await asPlayer { (client, session) throws(ClientError) in
            (session, try await client.upgradeGuest(body))
        }
        var upgraded = session
        upgraded.player = PlayerRecord(answer.player)
        upgraded.isGuest = false
        let stored = upgraded
        let game = try configuration.game.get()
        await changeDevice { state in
            state.update(stored)
            if let secret = state.guestSecret(on: game.server) { state.forgetGuestSecret(secret, on: game.server) }
        }
        guard self.session?.token == session.token else { return answer.recoveryCodes }
        do throws(ClientError) {
            // What they may do has changed with it.
            stand(await store(try await client(game, token: session.token).currentPlayer(), of: stored))
        } catch {
            stand(stored)
        }
        return answer.recoveryCodes
    }
}
