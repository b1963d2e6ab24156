@testable import LaurelSimulators
import LaurelWire

/// One request that is as the document says.
struct Call: Sendable {
    var method: String
    var target: String
    var token = ""
    var body: String?
    /// A body that is no JSON, and its type.
    var bytes: [UInt8]?
    var type: String?
}

extension World {
    static let board = "/v1/games/com.ali.MonkeyJump/leaderboards/HighScores"
    static let app = "/v1/connect/apps/com.ali.MonkeyJump"
    /// A browser's point, that of RFC 8291, appendix A.
    static let browserKey = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"

    /// Every endpoint, so that no good call takes away what a later one needs.
    static var inOrder: [Endpoint] {
        // A new challenge takes the place of the one before, and its replay goes; one that is declined is not played.
        let first: [Endpoint] = [.challengeReplay, .playChallenge, .createActivity, .createChallengeDefinition]
        let last: [Endpoint] = [
            .endPlayerSessions, .resetPassword, .deleteLeaderboard, .pollDevice, .eraseNamedPlayer, .endSession,
            .endOtherSessions,
            .changePassword, .updateProfile, .signOut, .banPlayer, .unbanPlayer, .serverBanPlayer, .serverUnbanPlayer,
            .moveLeaderboard, .recover, .eraseSelf,
        ]
        // Their pictures go with them.
        let late: [Endpoint] = [
            .deleteSet, .deleteAchievement, .deleteActivity, .deleteChallengeDefinition, .previewMerge, .mergeGuest,
            .renewClaim,
        ]
        return first + Endpoint.allCases.filter { !(first + late + last).contains($0) } + late + last
    }

    /// A good call of each endpoint. One that needs nothing of this world is made from its declaration.
    func call(_ endpoint: Endpoint) -> Call {
        let method = endpoint.method.rawValue
        func make(_ target: String, _ token: String = "", _ body: String? = nil) -> Call {
            Call(method: method, target: target, token: token, body: body)
        }
        switch endpoint {
        case .health: return make("/healthz")
        case .readiness: return make("/readyz")
        case .metrics: return make("/metrics")
        case .openAPI: return make("/openapi.json")
        case .signUp:
            return make("/v1/players", "", #"{"alias":"newcomer","password":"\#(Self.password)","waiting":0}"#)
        case .signInGuest:
            return make(
                "/v1/guests", "",
                #"{"secret":"dRxBCr2vptqNkYZS3WpA4VXns-HXcsXZunCIzdjz6Tk","#
                    + #""bundleID":"com.ali.MonkeyJump","waiting":0}"#)
        case .previewGuest: return make("/v1/guests/preview", "", #"{"secret":"\#(Self.guestSecret)"}"#)
        case .makeGuestCode: return make("/v1/guests/codes", "", #"{"secret":"\#(Self.guestSecret)"}"#)
        case .redeemGuestCode:
            return make("/v1/guests/codes/session", "", #"{"code":"\#(String(repeating: "a", count: 43))"}"#)
        case .upgradeGuest:
            return make(
                "/v1/players/me/upgrade", guest, #"{"alias":"lasting","password":"\#(Self.password)"}"#)
        case .signIn:
            return make(
                "/v1/sessions", "",
                #"{"alias":"jungle-jim","password":"\#(Self.password)","#
                    + #""bundleID":"com.ali.MonkeyJump","environment":"sandbox"}"#
            )
        case .signOut: return make("/v1/sessions/current", player)
        case .recover:
            return make(
                "/v1/recovery", "",
                #"{"alias":"jungle-jim","recoveryCode":"\#(recoveryCode)","newPassword":"\#(Self.password) 2"}"#)
        case .mailAddress, .removeMailAddress: return make("/v1/players/me/mail-address", player)
        case .setMailAddress:
            return make("/v1/players/me/mail-address", player, #"{"address":"jim@mail.example"}"#)
        case .providerLinks: return make("/v1/players/me/provider-links", player)
        case .proveToProvider: return make("/v1/providers/google/tickets", "", #"{"idToken":"e30.e30.AAAA"}"#)
        case .signInByProvider: return make("/v1/provider-sessions", "", #"{"ticket":"unknown"}"#)
        case .linkProvider:
            return make("/v1/players/me/provider-links", player, #"{"ticket":"unknown"}"#)
        case .unlinkProvider: return make("/v1/players/me/provider-links/17", player)
        case .currentPlayer: return make("/v1/players/me", game)
        case .players: return make("/v1/players?ids=\(gamePlayerID),A:_0", game)
        case .games: return make("/v1/games")
        case .game: return make("/v1/games/com.ali.MonkeyJump")
        case .leaderboards: return make("/v1/games/com.ali.MonkeyJump/leaderboards?language=zh-Hans")
        case .leaderboard: return make(Self.board)
        case .submitScore: return make(Self.board + "/scores", game, #"{"value":41,"id":"a","context":-7,"waiting":0}"#)
        case .submitScores:
            return make(
                "/v1/games/com.ali.MonkeyJump/scores", game,
                #"{"scores":[{"value":42,"id":"b"},"#
                    + #"{"leaderboard":"HighScores","value":40,"date":"2026-11-21T11:00:00Z"}]}"#
            )
        case .entries: return make(Self.board + "/entries?time=today&count=10", game)
        case .entriesAround: return make(Self.board + "/entries/around", game)
        case .events: return make("/v1/events?leaderboards=com.ali.MonkeyJump/HighScores", game)
        case .claimAdministration:
            return make(
                "/v1/connect/administrators", "",
                #"{"token":"\#(String(repeating: "x", count: 43))","alias":"second","password":"\#(Self.password)"}"#)
        case .invite: return make("/v1/connect/invitations", administrator, "{}")
        case .resetPassword: return make("/v1/connect/password-resets", administrator, #"{"alias":"somebody"}"#)
        // An administrator is refused as well; see the operator's tests for who is not.
        case .renewAdministratorLink: return make("/v1/connect/administrator-links", administrator, "{}")
        case .apps: return make("/v1/connect/apps", administrator)
        case .createApp:
            return make(
                "/v1/connect/apps", administrator,
                #"{"bundleID":"com.example.Third","name":"Third","sku":"T","#
                    + #""defaultLanguage":"en","link":"https://example.com/"}"#
            )
        case .app: return make(Self.app, administrator)
        case .updateApp: return make(Self.app, administrator, #"{"name":"Monkey Jump","link":null}"#)
        case .appLeaderboards: return make(Self.app + "/leaderboards", administrator)
        case .createLeaderboard:
            return make(
                Self.app + "/leaderboards", administrator,
                #"{"id":"Fastest","format":"elapsedTimeCentisecond","sortOrder":"lowToHigh","#
                    + #""localizations":[{"language":"en","name":"Fastest"}]}"#
            )
        case .appLeaderboard: return make(Self.app + "/leaderboards/HighScores", administrator)
        case .updateLeaderboard:
            return make(
                Self.app + "/leaderboards/HighScores", administrator, #"{"range":{"lowest":0,"highest":1000}}"#)
        case .deleteLeaderboard:
            return make("/v1/connect/apps/com.example.Other/leaderboards/HighScores", administrator)
        // Groups
        case .moveLeaderboard:
            return make(Self.app + "/leaderboards/HighScores/move", administrator, #"{"into":"grp.monkeys"}"#)
        case .configuration: return make(Self.app + "/configuration", administrator)
        // Saved games
        case .savedGames: return make("/v1/games/com.ali.MonkeyJump/saved-games", game)
        case .saveGame:
            return make(
                "/v1/games/com.ali.MonkeyJump/saved-games/first?name=Slot%201&deviceName=Jim&basedOn=", game, "bytes")
        case .loadSavedGame: return make("/v1/games/com.ali.MonkeyJump/saved-games/first", game)
        case .deleteSavedGames: return make("/v1/games/com.ali.MonkeyJump/saved-games?name=Slot%201", game)
        // Identity
        case .identity: return make("/v1/games/com.ali.MonkeyJump/identity", game)
        // Replays
        case .issueTicket: return make("/v1/games/com.ali.MonkeyJump/tickets", game)
        case .entryRuns: return make(Self.runs + "/runs?ids=\(gamePlayerID)", game)
        case .entryReplay: return make(Self.runs + "/runs/\(gamePlayerID)/replay", game)
        case .sharedReplay: return make("/v1/shares/\(replayShareID)/replay")
        case .sharedPage: return make("/v1/shares/\(shareID)")
        case .identityCertificate: return make(server.certificatePath)
        // An administrator is refused as well: it is for the operator.
        case .rotateIdentityKey: return make("/v1/connect/identity-keys", administrator, "{}")
        // Figures
        case .activity: return make(Self.app + "/activity?days=7", administrator)
        case .appMatches: return make(Self.app + "/matches?count=7", administrator)
        case .distribution: return make(Self.app + "/leaderboards/HighScores/distribution", administrator)
        // Web games
        case .webOrigins: return make(Self.app + "/web-origins", administrator)
        case .setWebOrigins:
            return make(
                Self.app + "/web-origins", administrator,
                #"{"webOrigins":["https://jump.example","http://localhost:8081"]}"#)
        case .setDisplayOrder:
            return make(Self.app + "/order", administrator, #"{"leaderboards":["HighScores"],"achievements":[]}"#)
        case .describeAuthorization:
            return make("/v1/games/com.ali.MonkeyJump/authorization?origin=https://jump.example")
        case .authorizeGame:
            return make(
                "/v1/authorizations", player,
                #"{"bundleID":"com.ali.MonkeyJump","environment":"production","origin":"https://jump.example","#
                    + #""challenge":"E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"}"#)
        // Nobody has allowed anything: a code that is good is tested with the whole of the way in.
        case .redeemAuthorization:
            return make(
                "/v1/authorizations/session", "",
                #"{"code":"x","verifier":"dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk","device":"d","waiting":0}"#)
        case .importConfiguration:
            return make(
                Self.app + "/configuration", administrator,
                #"{"bundleID":"com.ali.MonkeyJump","name":"MonkeyJump","#
                    + #""isGameCenterEnabled":true,"isReleased":true,"leaderboards":[]}"#
            )
        // Profiles and accounts
        case .profile: return make("/v1/players/me/profile", player)
        case .updateProfile:
            return make(
                "/v1/players/me/profile", player,
                #"{"alias":"jungle-james","realName":"James","status":null,"audience":"friends","isFindable":false,"#
                    + #""takesRequests":true}"#)
        case .restrict:
            return make(
                "/v1/players/me/restrictions", player,
                #"{"birthYear":1990,"forbidsStrangers":false,"forbidsMessages":true}"#)
        case .setPhoto:
            var call = make("/v1/players/me/photo", player)
            call.bytes = TestPicture.png(width: 3, height: 2)
            call.type = "image/png"
            return call
        case .removePhoto: return make("/v1/players/me/photo", player)
        case .photo: return make("/v1/photos/" + String(repeating: "0a", count: 32))
        case .changePassword:
            return make(
                "/v1/players/me/password", player,
                #"{"currentPassword":"\#(Self.password)","newPassword":"\#(Self.password) 3"}"#)
        case .renewRecoveryCodes:
            return make("/v1/players/me/recovery-codes", administrator, #"{"password":"\#(Self.password)"}"#)
        case .sessions: return make("/v1/sessions", player)
        // The player's second one, after the administrator's and his own first.
        case .endSession: return make("/v1/sessions/3", player)
        case .endOtherSessions: return make("/v1/sessions", player)
        case .giveProof: return make("/v1/sessions/current/proof", player, #"{"password":"\#(Self.password)"}"#)
        case .endPlayerSessions:
            return make("/v1/connect/session-endings", administrator, #"{"alias":"somebody"}"#)
        case .requestDevice:
            return make(
                "/v1/device-authorizations", "",
                #"{"bundleID":"com.ali.MonkeyJump","device":"tv","title":"Living room"}"#)
        case .pollDevice:
            return make("/v1/device-authorizations/token", "", #"{"deviceCode":"\#(deviceCode)"}"#)
        case .pendingDevice: return make("/v1/device-authorizations/\(userCode)", player)
        case .decideDevice:
            return make("/v1/device-authorizations/\(userCode)/decision", player, #"{"allow":true}"#)
        case .exportPlayer: return make("/v1/players/me/export", player)
        // The one that signInGuest makes.
        case .previewMerge:
            return make(
                "/v1/players/me/guests/preview", player,
                #"{"secret":"dRxBCr2vptqNkYZS3WpA4VXns-HXcsXZunCIzdjz6Tk"}"#)
        case .mergeGuest:
            return make(
                "/v1/players/me/guests", player, #"{"secret":"dRxBCr2vptqNkYZS3WpA4VXns-HXcsXZunCIzdjz6Tk"}"#)
        case .eraseSelf:
            return make("/v1/players/me/erasure", developers.rookie, #"{"password":"\#(Self.password)"}"#)
        case .findPlayers: return make("/v1/connect/players?prefix=jungle", administrator)
        case .exportNamedPlayer: return make("/v1/connect/players/exports", administrator, #"{"alias":"somebody"}"#)
        case .eraseNamedPlayer: return make("/v1/connect/players/erasures", administrator, #"{"alias":"somebody"}"#)
        // App Store Connect
        case .importFromAppStoreConnect:
            return make(
                Self.app + "/app-store-connect-imports", administrator,
                #"{"documents":[{"data":{"type":"gameCenterLeaderboards","id":"1","#
                    + #""attributes":{"vendorIdentifier":"Apple","defaultFormatter":"INTEGER"}},"#
                    + #""included":[{"type":"gameCenterLeaderboardLocalizations","id":"2","#
                    + #""attributes":{"locale":"en-US","name":"Apple"},"#
                    + #""relationships":{"gameCenterLeaderboard":"#
                    + #"{"data":{"type":"gameCenterLeaderboards","id":"1"}}}}]}]}"#
            )
        // Sets
        case .sets: return make("/v1/games/com.ali.MonkeyJump/sets?language=zh-Hans")
        case .defaultLeaderboard: return make("/v1/games/com.ali.MonkeyJump/default-leaderboard", game)
        case .chooseDefaultLeaderboard:
            return make("/v1/games/com.ali.MonkeyJump/default-leaderboard", game, #"{"leaderboard":"HighScores"}"#)
        case .appSets: return make(Self.app + "/sets", administrator)
        case .createSet:
            return make(
                Self.app + "/sets", administrator,
                #"{"id":"Jungle","referenceName":"Jungle","#
                    + #""localizations":[{"language":"en","name":"Jungle"}],"leaderboards":["HighScores"]}"#)
        case .updateSet: return make(Self.app + "/sets/Jungle", administrator, #"{"referenceName":"The jungle"}"#)
        case .deleteSet: return make(Self.app + "/sets/Jungle", administrator)
        // Activities
        case .createActivity:
            return make(
                Self.app + "/activities", administrator,
                #"{"id":"Race","supportsPartyCodes":true,"localizations":[{"language":"en","title":"Race"}],"#
                    + #""leaderboards":["HighScores"]}"#)
        case .updateActivity: return make(Self.app + "/activities/Race", administrator, #"{"maxPlayers":4}"#)
        case .deleteActivity: return make(Self.app + "/activities/Race", administrator)
        // Challenge definitions
        case .createChallengeDefinition:
            return make(
                Self.app + "/challenge-definitions", administrator,
                #"{"id":"Longest Run","leaderboard":"HighScores","isRepeatable":true,"#
                    + #""localizations":[{"language":"en","title":"Longest run"}]}"#)
        case .updateChallengeDefinition:
            return make(
                Self.app + "/challenge-definitions/Longest%20Run", administrator, #"{"oldestAppVersion":"2.1"}"#)
        case .deleteChallengeDefinition:
            return make(Self.app + "/challenge-definitions/Longest%20Run", administrator)
        // It is in the Sandbox until the game's next release.
        case .makeParty:
            return make(
                "/v1/games/com.ali.MonkeyJump/parties?environment=sandbox", player,
                #"{"activity":"Race","code":"7K3Q-XW2P"}"#)
        case .party, .joinParty, .leaveParty:
            return make("/v1/games/com.ali.MonkeyJump/parties/7K3Q-XW2P?environment=sandbox", player)
        // Moderation
        case .inspectPlayers: return make(Self.app + "/players?search=jungle", administrator)
        case .inspectEntries: return make(Self.app + "/leaderboards/HighScores/entries?count=10", administrator)
        case .inspectScores:
            return make(Self.app + "/leaderboards/HighScores/scores?player=\(gamePlayerID)", administrator)
        case .moderateScore:
            // The first two rows are those of the leaderboards; the caller has submitted one score.
            return make(
                Self.app + "/leaderboards/HighScores/scores/\(firstScore)", administrator,
                #"{"isRemoved":true,"note":"too good"}"#)
        case .bans: return make(Self.app + "/bans", administrator)
        case .banPlayer: return make(Self.app + "/bans/\(gamePlayerID)", administrator, #"{"reason":"a speed hack"}"#)
        case .unbanPlayer: return make(Self.app + "/bans/\(gamePlayerID)", administrator)
        case .serverBans: return make("/v1/connect/bans", administrator)
        case .serverBanPlayer:
            return make("/v1/connect/bans/\(playerID)", administrator, #"{"reason":"threats"}"#)
        case .serverUnbanPlayer: return make("/v1/connect/bans/\(playerID)", administrator)
        case .reviews: return make(Self.app + "/reviews?status=pending", administrator)
        case .review: return make(Self.app + "/reviews/\(reviewID)", administrator)
        case .decideReview:
            return make(Self.app + "/reviews/\(reviewID)", administrator, #"{"decision":"accept","note":"fine"}"#)
        case .serverReviews: return make("/v1/connect/reviews", administrator)
        case .serverReview: return make("/v1/connect/reviews/\(reviewID)", administrator)
        case .decideServerReview:
            return make("/v1/connect/reviews/\(reviewID)", administrator, #"{"decision":"accept"}"#)
        case .reviewPhoto:
            return make("/v1/connect/reviews/\(reviewID)/photos/" + String(repeating: "0a", count: 32), administrator)
        case .friendSuggestions: return make("/v1/friend-suggestions?count=10", player)
        case .moderationPolicy: return make(Self.app + "/moderation", administrator)
        case .setModerationPolicy:
            return make(
                Self.app + "/moderation", administrator,
                #"{"holdsScores":false,"plausibleRange":{"lowest":0,"highest":500},"shortestIntervalSeconds":1,"#
                    + #""leapOverBestPercent":300,"leapOverBoardSpreads":3}"#)
        case .leaderboardPolicy: return make(Self.app + "/leaderboards/HighScores/moderation", administrator)
        case .setLeaderboardPolicy:
            return make(Self.app + "/leaderboards/HighScores/moderation", administrator, #"{"holdsScores":true}"#)
        case .dropLeaderboardPolicy: return make(Self.app + "/leaderboards/HighScores/moderation", administrator)
        case .words: return make("/v1/connect/words", administrator)
        case .changeWord: return make("/v1/connect/words", administrator, #"{"word":"darn","verdict":"blocked"}"#)
        case .report:
            return make(
                "/v1/reports", player,
                #"{"player":"\#(chiefID)","thing":"name","reason":"offensive","text":"an insult"}"#)
        case .heldScores: return make(Self.board + "/scores/held", game)
        case .exportScores: return make(Self.app + "/scores/export?leaderboard=HighScores", administrator)
        case .achievements, .reportAchievements, .resetAchievements, .challengeablePlayers, .appAchievements,
            .createAchievement, .appAchievement, .updateAchievement, .deleteAchievement:
            return achievementCall(endpoint)
        case .issueChallenges, .challenges, .challenge, .declineChallenge, .challengeReplay, .challengeMutes,
            .muteChallenges:
            return challengeCall(endpoint)
        case .playChallenge: return challengeCall(endpoint)
        case .makeGroupChallenge, .groupChallenges, .groupChallenge, .joinGroupChallenge, .leaveGroupChallenge,
            .rematchGroupChallenge, .groupChallengeGhost:
            return groupChallengeCall(endpoint)
        case .allMatches, .findMatch, .matches, .matchActivity, .match, .saveMatchData, .endTurn, .makeMove, .endMatch,
            .acceptMatch, .declineMatch, .quitMatch, .claimTurn, .remindOfMatch, .rematch, .removeMatch, .playMatch,
            .sendExchange, .replyToExchange, .cancelExchange:
            return matchCall(endpoint)
        // Teams
        case .teams, .foundTeam, .team, .updateTeam, .members, .changeRole, .removeMember, .teamInvitations,
            .inviteMember, .revokeTeamInvitation, .joinTeam, .inviteDeveloper, .keys, .makeKey, .revokeKey, .audit,
            .serverAudit:
            return teamCall(endpoint)
        case .deleteTeam: return teamCall(endpoint)
        case .importScores:
            return make(
                Self.app + "/score-imports", administrator,
                #"{"scores":[{"leaderboard":"HighScores","player":"9C1E","name":"Old Hand","value":700,"#
                    + #""date":"2024-05-01T12:00:00Z"}]}"#)
        case .claims: return make(Self.app + "/claims", administrator, "{}")
        // The one that importScores brings.
        case .renewClaim: return make(Self.app + "/claims/renewals", administrator, #"{"player":"9C1E"}"#)
        case .wipeTestData: return make(Self.app + "/wipes", administrator, #"{"leaderboard":"HighScores"}"#)
        // Two factors
        case .twoFactor: return make("/v1/players/me/two-factor", player)
        case .setUpTwoFactor:
            return make("/v1/players/me/two-factor", player, #"{"password":"\#(Self.password)"}"#)
        case .confirmTwoFactor:
            return make(
                "/v1/players/me/two-factor/confirmation", developers.sentinel,
                #"{"code":"\#(developers.code(server))"}"#)
        case .removeTwoFactor:
            return make(
                "/v1/players/me/two-factor/removal", developers.sentinel,
                #"{"password":"\#(Self.password)","code":"\#(developers.code(server, stepsLater: 1))"}"#)
        case .resetTwoFactor: return make("/v1/connect/two-factor-resets", administrator, #"{"alias":"guarded"}"#)
        // Notifications
        case .notices: return make("/v1/notices?count=10", game)
        case .readNotices: return make("/v1/notices", player, #"{"id":"1"}"#)
        case .deleteNotice: return make("/v1/notices/2", player)
        case .muteNotice: return make("/v1/notices/1/mute", player, #"{"extent":"kindInGame"}"#)
        case .notificationSettings: return make("/v1/notification-settings", player)
        case .changeNotificationSettings:
            return make(
                "/v1/notification-settings", player,
                #"{"choices":[{"kind":"overtaken","bundleID":"com.ali.MonkeyJump","isOn":false,"isPushed":false}],"#
                    + #""quietHours":{"from":"22:30","to":"07:00","timeZone":"+02:00"}}"#)
        case .push: return make("/v1/push", player)
        case .subscribeToPush:
            return make(
                "/v1/push/subscription", player,
                #"{"endpoint":"https://push.example/9f2c","expirationTime":null,"#
                    + #""keys":{"p256dh":"\#(Self.browserKey)","#
                    + #""auth":"BTBZMqHH6r4Tts7J_aSIgg"}}"#)
        case .unsubscribeFromPush: return make("/v1/push/subscription", player)
        case .webhook: return make(Self.app + "/webhook", administrator)
        case .setWebhook:
            return make(
                Self.app + "/webhook", administrator,
                #"{"url":"https://game.example/laurel","events":["challengeCompleted"],"isEnabled":true}"#)
        case .removeWebhook: return make(Self.app + "/webhook", administrator)
        case .testWebhook: return make(Self.app + "/webhook/tests", administrator, "{}")
        case .webhookDeliveries: return make(Self.app + "/webhook/deliveries?count=10", administrator)
        case .resendWebhookDelivery:
            return make(Self.app + "/webhook/deliveries/1/attempts", administrator, "{}")
        // Friends
        case .friends: return make("/v1/friends?from=1&count=10", player)
        case .addFriend: return make("/v1/friends", player, #"{"playerID":"\#(strangerID)"}"#)
        case .removeFriend: return make("/v1/friends/\(administratorID)", player)
        case .friendRequests: return make("/v1/friend-requests", player)
        case .requestFriend:
            return make("/v1/friend-requests", player, #"{"alias":"chief","message":"We met at the arcade."}"#)
        case .endFriendRequest: return make("/v1/friend-requests/\(strangerID)", administrator)
        case .blockedPlayers: return make("/v1/blocked-players", player)
        case .blockPlayer: return make("/v1/blocked-players", administrator, #"{"playerID":"\#(strangerID)"}"#)
        case .unblockPlayer: return make("/v1/blocked-players/\(strangerID)", administrator)
        case .friendInvitations: return make("/v1/friend-invitations", player)
        case .inviteFriends: return make("/v1/friend-invitations", player, #"{"uses":2,"days":1}"#)
        case .revokeFriendInvitation: return make("/v1/friend-invitations/\(invitationID)", player)
        case .viewFriendInvitation:
            return make("/v1/friend-invitation-views", administrator, #"{"code":"\#(invitationCode)"}"#)
        // Sharing
        case .shares: return make("/v1/shares", player)
        case .makeShare:
            return make("/v1/shares", player, #"{"bundleID":"com.ali.MonkeyJump","leaderboard":"HighScores"}"#)
        case .withdrawShare: return make("/v1/shares/\(shareID)", player)
        case .linkChallenge:
            return make(
                "/v1/challenge-links", player,
                #"{"bundleID":"com.ali.MonkeyJump","leaderboard":"HighScores","message":"Beat this!","#
                    + #""uses":3,"days":2}"#
            )
        case .acceptChallengeLink:
            return make("/v1/challenge-link-acceptances", administrator, #"{"code":"\#(challengeLinkCode)"}"#)
        case .friendListConsent: return make("/v1/games/com.ali.MonkeyJump/friend-list-consent", game)
        case .challengeableFriends: return make("/v1/games/com.ali.MonkeyJump/challengeable-friends", game)
        case .setFriendListConsent:
            return make("/v1/games/com.ali.MonkeyJump/friend-list-consent", player, #"{"status":"authorized"}"#)
        case .likes: return make("/v1/games/com.ali.MonkeyJump/likes", game)
        case .like: return make("/v1/games/com.ali.MonkeyJump/like", player)
        case .unlike: return make("/v1/games/com.ali.MonkeyJump/like", player)
        case .exportAchievements: return make(Self.app + "/achievement-progress/export", administrator)
        // Simulators
        case .simulators: return make(Self.app + "/simulators", administrator)
        case .simulator: return make(Self.app + "/simulators/gems", administrator)
        case .setSimulator:
            var call = make(Self.app + "/simulators/gems", administrator)
            call.bytes = LibraryProof.module
            call.type = "application/wasm"
            return call
        case .removeSimulator: return make(Self.app + "/simulators/gems", administrator)
        // Images
        case .image: return make("/v1/images/" + String(repeating: "0a", count: 32))
        case .images: return make(Self.app + "/images", administrator)
        case .setIcon: return picture("/icon")
        case .setScreenshot: return picture("/screenshots/2")
        case .setLeaderboardImage: return picture("/leaderboards/HighScores/images/en")
        case .setAchievementImage: return picture("/achievements/Disposable/images/en")
        case .setSetImage: return picture("/sets/Jungle/images/en")
        case .setActivityImage: return picture("/activities/Race/images/en")
        case .setChallengeDefinitionImage: return picture("/challenge-definitions/Longest%20Run/images/en")
        case .removeActivityImage: return make(Self.app + "/activities/Race/images/en", administrator)
        case .removeChallengeDefinitionImage:
            return make(Self.app + "/challenge-definitions/Longest%20Run/images/en", administrator)
        case .removeIcon: return make(Self.app + "/icon", administrator)
        case .removeScreenshot: return make(Self.app + "/screenshots/2", administrator)
        case .removeLeaderboardImage: return make(Self.app + "/leaderboards/HighScores/images/en", administrator)
        case .removeAchievementImage: return make(Self.app + "/achievements/Disposable/images/en", administrator)
        case .removeSetImage: return make(Self.app + "/sets/Jungle/images/en", administrator)
        default: return declaredCall(endpoint)
        }
    }

    /// The examples of an endpoint's own parameters and body, from a caller who may send them.
    private func declaredCall(_ endpoint: Endpoint) -> Call {
        let token =
            switch endpoint.access {
            case .anyone: ""
            case .playerOrAnonymous, .player: game
            case .server, .person, .developer, .team, .operator: administrator
            }
        var body: String?
        if let schema = endpoint.body.schema {
            var writer = JSONWriter()
            writer.value(schema.example)
            body = String(decoding: writer.finish(), as: UTF8.self)
        }
        let target = endpoint.examples.first?.target ?? endpoint.template
        return Call(method: endpoint.method.rawValue, target: target, token: token, body: body)
    }

    private func picture(_ path: String) -> Call {
        var call = Call(method: "PUT", target: Self.app + path, token: administrator)
        call.bytes = TestPicture.png(width: 3, height: 2)
        call.type = "image/png"
        return call
    }
}
