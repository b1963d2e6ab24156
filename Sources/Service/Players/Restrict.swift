public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// What a guardian, or a player themselves, wants of their restrictions. All of it is said each time.
public struct RestrictionRequest: Sendable {
    public var birthYear: Int?
    public var forbidsStrangers: Bool
    public var forbidsMessages: Bool
    /// The code that is set, as typed; needed once there is one.
    public var guardianCode: String?
    /// A code to be set in its place; empty takes it away.
    public var newGuardianCode: String?

    public init(
        birthYear: Int?, forbidsStrangers: Bool, forbidsMessages: Bool, guardianCode: String? = nil,
        newGuardianCode: String? = nil
    ) {
        self.birthYear = birthYear
        self.forbidsStrangers = forbidsStrangers
        self.forbidsMessages = forbidsMessages
        self.guardianCode = guardianCode
        self.newGuardianCode = newGuardianCode
    }
}

/// Sets the birth year and parental controls (rule 1.1).
///
/// The one who sets a code is the guardian: from then on nothing here changes without it. Without one, a child cannot
/// make themselves older, and what protects them stands.
public struct Restrict: Sendable {
    public static let codeLengths = 4...64
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    public func callAsFunction(
        _ number: PlayerNumber, _ request: RestrictionRequest
    ) async throws(RestrictError) -> OwnProfile {
        let now = accounts.clock.now()
        if let year = request.birthYear, !(Restrictions.firstBirthYear...now.year).contains(year) {
            throw .birthYear(Restrictions.firstBirthYear...now.year)
        }
        let known = try await RestrictError.translating { () throws(StoreError) in
            try await accounts.directory.profiles([number])[number]
        }
        guard let known else { throw .unknownPlayer }
        if let hash = known.guardianHash { try await verify(request.guardianCode, hash, number) }
        let hash = try await newHash(request, known.guardianHash)
        var wanted = Restrictions(
            birthYear: request.birthYear, forbidsStrangers: request.forbidsStrangers,
            forbidsMessages: request.forbidsMessages, hasGuardian: hash != nil)
        if known.guardianHash == nil {
            let own = known.profile.restrictions
            wanted.hasGuardian = false
            guard own.permits(wanted, at: now) else { throw .guardianNeeded }
            wanted.hasGuardian = hash != nil
        }
        return try await write(wanted, hash, known.guardianHash, number, now)
    }

    /// Written only while the code that was judged is still the one that is set.
    private func write(
        _ wanted: Restrictions, _ hash: String?, _ judged: String?, _ number: PlayerNumber, _ now: Timestamp
    ) async throws(RestrictError) -> OwnProfile {
        let update = try await RestrictError.translating { () throws(StoreError) in
            try await accounts.directory.updateProfile(of: number, alias: nil) { record in
                guard record.guardianHash == judged else { return false }
                record.profile.restrictions = wanted
                record.guardianHash = hash
                return true
            }
        }
        switch update {
        case .updated(let player, let record):
            accounts.profiles.put(record.profile, of: number)
            return OwnProfile(player, record, isGuest: accounts.profiles.isGuest(number), at: now)
        case .refused: throw .wrongCode
        case .aliasTaken, .unknownPlayer: throw .unknownPlayer
        }
    }

    private func verify(_ code: String?, _ hash: String, _ number: PlayerNumber) async throws(RestrictError) {
        guard let code else { throw .guardianNeeded }
        let reservation: AttemptLimiter.Reservation
        do throws(TooManyAttempts) { reservation = try accounts.reserveGuess(by: number) } catch {
            throw .tooManyAttempts(retryAfter: error.retryAfter)
        }
        switch await accounts.passwords.verify(code, hash) {
        case .right, .rightButOutdated: accounts.guesses.giveBack(reservation)
        case .wrong:
            await accounts.noteWrong(reservation)
            throw .wrongCode
        case .busy:
            accounts.guesses.giveBack(reservation)
            throw .busy
        }
    }

    private func newHash(_ request: RestrictionRequest, _ old: String?) async throws(RestrictError) -> String? {
        guard let code = request.newGuardianCode else { return old }
        guard !code.isEmpty else { return nil }
        guard Self.codeLengths.contains(code.count), code.utf8.count <= Password.bytesLimit else {
            throw .codeLength(Self.codeLengths)
        }
        guard let hash = await accounts.passwords.hash(code) else { throw .busy }
        return hash
    }
}

public enum RestrictError: Error, StoreFailure, Hashable, Sendable {
    case unknownPlayer
    case birthYear(ClosedRange<Int>)
    case codeLength(ClosedRange<Int>)
    /// This takes protection away, or there is a guardian, and their code was not given.
    case guardianNeeded
    case wrongCode
    case tooManyAttempts(retryAfter: Timestamp.Span)
    case busy
    case unavailable
    case broken(reason: String)
}
