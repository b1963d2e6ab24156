import Foundation
import LaurelProcess
import Testing

/// After an erasure no file of the data folder holds anything of the player: not the store, not its log, no snapshot.
@Suite("Erasure in the files", .serialized, .timeLimit(.minutes(15))) struct ErasureFileTests {
    /// What must be found before, and nowhere after.
    static let traces = [
        "zanzibar-jim", "James of the Jungle", "Swinging since 1912", "erasure-id-4711", "device-of-jim-99",
        "jim-asks-bea", "bea-says-of-jim", "jim-dares-amy", "replay-of-jim", "save-of-jim", "saved-by-jim",
    ]

    /// One colour that nothing else has, uncompressed in a WebP or PNG it is not; so the photo is known by its bytes.
    private func photo() -> Data {
        // 3 × 3 pixels, RGB (PNG, ISO/IEC 15948).
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAMAAAADCAIAAADZSiLoAAAAJ0lEQVR4nGOodNr7SZHtQ0s5Q9KHz6d9"
                + "y3yPszMoBIrO4u/8dOwWAMz+DbV2NoFdAAAAAElFTkSuQmCC"
        ) ?? Data()
    }

    private func files(_ folder: URL) throws -> [(name: String, data: Data)] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).compactMap { path in
            let url = folder.appending(path: path)
            let isFile = try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
            return isFile ? (path, try Data(contentsOf: url)) : nil
        }
    }

    private func holders(of trace: Data, in folder: URL) throws -> [String] {
        try files(folder).filter { $0.data.range(of: trace) != nil }.map(\.name)
    }

    /// A player with everything that a player can have.
    private func makePlayer(_ game: TestGame) async throws -> (own: String, game: String, photo: Data) {
        let http = game.server.http
        let made = try await http.json(
            "POST", "/v1/players",
            ["alias": "zanzibar-jim", "password": "correct horse battery", "device": "device-of-jim-99"])
        let own = try #require(made.object["token"] as? String, "\(made.text)")
        let played = try await http.json(
            "POST", "/v1/sessions",
            ["alias": "zanzibar-jim", "password": "correct horse battery", "bundleID": game.bundleID])
        let token = try #require(played.object["token"] as? String)
        let profile = try await http.json(
            "PATCH", "/v1/players/me/profile",
            ["realName": "James of the Jungle", "status": "Swinging since 1912"], token: own)
        #expect(profile.status == 200, "\(profile.text)")
        let headers = ["Authorization": "Bearer \(own)", "Content-Type": "image/png"]
        let photo = try await http.call("PUT", "/v1/players/me/photo", headers: headers, body: self.photo())
        let address = try #require(photo.object["small"] as? String, "\(photo.text)")
        let bytes = try await http.call("GET", address).body
        #expect(bytes.count > 64)
        for value in [4_711, 4_712] {
            let replay = Data("replay-of-jim-\(value)".utf8).base64EncodedString()
            let score = try await http.json(
                "POST", game.scores, ["value": value, "id": "erasure-id-\(value)", "replay": replay], token: token)
            #expect(score.status == 200, "\(score.text)")
        }
        let saved = try await http.call(
            "PUT", "/v1/games/\(game.bundleID)/saved-games/v1?name=save-of-jim",
            headers: ["Authorization": "Bearer \(token)"], body: Data("saved-by-jim".utf8))
        #expect(saved.status == 200, "\(saved.text)")
        let player = try #require(made.object["player"] as? [String: Any])
        try await meetOthers(game, own, token, try #require(player["id"] as? String))
        return (own, token, bytes)
    }

    /// A friend whom he challenges, and somebody who has a request of his and reports it.
    private func meetOthers(_ game: TestGame, _ own: String, _ token: String, _ id: String) async throws {
        let http = game.server.http
        func send(_ path: String, _ body: [String: Any], _ token: String, _ status: ClosedRange<Int> = 200...204)
            async throws
        {
            let answer = try await http.json("POST", path, body, token: token)
            #expect(status.contains(answer.status), "\(path): \(answer.text)")
        }
        var tokens: [String: String] = [:]
        for alias in ["amy", "bea"] {
            let made = try await http.json(
                "POST", "/v1/players", ["alias": alias, "password": "correct horse \(alias)"])
            tokens[alias] = try #require(made.object["token"] as? String, "\(made.text)")
            try await send("/v1/friend-requests", ["alias": alias, "message": "jim-asks-\(alias)"], own)
        }
        let (amy, bea) = (try #require(tokens["amy"]), try #require(tokens["bea"]))
        try await send("/v1/friend-requests", ["alias": "zanzibar-jim"], amy)
        let report = [
            "player": id, "thing": "message", "id": "friendRequest", "reason": "spam", "text": "bea-says-of-jim",
        ]
        try await send("/v1/reports", report, bea)
        let played = try await http.json(
            "POST", "/v1/sessions",
            ["alias": "amy", "password": "correct horse amy", "bundleID": game.bundleID])
        let receiver = try #require((played.object["player"] as? [String: Any])?["id"] as? String, "\(played.text)")
        try await send(
            "/v1/games/\(game.bundleID)/challenges",
            ["players": [receiver], "leaderboard": game.leaderboard, "message": "jim-dares-amy"], token)
    }

    @Test("nothing of an erased player is in any file, event or export, and the receipt is all that is left")
    func files() async throws {
        let server = try LaurelProcess()
        let game = try await TestGame(on: server)
        let other = try await game.player("zoe")
        _ = try await server.http.json("POST", game.scores, ["value": 5], token: other)
        let jim = try await makePlayer(game)
        for trace in Self.traces + ["zanzibar"] {
            #expect(try !holders(of: Data(trace.utf8), in: server.dataFolder).isEmpty, "\(trace) was never there")
        }
        #expect(try !holders(of: jim.photo, in: server.dataFolder).isEmpty, "the photo was never there")
        let gone = try await server.http.json(
            "POST", "/v1/players/me/erasure", ["password": "correct horse battery"], token: jim.own)
        #expect(gone.status == 200 && gone.object["isFinished"] as? Bool == true, "\(gone.text)")
        #expect((gone.object["receipt"] as? String)?.count == 19)
        try expectNothing(in: server.dataFolder, jim.photo)
        let entries = try await server.http.json("GET", game.entries, token: other)
        #expect(
            (entries.object["local"] as? [String: Any])?["rank"] as? Int == 1 && entries.object["total"] as? Int == 1)
        let export = try await server.administration.json(
            "POST", "/v1/connect/players/exports", ["alias": "zoe"])
        #expect(export.status == 200 && !export.text.contains("zanzibar"))
        #expect(server.stop() == 0)
        // The end of the server writes snapshots and the log's rest.
        try expectNothing(in: server.dataFolder, jim.photo)
        try FileManager.default.removeItem(at: server.dataFolder)
    }

    @Test("an erasure that the process's end interrupts is finished by the next start", arguments: 0..<4)
    func killed(round: Int) async throws {
        var server = try LaurelProcess()
        let folder = server.dataFolder
        let game = try await TestGame(on: server)
        let jim = try await makePlayer(game)
        // The end comes at another moment each time: at once, or when the first files have changed.
        let http = server.http
        let erasing = Task {
            try? await http.json(
                "POST", "/v1/players/me/erasure", ["password": "correct horse battery"], token: jim.own)
        }
        for _ in 0..<round { _ = try? await http.json("GET", game.entries) }
        server.kill()
        _ = await erasing.value
        _ = server.stop()
        server = try LaurelProcess(dataFolder: folder)
        let again = try await server.http.json(
            "POST", "/v1/sessions", ["alias": "zanzibar-jim", "password": "correct horse battery"])
        if let token = again.object["token"] as? String {
            // It had not begun: nothing was lost, and it can be asked for again.
            let gone = try await server.http.json(
                "POST", "/v1/players/me/erasure", ["password": "correct horse battery"], token: token)
            #expect(gone.object["isFinished"] as? Bool == true, "\(gone.text)")
        }
        let moved = game.moved(to: server)
        let entries = try await server.http.json("GET", moved.entries)
        #expect(entries.object["total"] as? Int == 0, "\(entries.text)")
        try expectNothing(in: folder, jim.photo)
        #expect(server.stop() == 0)
        try expectNothing(in: folder, jim.photo)
        try FileManager.default.removeItem(at: folder)
    }

    private func expectNothing(in folder: URL, _ photo: Data) throws {
        for trace in Self.traces + ["zanzibar", "erasure-id"] {
            let found = try holders(of: Data(trace.utf8), in: folder)
            #expect(found.isEmpty, "\(trace) is in \(found)")
        }
        // A store cuts a large blob into pages: the photo's beginning and its middle.
        for part in [photo.prefix(64).suffix(40), photo.dropFirst(photo.count / 2).prefix(40)] {
            let found = try holders(of: Data(part), in: folder)
            #expect(found.isEmpty, "the photo is in \(found)")
        }
    }
}
