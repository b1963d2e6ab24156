import LaurelCryptography
import LaurelDomain
import LaurelWire
import LaurelStorage
import LaurelStorageSQLite
import Testing

/// Teams and second factors as they are when a test begins.
struct DeveloperWorld: Sendable {
    /// The chief's own team; MonkeyJump and the other game belong to the first team, in which nobody is.
    var team = ""
    var firstTeam = ""
    /// Without apps, and the joiner's own.
    var emptyTeam = ""
    /// A viewer in the chief's team.
    var rookieID = ""
    var rookie = ""
    /// Into the chief's team.
    var invitationID = ""
    var joinCode = ""
    var joiner = ""
    var keyID = ""
    var key = ""
    /// The session of a player whose second factor waits for its first code.
    var sentinel = ""

    static let secret = (1...20).map { UInt8($0) }

    init() {}

    init(_ world: World) async throws {
        let directory = SQLiteDirectory(world.server.store)
        team = try await world.post("/v1/connect/teams", #"{"name":"Jungle Games"}"#).string("id")
        guard
            case .array(let teams)? = try #require(
                try await world.send("GET", "/v1/connect/teams", world.administrator).json)["teams"]
        else { return }
        firstTeam = try #require(try teams.map { try $0.string("id") }.first { $0 != team })
        let teamPath = "/v1/connect/teams/\(team)"
        let signedUp = try await world.signUp("rookie")
        rookie = try signedUp.string("token")
        rookieID = try signedUp["player"].unwrapped().string("id")
        let invited = try await world.post(teamPath + "/invitations", #"{"role":"viewer","alias":"rookie"}"#)
        _ = try await world.post(
            "/v1/connect/memberships", #"{"invitation":"\#(try invited.string("id"))"}"#, rookie)
        joiner = try await world.signUp("joiner").string("token")
        let open = try await world.post(teamPath + "/invitations", #"{"role":"developer"}"#)
        joinCode = try open.string("code")
        invitationID = try await world.post(teamPath + "/invitations", #"{"role":"admin"}"#).string("id")
        let made = try await world.post(teamPath + "/keys", #"{"name":"CI","role":"developer"}"#)
        keyID = try made.string("id")
        key = try made.string("secret")
        emptyTeam = try await world.post("/v1/connect/teams", #"{"name":"Empty","owner":"joiner"}"#).string("id")
        sentinel = try await world.signUp("sentinel").string("token")
        try await Self.offer(to: "sentinel", in: directory)
        _ = try await world.signUp("guarded")
        try await Self.confirm(try await Self.offer(to: "guarded", in: directory), in: world.server.store)
    }

    /// Without a word to the player: the notices of a test are numbered from 1.
    private static func confirm(_ player: PlayerNumber, in store: SQLiteStore) async throws {
        try await onThread {
            try store.write { connection throws(StoreError) in
                let update = try connection.prepare("UPDATE two_factor SET is_confirmed = 1 WHERE player = ?")
                update.bind(1, Int64(player.rawValue))
                try update.run()
            }
        }
    }

    @discardableResult
    private static func offer(to alias: String, in directory: SQLiteDirectory) async throws -> PlayerNumber {
        let player = try #require(try await directory.player(aliasKey: alias)).number
        try #require(try await directory.offerTwoFactor(secret, to: player))
        return player
    }

    /// The code of ``secret``, as an authenticator app shows it: RFC 6238, written here once more, in short.
    func code(_ server: TestServer, stepsLater: Int64 = 0, secret: [UInt8] = Self.secret) -> String {
        let step = server.clock.port.now().milliseconds / 30_000 + stepsLater
        let counter = (0..<8).reversed().map { UInt8(truncatingIfNeeded: step >> (Int64($0) * 8)) }
        let digest = MessageAuthentication.hmacSHA1(counter, key: secret)
        let offset = Int(digest[19] & 15)
        let word = (0..<4).reduce(0) { $0 << 8 | UInt32(digest[offset + $1]) } & 0x7FFF_FFFF
        let digits = String(word % 1_000_000)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }
}

extension World {
    func post(_ target: String, _ body: String, _ token: String? = nil) async throws -> JSONValue {
        let answer = try await send("POST", target, token ?? administrator, body)
        try #require(answer.status == 201, "\(target): \(answer.text)")
        return try #require(answer.json)
    }

    func signUp(_ alias: String) async throws -> JSONValue {
        try await post("/v1/players", #"{"alias":"\#(alias)","password":"\#(Self.password)"}"#, "")
    }

    /// Makes a player with a role in a team, and gives his session.
    func member(_ alias: String, as role: TeamRole, in team: String) async throws -> String {
        let token = try await signUp(alias).string("token")
        let invited = try await post(
            "/v1/connect/teams/\(team)/invitations", #"{"role":"\#(role.name)","alias":"\#(alias)"}"#)
        _ = try await post("/v1/connect/memberships", #"{"invitation":"\#(try invited.string("id"))"}"#, token)
        return token
    }

    /// A good call of each endpoint of teams.
    func teamCall(_ endpoint: Endpoint) -> Call {
        let team = "/v1/connect/teams/\(developers.team)"
        func make(_ target: String, _ body: String? = nil, _ token: String? = nil) -> Call {
            Call(method: endpoint.method.rawValue, target: target, token: token ?? administrator, body: body)
        }
        return switch endpoint {
        case .foundTeam: make("/v1/connect/teams", #"{"name":"Canopy","owner":"jungle-jim"}"#)
        case .team: make(team)
        case .updateTeam: make(team, #"{"name":"Jungle"}"#)
        case .deleteTeam: make("/v1/connect/teams/\(developers.emptyTeam)")
        case .members: make(team + "/members")
        case .changeRole: make(team + "/members/\(developers.rookieID)", #"{"role":"moderator"}"#)
        case .removeMember: make(team + "/members/\(developers.rookieID)")
        case .teamInvitations: make(team + "/invitations")
        case .inviteMember: make(team + "/invitations", #"{"role":"developer","alias":"jungle-jim"}"#)
        case .revokeTeamInvitation: make(team + "/invitations/\(developers.invitationID)")
        case .joinTeam: make("/v1/connect/memberships", #"{"code":"\#(developers.joinCode)"}"#, developers.joiner)
        case .inviteDeveloper: make("/v1/connect/developer-invitations", "{}")
        case .keys: make(team + "/keys")
        case .makeKey: make(team + "/keys", #"{"name":"Nightly","role":"viewer","days":7}"#)
        case .revokeKey: make(team + "/keys/\(developers.keyID)")
        case .audit: make(team + "/audit?count=2")
        case .serverAudit: make("/v1/connect/audit")
        default: make("/v1/connect/teams")
        }
    }
}
