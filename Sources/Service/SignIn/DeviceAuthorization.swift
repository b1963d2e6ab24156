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
    public static let interval = Timestamp.Span.seconds(5)
    public static let titleLimit = 60
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// - Parameters:
    ///   - arrival: for which game, on which device, from where.
    ///   - title: what the device calls itself to people.
    public func callAsFunction(
        _ arrival: Arrival, title: String?
    ) throws(DeviceAuthorizationError) -> DeviceAuthorization {
        do { _ = try accounts.catalogue.binding(arrival.game) } catch { throw .game(error) }
        if let title, !PlainText.holds(title, limit: Self.titleLimit) || !PlainText.isSeen(title) {
            throw .invalidTitle(limit: Self.titleLimit)
        }
        let now = accounts.elapsed
        do { try accounts.signUps.reserve(accounts.limits.signUp(from: arrival.address), at: now) } catch {
            throw .tooManyAttempts(retryAfter: error.retryAfter)
        }
        let code = Token.make(accounts.random)
        // Two codes at a time are the same once in billions; then another is made.
        for _ in 0..<4 {
            let user = UserCode.make(accounts.random)
            let row = DeviceRequests.Row(
                user: user, game: arrival.game, device: arrival.device, title: title,
                expires: now.advanced(by: Self.lifetime), interval: Self.interval, nextPoll: now, decision: .pending)
            if accounts.deviceRequests.add(row, device: accounts.digest(code), at: now) {
                return DeviceAuthorization(
                    deviceCode: code, userCode: user, lifetime: Self.lifetime, interval: Self.interval)
            }
        }
        throw .unavailable
    }
}

/// A device asks whether its player has said yes.
public struct PollDevice: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// - Parameter client: the game that asks; nil: it does not say.
    /// - Returns: a session, once. It was made when it was allowed, and is judged as that of any request: what ended
    ///   the player's sessions since, or keeps them out, ended it. So does the end of the session that allowed it.
    public func callAsFunction(
        deviceCode: String, waiting: Int? = nil, client: BundleID? = nil
    ) async throws(DeviceAuthorizationError) -> SignedIn {
        guard Token.isWellFormed(deviceCode) else { throw .expired }
        switch accounts.deviceRequests.poll(accounts.digest(deviceCode), of: client, at: accounts.elapsed) {
        case .unknown: throw .expired
        case .pending: throw .pending
        case .tooSoon(let interval): throw .slowDown(interval)
        case .denied: throw .denied
        case .allowed(let signedIn, let allowing):
            guard try await stands(signedIn, allowing) else {
                try await accounts.drop(signedIn.session)
                throw .expired
            }
            if let queue = signedIn.session.queue {
                accounts.contacts.note(waiting: waiting, of: queue, at: accounts.clock.now())
            }
            return signedIn
        }
    }

    private func stands(
        _ signedIn: SignedIn, _ allowing: SessionID
    ) async throws(DeviceAuthorizationError) -> Bool {
        let sessions = try await DeviceAuthorizationError.translating { () throws(StoreError) in
            try await accounts.directory.sessions(of: signedIn.session.player)
        }
        guard sessions.contains(where: { $0.record.id == allowing }) else { return false }
        do throws(AuthenticateError) { _ = try await Authenticate(accounts)(signedIn.token) } catch {
            switch error {
            case .unauthenticated, .banned: return false
            case .unavailable: throw .unavailable
            case .broken(let reason): throw .broken(reason: reason)
            }
        }
        return true
    }
}

extension Accounts {
    /// Ends a session that nobody was given.
    fileprivate func drop(_ session: Session) async throws(DeviceAuthorizationError) {
        do throws(EndSessionsError) { try await SignOut(self)(session) } catch {
            switch error {
            case .unavailable: throw .unavailable
            case .broken(let reason): throw .broken(reason: reason)
            }
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
    ) throws(DeviceAuthorizationError) -> PendingDevice {
        try counted(player, address) { now throws(DeviceAuthorizationError) in
            guard let user = UserCode.canonical(code),
                let row = accounts.deviceRequests.pending(user: user, at: now)
            else { throw .unknownCode }
            // Counted by the steady clock, told by the one on the wall.
            let left = Timestamp.Span(milliseconds: row.expires.milliseconds - now.milliseconds)
            return PendingDevice(
                game: row.game, title: row.title, expires: accounts.clock.now().advanced(by: left))
        }
    }

    /// - Parameters:
    ///   - session: in which they decide.
    ///   - address: pays for a wrong code.
    public func callAsFunction(
        _ code: String, allows: Bool, by session: Session, from address: ClientAddress
    ) async throws(DeviceAuthorizationError) {
        let row = try counted(session.player, address) { now throws(DeviceAuthorizationError) in
            guard let user = UserCode.canonical(code),
                let row = accounts.deviceRequests.pending(user: user, at: now)
            else { throw .unknownCode }
            return row
        }
        guard allows else { return try decide(row.user, .denied) }
        let binding: Binding
        do { binding = try accounts.catalogue.binding(row.game) } catch { throw .game(error) }
        let arrival = Arrival(game: row.game, device: row.device, address: .local)
        let opened = try await DeviceAuthorizationError.translating { () throws(StoreError) in
            try await OpenSession(accounts)(binding, allowedIn: session.id, arrival)
        }
        guard let opened else { throw .unknownCode }
        do throws(DeviceAuthorizationError) { try decide(row.user, .allowed(opened, in: session.id)) } catch {
            // Somebody decided first.
            try await accounts.drop(opened.session)
            throw error
        }
    }

    private func decide(
        _ user: String, _ decision: DeviceRequests.Decision
    ) throws(DeviceAuthorizationError) {
        guard accounts.deviceRequests.decide(user: user, decision, at: accounts.elapsed) else {
            throw .unknownCode
        }
    }

    /// Counted before it is known, and given back when it was no guess.
    private func counted<Value>(
        _ player: PlayerNumber, _ address: ClientAddress, _ body: (Timestamp) throws(DeviceAuthorizationError) -> Value
    ) throws(DeviceAuthorizationError) -> Value {
        let now = accounts.elapsed
        let attempt = accounts.limits.guess(from: address, own: [(.userCode(player), Self.rate)])
        let reservation: AttemptLimiter.Reservation
        do throws(TooManyAttempts) { reservation = try accounts.guesses.reserve(attempt, at: now) } catch {
            throw .tooManyAttempts(retryAfter: error.retryAfter)
        }
        let value = try body(now)
        accounts.guesses.giveBack(reservation)
        return value
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
