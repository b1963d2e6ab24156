import LaurelWire

/// One request that is as the document says.
struct Call: Sendable {
    var method: String
    var target: String
    var token = ""
    var body: String?
}

extension World {
    static let board = "/v1/games/com.ali.MonkeyJump/leaderboards/HighScores"
    static let app = "/v1/connect/apps/com.ali.MonkeyJump"

    /// A good call of each endpoint. No `default`: a new route without one does not compile.
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
        case .configuration: return make(Self.app + "/configuration", administrator)
        case .importConfiguration:
            return make(
                Self.app + "/configuration", administrator,
                #"{"bundleID":"com.ali.MonkeyJump","name":"MonkeyJump","#
                    + #""isGameCenterEnabled":true,"isReleased":true,"leaderboards":[]}"#
            )
        }
    }
}
