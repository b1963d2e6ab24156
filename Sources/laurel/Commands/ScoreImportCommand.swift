import Foundation
import LaurelDomain
import LaurelWire

extension Command {
    static let importScores = Command(
        name: ["import", "scores"], summary: "Import scores made elsewhere, from CSV or JSON Lines",
        arguments: ["FILE"],
        options: [
            .data, CommandOption("--app", "BUNDLE_ID", "The game whose leaderboards they are on (required)"),
            CommandOption("--leaderboard", "ID", "For rows that name no leaderboard"),
            CommandOption("--date", "DATE", "For rows that have no date"),
            CommandOption(
                "--columns", "LIST", "What the file calls its columns, such as player=PlayFabId,value=StatValue"),
            CommandOption("--environment", "NAME", "production (default) or sandbox"),
            CommandOption("--match-aliases", nil, "Give scores to existing accounts by the alias column"),
            CommandOption("--plan", nil, "Show what would happen, and every bad line, without changing anything"),
            CommandOption("--skip-bad", nil, "Leave bad lines out instead of importing nothing"),
        ],
        examples: [
            "laurel import scores scores.csv --app com.example.hop --plan",
            "laurel import scores scores.csv --app com.example.hop",
            "laurel import scores playfab.csv --app com.example.hop --leaderboard HighScores --date 2026-01-01 "
                + "--columns player=PlayFabId,name=DisplayName,value=StatValue",
        ]
    ) { invocation in
        guard let bundleID = try invocation.value("--app", .bundleID) else {
            throw Failure("give the game with --app BUNDLE_ID")
        }
        let columns = try ImportedColumns(
            invocation["--columns"], leaderboard: try invocation.value("--leaderboard", .leaderboardID),
            date: invocation["--date"])
        let environment = try invocation.environment()
        let name = invocation.arguments[0]
        let file = try ImportedFile(name)
        try await Administration.with(invocation) { server in
            let importer = ScoreImporter(
                file: file, columns: columns, bundleID: bundleID, environment: environment,
                matchesAliases: invocation.has("--match-aliases"), server: server)
            try await run(importer, invocation)
        } lost: { _ in
            .failed(
                "\(Aftermath.lostServer) What it has imported counts once, however often it is sent. To import the "
                    + "rest, type it again:\n  \(Terminal.typed)")
        }
    }

    private static func run(_ importer: ScoreImporter, _ invocation: Invocation) async throws {
        var bar = ProgressBar("Checking ", total: importer.file.byteCount)
        if let header = importer.file.header { try importer.columns.check(header, isWhole: true) }
        let plan = try await importer.walk(isPlan: true) { bar.update($0) }
        bar.finish()
        if importer.file.header == nil { try importer.columns.check(plan.columns.sorted(), isWhole: false) }
        for line in plan.bad.keys.sorted().prefix(ScoreImporter.shownLimit) {
            Terminal.complain("line \(line): \(Terminal.plain(plan.bad[line] ?? ""))")
        }
        let hidden = plan.bad.count - ScoreImporter.shownLimit
        if hidden > 0 { Terminal.complain("… and \(Count.of(hidden, "more bad line"))") }
        Terminal.say("  \(Count.of(plan.imported, "score")) to import, \(plan.known) already there")
        if !plan.leftOut.isEmpty {
            let reasons = plan.leftOut.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
            let count = Count.of(plan.leftOut.values.reduce(0, +), "score")
            Terminal.say("  \(count) left out, as the column state says: \(reasons.joined(separator: ", "))")
        }
        // Two requests may name the same one.
        let bound = plan.newPlayers > 0 ? "up to " : ""
        Terminal.say("  \(bound)\(Count.of(plan.newPlayers, "player")) unknown here, each a guest until claimed")
        if plan.waiting > 0 {
            Terminal.say("  \(Count.of(plan.waiting, "score")) of these appear when their player has claimed them")
        }
        let skips = invocation.has("--skip-bad")
        if !plan.bad.isEmpty { Terminal.say("  \(Count.of(plan.bad.count, "bad line"))\(skips ? ", left out" : "")") }
        let isPlan = invocation.has("--plan")
        if isPlan { Terminal.say("Nothing was changed") }
        // A plan ends as the import would: a script can depend on it.
        guard plan.bad.isEmpty || skips else {
            throw Failure(
                "nothing \(isPlan ? "would be" : "was") imported; "
                    + "correct \(plan.bad.count == 1 ? "the line" : "the lines"), or leave "
                    + "\(plan.bad.count == 1 ? "it" : "them") out with --skip-bad", status: 1)
        }
        guard !isPlan else { return }
        guard plan.imported > 0 else { return Terminal.say("Nothing to import") }
        var progress = ProgressBar("Importing", total: importer.file.byteCount)
        let done = try await importer.walk(isPlan: false, skipping: Set(plan.bad.keys)) { progress.update($0) }
        progress.finish()
        Terminal.say(
            "Imported \(Count.of(done.imported, "score")); \(done.known) were there already; "
                + "\(Count.of(done.newPlayers, "new player"))")
        if done.newPlayers > 0 {
            let option = importer.environment == .sandbox ? " --environment sandbox" : ""
            let command = "laurel claims \(importer.bundleID.text)\(option) --to claims.csv"
            Terminal.say("Links for players to claim their scores: \(command)")
        }
    }

    static let claims = Command(
        name: ["claims"], summary: "List the links by which players claim imported scores", arguments: ["BUNDLE_ID"],
        options: [
            .data, CommandOption("--to", "FILE", "Write CSV to this file, replacing it (default: print)"),
            CommandOption(
                "--environment", "NAME", "Players with scores in it: production (default) or sandbox"),
        ],
        examples: ["laurel claims com.example.hop --to claims.csv"]
    ) { invocation in
        let bundleID = try invocation.bundleID()
        let environment = try invocation.environment()
        let route = Route.apps(.claims(bundleID, environment))
        try await Administration.with(invocation) { server in
            var lines = ["player,name,link"]
            var body = ClaimsBody()
            repeat {
                let page: ClaimPageAnswer = try await server.ask(route, .body(body))
                lines += page.claims.map {
                    [$0.player.text, $0.displayName, $0.url].map(quoted).joined(separator: ",")
                }
                body.after = page.next
            } while body.after != nil
            if lines.count > 1 { warnOfAddress(server) } else { explainNobody(in: environment) }
            guard let file = invocation["--to"] else { return Terminal.say(lines.joined(separator: "\r\n")) }
            try OutputFile.write(.init((lines.joined(separator: "\r\n") + "\r\n").utf8), to: file)
            Terminal.say(
                "Wrote \(Count.of(lines.count - 1, "link")) to \(file). Anyone who has a link can claim its scores.")
        }
    }

    static let renewClaim = Command(
        name: ["claims", "renew"], summary: "Replace a player's link; the old one stops working",
        arguments: ["BUNDLE_ID", "PLAYER"], options: [.data],
        examples: ["laurel claims renew com.example.hop 9C1E4A7B2D"]
    ) { invocation in
        let bundleID = try invocation.bundleID()
        var body = ClaimRenewalBody()
        body.player = try invocation.argument(1, "PLAYER", .foreignPlayerID)
        let content = Administration.Content.body(body)
        try await Administration.with(invocation) { server in
            let claim: ClaimAnswer = try await server.ask(.apps(.renewClaim(bundleID)), content)
            warnOfAddress(server)
            Terminal.say(claim.url)
        }
    }

    private static func explainNobody(in environment: Environment) {
        switch environment {
        case .production:
            Terminal.complain(
                "Nobody has unclaimed imported scores in Production. For a trial import into the Sandbox, add "
                    + "--environment sandbox.")
        case .sandbox: Terminal.complain("Nobody has unclaimed imported scores in the Sandbox.")
        }
    }

    private static func warnOfAddress(_ server: Administration) {
        guard server.isAlone else { return }
        Terminal.complain(
            "Warning: no server runs, so the links begin with http://localhost, where nobody reaches it. Start the "
                + "server with its --public-url, and type this again.")
    }

    /// No program takes it for a formula.
    private static func quoted(_ text: String) -> String {
        let isFormula = text.first.map { "=+-@\t|%".contains($0) } ?? false
        return "\"" + (isFormula ? "'" : "") + text.replacing("\"", with: "\"\"") + "\""
    }
}
