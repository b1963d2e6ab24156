import Foundation
import LaurelComposition
import LaurelDomain
import LaurelMatches
import LaurelOasis
import LaurelScores
import LaurelService
import LaurelStorage
import LaurelTestSupport
import LaurelWire
import Testing

@Suite("Judged matches over HTTP", .timeLimit(.minutes(15)))
struct JudgedMatchTests {
    private static let game = "com.ali.MonkeyJump"
    private static let matches = "/v1/games/com.ali.MonkeyJump/matches"

    private func run(_ body: (Game) async throws -> Void) async throws {
        var options = TestServer.Options()
        let oasis = try #require(BuiltInRules.all[try BundleID("org.laurel.oasis")])
        options.turnRules = [try BundleID(Self.game): oasis]
        try await TestServer.run(options) { server in
            let world = try await World(server)
            try await body(Game(world: world, ada: try await signUp("ada", world), zoe: try await signUp("zoe", world)))
        }
    }

    private func signUp(_ alias: String, _ world: World) async throws -> Player {
        let made = try await world.send(
            "POST", "/v1/players", "",
            #"{"alias":"\#(alias)","password":"\#(World.password)","bundleID":"\#(Self.game)"}"#)
        let answer = try made.json.unwrapped()
        return Player(id: try answer["player"].unwrapped().string("id"), token: try answer.string("token"))
    }

    private struct Player {
        let id: String
        let token: String
    }

    /// Two players and what they do.
    private struct Game {
        let world: World
        let ada, zoe: Player
        let keys = Keys()

        final class Keys: Sendable {
            func next() -> String {
                let number = UInt64.random(in: 1...UInt64.max)
                let digits = String(number, radix: 16)
                return String(repeating: "0", count: 32 - digits.utf8.count) + digits
            }
        }

        func make(with other: Player) async throws -> String {
            let made = try await world.send(
                "POST", JudgedMatchTests.matches, ada.token,
                #"{"key":"\#(keys.next())","minPlayers":2,"maxPlayers":2,"players":["\#(other.id)"]}"#)
            try #require(made.status == 200, "\(made.text)")
            return try made.json.unwrapped().string("id")
        }

        func read(_ id: String, _ player: Player) async throws -> Answer {
            try await world.send("GET", JudgedMatchTests.matches + "/\(id)", player.token)
        }

        func post(_ what: String, _ id: String, _ player: Player, _ body: String = "") async throws -> Answer {
            try await world.send(
                "POST", JudgedMatchTests.matches + "/\(id)/\(what)", player.token,
                #"{"key":"\#(keys.next())"\#(body)}"#)
        }

        func move(_ bytes: [UInt8], _ id: String, _ player: Player, version: Int64? = nil) async throws -> Answer {
            let seen = try JudgedMatchTests.version(try await read(id, player))
            return try await post(
                "moves", id, player, #","version":\#(version ?? seen),"move":"\#(Data(bytes).base64EncodedString())""#)
        }

        /// Plays the best move that a computer player sees in the player's own view.
        func play(_ id: String, _ player: Player, _ random: inout SeededPlay) async throws -> Answer {
            let view = try #require(try await JudgedMatchTests.view(read(id, player)))
            return try await move(random.move(view), id, player)
        }
    }

    private struct SeededPlay {
        var random = SplitMix64(seed: 5)
        mutating func move(_ view: SeatView) -> [UInt8] {
            let moves = view.legalMoves
            let placed = moves.filter { if case .lay = $0 { true } else { false } }
            let some = placed.isEmpty ? moves : placed
            return some[random.below(some.count)].encoded()
        }
    }

    private static func version(_ answer: Answer) throws -> Int64 {
        guard case .integer(let number)? = answer.json?["version"] else { throw Unexpected(text: answer.text) }
        return number
    }
    private static func view(_ answer: Answer) throws -> SeatView? {
        guard case .string(let text)? = answer.json?["data"], let bytes = Data(base64Encoded: text) else {
            throw Unexpected(text: answer.text)
        }
        return SeatView(decoding: Array(bytes))
    }
    private struct Unexpected: Error { let text: String }

    /// As it is kept; nil once the match is over.
    private func state(_ id: String, _ game: Game) throws -> [UInt8]? {
        let number = try #require(game.world.server.parts.matches.ids.match(id))
        let judged = MatchGame(app: game.world.server.app.number, environment: .production)
        let journal: any MatchJournal = game.world.server.store
        return try journal.openData(of: judged)[number]
    }

    /// What nobody but the server may ever see of a match: its state, and of the others the hands.
    private func secrets(_ id: String, _ game: Game, besides seat: Int) async throws -> [[UInt8]] {
        let kept = try self.state(id, game)
        let state = try #require(kept)
        let decoded = LaurelOasis.Match(decoding: state)
        let match = try #require(decoded)
        let others = (0..<Int(match.seats)).filter { $0 != seat }
        let hands = others.compactMap { match.view(of: Int32($0))?.hand }.map { hand in
            hand.map { tile in tile.map { $0.number + 1 } ?? 0 }
        }
        return hands + [match.bag.map { $0.number + 1 }, Array(state.suffix(8)), state]
    }

    private func isShown(_ secrets: [[UInt8]], in answer: Answer) -> [UInt8]? {
        var shown: [[UInt8]] = [answer.body]
        func gather(_ value: JSONValue) {
            switch value {
            case .string(let text): if let bytes = Data(base64Encoded: text) { shown.append(Array(bytes)) }
            case .array(let values): values.forEach(gather)
            case .object(let members): members.values.forEach(gather)
            default: break
            }
        }
        if let json = answer.json { gather(json) }
        return secrets.first { secret in
            // The others of fewer tiles may lie on the board in the same order.
            secret.count { $0 != 0 } >= 4 && shown.contains { $0.contains(secret) }
        }
    }

    @Test("rule 12.40: a whole game in which every answer has the reader's view alone, and the server sets outcomes")
    func life() async throws {
        try await run { game in
            let id = try await game.make(with: game.zoe)
            var random = SeededPlay()
            _ = try await game.play(id, game.ada, &random)
            #expect(try await game.post("accept", id, game.zoe).status == 200)
            var turns = 0
            while true {
                for (player, seat) in [(game.zoe, 1), (game.ada, 0)] {
                    let read = try await game.read(id, player)
                    let view = try #require(try Self.view(read))
                    #expect(view.seat == Int32(seat))
                    if case .string? = read.json?["ended"] { break }
                    let secrets = try await self.secrets(id, game, besides: seat)
                    var answers = [read]
                    answers.append(try await game.world.send("GET", Self.matches, player.token))
                    answers.append(try await game.world.send("GET", "/v1/matches", player.token))
                    answers.append(try await game.world.send("GET", "/v1/notices", player.token))
                    // A stale write is answered with the match.
                    answers.append(try await game.move([2], id, player, version: 1))
                    answers.append(try await game.post("reminders", id, player, #","seats":[\#(1 - seat)]"#))
                    if turns == 0 { answers.append(try await export(player, seat, game)) }
                    for answer in answers { #expect(isShown(secrets, in: answer) == nil, "\(answer.text)") }
                    #expect(answers[1].json?["matches"]?[0]?["byteCount"] == .integer(0))
                }
                let holder = try await game.read(id, game.zoe).json?["state"] == .string("turn") ? game.zoe : game.ada
                if case .string? = try await game.read(id, game.zoe).json?["ended"] { break }
                let done = try await game.play(id, holder, &random)
                try #require(done.status == 200, "\(done.text)")
                turns += 1
            }
            let ended = try await game.read(id, game.ada)
            let view = try #require(try Self.view(ended))
            let outcomes = try #require(view.outcomes)
            for (seat, outcome) in outcomes.enumerated() {
                let number: Int64 = outcome.kind == .won ? 2 : outcome.kind == .lost ? 3 : 4
                #expect(ended.json?["participants"]?[seat]?["outcome"] == .integer(number))
            }
            #expect(turns > 20)
        }
    }

    /// The player's own pages, with all that is theirs.
    private func export(_ player: Player, _ seat: Int, _ game: Game) async throws -> Answer {
        let own = try await game.world.send(
            "POST", "/v1/sessions", "", #"{"alias":"\#(seat == 0 ? "ada" : "zoe")","password":"\#(World.password)"}"#)
        let answer = try await game.world.send(
            "GET", "/v1/players/me/export", try own.json.unwrapped().string("token"))
        #expect(answer.status == 200 && answer.text.contains("\"M:_"), "\(answer.text)")
        return answer
    }

    @Test("rule 12.40: an illegal move, data and outcomes of clients are refused, and nothing has changed")
    func refusals() async throws {
        try await run { game in
            let id = try await game.make(with: game.zoe)
            let before = try await game.read(id, game.ada)
            let kept = try self.state(id, game)
            for bytes: [UInt8] in [[0, 0, 24], [0, 9, 9], [1, 0], [7], [], [UInt8](repeating: 2, count: 1_024)] {
                let refused = try await game.move(bytes, id, game.ada)
                #expect(refused.status == 409 && refused.kind == "match-state-invalid" && refused.field == "move")
            }
            let long = try await game.move([UInt8](repeating: 2, count: 1_025), id, game.ada)
            #expect(long.status == 400 && long.field == "move")
            let version = try Self.version(before)
            for (what, body) in [
                ("turns", #","version":\#(version),"data":"AAEC","next":[1]"#),
                ("end", #","version":\#(version),"data":"AAEC","outcomes":[2,3]"#),
                ("exchanges", #","recipients":[1],"data":"AAEC""#), ("quit", #","outcome":2"#),
                ("quit", #","outcome":2,"version":\#(version),"data":"","next":[1]"#),
            ] {
                let refused = try await game.post(what, id, game.ada, body)
                #expect(refused.status == 409 && refused.kind == "match-state-invalid", "\(what): \(refused.text)")
            }
            let saved = try await game.world.send(
                "PUT", Self.matches + "/\(id)/data", game.ada.token,
                #"{"key":"\#(game.keys.next())","version":\#(version),"data":"AAEC"}"#)
            #expect(saved.status == 409 && saved.kind == "match-state-invalid")
            #expect(try await game.read(id, game.ada).text == before.text)
            #expect(try self.state(id, game) == kept)
            let many = try await game.world.send(
                "POST", Self.matches, game.ada.token, #"{"key":"\#(game.keys.next())","minPlayers":5,"maxPlayers":6}"#)
            #expect(many.status == 422 && many.kind == "match-request-invalid", "\(many.text)")
            // How many can play is told beforehand, and which game's matches the server judges.
            let told = try await game.world.send("GET", "/v1/games/" + Self.game, game.ada.token)
            let rules = try #require(told.json?["matchRules"])
            #expect(rules["minPlayers"] == .integer(2) && rules["maxPlayers"] == .integer(4), "\(told.text)")
        }
    }

    @Test("rule 12.40: time, quitting, bans and erasures put a seat out, and the last one left has won")
    func leaving() async throws {
        try await run { game in
            var random = SeededPlay()
            func begun() async throws -> String {
                let id = try await game.make(with: game.zoe)
                _ = try await game.play(id, game.ada, &random)
                _ = try await game.post("accept", id, game.zoe)
                return id
            }
            func outcomes(_ id: String) async throws -> [JSONValue?] {
                let read = try await game.read(id, game.ada)
                #expect(read.json?["status"] == .string("ended"), "\(read.text)")
                return [0, 1].map { read.json?["participants"]?[$0]?["outcome"] }
            }
            let quit = try await begun()
            // With the turn, from the pages, which know nothing of the game.
            let answer = try await game.post("quit", quit, game.zoe)
            #expect(answer.status == 200, "\(answer.text)")
            #expect(try await outcomes(quit) == [.integer(2), .integer(1)])

            let late = try await begun()
            let erased = try await begun()
            game.world.server.clock.advance(by: .days(8))
            let server = game.world.server
            #expect(try await onThread { server.keeper.fireMatches() })
            #expect(try await outcomes(late) == [.integer(2), .integer(5)])
            #expect(try await outcomes(erased) == [.integer(2), .integer(5)])

            let last = try await begun()
            let own = try await game.world.send(
                "POST", "/v1/sessions", "", #"{"alias":"zoe","password":"\#(World.password)"}"#)
            let gone = try await game.world.send(
                "POST", "/v1/players/me/erasure", try own.json.unwrapped().string("token"),
                #"{"password":"\#(World.password)"}"#)
            #expect(gone.status < 300, "\(gone.text)")
            #expect(try await outcomes(last) == [.integer(2), .integer(1)])
        }
    }

    @Test("rules 12.9, 12.40: the rules' points and achievements count with the last move, and nobody can send others")
    func awards() async throws {
        try await run { game in
            try await prepareAwards(game.world)
            let id = try await game.make(with: game.zoe)
            try await forge(id, game)
            for board in ["MostPoints", "MostPointsWeekly"] { #expect(try await total(board, game) == .integer(0)) }
            try await finish(id, game)
            let ended = try await game.read(id, game.ada)
            let points = try #require(try Self.view(ended)).points
            for (seat, player) in [game.ada, game.zoe].enumerated() {
                let page = try await entries("MostPoints", game, player)
                #expect(page.json?["local"]?["value"] == .integer(Int64(points[seat])), "\(page.text)")
                let hasWon = ended.json?["participants"]?[seat]?["outcome"] == .integer(2)
                #expect(try await earned(game, player) == ["FirstMatch": true, "FirstWin": hasWon])
            }
            #expect(try await total("MostPoints", game) == .integer(2))
            // Nobody can have as few points as this one takes: left out, and the match is over all the same.
            #expect(try await total("MostPointsWeekly", game) == .integer(0))
        }
    }

    /// Leaderboards and achievements that Oasis's rules know, but for some.
    private func prepareAwards(_ world: World) async throws {
        for (id, lowest, highest) in [("MostPoints", 0, 1_000), ("MostPointsWeekly", -2, -1)] {
            try await world.expect(
                201, "POST", World.app + "/leaderboards", world.administrator,
                #"{"id":"\#(id)","range":{"lowest":\#(lowest),"highest":\#(highest)},"#
                    + #""localizations":[{"language":"en","name":"\#(id)"}]}"#)
        }
        for id in ["FirstMatch", "FirstWin"] {
            try await world.expect(
                201, "POST", World.app + "/achievements", world.administrator, World.achievement(id))
        }
        try await world.release()
    }

    /// What only the rules award is taken from no player, also beside what is.
    private func forge(_ id: String, _ game: Game) async throws {
        let version = try Self.version(try await game.read(id, game.ada))
        let claimed = #"{"id":"FirstWin","percentComplete":100}"#
        let own = "/v1/games/\(Self.game)"
        let before = try await total("HighScores", game)
        let chosen = try await game.world.send(
            "PUT", own + "/default-leaderboard", game.ada.token, #"{"leaderboard":"MostPoints"}"#)
        #expect(chosen.status == 200, "\(chosen.text)")
        for (target, body, field) in [
            (own + "/leaderboards/MostPoints/scores", #"{"value":999}"#, "leaderboard"),
            (
                own + "/scores",
                #"{"scores":[{"leaderboard":"HighScores","value":1},{"leaderboard":"MostPoints","value":999}]}"#,
                "scores[1].leaderboard"
            ),
            (own + "/scores", #"{"scores":[{"value":999}]}"#, "scores[0].leaderboard"),
            (own + "/achievements", #"{"achievements":[\#(claimed)]}"#, "achievements[0].id"),
        ] {
            let refused = try await game.world.send("POST", target, game.ada.token, body)
            #expect(refused.status == 403 && refused.kind == "forbidden" && refused.field == field, "\(refused.text)")
        }
        let ended = try await game.post(
            "end", id, game.ada,
            #","version":\#(version),"data":"","outcomes":[2,3],"#
                + #""scores":[{"seat":0,"leaderboard":"MostPoints","value":999}],"#
                + #""achievements":[{"seat":0,"id":"FirstWin","percentComplete":100}]"#)
        #expect(ended.status == 409 && ended.kind == "match-state-invalid", "\(ended.text)")
        #expect(try await earned(game, game.ada) == ["FirstMatch": false, "FirstWin": false])
        #expect(try await total("HighScores", game) == before)
        // The rules don't award this one.
        let taken = try await game.world.send(
            "POST", own + "/leaderboards/HighScores/scores", game.ada.token, #"{"value":1}"#)
        #expect(taken.status == 200, "\(taken.text)")
    }

    /// To its end. Nothing counts before that.
    private func finish(_ id: String, _ game: Game) async throws {
        var random = SeededPlay()
        _ = try await game.play(id, game.ada, &random)
        #expect(try await game.post("accept", id, game.zoe).status == 200)
        while true {
            let read = try await game.read(id, game.zoe)
            if case .string? = read.json?["ended"] { return }
            #expect(try await total("MostPoints", game) == .integer(0))
            let done = try await game.play(id, read.json?["state"] == .string("turn") ? game.zoe : game.ada, &random)
            try #require(done.status == 200, "\(done.text)")
        }
    }

    private func entries(_ board: String, _ game: Game, _ player: Player) async throws -> Answer {
        try await game.world.send(
            "GET", "/v1/games/\(Self.game)/leaderboards/\(board)/entries?time=allTime&from=1&count=10", player.token)
    }

    private func total(_ board: String, _ game: Game) async throws -> JSONValue? {
        try await entries(board, game, game.ada).json?["total"]
    }

    private func earned(_ game: Game, _ player: Player) async throws -> [String: Bool] {
        let page = try await game.world.send("GET", "/v1/games/\(Self.game)/achievements", player.token)
        var earned: [String: Bool] = [:]
        for index in 0..<2 {
            let achievement = try #require(page.json?["achievements"]?[index])
            let percent = achievement["progress"]?["percentComplete"]
            earned[try achievement.string("id")] = percent == .integer(100)
        }
        return earned
    }

    @Test("rule 12.40: Oasis is judged whatever the bytes are", arguments: Depth.seeds(10))
    func bytes(seed: UInt64) throws {
        let rules = try #require(BuiltInRules.all[try BundleID("org.laurel.oasis")])
        var random = SplitMix64(seed: seed)
        var states = [rules.start(seats: 2 + Int(seed % 3), seed: seed)]
        for _ in 0..<400 {
            var state = states[random.below(states.count)]
            if random.chance(1, in: 2), !state.isEmpty { state[random.below(state.count)] = UInt8(random.below(256)) }
            let seat = try #require(Seat(random.below(16)))
            let move = (0..<random.below(4)).map { _ in UInt8(random.below(50)) }
            let playing = (0..<4).filter { _ in random.chance(1, in: 2) }.compactMap { Seat($0) }
            _ = rules.standing(in: state, of: playing)
            _ = rules.awards(in: state, to: playing)
            _ = rules.view(of: seat, in: state)
            for next in [rules.apply(move, by: seat, to: state), rules.leave(seat, from: state)] {
                guard let next else { continue }
                // What it makes of a state can be read again.
                #expect(rules.standing(in: next, of: playing) != nil && next.count <= MatchLimits.stateBytes)
                if states.count < 50 { states.append(next) }
            }
        }
        _ = rules.start(seats: .max, seed: seed)
        _ = rules.start(seats: .min, seed: seed)
    }
}
