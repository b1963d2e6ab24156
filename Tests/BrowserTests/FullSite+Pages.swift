import Foundation
import LaurelProcess

extension FullSite {
    struct Page: Sendable {
        let path: String
        let viewer: Viewer

        /// What the server refuses on this page, so that the browser says so in the console.
        var refusals: [String] {
            switch path {
            case "/nowhere/": ["/nowhere/"]
            case "/games/?id=zz.none": ["/v1/games/zz.none"]
            case "/watch/?share=1": ["/v1/shares/1"]
            case "/play/monkeyjump/", "/play/whackacac/": ["/v1/games/com.ali.", "/v1/games/com.dragonforged."]
            default: []
            }
        }
    }

    /// Every page, seen by whom it is for.
    var pages: [Page] {
        Viewer.allCases.flatMap { viewer in paths(for: viewer).map { Page(path: $0, viewer: viewer) } }
    }

    /// Those that the server draws, which speak for themselves: without an account, and without scripts.
    var drawnPages: [String] {
        ["/share/\(share)", challengePage, "/share/zznothing", "/challenge/zznothing"]
    }

    private func paths(for viewer: Viewer) -> [String] {
        let game = "/games/?id=\(Self.app)"
        let open = ["/", game + "&time=allTime", game + "&view=achievements", "/games/?id=zz.none"]
        switch viewer {
        case .nobody:
            return open + [
                "/sign-in/", "/sign-in/?new", "/setup/", "/mail/", "/nowhere/", "/problems/",
                "/problems/unknown-game", "/reference/", "/reference/#submitScore", "/invite/#\(invitation)",
                "/device/", "/connect/", "/play/monkeyjump/", "/play/whackacac/", "/play/oasis/",
                "/watch/?share=\(run)", "/watch/?share=\(share)", "/watch/?share=1", "/watch/",
            ]
        case .newcomer: return ["/"] + own + ["/connect/"]
        case .ada: return open + ["/games/?id=zz.begun"] + own + between + ["/device/?code=\(deviceCode)"] + connect
        case .keeper:
            return ["queue", "players", "bans", "words", "invitations", "audit"].map { "/connect/server/?view=\($0)" }
        }
    }

    /// A player's own, which a newcomer has, too.
    private var own: [String] {
        let game = "/games/?id=\(Self.app)"
        return [
            game + "&view=challenges", game + "&view=friends", game + "&players=friends&time=allTime",
            "/friends/", "/friends/?view=requests", "/friends/?view=invite", "/friends/?view=suggestions",
            "/challenges/", "/challenges/?view=sent", "/challenges/?view=history",
            "/challenges/new/?game=\(Self.app)&leaderboard=zzbest", "/inbox/",
            "/challenges/groups/", "/challenges/groups/new/?game=\(Self.app)",
            "/matches/", "/matches/?game=\(Self.app)", "/matches/new/?game=\(Self.app)",
            "/me/", "/me/?view=friends", "/me/?view=request&to=zzeve", "/me/settings/",
        ] + ["privacy", "notifications", "young", "sessions", "security", "data"].map { "/me/settings/?view=\($0)" }
    }

    private var between: [String] {
        [
            "/players/?id=\(friend)", "/friends/compare/?player=\(friend)", "/invite/#\(invitation)",
            "/challenges/new/?game=\(Self.app)&leaderboard=zzbest&value=500",
            "/challenges/new/?game=\(Self.app)&achievement=zzfirst",
            "/matches/?game=\(Self.app)&match=\(match)",
            "/challenges/groups/?challenge=\(group)",
            "/challenges/groups/new/?game=\(Self.app)&definition=zzlongest",
        ]
    }

    private var connect: [String] {
        let app = "/connect/app/?id=\(Self.app)"
        let views = [
            "overview", "localizations", "release", "leaderboards", "leaderboards&new",
            "leaderboards&leaderboard=zzbest", "sets", "sets&new", "sets&set=zzset", "achievements", "achievements&new",
            "achievements&achievement=zzfirst", "activities", "activities&new", "activities&activity=zzrace",
            "challenges", "challenges&new", "challenges&challenge=zzlongest",
            "configuration", "testdata", "activity", "matches",
            "web", "webhooks",
        ]
        let moderation = ["queue", "players", "entries", "bans", "rules"].map { "moderation&part=\($0)" }
        return ["/connect/", "/connect/?new", "/connect/?join"] + (views + moderation).map { "\(app)&view=\($0)" }
            + ["zz.begun", "zz.empty"].flatMap { id in
                ["overview", "release", "leaderboards", "testdata"].map { "/connect/app/?id=\(id)&view=\($0)" }
            } + ["members", "keys", "audit", "settings"].map { "/connect/team/?id=\(team)&view=\($0)" }
    }
}
