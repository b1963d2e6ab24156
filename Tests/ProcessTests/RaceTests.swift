import Foundation
import LaurelProcess
import Testing

/// Many ask for the same thing at the same moment: one gets it.
@Suite("races", .serialized, .timeLimit(.minutes(15))) struct RaceTests {
    @Test("of many who sign up under one alias, however they write it, one becomes a player")
    func sameAlias() async throws {
        let server = try LaurelProcess()
        // Below the limits of one address, and not more than can wait for a password to be hashed.
        let answers = try await together(60) { index in
            try await server.http.json(
                "POST", "/v1/players",
                ["alias": index.isMultiple(of: 2) ? "Twice" : "tWICE", "password": "correct horse \(index)"])
        }
        #expect(answers.count { $0.status == 201 } == 1)
        for answer in answers where answer.status != 201 {
            #expect([409, 503].contains(answer.status), "\(answer.text)")
        }
        let token = answers.first { $0.status == 201 }?.object["token"] as? String
        let winner = try await server.http.json("GET", "/v1/players/me", token: token)
        #expect(winner.status == 200, "\(winner.text)")
        try end(server)
    }

    @Test("rules 4.4, 8.1: one score that many connections bring at once counts once")
    func sameScore() async throws {
        let server = try LaurelProcess()
        let game = try await TestGame(on: server)
        let token = try await game.player("racer")
        let answers = try await together(50) { _ in
            try await server.http.json("POST", game.scores, ["value": 77, "id": "once"], token: token)
        }
        #expect(answers.allSatisfy { $0.status == 200 })
        #expect(answers.count { $0.object["isRepeat"] as? Bool == false } == 1)
        #expect(Set(answers.map { $0.object["version"] as? Int }).count == 1, "a repeat moved the board")
        try end(server)
    }

    @Test("rule 4.4: of many different scores under one id, one counts and the others are refused")
    func sameID() async throws {
        let server = try LaurelProcess()
        let game = try await TestGame(on: server)
        let token = try await game.player("racer")
        let answers = try await together(50) { index in
            try await server.http.json("POST", game.scores, ["value": index, "id": "once"], token: token)
        }
        #expect(answers.count { $0.status == 200 } == 1)
        #expect(answers.count { $0.status == 409 } == 49)
        try end(server)
    }

    @Test("of many who use the first administrator's link at once, one becomes the administrator")
    func administratorLink() async throws {
        let server = try LaurelProcess()
        let secret = try #require(server.setupLink?.fragment)
        let answers = try await together(50) { index in
            try await server.http.json(
                "POST", "/v1/connect/administrators",
                ["token": secret, "alias": "admin\(index)", "password": "correct horse \(index)"])
        }
        #expect(answers.count { $0.status == 201 } == 1)
        for answer in answers where answer.status != 201 {
            #expect([401, 503].contains(answer.status), "\(answer.text)")
        }
        try end(server)
    }

    @Test("of many who use one invitation at once, one signs up")
    func invitation() async throws {
        let server = try LaurelProcess(arguments: ["--sign-up", "invitation"])
        let made = try await server.administration.json("POST", "/v1/connect/invitations", [:])
        let code = try #require(made.object["code"] as? String, "\(made.text)")
        let answers = try await together(60) { index in
            try await server.http.json(
                "POST", "/v1/players",
                ["alias": "guest\(index)", "password": "correct horse \(index)", "invitation": code])
        }
        #expect(answers.count { $0.status == 201 } == 1)
        for answer in answers where answer.status != 201 {
            #expect([403, 503].contains(answer.status), "\(answer.text)")
        }
        try end(server)
    }

    private func together(
        _ count: Int, _ call: @escaping @Sendable (Int) async throws -> LocalHTTP.Answer
    ) async throws -> [LocalHTTP.Answer] {
        try await withThrowingTaskGroup(of: LocalHTTP.Answer.self) { group in
            for index in 0..<count { group.addTask { try await call(index) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func end(_ server: LaurelProcess) throws {
        #expect(server.stop() == 0)
        try FileManager.default.removeItem(at: server.dataFolder)
    }
}
