@testable import LaurelAPI
import LaurelDomain
import LaurelWire
import Testing

/// Who may do what on the developers' side, written down once more: every endpoint against every role.
@Suite("Rights of developers", .timeLimit(.minutes(15)))
struct RightsTests {
    static let everyone: Set<TeamRole> = [.owner, .admin, .developer, .moderator, .viewer]
    static let makers: Set<TeamRole> = [.owner, .admin, .developer]
    static let heads: Set<TeamRole> = [.owner, .admin]

    /// Who may, of those in a team; nil: it is not a team's.
    static func allowed(_ endpoint: Endpoint) -> Set<TeamRole>? {
        switch endpoint {
        case .app, .appLeaderboards, .appLeaderboard, .configuration, .team, .members, .removeMember: everyone
        case .updateApp, .createLeaderboard, .updateLeaderboard, .deleteLeaderboard, .importConfiguration: makers
        case .changeRole, .teamInvitations, .inviteMember, .revokeTeamInvitation: heads
        case .keys, .makeKey, .revokeKey, .audit: heads
        case .wipeTestData: makers
        // Moderation, web games
        case .inspectPlayers, .inspectEntries, .inspectScores, .moderateScore, .bans, .banPlayer, .unbanPlayer,
            .reviews, .review, .decideReview, .moderationPolicy, .setModerationPolicy, .leaderboardPolicy,
            .setLeaderboardPolicy, .dropLeaderboardPolicy:
            [.owner, .admin, .moderator]
        case .importScores, .claims, .renewClaim: heads
        case .exportScores: [.owner, .admin, .developer, .moderator]
        case .activity, .appMatches, .distribution: everyone
        case .webOrigins: everyone
        case .setWebOrigins, .moveLeaderboard: makers
        case .setDisplayOrder: makers
        // Sets and App Store Connect
        case .appSets, .appActivities, .appChallengeDefinitions: everyone
        case .createActivity, .updateActivity, .deleteActivity: makers
        case .createChallengeDefinition, .updateChallengeDefinition, .deleteChallengeDefinition: makers
        case .createSet, .updateSet, .deleteSet, .importFromAppStoreConnect: makers
        case .updateTeam: [.owner]
        case .deleteTeam: [.owner]
        // Images
        case .images: everyone
        case .setIcon, .setScreenshot, .setLeaderboardImage, .setAchievementImage, .setSetImage: makers
        case .setActivityImage, .setChallengeDefinitionImage: makers
        case .removeActivityImage, .removeChallengeDefinitionImage: makers
        case .removeIcon, .removeScreenshot, .removeLeaderboardImage, .removeAchievementImage, .removeSetImage: makers
        case .exportAchievements: [.owner, .admin, .developer, .moderator]
        case .appAchievements, .appAchievement, .webhook, .webhookDeliveries: everyone
        case .createAchievement, .updateAchievement, .deleteAchievement: makers
        case .setWebhook, .removeWebhook, .testWebhook, .resendWebhookDelivery: makers
        case .simulators, .simulator: everyone
        case .setSimulator, .removeSimulator: makers
        default: nil
        }
    }

    /// A call that does nothing even where it is allowed: its body is no JSON, or there is nothing of that name.
    private func harmless(_ endpoint: Endpoint, _ team: String) -> Call {
        let route = endpoint.examples[0].target
        var target = route.replacing("com.ali.MonkeyJump", with: "com.example.Other")
            .replacing("9QK2M9XA0T", with: team)
        if endpoint.method == .delete { target = target.replacing("HighScores", with: "Nothing") }
        return Call(method: endpoint.method.rawValue, target: target, body: endpoint.method == .get ? nil : "[")
    }

    /// Whether an answer says that the right is there, whatever else is wrong with the call.
    private func isAllowed(_ answer: Answer) -> Bool {
        answer.status != 401 && (answer.status != 403 || answer.kind == "not-released") && answer.kind != "unknown-game"
            && !answer.text.contains("No team has the ID")
    }

    @Test("rule 3.1: every role may do what the table says, and strangers find nothing there")
    func table() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let team = world.developers.firstTeam
            var members: [(TeamRole, String)] = []
            for role in TeamRole.allCases {
                members.append((role, try await world.member("the \(role.name)", as: role, in: team)))
            }
            let before = try server.export()
            for endpoint in Endpoint.allCases where endpoint.access.isDevelopers {
                guard let allowed = Self.allowed(endpoint) else { continue }
                let call = harmless(endpoint, team)
                for (role, token) in members {
                    let answer = try await world.send(call.method, call.target, token, call.body)
                    #expect(
                        isAllowed(answer) == allowed.contains(role), "\(endpoint) as \(role): \(answer.text)")
                    if !allowed.contains(role) { #expect(answer.status == 403, "\(endpoint) as \(role)") }
                }
                let stranger = try await world.send(call.method, call.target, world.player, call.body)
                #expect(stranger.status == 404, "\(endpoint): \(stranger.text)")
                // A team or an app that is not there gives the same answer.
                let nowhere = call.target.replacing(team, with: "AAAAAAAAAA")
                    .replacing("com.example.Other", with: "com.example.None")
                let missing = try await world.send(call.method, nowhere, world.player, call.body)
                if endpoint != .importConfiguration {
                    #expect(missing.kind == stranger.kind && missing.status == 404, "\(endpoint)")
                }
                #expect(try await world.send(call.method, call.target, "", call.body).status == 401)
                let game = try await world.send(call.method, call.target, world.game, call.body)
                #expect(game.status == 403, "\(endpoint): \(game.text)")
            }
            // The reads and refusals have changed nothing, not even the log; sessions note their use elsewhere.
            #expect(try server.export() == before)
        }
    }

    @Test("what is the server's own is its administrators' alone, and every endpoint is in a table")
    func server() async throws {
        let serverOnly: Set<Endpoint> = [
            .invite, .resetPassword, .inviteDeveloper, .serverAudit, .resetTwoFactor, .serverBans, .serverBanPlayer,
            .serverUnbanPlayer, .serverReviews, .serverReview, .decideServerReview, .words, .changeWord, .findPlayers,
            .exportNamedPlayer, .eraseNamedPlayer, .endPlayerSessions,
            .reviewPhoto,
        ]
        let personal: Set<Endpoint> = [.apps, .createApp, .teams, .foundTeam, .joinTeam]
        let all = Endpoint.allCases.filter { $0.access.isDevelopers }
        for endpoint in all {
            let tables = [Self.allowed(endpoint) != nil, serverOnly.contains(endpoint), personal.contains(endpoint)]
            #expect(tables.count { $0 } == 1, "\(endpoint) is in no table, or in two")
        }
        try await TestServer.run { server in
            let world = try await World(server)
            let owner = try await world.member("the owner", as: .owner, in: world.developers.firstTeam)
            for endpoint in serverOnly {
                let call = world.call(endpoint)
                let answer = try await world.send(call.method, call.target, owner, call.body)
                #expect(answer.status == 403, "\(endpoint): \(answer.text)")
                #expect(
                    try await world.send(call.method, call.target, world.developers.key, call.body).status == 403)
            }
        }
    }

    @Test("a release is the heads' to make")
    func release() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let target = "/v1/connect/apps/com.example.Other"
            let developer = try await world.member("the dev", as: .developer, in: world.developers.firstTeam)
            let admin = try await world.member("the admin", as: .admin, in: world.developers.firstTeam)
            let body = #"{"isReleased":true}"#
            #expect(try await world.send("PATCH", target, developer, body).status == 403)
            let document = try await world.send("GET", target + "/configuration", developer)
            let released = document.text.replacing(#""isReleased":false"#, with: #""isReleased":true"#)
            #expect(try await world.send("PUT", target + "/configuration", developer, released).status == 403)
            #expect(try await world.send("PATCH", target, developer, #"{"name":"Another"}"#).status == 200)
            #expect(try await world.send("PATCH", target, admin, body).status == 200)
        }
    }
}
