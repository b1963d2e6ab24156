public import LaurelDomain

/// What the store knows of a player beside their alias and credentials.
public struct ProfileRecord: Hashable, Sendable {
    public var profile: Profile
    /// Of the guardian's code; nil: no guardian.
    public var guardianHash: String?
    public var photo: Photo?
    /// When the alias changes so far have been paid off; see the limit on changes of alias.
    public var aliasChangesPaid: Timestamp

    public init(
        profile: Profile = Profile(), guardianHash: String? = nil, photo: Photo? = nil,
        aliasChangesPaid: Timestamp = .first
    ) {
        self.profile = profile
        self.guardianHash = guardianHash
        self.photo = photo
        self.aliasChangesPaid = aliasChangesPaid
    }

    /// A photo in two sizes.
    public struct Photo: Hashable, Sendable {
        public var small: BlobDigest
        public var normal: BlobDigest
        public init(small: BlobDigest, normal: BlobDigest) {
            self.small = small
            self.normal = normal
        }
    }
}

/// What became of a change of a profile.
public enum ProfileUpdate: Hashable, Sendable {
    case updated(Player, ProfileRecord)
    /// Another player has the alias, or one that looks like it.
    case aliasTaken
    /// `change` said no to this record. Nothing was written.
    case refused(ProfileRecord)
    case unknownPlayer
}

/// A session as its player sees it.
public struct ListedSession: Hashable, Sendable {
    public let record: SessionRecord
    /// Nil: the device gave itself no name.
    public let deviceName: DeviceName?
    public init(record: SessionRecord, deviceName: DeviceName?) {
        self.record = record
        self.deviceName = deviceName
    }
}

/// Profiles, and what a player does about their own account. Every engine must pass `ProfileContract`.
public protocol ProfileDirectory: Sendable {
    /// Those of players that exist; a player who said nothing has the record that a new one has.
    func profiles(_ players: [PlayerNumber]) async throws(StoreError) -> [PlayerNumber: ProfileRecord]
    /// In order of number, those that were ever written; for the table in memory.
    func profiles(
        after player: PlayerNumber?, limit: Int
    ) async throws(StoreError) -> [(player: PlayerNumber, profile: Profile)]
    /// One transaction. A photo is changed by ``setPhoto(_:of:)`` alone.
    ///
    /// - Parameters:
    ///   - alias: nil: stays.
    ///   - change: called inside the transaction, with what is stored; false: write nothing.
    func updateProfile(
        of player: PlayerNumber, alias: Alias?, _ change: @escaping @Sendable (inout ProfileRecord) -> Bool
    ) async throws(StoreError) -> ProfileUpdate
    /// Puts a photo in place of the old one; nil takes it away.
    /// - Returns: whether there is such a player.
    func setPhoto(_ photo: (small: Blob, normal: Blob)?, of player: PlayerNumber) async throws(StoreError) -> Bool
    /// Whether the blob is part of anybody's photo: no other blob may leave by the photos' door.
    func isPhoto(_ digest: BlobDigest) async throws(StoreError) -> Bool

    /// Players by number, those whose alias begins so (capitals do not matter); for the operator.
    func players(
        aliasKeyPrefix: String, after player: PlayerNumber?, limit: Int
    ) async throws(StoreError) -> [Player]
    /// - Returns: the player who has an alias that looks the same.
    func player(aliasSkeleton: String) async throws(StoreError) -> PlayerNumber?

    /// All that a player was told, in order.
    func notices(of player: PlayerNumber) async throws(StoreError) -> [Notice]
    /// Whether a device of this name belongs to the player who has the alias.
    func knowsDevice(_ name: DeviceName, aliasKey: String) async throws(StoreError) -> Bool
    func credentials(of player: PlayerNumber) async throws(StoreError) -> Credentials?
    /// Puts a new hash in place, ends all sessions but one and tells the player, if `credentials` still stand.
    /// - Returns: whether they did.
    func changePassword(
        _ credentials: Credentials, to passwordHash: String, keeping session: SessionID, at now: Timestamp
    ) async throws(StoreError) -> Bool
    /// Gives a password to a player who has none, and tells them.
    /// - Returns: whether they had none, and aren't a guest.
    func setFirstPassword(
        _ passwordHash: String, of player: PlayerNumber, at now: Timestamp
    ) async throws(StoreError) -> Bool
    /// New recovery codes in place of the old ones, if `credentials` still stand; the player is told.
    func replaceRecoveryCodes(
        _ codes: [SecretDigest], for credentials: Credentials, at now: Timestamp
    ) async throws(StoreError) -> Bool
    /// A player's sessions, the last used one first.
    func sessions(of player: PlayerNumber) async throws(StoreError) -> [ListedSession]
    /// Names that their devices gave themselves, in order of device; those without one are left out.
    func devices(of player: PlayerNumber) async throws(StoreError) -> [DeviceName]
    /// - Returns: whether the player had such a session.
    func endSession(_ id: SessionID, of player: PlayerNumber) async throws(StoreError) -> Bool
    /// - Returns: how many.
    func endSessions(of player: PlayerNumber, except session: SessionID) async throws(StoreError) -> Int
}

/// All that the use cases about players need.
public typealias AccountDirectory = PlayerDirectory & SessionDirectory & SettingDirectory & ProfileDirectory
    & ProviderDirectory
    & BlobDirectory & ErasureDirectory & GuestDirectory
    & GuestMergeDirectory & ForeignPlayerDirectory & GrantDirectory & GuessDirectory
