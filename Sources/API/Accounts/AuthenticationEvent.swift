import LaurelHTTPServer
import LaurelDomain
import LaurelWire
import LaurelService

/// What somebody did, or tried, about a way in: for the operator's log (OWASP ASVS 5.0, 16.3.1). Nothing that was
/// typed is part of it.
public struct AuthenticationEvent: Hashable, Sendable {
    /// Raw values stand in the log and in docs/operating.md: a case is never renamed.
    public enum Act: String, CaseIterable, Hashable, Sendable {
        case signUp = "sign-up"
        /// By the one-time link.
        case administratorClaim = "administrator-claim"
        case signIn = "sign-in"
        case signOut = "sign-out"
        /// One session of the player's own, or all others.
        case sessionEnd = "session-end"
        /// All of another player's.
        case playerSignOut = "player-sign-out"
        case proof
        case passwordChange = "password-change"
        case recovery
        case passwordReset = "password-reset"
        case recoveryCodes = "recovery-codes"
        case twoFactorOffer = "two-factor-offer"
        case twoFactorOn = "two-factor-on"
        case twoFactorOff = "two-factor-off"
        case twoFactorReset = "two-factor-reset"
        /// A player allowed a device or denied it; the device fetched its session.
        case deviceDecision = "device-decision"
        case deviceSignIn = "device-sign-in"
        /// The same for a game's page.
        case gameAuthorization = "game-authorization"
        case gameSignIn = "game-sign-in"
        case erasure
    }

    public let act: Act
    /// `ok`, or the kind of the problem that was answered.
    public let outcome: String
    /// Whose account: the ID that pages and commands show. Nil: of nobody that there is.
    public let account: String?
    /// As in the line of the request.
    public let address: String
    public let requestID: String
}

/// Called on any thread; must not block.
public typealias AuthenticationReport = @Sendable (AuthenticationEvent) -> Void

/// Whose way in it is.
enum AccountOfEvent: Sendable {
    case nobody
    case player(PlayerNumber)
    /// As typed.
    case alias(String)
}

extension APIHandler {
    /// For operations about a way in: the log hears how they end.
    func later(
        _ request: Request, as act: AuthenticationEvent.Act, of account: AccountOfEvent,
        _ work: @escaping @Sendable () async throws(Problem) -> Response
    ) -> Reply {
        later(request) { [self] () async throws(Problem) in
            do throws(Problem) {
                let response = try await work()
                await tell(act, of: account, request)
                return response
            } catch {
                await tell(act, error, of: account, request)
                throw error
            }
        }
    }

    /// - Parameter problem: nil: it went well.
    func tell(
        _ act: AuthenticationEvent.Act, _ problem: Problem? = nil, of account: AccountOfEvent, _ request: Request
    ) async {
        guard let report = configuration.authentication else { return }
        var player: PlayerNumber?
        switch account {
        case .nobody: break
        case .player(let number): player = number
        case .alias(let text):
            // Looked up whether there is such a player or not: the time it takes says nothing.
            do { player = try await self.player(try Alias(text))?.number } catch { player = nil }
        }
        report(
            AuthenticationEvent(
                act: act, outcome: problem?.kind.rawValue ?? "ok",
                account: player.map { services.accounts.ids.id(of: $0, in: .player) },
                address: request.peer.description, requestID: request.id.description))
    }
}
