public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Eight characters that a person reads from one screen and types on another, as `WDJB-MJHT`: no vowels, so no words,
/// and nothing that is taken for something else (RFC 8628, section 6.1). 20^8 of them.
enum UserCode {
    private static let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ")
    static let characterCount = 8

    static func make(_ random: Random) -> String {
        var characters: [Character] = []
        while characters.count < characterCount {
            // 240 is the largest multiple of 20 in a byte: what is above would make some letters likelier.
            for byte in random.bytes(characterCount) where byte < 240 && characters.count < characterCount {
                characters.append(alphabet[Int(byte) % 20])
            }
        }
        return String(characters[..<4]) + "-" + String(characters[4...])
    }

    /// As it was made, however it was typed; nil when it cannot be one.
    static func canonical(_ typed: String) -> String? {
        guard typed.utf8.count <= 64 else { return nil }
        let characters = typed.uppercased().filter { $0 != "-" && $0 != " " }
        guard characters.count == characterCount, characters.allSatisfy({ alphabet.contains($0) }) else { return nil }
        return characters.prefix(4) + "-" + characters.suffix(4)
    }
}

/// What a device shows and keeps while it waits.
public struct DeviceAuthorization: Sendable {
    /// The device's own secret, never shown.
    public let deviceCode: String
    /// What the player types.
    public let userCode: String
    public let lifetime: Timestamp.Span
    /// At least so long between two questions.
    public let interval: Timestamp.Span
}

/// A device asks to be signed in.
public struct RequestDevice: Sendable {
    public static let lifetime = Timestamp.Span.minutes(10)
    public static let interval = DevicePaces.interval
    public static let titleLimit = 60
    /// Requests that wait at a time, about 300 bytes each. More are refused for the moment.
    static let countLimit = 20_000
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// - Parameters:
    ///   - arrival: for which game, on which device, from where.
    ///   - title: what the device calls itself to people.
    public func callAsFunction(
        _ arrival: Arrival, title: String?
    ) async throws(DeviceAuthorizationError) -> DeviceAuthorization {
        let binding: Binding
        do { binding = try accounts.catalogue.binding(arrival.game) } catch { throw .game(error) }
        if let title, !PlainText.holds(title, limit: Self.titleLimit) || !PlainText.isSeen(title) {
            throw .invalidTitle(limit: Self.titleLimit)
        }
        let attempt = accounts.limits.signUp(from: arrival.address)
        do { try accounts.signUps.reserve(attempt, at: accounts.elapsed) } catch {
            throw .tooManyAttempts(retryAfter: error.retryAfter)
        }
        let now = accounts.storeNow
        let code = Token.make(accounts.random)
        let request = DeviceRequest(
            device: accounts.digest(code), binding: binding, name: arrival.device, title: title,
            expires: now.advanced(by: Self.lifetime))
        // Who has a stolen store can guess a user code from its digest, since it has but 34 bits. While the device
        // waits that lets them sign the device in as themselves, and tells them nothing of a player.
        // Two codes at a time are the same once in billions; then another is made.
        for _ in 0..<4 {
            let user = UserCode.make(accounts.random)
            let adding = try await DeviceAuthorizationError.translating { () throws(StoreError) in
                try await accounts.directory.addDeviceRequest(
                    request, userCode: accounts.digest(user), limit: Self.countLimit, at: now)
            }
            switch adding {
            case .added:
                return DeviceAuthorization(
                    deviceCode: code, userCode: user, lifetime: Self.lifetime, interval: Self.interval)
            case .full: throw .unavailable
            case .codeTaken: continue
            }
        }
        throw .unavailable
    }
}

/// A device asks whether its player has said yes.
public struct PollDevice: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// A decision is handed out once, and to the game that it is for: another one asks for what is not there. If the
    /// answer is lost, the device shows a new code.
    ///
    /// - Parameter client: the game that asks; nil: it does not say.
    /// - Returns: a session, once. It is made now, if what was allowed still holds: what has ended the player's
    ///   sessions since, or keeps them out, ended it. So does the end of the session that allowed it.
    public func callAsFunction(
        deviceCode: String, waiting: Int? = nil, client: BundleID? = nil
    ) async throws(DeviceAuthorizationError) -> SignedIn {
        guard Token.isWellFormed(deviceCode) else { throw .expired }
        let device = accounts.digest(deviceCode)
        let now = accounts.storeNow
        let request = try await DeviceAuthorizationError.translating { () throws(StoreError) in
            try await accounts.directory.deviceRequest(device, at: now)
        }
        guard let request, isMeant(client, by: request.binding) else { throw .expired }
        switch request.decision {
        case .pending:
            if let interval = accounts.devicePaces.ask(device, at: accounts.elapsed) { throw .slowDown(interval) }
            throw .pending
        case .denied:
            let isFirst = try await DeviceAuthorizationError.translating { () throws(StoreError) in
                try await accounts.directory.removeDeniedDevice(device, at: now)
            }
            accounts.devicePaces.forget(device)
            guard isFirst else { throw .expired }
            throw .denied
        case .allowed: return try await fetch(request, waiting: waiting, at: now)
        }
    }

    private func isMeant(_ client: BundleID?, by binding: Binding) -> Bool {
        guard let client else { return true }
        guard case .game(let number, _) = binding else { return false }
        return accounts.catalogue.app(number)?.bundleID == client
    }

    private func fetch(
        _ request: DeviceRequest, waiting: Int?, at now: Timestamp
    ) async throws(DeviceAuthorizationError) -> SignedIn {
        let draft = SessionDraft(accounts, Arrival(device: request.name, waiting: waiting, address: .local))
        let use = try await DeviceAuthorizationError.translating { () throws(StoreError) in
            try await accounts.directory.useGrant(
                ofDevice: request.device, at: now
            ) { grant, credentials -> Result<NewSession, DeviceAuthorizationError> in
                accounts.honors(grant, for: request.binding, credentials)
                    ? .success(draft.session(for: request.binding)) : .failure(.expired)
            }
        }
        accounts.devicePaces.forget(request.device)
        switch use {
        case .session(let record, of: let player): return draft.signedIn(player, by: record, in: accounts)
        case .refused(let reason): throw reason
        case .usedBefore, .nothing: throw .expired
        }
    }
}

/// What a player is asked before they say yes: which game, on which device.
public struct PendingDevice: Sendable {
    public let game: (bundleID: BundleID, environment: Environment)?
    public let title: String?
    public let expires: Timestamp
}

/// A signed-in player looks at what waits under a code, and decides.
public struct DecideDevice: Sendable {
    /// Codes that one player may try: a guesser would need 20^8 ÷ 20,000 tries.
    static let rate = AttemptRate(burst: 20, interval: .seconds(30))
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// - Parameters:
    ///   - code: as typed.
    ///   - address: pays for a wrong one.
    public func look(
        _ code: String, by player: PlayerNumber, from address: ClientAddress
    ) async throws(DeviceAuthorizationError) -> PendingDevice {
        let now = accounts.storeNow
        let (request, _) = try await pending(code, by: player, from: address, at: now)
        // Counted by server time, told by the clock on the wall.
        let left = Timestamp.Span(milliseconds: request.expires.milliseconds - now.milliseconds)
        return PendingDevice(
            game: try game(of: request), title: request.title, expires: accounts.clock.now().advanced(by: left))
    }

    /// - Parameters:
    ///   - session: in which they decide.
    ///   - address: pays for a wrong code.
    public func callAsFunction(
        _ code: String, allows: Bool, by session: Session, from address: ClientAddress
    ) async throws(DeviceAuthorizationError) {
        let now = accounts.storeNow
        let (request, userCode) = try await pending(code, by: session.player, from: address, at: now)
        if allows {
            let asked = try game(of: request)
            do { _ = try accounts.catalogue.binding(asked) } catch { throw .game(error) }
        }
        let isDecided = try await DeviceAuthorizationError.translating { () throws(StoreError) in
            let grant: Grant? = if allows { try await accounts.grant(in: session) } else { nil }
            return try await accounts.directory.decideDevice(userCode: userCode, grant, at: now)
        }
        // Somebody decided first, or the session has ended.
        guard isDecided else { throw .unknownCode }
    }

    /// Nil: the device asks for a session of our own pages.
    private func game(
        of request: DeviceRequest
    ) throws(DeviceAuthorizationError) -> (bundleID: BundleID, environment: Environment)? {
        guard case .game(let number, let environment) = request.binding else { return nil }
        guard let app = accounts.catalogue.app(number) else { throw .unknownCode }
        return (app.bundleID, environment)
    }

    /// What waits for a decision under a code that a person typed. Counted before it is known, and given back when it
    /// was no guess.
    private func pending(
        _ code: String, by player: PlayerNumber, from address: ClientAddress, at now: Timestamp
    ) async throws(DeviceAuthorizationError) -> (request: DeviceRequest, userCode: SecretDigest) {
        let attempt = accounts.limits.guess(from: address, own: [(.userCode(player), Self.rate)])
        let reservation: AttemptLimiter.Reservation
        do throws(TooManyAttempts) { reservation = try accounts.guesses.reserve(attempt, at: accounts.elapsed) } catch {
            throw .tooManyAttempts(retryAfter: error.retryAfter)
        }
        guard let user = UserCode.canonical(code) else { throw await wrong(reservation) }
        let userCode = accounts.digest(user)
        let request: DeviceRequest?
        do throws(StoreError) {
            request = try await accounts.directory.pendingDeviceRequest(userCode: userCode, at: now)
        } catch {
            accounts.guesses.giveBack(reservation)
            throw DeviceAuthorizationError(error)
        }
        guard let request else { throw await wrong(reservation) }
        accounts.guesses.giveBack(reservation)
        return (request, userCode)
    }

    private func wrong(_ reservation: AttemptLimiter.Reservation) async -> DeviceAuthorizationError {
        await accounts.noteWrong(reservation)
        return .unknownCode
    }
}

public enum DeviceAuthorizationError: Error, StoreFailure, Hashable, Sendable {
    case game(GameRefusal)
    case invalidTitle(limit: Int)
    /// Nobody has said anything yet.
    case pending
    /// Asked too often; so long between two questions from now on.
    case slowDown(Timestamp.Span)
    /// Unknown, used, or too old.
    case expired
    case denied
    /// Nothing waits under the code that a person typed.
    case unknownCode
    case tooManyAttempts(retryAfter: Timestamp.Span)
    case unavailable
    case broken(reason: String)
}
