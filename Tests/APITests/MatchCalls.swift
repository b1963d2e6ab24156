import LaurelWire
import Testing

extension World {
    private static let matches = "/v1/games/com.ali.MonkeyJump/matches"

    /// Matches of the player and their friend, one for each call that needs a match of its own. After
    /// ``prepareChallenges()``.
    mutating func prepareMatches() async throws {
        // Few of them with the friend: three invitations without an answer stop further ones.
        matchIDs[.saveMatchData] = try await makeMatch(1, by: game)
        matchIDs[.match] = matchIDs[.saveMatchData]
        matchIDs[.makeMove] = matchIDs[.saveMatchData]
        matchIDs[.playMatch] = matchIDs[.saveMatchData]
        matchIDs[.endTurn] = try await makeMatch(2, by: game)
        matchIDs[.quitMatch] = try await makeMatch(3, by: game)
        // What has ended is played again, and then removed.
        for endpoint in [Endpoint.endMatch, .rematch, .removeMatch] {
            matchIDs[endpoint] =
                matchIDs[.endMatch] == nil
                ? try await makeMatch(4, by: game, with: friendID) : matchIDs[.endMatch]
        }
        for (number, endpoint) in [(5, Endpoint.acceptMatch), (6, .declineMatch)] {
            let id = try await makeMatch(number, by: friend, with: gamePlayerID)
            try await handOver(id, by: friend, number)
            matchIDs[endpoint] = id
        }
        let shared = try await makeMatch(7, by: game, with: friendID)
        try await handOver(shared, by: game, 7)
        try await expect(200, "POST", "\(Self.matches)/\(shared)/accept", friend, #"{"key":"\#(Self.key(27))"}"#)
        try await expect(
            201, "POST", "\(Self.matches)/\(shared)/exchanges", friend,
            #"{"key":"\#(Self.key(28))","recipients":[0],"data":""}"#)
        for endpoint in [Endpoint.remindOfMatch, .claimTurn, .sendExchange, .replyToExchange, .cancelExchange] {
            matchIDs[endpoint] = shared
        }
    }

    private func makeMatch(_ number: Int, by token: String, with other: String? = nil) async throws -> String {
        let players = other.map { #","players":["\#($0)"]"# } ?? ""
        return try await expect(
            200, "POST", Self.matches, token,
            #"{"key":"\#(Self.key(number))","minPlayers":2,"maxPlayers":2\#(players)}"#
        ).string("id")
    }

    private func handOver(_ id: String, by token: String, _ number: Int) async throws {
        try await expect(
            200, "POST", "\(Self.matches)/\(id)/turns", token,
            #"{"key":"\#(Self.key(10 + number))","version":1,"data":"AAEC","next":[1]}"#)
    }

    private static func key(_ number: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: 32 - text.utf8.count) + text
    }

    func matchCall(_ endpoint: Endpoint) -> Call {
        let id = matchIDs[endpoint] ?? "M:_00112233445566778899aabbccddeeff"
        func make(_ path: String, _ body: String? = nil) -> Call {
            Call(method: endpoint.method.rawValue, target: "\(Self.matches)/\(id)\(path)", token: game, body: body)
        }
        // One for each write of a seat.
        let key = Self.key(100)
        return switch endpoint {
        case .findMatch:
            Call(
                method: "POST", target: Self.matches, token: game,
                body: #"{"key":"\#(key)","minPlayers":2,"maxPlayers":4,"defaultNumberOfPlayers":3,"group":7,"#
                    + #""attributes":1,"players":["\#(friendID)"],"takesStrangers":true,"message":"A game tonight?"}"#)
        case .matches: Call(method: "GET", target: Self.matches + "?state=turn", token: game)
        case .allMatches: Call(method: "GET", target: "/v1/matches", token: player)
        case .matchActivity: Call(method: "GET", target: Self.matches + "/activity?group=7", token: game)
        case .saveMatchData:
            make(
                "/data",
                #"{"key":"\#(key)","version":1,"data":"AAEC","resolved":[],"#
                    + #""message":{"key":"MOVE","arguments":["1"],"text":"Your move"}}"#)
        case .endTurn:
            make("/turns", #"{"key":"\#(key)","version":1,"data":"AAEC","next":[1,0],"timeout":3600}"#)
        case .makeMove: make("/moves", #"{"key":"\#(Self.key(105))","version":1,"move":"Ag=="}"#)
        case .endMatch:
            make(
                "/end",
                #"{"key":"\#(key)","version":1,"data":"AAEC","outcomes":[3,2],"scores":[],"achievements":[]}"#)
        case .acceptMatch: make("/accept", #"{"key":"\#(key)"}"#)
        case .declineMatch: make("/decline", #"{"key":"\#(key)"}"#)
        case .quitMatch: make("/quit", #"{"key":"\#(key)"}"#)
        case .claimTurn: make("/claim", #"{"key":"\#(key)"}"#)
        case .remindOfMatch: make("/reminders", #"{"key":"\#(key)","seats":[1]}"#)
        case .rematch: make("/rematch", #"{"key":"\#(Self.key(103))"}"#)
        case .playMatch: make("/play")
        case .sendExchange:
            make(
                "/exchanges",
                #"{"key":"\#(Self.key(104))","recipients":[1],"data":"AAEC","timeout":3600,"#
                    + #""message":{"text":"Two for one?"}}"#)
        case .replyToExchange: make("/exchanges/1/replies", #"{"key":"\#(Self.key(101))","data":"BQ=="}"#)
        case .cancelExchange: make("/exchanges/2/cancel", #"{"key":"\#(Self.key(102))"}"#)
        default: make("")
        }
    }
}
