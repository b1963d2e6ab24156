import Foundation
import LaurelProcess
import LaurelTestSupport
import Testing

/// Other people's tools read the interface's description, and speak the standards that it names (scripts/api-tools).
@Suite("Other people's tools", .serialized, .timeLimit(.minutes(15))) struct ForeignToolTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let tools = root.appending(path: ".build/api-tools/bin")

    /// Runs a tool to its end.
    /// - Returns: its status, and what it printed, errors included.
    private func run(_ tool: String, _ arguments: [String]) throws -> (status: Int32, text: String) {
        let program = Self.tools.appending(path: tool)
        try #require(FileManager.default.isExecutableFile(atPath: program.path), "Type: scripts/api-tools")
        // The shell joins both outputs; what follows are its arguments.
        let process = try ChildProcess(
            URL(filePath: "/bin/bash"), ["-c", "exec \"$0\" \"$@\" 2>&1", program.path] + arguments,
            environment: ["PATH": Self.tools.path + ":/usr/bin:/bin", "PYTHONUTF8": "1"])
        let text = process.remainingOutput()
        return (process.wait(), text)
    }

    /// The document of a server, in a file.
    private func document(of server: LaurelProcess) async throws -> URL {
        let answer = try await server.http.call("GET", "/openapi.json")
        #expect(answer.text.contains("\"servers\":[{\"url\":\"\(server.base.absoluteString)\"}]"))
        let file = URL(filePath: try TemporaryFolder().path).appending(path: "openapi.json")
        try Data(answer.text.utf8).write(to: file)
        return file
    }

    @Test("openapi-spec-validator finds the document valid, and datamodel-code-generator's models of it load")
    func models() async throws {
        let server = try LaurelProcess()
        let file = try await document(of: server)
        let judged = try run("openapi-spec-validator", [file.path])
        #expect(judged.status == 0, "\(judged.text)")
        let models = file.deletingLastPathComponent().appending(path: "models.py")
        let made = try run(
            "datamodel-codegen",
            [
                "--input", file.path, "--input-file-type", "openapi", "--output", models.path,
                "--output-model-type", "pydantic_v2.BaseModel", "--formatters", "builtin",
            ])
        #expect(made.status == 0, "\(made.text)")
        let loaded = try run(
            "python",
            [
                "-c",
                """
                import sys; sys.path.insert(0, sys.argv[1]); import models
                print(models.ScoreOfGame(value=12.0, leaderboard="best").value, hasattr(models, "AppConfiguration"))
                """,
                models.deletingLastPathComponent().path,
            ])
        #expect(loaded.text == "12 True", "\(loaded.text)")
        #expect(server.stop() == 0)
    }

    @Test("jsonschema takes the documented configuration file by its schema, as the import does, and names a mistake")
    func configuration() throws {
        let folder = URL(filePath: try TemporaryFolder().path)
        let schema = folder.appending(path: "app.schema.json")
        let printed = try CommandTests.laurel("schema")
        #expect(printed.status == 0)
        try Data(printed.output.utf8).write(to: schema)
        let page = try String(contentsOf: Self.root.appending(path: "docs/configuration.md"), encoding: .utf8)
        let sample = try #require(page.firstMatch(of: /```json\n(\{.*?\n\})\n```/.dotMatchesNewlines())).output.1
        let named = "{\n  \"$schema\": \"./app.schema.json\"," + sample.dropFirst()

        /// What jsonschema finds, and what the import says.
        func judged(_ text: String) throws -> (faults: String, imported: CommandTests.Run) {
            let file = folder.appending(path: "hop.json")
            try Data(text.utf8).write(to: file)
            let faults = try run(
                "python",
                [
                    "-c",
                    """
                    import json, sys, jsonschema
                    schema, file = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:])
                    jsonschema.Draft202012Validator.check_schema(schema)
                    errors = jsonschema.Draft202012Validator(schema).iter_errors(file)
                    best = jsonschema.exceptions.best_match(errors)
                    print(best.json_path if best else "")
                    """,
                    schema.path, file.path,
                ])
            #expect(faults.status == 0, "\(faults.text)")
            let data = folder.appending(path: UUID().uuidString)
            return (faults.text, try CommandTests.laurel("import", file.path, data: data))
        }

        let good = try judged(named)
        #expect(good.faults == "" && good.imported.status == 0, "\(good)")
        let bad = try judged(named.replacing("\"points\": 10", with: "\"points\": -1"))
        #expect(bad.faults == "$.achievements[0].points" && bad.imported.status == 1, "\(bad)")
        #expect(bad.imported.output.contains("achievements[0].points"), "\(bad)")
    }

    @Test("openapi-python-client makes every operation without a warning; its client signs up and plays")
    func client() async throws {
        let server = try LaurelProcess()
        let game = try await TestGame(on: server)
        let file = try await document(of: server)
        let folder = file.deletingLastPathComponent()
        // It knows no media types of images and the like: bytes are bytes.
        let configuration = folder.appending(path: "configuration.json")
        let bytes = ["image/png", "image/jpeg", "image/webp", "application/wasm", "application/pkix-cert"]
        var overrides = Dictionary(uniqueKeysWithValues: bytes.map { ($0, "application/octet-stream") })
        overrides["application/x-ndjson"] = "text/plain"
        overrides["text/csv"] = "text/plain"
        try JSONSerialization.data(withJSONObject: ["content_type_overrides": overrides]).write(to: configuration)
        let made = try run(
            "openapi-python-client",
            [
                "generate", "--path", file.path, "--output-path", folder.appending(path: "laurel_client").path,
                "--meta", "none", "--fail-on-warning", "--config", configuration.path,
            ])
        #expect(made.status == 0, "\(made.text)")
        let played = try run(
            "python",
            [
                Self.root.appending(path: "Tests/ForeignTools/play.py").path, folder.path, server.base.absoluteString,
                game.bundleID, game.leaderboard,
            ])
        #expect(played.text == "1 314 rookie", "\(played.text)")
        #expect(server.stop() == 0)
    }

    /// Not asked: a stream without an end, what ends the session that asks, and a media type that it can't make.
    private static let notFuzzed = "^(events|signOut|eraseSelf|endOtherSessions|endSession|setSimulator)$"

    @Test("Schemathesis, with good requests and bad ones, sees no answer but the documented ones, and none of 500")
    func fuzzing() async throws {
        let server = try LaurelProcess(arguments: ["--budget", "off"])
        let game = try await TestGame(on: server)
        let claimed = try await server.http.json(
            "POST", "/v1/connect/administrators",
            ["token": try #require(server.setupLink?.fragment()), "alias": "keeper", "password": "jump over a log"])
        let token = try #require(claimed.object["token"] as? String)
        let configuration = URL(filePath: try TemporaryFolder().path).appending(path: "schemathesis.toml")
        // 414 refuses as well.
        let text = """
            [parameters]
            bundleID = "\(game.bundleID)"
            leaderboardID = "\(game.leaderboard)"
            [checks]
            negative_data_rejection.expected-statuses = [400, 401, 403, 404, 405, 406, 409, 413, 414, 415, 422]
            """
        try Data(text.utf8).write(to: configuration)
        // Deterministic: the same requests each time.
        let judged = try run(
            "st",
            [
                "--config-file", configuration.path, "run", server.base.absoluteString + "/openapi.json", "--no-color",
                "--header", "Authorization: Bearer " + token, "--generation-deterministic", "--no-shrink",
                "--max-examples", "2", "--phases", "fuzzing", "--workers", "1", "--warnings", "off",
                "--request-timeout", "60", "--continue-on-failure", "--exclude-operation-id-regex", Self.notFuzzed,
                "--checks",
                "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,"
                    + "negative_data_rejection",
            ])
        #expect(judged.status == 0, "\(judged.text)")
        // All but those six.
        let tested = try #require(judged.text.firstMatch(of: /(\d+) selected \/ (\d+) total/), "\(judged.text)")
        #expect(Int(tested.output.1).map { $0 + 6 } == Int(tested.output.2))
        #expect(server.stop() == 0)
    }

    @Test("requests-oauthlib signs a device in (RFC 8628), and knows each of the standard's errors")
    func device() async throws {
        let server = try LaurelProcess()
        let game = try await TestGame(on: server)
        let made = try await server.http.json(
            "POST", "/v1/players", ["alias": "ada", "password": "correct horse ada"])
        let token = try #require(made.object["token"] as? String)
        let script = Self.root.appending(path: "Tests/ForeignTools/device_grant.py").path
        let said = try run("python", [script, server.base.absoluteString, game.bundleID, "sandbox", token])
        let lines = said.text.split(separator: "\n").map(String.init)
        #expect(
            lines == [
                "authorization_pending", "slow_down", "Bearer ada \(game.bundleID) sandbox", "expired_token",
                "access_denied",
            ], "\(said.text)")
        #expect(server.stop() == 0)
    }
}
