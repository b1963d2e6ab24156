public import LaurelDomain
import LaurelScores
import LaurelStorage

/// Players as one of them may see them: friends by their real names, photo and status as each one's privacy says
/// (rule 1.1).
public struct SeePlayers: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// - Parameter viewer: nil: who looks is signed out, and sees what everybody may see.
    public func callAsFunction(
        _ players: [Player], by viewer: PlayerNumber?
    ) async throws(LoadPlayersError) -> [SeenPlayer] {
        let (friends, records) = try await LoadPlayersError.translating { () throws(StoreError) in
            var friends: Set<PlayerNumber> = []
            if let viewer { friends = Set(try await accounts.friendship.friends(viewer)) }
            return (friends, try await accounts.directory.profiles(players.map(\.number)))
        }
        return players.map { player in
            let record = records[player.number] ?? ProfileRecord()
            let isFriend = friends.contains(player.number)
            let mayLook = record.profile.privacy.audience.includes(player.number, isFriend: isFriend, by: viewer)
            let name = isFriend ? record.profile.realName ?? player.displayName : player.displayName
            let view = ProfileView(record)
            return SeenPlayer(
                player: player, displayName: name, status: mayLook ? record.profile.status : nil,
                photo: mayLook ? view.photo : nil)
        }
    }

    /// The photos of those who have one and show it to the viewer.
    public func photos(
        of players: [PlayerNumber], by viewer: PlayerNumber?
    ) async throws(LoadPlayersError) -> [PlayerNumber: PhotoID] {
        try await LoadPlayersError.translating { () throws(StoreError) in
            var friends: Set<PlayerNumber> = []
            if let viewer { friends = Set(try await accounts.friendship.friends(viewer)) }
            var photos: [PlayerNumber: PhotoID] = [:]
            for (player, record) in try await accounts.directory.profiles(players) {
                let isFriend = friends.contains(player)
                if record.profile.privacy.audience.includes(player, isFriend: isFriend, by: viewer) {
                    photos[player] = ProfileView(record).photo
                }
            }
            return photos
        }
    }

    /// The real names of a player's friends, for pages of entries.
    /// - Returns: nil when that needs a wait: use ``friendNames(of:)``.
    public func friendNamesImmediately(of viewer: PlayerNumber?) -> [PlayerNumber: String]? {
        guard let viewer, !accounts.profiles.isEmpty else { return [:] }
        return accounts.friendship.cached(viewer).map { accounts.profiles.realNames(of: $0) }
    }

    public func friendNames(of viewer: PlayerNumber) async throws(LoadPlayersError) -> [PlayerNumber: String] {
        let friends = try await LoadPlayersError.translating { () throws(StoreError) in
            try await accounts.friendship.friends(viewer)
        }
        return accounts.profiles.realNames(of: friends)
    }

    /// What a friend sees in place of the alias. From memory, but for who is whose friend.
    /// - Returns: nil: the two are no friends, there is no such name, or the store cannot say.
    public func realName(of player: PlayerNumber, by viewer: PlayerNumber) async -> String? {
        guard let name = accounts.profiles.realName(of: player) else { return nil }
        do throws(StoreError) {
            return try await accounts.friendship.friends(viewer).contains(player) ? name : nil
        } catch {
            return nil
        }
    }

    /// Those writers whose messages the reader gets (rules 1.1, 12.20). From memory, but for the blocks, which are read
    /// once for all.
    /// - Returns: nobody, too, when the store cannot say.
    public func heard(_ writers: Set<PlayerNumber>, by reader: PlayerNumber) async -> Set<PlayerNumber> {
        guard !writers.isEmpty else { return [] }
        do throws(StoreError) {
            let blocks = try await accounts.friendship.apart(reader)
            let now = accounts.clock.now()
            return writers.filter { accounts.profiles.hears(reader, $0, apartFrom: blocks, at: now) }
        } catch {
            return []
        }
    }
}

extension Privacy.Audience {
    /// Whether a player's profile is for the viewer's eyes.
    fileprivate func includes(_ player: PlayerNumber, isFriend: Bool, by viewer: PlayerNumber?) -> Bool {
        switch self {
        case .everyone: true
        case .friends: isFriend || player == viewer
        case .nobody: player == viewer
        }
    }
}

/// A player as another one sees them.
public struct SeenPlayer: Hashable, Sendable {
    public let player: Player
    public let displayName: String
    public let status: String?
    public let photo: PhotoID?
}
