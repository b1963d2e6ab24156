import LaurelClient
import LaurelDomain

/// Where the server shows what a view controller names: the one place that knows the pages' addresses.
enum PageAddress: Hashable, Sendable {
    /// The game's page.
    case dashboard
    case leaderboards
    case leaderboardSet(String)
    case leaderboard(String, GKLeaderboard.PlayerScope, GKLeaderboard.TimeScope)
    case achievements
    case achievement(String)
    case challenges
    /// A new challenge of a group, about what a definition says.
    case challengeDefinition(String)
    /// The local player's matches of this game.
    case matches
    /// Who waits behind a code.
    case party(String)
    /// The local player's own page.
    case profile
    case friends
    /// Another player, by alias: pages don't know the IDs that games have for players.
    case player(alias: String)
    /// Whether this game may see the player's friends.
    case friendListConsent
    /// A friend request, ready to send.
    case friendRequest(FriendRequestDraft)

    /// Longer ids exist nowhere (rule 3.5): they lead to the page above.
    private static let idLimit = 100

    func url(of game: DeviceGame) -> URL? {
        var (path, query) = page(in: game)
        if game.environment == .sandbox { query.append(("environment", game.environment.name)) }
        let text = query.map { "\($0)=\(PercentEncoding.text($1))" }.joined(separator: "&")
        return URL(string: game.server.url(text.isEmpty ? path : "\(path)?\(text)"))
    }

    private func page(in game: DeviceGame) -> (path: String, query: [(String, String)]) {
        let page = [("id", game.bundleID.text)]
        switch self {
        case .dashboard: return ("/games/", page)
        case .leaderboards: return ("/games/", page + [("view", "leaderboards")])
        case .leaderboardSet(let id):
            return ("/games/", page + [("view", "leaderboards")] + Self.named("set", id))
        case .leaderboard(let id, let players, let time):
            let scope = [("players", players.word), ("time", time.word)]
            return ("/games/", page + [("view", "leaderboards")] + Self.named("leaderboard", id) + scope)
        case .achievements: return ("/games/", page + [("view", "achievements")])
        case .achievement(let id):
            return ("/games/", page + [("view", "achievements")] + Self.named("achievement", id))
        case .challenges: return ("/games/", page + [("view", "challenges")])
        case .challengeDefinition(let id):
            return ("/challenges/groups/new/", [("game", game.bundleID.text)] + Self.named("definition", id))
        case .matches: return ("/matches/", [("game", game.bundleID.text)])
        case .party(let code): return ("/join/" + code, [])
        case .profile: return ("/me/", [])
        case .friends: return ("/me/", [("view", "friends")])
        case .player(let alias): return ("/me/", [("view", "friends"), ("player", alias)])
        case .friendListConsent: return ("/me/", [("view", "consent"), ("game", game.bundleID.text)])
        case .friendRequest(let draft): return ("/me/", [("view", "request")] + draft.query)
        }
    }

    private static func named(_ name: String, _ id: String) -> [(String, String)] {
        id.isEmpty || id.utf8.count > idLimit ? [] : [(name, id)]
    }
}

/// What a game has filled in of a request to be friends.
struct FriendRequestDraft: Hashable, Sendable {
    /// As many players may be asked at once.
    static let recipientsLimit = 8
    /// Characters of a message; the server's limit.
    static let messageLimit = FriendLimits.messageLength

    var aliases: [String] = []
    /// Of people who may not be players yet: they are sent a link.
    var mailAddresses: [String] = []
    var message = ""

    var count: Int { aliases.count + mailAddresses.count }

    var query: [(String, String)] {
        aliases.map { ("to", $0) } + mailAddresses.map { ("mail", $0) }
            + (message.isEmpty ? [] : [("message", String(message.prefix(Self.messageLimit)))])
    }
}

extension GKLeaderboard.PlayerScope {
    /// As the server's interface says it.
    fileprivate var word: String {
        switch self {
        case .global: "global"
        case .friendsOnly: "friends"
        }
    }
}

extension GKLeaderboard.TimeScope {
    fileprivate var word: String {
        switch self {
        case .today: "today"
        case .week: "week"
        case .allTime: "allTime"
        }
    }
}

extension PageAddress {
    init(_ state: GKGameCenterViewControllerState) {
        switch state {
        case .default, .dashboard: self = .dashboard
        case .leaderboards: self = .leaderboards
        case .achievements: self = .achievements
        case .challenges: self = .challenges
        case .localPlayerProfile: self = .profile
        case .localPlayerFriendsList: self = .friends
        }
    }

    init(_ activity: GKGameActivity) { self = activity.partyCode.map { .party($0) } ?? .dashboard }

    init(_ player: GKPlayer) {
        let local = player.center.localPlayer
        self = player === local || player == local ? .profile : .player(alias: player.alias)
    }
}
