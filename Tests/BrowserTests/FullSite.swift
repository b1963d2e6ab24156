import Foundation
import LaurelProcess
import LaurelTestRuns
import Testing

/// A server on which every page has something to show, and whose data can be told from the site's own texts: each word
/// that a person or a developer wrote begins with "zz".
struct FullSite: Sendable {
    static let app = "zz.hop"
    static let password = "jump over a log"
    /// Of a leaderboard: as long as they are where a developer takes his bundle id along, and no room to break in.
    private static let longID = "zz.treehouse.SnowboardChampionship.HighScores"

    let server: LaurelProcess
    private(set) var team = ""
    /// Of a friend, as his friends see it.
    private(set) var friend = ""
    private(set) var share = ""
    /// A shared score whose run can be watched.
    private(set) var run = ""
    /// Of an open challenge, with its code.
    private(set) var challengePage = ""
    private(set) var invitation = ""
    private(set) var deviceCode = ""
    /// An ended match.
    private(set) var match = ""
    /// A challenge of a group in which zzada is second.
    private(set) var group = ""
    private var tokens: [String: String] = [:]
    private var ids: [String: String] = [:]

    /// Who looks at a page: nobody; somebody who has nothing yet; a player and developer with everything; the
    /// operator.
    enum Viewer: String, CaseIterable, Sendable {
        case nobody = ""
        case newcomer = "zznew"
        case ada = "zzada"
        case keeper = "zzkeeper"
    }

    init(environment: [String: String] = [:]) async throws {
        server = try LaurelProcess(
            arguments: ["--developer-sign-up", "open", "--budget", "off", "--allow-private-deliveries"],
            environment: environment)
        try await claim()
        for name in ["zzada", "zzbob", "zzcarl", "zzdora", "zzeve", "zzfred", "zznew"] { try await signUp(name) }
        try await makeApps()
        try await meet()
        try await play()
        try await beWatched()
        try await takeTurns()
        try await compete()
        try await operate()
    }

    func stop() { server.stop() }

    // MARK: Who and what there is

    private mutating func claim() async throws {
        let token = try #require(server.setupLink?.fragment())
        let made = try await call(
            "POST", "/v1/connect/administrators", nil,
            ["token": token, "alias": "zzkeeper", "password": Self.password])
        tokens["zzkeeper"] = made["token"] as? String
    }

    private mutating func signUp(_ name: String) async throws {
        let made = try await call("POST", "/v1/players", nil, ["alias": name, "password": Self.password])
        tokens[name] = try #require(made["token"] as? String)
        ids[name] = try #require((made["player"] as? [String: Any])?["id"] as? String)
    }

    private mutating func makeApps() async throws {
        let made = try await call("POST", "/v1/connect/teams", "zzada", ["name": "Zzteam"])
        team = try #require(made["id"] as? String)
        for (id, name) in [(Self.app, "Zzhop"), ("zz.begun", "Zzbegun"), ("zz.empty", "Zzempty")] {
            try await call(
                "POST", "/v1/connect/apps", "zzada", ["bundleID": id, "name": name, "sku": "ZZ-1", "team": team])
        }
        let apps = "/v1/connect/apps/"
        for id in [Self.app, "zz.begun"] {
            try await call("PATCH", apps + id, "zzada", ["isGameCenterEnabled": true])
            try await call(
                "POST", apps + id + "/leaderboards", "zzada",
                Self.board("zzbest", "Zzbest", ["suffixPlural": " zzpoints", "suffixSingular": " zzpoint"]))
        }
        let app = apps + Self.app
        try await call(
            "PATCH", app, "zzada",
            [
                "link": "/play/monkeyjump/",
                "localizations": [
                    ["language": "en", "name": "Zzhop", "subtitle": "Zzsubtitle", "description": "Zzdescription"],
                    ["language": "zh-Hans", "name": "Zzhop", "subtitle": "Zzsubtitle", "description": "Zzdescription"],
                ],
            ])
        var daily = Self.board(Self.longID, "Zzdaily")
        daily["referenceName"] = Self.longID
        daily["recurrence"] = [
            "start": "2026-01-01T00:00:00Z", "durationMinutes": 1_440, "restartMinutes": 1_440,
        ]
        try await call("POST", app + "/leaderboards", "zzada", daily)
        try await call(
            "POST", app + "/sets", "zzada",
            [
                "id": "zzset", "referenceName": "Zzset", "leaderboards": ["zzbest"],
                "localizations": [["language": "en", "name": "Zzset"]],
            ])
        for (id, points, isHidden) in [("zzfirst", 10, false), ("zzhalf", 20, false), ("zzsecret", 30, true)] {
            try await call(
                "POST", app + "/achievements", "zzada",
                [
                    "id": id, "referenceName": "Z" + id, "points": points, "isHidden": isHidden,
                    "localizations": [
                        [
                            "language": "en", "title": "Z" + id, "descriptionBefore": "Zzdo.",
                            "descriptionAfter": "Zzdone.",
                        ]
                    ],
                ])
        }
        try await call(
            "POST", app + "/activities", "zzada",
            [
                "id": "zzrace", "referenceName": "Zzrace", "supportsPartyCodes": true, "leaderboards": ["zzbest"],
                "properties": [["name": "zzcourse", "value": "zzjungle"]],
                "localizations": [["language": "en", "title": "Zzrace", "details": "Zzdetails"]],
            ])
        for (id, isRepeatable) in [("zzlongest", true), ("zzshortest", false)] {
            try await call(
                "POST", app + "/challenge-definitions", "zzada",
                [
                    "id": id, "referenceName": "Z" + id, "leaderboard": isRepeatable ? "zzbest" : Self.longID,
                    "isRepeatable": isRepeatable,
                    "localizations": [["language": "en", "title": "Z" + id, "details": "Zzdetails"]],
                ])
        }
        try await call("PATCH", app, "zzada", ["isReleased": true])
        try await call("PUT", app + "/web-origins", "zzada", ["webOrigins": ["https://zz.example"]])
    }

    private static func board(_ id: String, _ name: String, _ more: [String: Any] = [:]) -> [String: Any] {
        [
            "id": id, "referenceName": name, "format": "integer",
            "localizations": [["language": "en", "name": name].merging(more) { $1 }],
        ]
    }

    private mutating func meet() async throws {
        friend = try #require(ids["zzbob"])
        for (one, other) in [("zzada", "zzbob"), ("zzbob", "zzada"), ("zzbob", "zzeve"), ("zzeve", "zzbob")] {
            try await call("POST", "/v1/friend-requests", one, ["alias": other])
        }
        try await call("POST", "/v1/friend-requests", "zzcarl", ["alias": "zzada", "message": "Zzmessage"])
        try await call("POST", "/v1/friend-requests", "zzada", ["alias": "zzdora"])
        try await call("POST", "/v1/blocked-players", "zzada", ["playerID": ids["zzfred"] ?? ""])
        let made = try await call("POST", "/v1/friend-invitations", "zzbob", ["uses": 2, "days": 1])
        invitation = try #require(made["code"] as? String)
        try await call("POST", "/v1/friend-invitations", "zzada", ["uses": 2, "days": 1])
        try await call("PATCH", "/v1/players/me/profile", "zzbob", ["realName": "Zzreal", "status": "Zzstatus"])
        try await call("PATCH", "/v1/players/me/profile", "zzada", ["realName": "Zzreal", "status": "Zzstatus"])
    }

    private mutating func play() async throws {
        let game = "/v1/games/" + Self.app
        let scores = game + "/leaderboards/zzbest/scores"
        let thing: [String: Any] = ["bundleID": Self.app, "leaderboard": "zzbest"]
        func challenge(_ one: String, _ other: String) async throws {
            let players = [try #require(ids[other])]
            try await call(
                "POST", game + "/challenges", one,
                ["players": players, "leaderboard": "zzbest", "message": "Zzmessage"])
        }
        for (name, value) in [("zzada", 200), ("zzbob", 300), ("zzeve", 100), ("zzfred", 50)] {
            try await call("POST", scores, name, ["value": value])
        }
        // One is over, one waits for her, one is hers.
        try await challenge("zzbob", "zzada")
        try await call("POST", scores, "zzada", ["value": 500])
        try await call("POST", scores, "zzbob", ["value": 900])
        try await challenge("zzbob", "zzada")
        try await challenge("zzada", "zzbob")
        let achieved: [[String: Any]] = [
            ["id": "zzfirst", "percentComplete": 100], ["id": "zzhalf", "percentComplete": 50],
        ]
        try await call("POST", game + "/achievements", "zzada", ["achievements": achieved])
        let link = try await call("POST", "/v1/challenge-links", "zzbob", thing.merging(["uses": 2]) { $1 })
        let page = try #require((link["url"] as? String).flatMap { URL(string: $0) })
        challengePage = page.path + "#" + (page.fragment ?? "")
        share = try #require(try await call("POST", "/v1/shares", "zzada", thing)["id"] as? String)
        let device = try await call(
            "POST", "/v1/device-authorizations", nil, ["bundleID": Self.app, "device": "zz", "title": "Zzdevice"])
        deviceCode = try #require(device["userCode"] as? String)
    }

    private mutating func beWatched() async throws {
        var board = Self.board("zzruns", "Zzruns")
        board["replays"] = ["simulator": "monkeyjump", "requires": "replay"]
        try await call("POST", "/v1/connect/apps/\(Self.app)/leaderboards", "zzada", board)
        // It was made since the release: the next one takes it to Production.
        try await call("PATCH", "/v1/connect/apps/\(Self.app)", "zzada", ["isReleased": true])
        let log = PlayedLog.monkeyJump(seed: 5, ticks: 200)
        let game = "/v1/games/" + Self.app
        try await call(
            "POST", game + "/leaderboards/zzruns/scores", "zzada", ["value": log.score, "replay": log.base64])
        let shared = try await call("POST", "/v1/shares", "zzada", ["bundleID": Self.app, "leaderboard": "zzruns"])
        run = try #require(shared["id"] as? String)
    }

    /// One match waits for zzada, she is invited to one, one waits for zzbob, and one is over.
    private mutating func takeTurns() async throws {
        let matches = "/v1/games/\(Self.app)/matches"
        var writes = 0
        func key() -> String {
            writes += 1
            return String(repeating: "0", count: 30) + String(writes + 9)
        }
        func make(_ one: String, _ other: String, seats: Int = 2) async throws -> String {
            let made = try await call(
                "POST", matches, one,
                [
                    "key": key(), "minPlayers": seats, "maxPlayers": seats, "players": [ids[other] ?? ""],
                    "takesStrangers": seats > 2,
                ])
            return try #require(made["id"] as? String)
        }
        func hand(_ id: String, _ name: String, to seat: Int) async throws {
            let target = "\(matches)/\(id)"
            let seen = try await call("GET", target, name, nil)
            try await call(
                "POST", target + "/turns", name,
                ["key": key(), "version": seen["version"] ?? 0, "data": "", "next": [seat]])
        }
        _ = try await make("zzada", "zzbob", seats: 3)
        try await hand(try await make("zzbob", "zzada"), "zzbob", to: 1)
        try await hand(try await make("zzada", "zzbob"), "zzada", to: 1)
        match = try await make("zzada", "zzbob")
        try await hand(match, "zzada", to: 1)
        let target = "\(matches)/\(match)"
        let accepted = try await call("POST", target + "/accept", "zzbob", ["key": key()])
        try await call(
            "POST", target + "/end", "zzbob",
            ["key": key(), "version": accepted["version"] ?? 0, "data": "", "outcomes": [2, 3]])
    }

    /// One runs, and zzada is invited to another.
    private mutating func compete() async throws {
        let game = "/v1/games/" + Self.app
        func make(_ one: String, _ other: String, _ definition: String) async throws -> String {
            let made = try await call(
                "POST", game + "/group-challenges", one,
                [
                    "definition": definition, "players": [ids[other] ?? ""],
                    "tries": definition == "zzlongest" ? "three" : "one",
                ])
            return try #require(made["id"] as? String)
        }
        group = try await make("zzada", "zzbob", "zzlongest")
        try await call("POST", "/v1/group-challenges/\(group)/join", "zzbob")
        for (name, value) in [("zzada", 20), ("zzbob", 30)] {
            try await call("POST", game + "/leaderboards/zzbest/scores", name, ["value": value])
        }
        _ = try await make("zzbob", "zzada", "zzshortest")
    }

    /// What the developer and the operator have to do with.
    private func operate() async throws {
        let app = "/v1/connect/apps/" + Self.app
        let teamRoute = "/v1/connect/teams/\(team)"
        for (reporter, reported) in [("zzeve", "zzbob"), ("zzcarl", "zzdora")] {
            try await call(
                "POST", "/v1/reports", reporter,
                ["player": ids[reported] ?? "", "thing": "name", "reason": "offensive", "text": "Zztext"])
        }
        try await call("PUT", "/v1/connect/bans/\(ids["zzfred"] ?? "")", "zzkeeper", ["reason": "Zzreason"])
        try await call("POST", "/v1/connect/words", "zzkeeper", ["word": "zzword", "verdict": "blocked"])
        try await call("POST", "/v1/connect/developer-invitations", "zzkeeper", [:])
        try await call("POST", teamRoute + "/keys", "zzada", ["name": "Zzkey", "role": "viewer", "days": 7])
        let invited = try await call("POST", teamRoute + "/invitations", "zzada", ["role": "viewer", "alias": "zzeve"])
        try await call("POST", "/v1/connect/memberships", "zzeve", ["invitation": invited["id"] ?? ""])
        try await call("POST", teamRoute + "/invitations", "zzada", ["role": "admin", "alias": "zznew"])
        try await call(
            "PUT", app + "/webhook", "zzada", ["url": "http://127.0.0.1:9/zz", "events": ["challengeCompleted"]])
        try await call("POST", app + "/webhook/tests", "zzada", [:])
    }

    /// The game can be played nowhere on the web any more.
    func takeLinkAway() async throws {
        try await call("PATCH", "/v1/connect/apps/" + Self.app, "zzada", ["link": NSNull()])
    }

    @discardableResult
    private func call(
        _ method: String, _ path: String, _ name: String?, _ body: [String: Any]? = nil
    ) async throws -> [String: Any] {
        let answer = try await server.http.json(method, path, body, token: name.flatMap { tokens[$0] })
        try #require((200...299).contains(answer.status), "\(method) \(path): \(answer.text)")
        return answer.object
    }

    // MARK: Looking

    /// Makes a browser his: nobody's, or somebody's who is signed in.
    func sign(_ browser: Browser, in viewer: Viewer) async throws {
        // Nothing runs there, and what is a file of the site may ask the server; an answer of a route may not.
        try await browser.go(to: server.page("/lib/api.js"))
        let script = """
            localStorage.clear();
            const [alias, password] = arguments;
            return fetch("/v1/sessions/current", { method: "DELETE" }).then(() => alias === "" ? 201
                : fetch("/v1/sessions", { method: "POST", headers: { "Content-Type": "application/json" },
                    body: JSON.stringify({ alias, password, cookie: true }) }).then(({ status }) => status));
            """
        let status = try await browser.evaluate(script, [viewer.rawValue, Self.password]) as? Int
        try #require(status == 201)
        _ = try await browser.consoleErrors()
    }
}
