import Foundation
import LaurelProcess
import Testing

/// Proof of identity as a game's own server sees it: over the network, with the verifier that we hand out.
@Suite("Proof of identity", .serialized, .timeLimit(.minutes(15))) struct IdentityTests {
    private static let examples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs/examples")

    /// Runs Python with JSON on its standard input.
    private func python(_ words: [String], _ input: Any, in folder: URL) throws -> CommandTests.Run {
        let file = folder.appending(path: "input.json")
        try JSONSerialization.data(withJSONObject: input).write(to: file)
        let script = "cd \"$1\" && shift && file=$1 && shift && exec python3 \"$@\" <\"$file\" 2>&1"
        let process = try ChildProcess(
            URL(filePath: "/bin/sh"), ["-c", script, "sh", Self.examples.path, file.path] + words,
            environment: ["PYTHONDONTWRITEBYTECODE": "1"])
        let output = process.remainingOutput()
        return CommandTests.Run(status: process.wait(), output: output)
    }

    /// One proof that is shown to one verifier.
    private struct Case {
        var server: String
        var bundleID: String
        var proof: [String: Any]
    }

    /// What the verifier says to each, in one process: starting Python takes long.
    private func verify(_ cases: [Case], in folder: URL) throws -> [String] {
        let program = """
            import json, sys
            from verify_identity import Refused, Verifier
            verifiers = {}
            for server, bundle_id, proof in json.load(sys.stdin):
                try:
                    key = (server, bundle_id)
                    verifiers[key] = verifiers.get(key) or Verifier(server, bundle_id)
                    print(verifiers[key].verify(proof))
                except Refused as error: print("refused:", error)
            """
        let run = try python(["-c", program], cases.map { [$0.server, $0.bundleID, $0.proof] as [Any] }, in: folder)
        #expect(run.status == 0, "\(run.output)")
        return run.output.split(separator: "\n").map(String.init)
    }

    @Test("rule 1.10: the verifier in the documentation believes the server, and nothing that was changed")
    func verifier() async throws {
        let server = try LaurelProcess()
        defer { try? FileManager.default.removeItem(at: server.dataFolder) }
        let game = try await TestGame(on: server)
        let token = try await game.player("prover")
        let path = "/v1/games/\(game.bundleID)/identity"
        let proof = try await server.http.json("GET", path, token: token).object
        let team = try #require(proof["teamPlayerID"] as? String)
        let good = Case(server: server.base.absoluteString, bundleID: game.bundleID, proof: proof)
        let words = ["verify_identity.py", good.server, good.bundleID]
        let typed = try python(words, proof, in: server.dataFolder)
        #expect(typed.status == 0 && typed.output == team, "\(typed.output)")

        func changed(_ changes: [String: Any]) -> Case {
            Case(server: good.server, bundleID: good.bundleID, proof: proof.merging(changes) { $1 })
        }
        let timestamp = try #require(proof["timestamp"] as? Int)
        let url = try #require(proof["publicKeyURL"] as? String)
        let bad: [(String, Case)] = [
            ("signature is wrong", changed(["teamPlayerID": team + "0"])),
            ("signature is wrong", changed(["timestamp": timestamp + 1])),
            ("signature is wrong", changed(["salt": "AAAA"])),
            ("too old", changed(["timestamp": timestamp - 3_600_000])),
            ("too old", changed(["timestamp": timestamp + 3_600_000])),
            ("is for", Case(server: good.server, bundleID: "org.example.other", proof: proof)),
            ("is for", changed(["bundleID": "org.example.other"])),
            ("the key is not", Case(server: "https://games.example", bundleID: good.bundleID, proof: proof)),
            ("the key is not", changed(["publicKeyURL": url.replacing("127.0.0.1", with: "127.0.0.1.evil.example")])),
            ("not a server", changed(["publicKeyURL": url.replacing("127.0.0.1", with: "127.0.0.1@evil.example")])),
            ("not a server", changed(["publicKeyURL": "file:///etc/passwd"])),
            ("could not be fetched", changed(["publicKeyURL": url.replacing(".cer", with: ".crt")])),
            ("not a valid proof", changed(["signature": "not base 64"])),
            ("not a valid proof", changed(["timestamp": -1])),
        ]
        let answers = try verify([good, good] + bad.map(\.1), in: server.dataFolder)
        try #require(answers.count == bad.count + 2)
        #expect(answers[0] == team)
        #expect(answers[1] == "refused: it was used before")
        for (answer, (reason, _)) in zip(answers.dropFirst(2), bad) {
            #expect(answer.hasPrefix("refused: ") && answer.contains(reason), "\(reason): \(answer)")
        }
    }

    @Test("rule 1.10: after a new key the old proofs are still good, and the new key is in use after a restart")
    func rotation() async throws {
        let server = try LaurelProcess()
        defer { try? FileManager.default.removeItem(at: server.dataFolder) }
        let game = try await TestGame(on: server)
        let token = try await game.player("prover")
        let path = "/v1/games/\(game.bundleID)/identity"
        let old = try await server.http.json("GET", path, token: token).object
        let rotated = try CommandTests.laurel("identity", "rotate", data: server.dataFolder)
        #expect(rotated.status == 0, "\(rotated.output)")
        let new = try await server.http.json("GET", path, token: token).object
        let (oldURL, newURL) = (old["publicKeyURL"] as? String ?? "", new["publicKeyURL"] as? String ?? "")
        let name = try #require(newURL.split(separator: "/").last)
        #expect(newURL != oldURL && rotated.output.contains("/identity/\(name)"))
        let cases = [old, new].map { Case(server: server.base.absoluteString, bundleID: game.bundleID, proof: $0) }
        let team = try #require(old["teamPlayerID"] as? String)
        #expect(try verify(cases, in: server.dataFolder) == [team, team])
        server.stop()
        let second = try LaurelProcess(dataFolder: server.dataFolder)
        let later = try await second.http.json("GET", path, token: token).object
        #expect((later["publicKeyURL"] as? String)?.hasSuffix("/identity/\(name)") == true)
        let certificate = try await second.http.call("GET", "/identity/\(oldURL.split(separator: "/").last ?? "")")
        #expect(certificate.status == 200)
    }
}
