import LaurelDomain
import LaurelWire
import LaurelService
import Testing

@Suite("Teams", .timeLimit(.minutes(15)))
struct TeamRouteTests {
    private func status(
        _ world: World, _ method: String, _ target: String, _ token: String, _ body: String? = nil
    ) async throws -> Int {
        try await world.send(method, target, token, body).status
    }

    private func id(_ token: String, _ world: World) async throws -> String {
        try #require(try await world.send("GET", "/v1/players/me", token).json?["player"]).string("id")
    }

    @Test("rule 3.1: a developer works on the apps of his teams, and sees no others")
    func apart() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let jim = world.player
            let made = try await world.post("/v1/connect/teams", #"{"name":"Vines"}"#, jim)
            #expect(try made.string("role") == "owner")
            let body = #"{"bundleID":"com.vines.Swing","name":"Swing"}"#
            _ = try await world.post("/v1/connect/apps", body, jim)
            let board = #"{"id":"High","localizations":[{"language":"en","name":"High"}]}"#
            _ = try await world.post("/v1/connect/apps/com.vines.Swing/leaderboards", board, jim)
            let apps = try await world.send("GET", "/v1/connect/apps", jim)
            #expect(apps.text.contains("com.vines.Swing") && !apps.text.contains("MonkeyJump"))
            #expect(try await status(world, "GET", World.app, jim) == 404)
            // The other way round, and for one who is in both.
            let developer = try await world.member("dev", as: .developer, in: world.developers.firstTeam)
            #expect(try await status(world, "GET", "/v1/connect/apps/com.vines.Swing", developer) == 404)
            let both = try await world.send("GET", "/v1/connect/apps", world.administrator)
            #expect(both.text.contains("com.vines.Swing") && both.text.contains("MonkeyJump"))
            // His own unreleased game is among his games, and among nobody else's.
            #expect(try await world.send("GET", "/v1/games", jim).text.contains("com.vines.Swing"))
            #expect(try await !world.send("GET", "/v1/games", developer).text.contains("com.vines.Swing"))
            // The id is taken all the same.
            let taken = try await world.send(
                "POST", "/v1/connect/apps", developer, #"{"bundleID":"com.vines.Swing","name":"Mine"}"#)
            #expect(taken.status == 409)
        }
    }

    @Test("an owner deletes a team that has no apps, and nobody gets into it any more")
    func deleted() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let jim = world.player
            let id = try await world.post("/v1/connect/teams", #"{"name":"Vines"}"#, jim).string("id")
            let team = "/v1/connect/teams/" + id
            let code = try await world.post(team + "/invitations", #"{"role":"developer"}"#, jim).string("code")
            let key = try await world.post(team + "/keys", #"{"name":"CI","role":"developer"}"#, jim).string("secret")
            let admin = try await world.member("second", as: .admin, in: id)
            for (token, expected) in [(key, 403), (admin, 403), (world.developers.joiner, 404)] {
                #expect(try await status(world, "DELETE", team, token) == expected)
            }
            #expect(try await status(world, "DELETE", team, jim) == 204)
            for token in [jim, admin, world.administrator] {
                #expect(try await status(world, "GET", team, token) == 404)
                #expect(try await status(world, "DELETE", team, token) == 404)
            }
            #expect(try await !world.send("GET", "/v1/connect/teams", jim).text.contains(id))
            #expect(try await status(world, "GET", "/v1/connect/apps", key) == 401)
            let joined = try await world.send(
                "POST", "/v1/connect/memberships", world.developers.joiner, "{\"code\":\"\(code)\"}")
            #expect((400...499).contains(joined.status), "\(joined.text)")
            let log = try await world.send("GET", "/v1/connect/audit?count=1", world.administrator)
            #expect(
                log.text.contains("team.delete") && log.text.contains("name Vines; members 2; keys 1"), "\(log.text)")
            // One with apps stays, archived ones too, and so does the server's first.
            let other = try await world.post("/v1/connect/teams", #"{"name":"Lianas"}"#, jim).string("id")
            _ = try await world.post("/v1/connect/apps", #"{"bundleID":"com.lianas.A","name":"A"}"#, jim)
            for (id, word) in [(other, "with apps"), (world.developers.firstTeam, "first team")] {
                let refused = try await world.send("DELETE", "/v1/connect/teams/" + id, world.administrator)
                #expect(refused.status == 409 && refused.text.contains(word), "\(refused.text)")
                #expect(try await status(world, "GET", "/v1/connect/teams/" + id, world.administrator) == 200)
            }
        }
    }

    @Test("who is in several teams says in which an app is made")
    func several() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let jim = world.player
            let ids = try await [
                world.post("/v1/connect/teams", #"{"name":"One"}"#, jim).string("id"),
                world.post("/v1/connect/teams", #"{"name":"Two"}"#, jim).string("id"),
            ]
            let unsaid = try await world.send(
                "POST", "/v1/connect/apps", jim, #"{"bundleID":"com.vines.A","name":"A"}"#)
            #expect(unsaid.status == 400 && unsaid.field == "team")
            let body = #"{"bundleID":"com.vines.A","name":"A","team":"\#(ids[1])"}"#
            _ = try await world.post("/v1/connect/apps", body, jim)
            let lone = #"{"bundleID":"com.vines.C","name":"C"}"#
            let foreign = #"{"bundleID":"com.vines.B","name":"B","team":"\#(world.developers.team)"}"#
            #expect(try await status(world, "POST", "/v1/connect/apps", jim, foreign) == 404)
            let teamless = try await world.signUp("teamless").string("token")
            #expect(try await status(world, "POST", "/v1/connect/apps", teamless, lone) == 403)
        }
    }

    @Test("only owners make and unmake owners, and a team keeps one")
    func owners() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let jim = world.player
            let team = try await world.post("/v1/connect/teams", #"{"name":"Vines"}"#, jim).string("id")
            let members = "/v1/connect/teams/\(team)/members/"
            let admin = try await world.member("second", as: .admin, in: team)
            let (jimID, adminID) = (world.playerID, try await id(admin, world))
            #expect(try await status(world, "DELETE", members + jimID, jim) == 409)
            #expect(try await status(world, "PATCH", members + jimID, jim, #"{"role":"viewer"}"#) == 409)
            #expect(try await status(world, "DELETE", members + jimID, world.administrator) == 409)
            #expect(try await status(world, "DELETE", members + jimID, admin) == 403)
            #expect(try await status(world, "PATCH", members + adminID, admin, #"{"role":"owner"}"#) == 403)
            let invitation = "/v1/connect/teams/\(team)/invitations"
            #expect(try await status(world, "POST", invitation, admin, #"{"role":"owner"}"#) == 403)
            #expect(try await status(world, "POST", invitation, admin, #"{"role":"admin"}"#) == 201)
            #expect(try await status(world, "PATCH", members + adminID, jim, #"{"role":"owner"}"#) == 200)
            #expect(try await status(world, "DELETE", members + jimID, jim) == 204)
            #expect(try await status(world, "GET", "/v1/connect/teams/\(team)", jim) == 404)
            #expect(try await status(world, "DELETE", members + adminID, admin) == 409)
        }
    }

    @Test("an invitation works once, for whom it is, until it is taken back or too old")
    func invitations() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let team = "/v1/connect/teams/\(world.developers.team)"
            let join = "/v1/connect/memberships"
            let named = try await world.post(team + "/invitations", #"{"role":"viewer","alias":"jungle-jim"}"#)
            let code = #"{"code":"\#(try named.string("code").lowercased())"}"#
            #expect(try await status(world, "POST", join, world.developers.joiner, code) == 403)
            let waiting = try await world.send("GET", "/v1/connect/teams", world.player)
            #expect(waiting.text.contains("Jungle Games"))
            #expect(try await status(world, "POST", join, world.player, code) == 201)
            #expect(try await status(world, "POST", join, world.player, code) == 403)
            let again = #"{"role":"admin","alias":"jungle-jim"}"#
            #expect(try await status(world, "POST", team + "/invitations", world.administrator, again) == 409)
            let open = #"{"code":"\#(world.developers.joinCode)"}"#
            #expect(try await status(world, "POST", join, world.player, open) == 409)
            #expect(try await status(world, "POST", join, world.game, open) == 403)
            #expect(try await status(world, "POST", join, world.developers.key, open) == 403)
            server.clock.advance(by: TeamLimits.invitationLifetime)
            let late = try await world.send("POST", join, world.developers.joiner, open)
            #expect(late.status == 403 || late.status == 401, "\(late.text)")
        }
    }

    @Test("rule 3.1: an invitation can do no more than its maker may when somebody joins by it")
    func demoted() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let jim = world.player
            let team = try await world.post("/v1/connect/teams", #"{"name":"Vines"}"#, jim).string("id")
            let teamPath = "/v1/connect/teams/\(team)"
            let admin = try await world.member("second", as: .admin, in: team)
            let adminID = try await id(admin, world)
            let made = try await world.post(teamPath + "/invitations", #"{"role":"admin"}"#, admin)
            let named = try await world.post(teamPath + "/invitations", #"{"role":"viewer","alias":"joiner"}"#, admin)
            let code = #"{"code":"\#(try made.string("code"))"}"#
            let mine = #"{"invitation":"\#(try named.string("id"))"}"#
            #expect(try await world.send("GET", "/v1/connect/teams", world.developers.joiner).text.contains("Vines"))
            func become(_ role: TeamRole) async throws {
                let body = #"{"role":"\#(role.name)"}"#
                try #require(try await status(world, "PATCH", teamPath + "/members/" + adminID, jim, body) == 200)
            }
            for role in [TeamRole.viewer, .developer] {
                try await become(role)
                for body in [code, mine] {
                    let refused = try await world.send(
                        "POST", "/v1/connect/memberships", world.developers.joiner, body)
                    #expect(refused.status == 403, "\(refused.text)")
                }
            }
            #expect(try await status(world, "GET", teamPath, world.developers.joiner) == 404)
            #expect(try await !world.send("GET", "/v1/connect/teams", world.developers.joiner).text.contains("Vines"))
            let waiting = try await world.send("GET", teamPath + "/invitations", jim)
            #expect(waiting.json?["invitations"] == .array([]), "\(waiting.text)")
            // One of an administrator of the server, who is in no team, stays good.
            let above = try await world.post(teamPath + "/invitations", #"{"role":"viewer"}"#)
            let good = #"{"code":"\#(try above.string("code"))"}"#
            #expect(try await status(world, "POST", "/v1/connect/memberships", world.developers.joiner, good) == 201)
        }
    }

    @Test("the policy says who founds a team", arguments: DeveloperSignUpPolicy.allCases)
    func policy(policy: DeveloperSignUpPolicy) async throws {
        var options = TestServer.Options()
        options.developers = policy
        try await TestServer.run(options) { server in
            let world = try await World(server)
            let plain = try await world.send("POST", "/v1/connect/teams", world.player, #"{"name":"Vines"}"#)
            switch policy {
            case .open: #expect(plain.status == 201)
            case .closed: #expect(plain.kind == "sign-up-closed")
            case .invitation:
                #expect(plain.kind == "invitation-required" && plain.field == "code")
                let code = try await world.post("/v1/connect/developer-invitations", "{}").string("code")
                let body = #"{"name":"Vines","code":"\#(code)"}"#
                #expect(try await status(world, "POST", "/v1/connect/teams", world.player, body) == 201)
                #expect(try await status(world, "POST", "/v1/connect/teams", world.developers.joiner, body) == 403)
            }
            // An administrator makes one for anybody; others for themselves alone.
            let forHim = #"{"name":"His","owner":"joiner"}"#
            #expect(try await status(world, "POST", "/v1/connect/teams", world.administrator, forHim) == 201)
            let foreign = try await world.send("POST", "/v1/connect/teams", world.player, forHim)
            #expect(foreign.status == 403 && foreign.field == "owner" && !foreign.text.contains("permission"))
        }
    }

    @Test("a key does what its role and its maker may, until its end, and manages nobody")
    func keys() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let jim = world.player
            let team = try await world.post("/v1/connect/teams", #"{"name":"Vines"}"#, jim).string("id")
            let teamPath = "/v1/connect/teams/\(team)"
            let admin = try await world.member("second", as: .admin, in: team)
            let body = #"{"name":"CI","role":"admin","days":30}"#
            let key = try await world.post(teamPath + "/keys", body, admin).string("secret")
            // Configuration as code, from nothing.
            let document = #"{"bundleID":"com.vines.Swing","name":"Swing","leaderboards":[]}"#
            let target = "/v1/connect/apps/com.vines.Swing/configuration"
            #expect(try await status(world, "PUT", target, key, document) == 200)
            #expect(try await status(world, "GET", target, key) == 200)
            #expect(try await status(world, "GET", World.app, key) == 404)
            for (method, path) in [("GET", "/invitations"), ("GET", "/keys"), ("PATCH", "")] {
                #expect(try await status(world, method, teamPath + path, key, method == "GET" ? nil : "{}") == 403)
            }
            #expect(try await status(world, "GET", "/v1/players/me", key) == 403)
            let log = try await world.send("GET", teamPath + "/audit?count=1", jim)
            #expect(log.text.contains(#""by":"key""#) && log.text.contains("app.create"), "\(log.text)")
            // It follows its maker.
            let adminID = try await id(admin, world)
            #expect(
                try await status(world, "PATCH", teamPath + "/members/" + adminID, jim, #"{"role":"viewer"}"#) == 200)
            #expect(try await status(world, "PUT", target, key, document) == 403)
            #expect(try await status(world, "GET", target, key) == 200)
            #expect(try await status(world, "DELETE", teamPath + "/members/" + adminID, jim) == 204)
            #expect(try await status(world, "GET", target, key) == 401)
            // And its end.
            let short = try await world.post(teamPath + "/keys", #"{"name":"B","role":"viewer","days":1}"#, jim)
            #expect(try await status(world, "GET", target, short.string("secret")) == 200)
            server.clock.advance(by: .days(1))
            #expect(try await status(world, "GET", target, short.string("secret")) == 401)
            #expect(try await status(world, "POST", ProofRouteTests.path, jim, ProofRouteTests.password) == 204)
            let owner = try await world.send("POST", teamPath + "/keys", jim, #"{"name":"B","role":"owner"}"#)
            #expect(owner.status == 400 && owner.field == "role")
            let revoked = try await world.post(teamPath + "/keys", #"{"name":"C","role":"viewer"}"#, jim)
            #expect(try await status(world, "DELETE", teamPath + "/keys/" + revoked.string("id"), jim) == 204)
            #expect(try await status(world, "GET", target, revoked.string("secret")) == 401)
        }
    }

    @Test("rule 4.12: a key of somebody who is banned from the server opens nothing until the ban ends")
    func keysOfBanned() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let maker = world.developers.joiner
            let team = "/v1/connect/teams/\(world.developers.emptyTeam)"
            let key = try await world.post(team + "/keys", #"{"name":"CI","role":"developer"}"#, maker).string("secret")
            #expect(try await status(world, "GET", team, key) == 200)
            let ban = "/v1/connect/bans/" + (try await id(maker, world))
            #expect(try await status(world, "PUT", ban, world.administrator, #"{"reason":"threats"}"#) == 200)
            #expect(try await status(world, "GET", team, key) == 401)
            #expect(try await status(world, "DELETE", ban, world.administrator) == 204)
            #expect(try await status(world, "GET", team, key) == 200)
        }
    }

    @Test("teams, roles and keys are there after a restart")
    func restart() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let again = try await Teams(server.accounts, directory: server.teams.directory)
            let roster = again.roster
            #expect(roster.teams() == server.teams.roster.teams())
            for team in roster.teams() {
                #expect(roster.members(of: team.number) == server.teams.roster.members(of: team.number))
                #expect(roster.keys(of: team.number) == server.teams.roster.keys(of: team.number))
            }
            #expect(AuthenticateKey(again)(world.developers.key) != nil)
        }
    }
}
