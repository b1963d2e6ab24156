public import Foundation
import LaurelClient
import LaurelDomain
import LaurelWire

// Signing in with an account that the player has elsewhere, without a screen of ours (rules 1.14 and 1.15).
extension Laurel {
    /// Proof of who somebody is at a provider, which the game gets from that provider's own library.
    public enum ProviderProof: Sendable {
        /// An ID token of OpenID Connect, such as Google's or Apple's. It is asked for with the nonce that the closure
        /// is given.
        case idToken(@Sendable (_ nonce: String) async throws -> String)
        /// What Steam's `GetAuthTicketForWebApi` gives.
        case steamTicket(Data)
        /// What Apple's `fetchItems(forIdentityVerificationSignature:)` gives, with the player's `teamPlayerID`.
        case gameCenter(
            teamPlayerID: String, bundleID: String, publicKeyURL: URL, signature: Data, salt: Data, timestamp: UInt64)
    }

    /// Signs the player in on this device with an account of theirs elsewhere. Somebody who comes for the first time
    /// gets a player here. `authenticateHandler` hears of it as of every sign-in.
    ///
    /// ```swift
    /// try await Laurel.signIn(with: "google", .idToken { nonce in try await google.signIn(nonce: nonce) })
    /// ```
    /// - Parameters:
    ///   - provider: as the server's administrator named it.
    ///   - alias: for a new player; nil: a random one.
    ///   - code: of the second factor, for those who have one.
    /// - Throws: what the closure throws, and ``GKError``: `notAuthenticated` if the server doesn't accept the proof,
    ///   `communicationsFailure` if it or the provider can't be reached, `invalidCredentials` if a code is needed,
    ///   `invalidParameter` with the server's reason if the alias can't be had.
    public static func signIn(
        with provider: String, _ proof: ProviderProof, alias: String? = nil, code: String? = nil
    ) async throws {
        try await current.signIn(with: provider, proof, alias: alias, code: code)
    }

    /// Makes an account of the guest who plays here, with an account of theirs elsewhere: the same player, with the
    /// same IDs, scores and friends.
    ///
    /// - Parameter alias: nil: the guest keeps theirs.
    /// - Throws: as ``signIn(with:_:alias:code:)``, and `notAuthenticated` if nobody is signed in.
    public static func upgradeGuest(
        with provider: String, _ proof: ProviderProof, alias: String? = nil
    ) async throws {
        try await current.upgradeGuest(with: provider, proof, alias: alias)
    }

    private func signIn(with provider: String, _ proof: ProviderProof, alias: String?, code: String?) async throws {
        let game = try configuration.game.get()
        var body = ProviderSignInBody()
        body.ticket = try await ticket(provider, proof, game)
        (body.alias, body.code) = (alias, code)
        body.session.bundleID = game.bundleID
        body.session.environment = game.environment
        body.session.device = await changeDevice { _ in }?.deviceName
        body.session.waiting = await waitingResults()
        let opened: OpenedSession
        do throws(ClientError) { opened = try await client(game, token: nil).signInByProvider(body) } catch {
            throw GKError(error)
        }
        await changeDevice { $0.signIn(StoredSession(opened, for: game, isGuest: false), to: game) }
        await authentication.look(in: self)
    }

    private func upgradeGuest(with provider: String, _ proof: ProviderProof, alias: String?) async throws {
        let game = try configuration.game.get()
        var body = ProviderLinkBody()
        body.ticket = try await ticket(provider, proof, game)
        body.alias = alias
        let (session, _) = try await asPlayer { [body] (client, session) throws(ClientError) in
            (session, try await client.linkProvider(body))
        }
        var stored = session
        stored.isGuest = false
        await changeDevice { [stored] state in
            state.signIn(stored, to: game)
            if let secret = state.guestSecret(on: game.server) { state.forgetGuestSecret(secret, on: game.server) }
        }
        guard self.session?.token == session.token else { return }
        do throws(ClientError) {
            // What they may do has changed with it.
            stand(await store(try await client(game, token: session.token).currentPlayer(), of: stored))
        } catch {
            stand(stored)
        }
    }

    private func ticket(_ name: String, _ proof: ProviderProof, _ game: DeviceGame) async throws -> String {
        let provider: ProviderID
        do throws(InvalidIdentifier) { provider = try ProviderID(name) } catch {
            throw GKError(.invalidParameter, detail: "\(name) can't be a provider's name.")
        }
        var body = ProviderProofBody()
        do {
            let client = client(game, token: nil)
            switch proof {
            case .idToken(let ask): body.idToken = try await ask(try await client.makeNonce(for: provider).nonce)
            case .steamTicket(let ticket): body.steamTicket = ticket.map(Self.hexadecimal).joined()
            case .gameCenter(let id, let bundleID, let url, let signature, let salt, let timestamp):
                body.gameCenter = try Self.body(id, bundleID, url, signature, salt, timestamp)
            }
            return try await client.prove(body, to: provider).ticket
        } catch let error as ClientError {
            throw GKError(error)
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    private static func body(
        _ id: String, _ bundleID: String, _ url: URL, _ signature: Data, _ salt: Data, _ timestamp: UInt64
    ) throws -> GameCenterProofBody {
        var body = GameCenterProofBody()
        body.teamPlayerID = id
        do throws(InvalidIdentifier) { body.bundleID = try BundleID(bundleID) } catch {
            throw GKError(.invalidParameter, detail: "\(bundleID) can't be a bundle ID.")
        }
        body.timestamp = Int64(clamping: timestamp)
        body.salt = salt.base64EncodedString()
        body.signature = signature.base64EncodedString()
        body.publicKeyURL = url.absoluteString
        return body
    }
}
