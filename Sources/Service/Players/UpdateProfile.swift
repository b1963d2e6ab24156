public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// A player's whole profile, as they alone see it.
public struct OwnProfile: Sendable {
    public let player: Player
    public let record: ProfileView
    public let isUnderage: Bool
    public let isMultiplayerGamingRestricted: Bool
    public let isPersonalizedCommunicationRestricted: Bool

    /// Has no password yet (rule 1.11).
    public let isGuest: Bool

    init(_ player: Player, _ record: ProfileRecord, isGuest: Bool, at now: Timestamp) {
        self.player = player
        self.record = ProfileView(record)
        self.isGuest = isGuest
        var restrictions = record.profile.restrictions
        restrictions.isGuest = isGuest
        isUnderage = restrictions.isUnderage(at: now)
        isMultiplayerGamingRestricted = restrictions.isMultiplayerGamingRestricted(at: now)
        isPersonalizedCommunicationRestricted = restrictions.isPersonalizedCommunicationRestricted(at: now)
    }
}

/// What may be shown of a stored profile: no secret.
public struct ProfileView: Hashable, Sendable {
    public let profile: Profile
    public let photo: PhotoID?

    init(_ record: ProfileRecord) {
        profile = record.profile
        photo = record.photo.map { PhotoID(small: $0.small.text, normal: $0.normal.text) }
    }
}

/// A photo's two sizes, each by the digest of its bytes.
public struct PhotoID: Hashable, Sendable {
    public let small: String
    public let normal: String
}

/// What a player wants otherwise; nil: stays. What is given as it is stored stays too: a text that was allowed once
/// is no error.
public struct ProfileChange: Hashable, Sendable {
    public var alias: Alias?
    public var realName: String??
    public var status: String??
    public var audience: Privacy.Audience?
    public var isFindable: Bool?
    public var takesRequests: Bool?

    public init() {}

    /// Whether others would read something that the player wrote.
    var hasText: Bool { alias != nil || realName != nil || status != nil }

    func check() throws(ProfileError) {
        if case .some(.some(let name)) = realName {
            guard PlainText.holds(name, limit: Profile.realNameLimit), PlainText.isSeen(name) else {
                throw .invalidRealName(limit: Profile.realNameLimit)
            }
        }
        if case .some(.some(let status)) = status {
            guard PlainText.holds(status, limit: Profile.statusLimit), PlainText.isSeen(status) else {
                throw .invalidStatus(limit: Profile.statusLimit)
            }
        }
    }

    func apply(to profile: inout Profile) {
        if let realName { profile.realName = realName }
        if let status { profile.status = status }
        if let audience { profile.privacy.audience = audience }
        if let isFindable { profile.privacy.isFindable = isFindable }
        if let takesRequests { profile.privacy.takesRequests = takesRequests }
    }
}

/// A player's profile, and by number those whom an operator looks for.
public struct ReadProfile: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    public func callAsFunction(of number: PlayerNumber) async throws(ProfileError) -> OwnProfile {
        let (player, record) = try await ProfileError.translating { () throws(StoreError) in
            (
                try await accounts.directory.player(number),
                try await accounts.directory.profiles([number])[number] ?? ProfileRecord()
            )
        }
        guard let player else { throw .unknownPlayer }
        return OwnProfile(
            player, record, isGuest: accounts.profiles.isGuest(number), at: accounts.clock.now())
    }
}

/// Changes what a player says of themselves. All of a change or nothing.
public struct UpdateProfile: Sendable {
    /// An alias is what others know a player by: three changes at once, then one a week.
    public static let aliasRate = AttemptRate(burst: 3, interval: .days(7))
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    public func callAsFunction(
        of number: PlayerNumber, _ wanted: ProfileChange
    ) async throws(ProfileError) -> OwnProfile {
        let now = accounts.clock.now()
        let isGuest = accounts.profiles.isGuest(number)
        guard !isGuest || !wanted.hasText else { throw .guest }
        var change = wanted
        try await check(&change, number)
        try checkWords(change)
        if let alias = change.alias { change.alias = try await needed(alias, number) }
        let (alias, final) = (change.alias, change)
        let update = try await ProfileError.translating { () throws(StoreError) in
            try await accounts.directory.updateProfile(of: number, alias: alias) { record in
                if alias != nil {
                    guard Self.aliasRate.wait(record.aliasChangesPaid, now) == nil else { return false }
                    record.aliasChangesPaid = Self.aliasRate.paid(record.aliasChangesPaid, now)
                }
                final.apply(to: &record.profile)
                return true
            }
        }
        switch update {
        case .updated(let player, let record):
            if alias != nil { accounts.names.put(player.displayName, of: number) }
            accounts.profiles.put(record.profile, of: number)
            try await forgetIfGone(number)
            return OwnProfile(player, record, isGuest: isGuest, at: now)
        case .aliasTaken: throw .aliasTaken
        case .refused(let record):
            throw .tooManyChanges(retryAfter: Self.aliasRate.wait(record.aliasChangesPaid, now) ?? .seconds(1))
        case .unknownPlayer: throw .unknownPlayer
        }
    }

    private func check(_ change: inout ProfileChange, _ number: PlayerNumber) async throws(ProfileError) {
        do { try change.check() } catch {
            let stored = try await ProfileError.translating { () throws(StoreError) in
                try await accounts.directory.profiles([number])[number]?.profile
            }
            guard let stored else { throw error }
            if change.realName == .some(stored.realName) { change.realName = nil }
            if change.status == .some(stored.status) { change.status = nil }
            try change.check()
        }
    }

    private func checkWords(_ wanted: ProfileChange) throws(ProfileError) {
        if let alias = wanted.alias, !accounts.words.allows(alias.text) { throw .wordRefused(field: "alias") }
        if case .some(.some(let name)) = wanted.realName, !accounts.words.allows(name) {
            throw .wordRefused(field: "realName")
        }
        if case .some(.some(let status)) = wanted.status, !accounts.words.allows(status) {
            throw .wordRefused(field: "status")
        }
    }

    /// They may have been erased between the store and memory.
    private func forgetIfGone(_ number: PlayerNumber) async throws(ProfileError) {
        let player = try await ProfileError.translating { () throws(StoreError) in
            try await accounts.directory.player(number)
        }
        guard player == nil else { return }
        accounts.names.remove(number)
        accounts.profiles.remove(number)
        throw .unknownPlayer
    }

    /// - Returns: nil when the player has exactly this alias already.
    private func needed(_ alias: Alias, _ number: PlayerNumber) async throws(ProfileError) -> Alias? {
        let player = try await ProfileError.translating { () throws(StoreError) in
            try await accounts.directory.player(number)
        }
        guard let player else { throw .unknownPlayer }
        guard player.alias.text != alias.text else { return nil }
        do throws(Alias.Invalid) { try alias.checkPiles() } catch { throw .invalidAlias(error) }
        guard !alias.isReserved || player.isAdministrator else { throw .aliasReserved }
        return alias
    }
}

public enum ProfileError: Error, StoreFailure, Hashable, Sendable {
    case unknownPlayer
    /// A guest writes nothing that others read (rule 1.11).
    case guest
    case aliasTaken
    case aliasReserved
    case invalidAlias(Alias.Invalid)
    /// A word in it is blocked here.
    case wordRefused(field: String)
    case invalidRealName(limit: Int)
    case invalidStatus(limit: Int)
    case tooManyChanges(retryAfter: Timestamp.Span)
    case unavailable
    case broken(reason: String)
}
