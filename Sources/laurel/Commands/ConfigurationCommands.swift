import Foundation

extension Command {
    static let importConfiguration = Command(
        name: ["import"], summary: "Apply a configuration file to an app", arguments: ["FILE", "[FILE]…"],
        options: [
            .data, CommandOption("--plan", nil, "Show what would change without changing it"),
            CommandOption(
                "--from", "KIND", "laurel (from laurel export, the default) or app-store-connect (API responses)"),
            CommandOption("--app", "BUNDLE_ID", "Existing app to import into (with app-store-connect)"),
        ],
        examples: [
            "laurel import game.json --plan", "laurel import game.json",
            "laurel import --from app-store-connect --app com.example.game leaderboards.json achievements.json",
        ]
    ) { invocation in
        switch try invocation.choice("--from", of: ["laurel", "app-store-connect"], default: "laurel") {
        case "laurel": try await ConfigurationFile.bring(invocation)
        default: try await AppStoreConnectFiles.bring(invocation)
        }
    }

    static let exportConfiguration = Command(
        name: ["export"], summary: "Export an app's configuration to a file", arguments: ["BUNDLE_ID"],
        options: [
            .data,
            CommandOption(
                "--to", "FILE", "Write to this file, with images in a folder next to it (default: print, no images)"),
        ],
        examples: ["laurel export com.example.game > game.json", "laurel export com.example.game --to game.json"]
    ) { invocation in try await ConfigurationFile.export(invocation) }
}

/// Configuration as code: one readable file an app (rule 3.7).
enum ConfigurationFile {
    static func export(_ invocation: Invocation) async throws {
        let bundleID = invocation.arguments[0].asPathSegment
        try await Administration.with(invocation) { way in
            var document = try await way.call("GET", "/v1/connect/apps/\(bundleID)/configuration") ?? [:]
            let file = invocation["--to"]
            if let file { try await ConfigurationImages(beside: file).fetch(&document, way) }
            let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            let data = try JSONSerialization.data(withJSONObject: document, options: options)
            if let file {
                try OutputFile.write(data + Data("\n".utf8), to: file)
            } else {
                Terminal.say(String(decoding: data, as: UTF8.self))
            }
        }
    }

    static func bring(_ invocation: Invocation) async throws {
        let name = invocation.arguments[0]
        guard invocation.arguments.count == 1 else {
            throw Failure("give one file; only --from app-store-connect takes several")
        }
        guard let data = FileManager.default.contents(atPath: name) else {
            throw Failure("can't read \(name)", status: 1)
        }
        // What is wrong inside it, the server says; here only whose configuration it is.
        var document: [String: Any]
        do {
            document = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
        } catch {
            throw Failure("\(name) isn't JSON", status: 1)
        }
        guard
            let bundleID = (document["app"] as? [String: Any])?["bundleID"] as? String ?? document["bundleID"]
                as? String
        else { throw Failure("\(name) isn't a configuration; it has no bundleID", status: 1) }
        let target = "/v1/connect/apps/\(bundleID.asPathSegment)/configuration"
        let pictures = ConfigurationImages(beside: name)
        let named = try pictures.name(&document)
        let body = named.isEmpty ? data : try JSONSerialization.data(withJSONObject: document)
        var planned: Int?
        try await Administration.with(invocation, makesStore: true) { way in
            let plan = try await way.send("PUT", target + "?plan=true", body)
            let uploads = try ConfigurationImages.uploads(plan, named)
            let changes = changes(plan, uploads)
            planned = changes.count
            for (place, change) in changes.enumerated() {
                Terminal.say("  \(describe(change))")
                PlannedFields.say(plan, of: place)
            }
            if changes.isEmpty {
                Terminal.say("\(bundleID) already matches \(name)")
            } else if invocation.has("--plan") {
                Terminal.say("\(Count.of(changes.count, "change")) planned; nothing was changed")
            } else {
                _ = try await way.send("PUT", target, body)
                for upload in uploads { try await pictures.send(upload, way) }
                Terminal.say("\(Count.of(changes.count, "change")) applied")
            }
            let untouched = plan?["untouched"] as? [String] ?? []
            if !untouched.isEmpty {
                Terminal.say("Not in the file, left unchanged: \(untouched.joined(separator: ", "))")
            }
        } lost: { way in
            guard let way else { return .ofImport(planned: planned, left: nil) }
            let plan = try await way.send("PUT", target + "?plan=true", body)
            let left = changes(plan, try ConfigurationImages.uploads(plan, named)).count
            return .ofImport(planned: planned, left: left)
        }
    }

    private static func changes(_ plan: [String: Any]?, _ uploads: [ConfigurationImages.Upload]) -> [Any] {
        (plan?["changes"] as? [Any] ?? []) + uploads.map { "set image \($0.place)" }
    }

    private static func describe(_ change: Any) -> String {
        if let text = change as? String { return text }
        guard let fields = change as? [String: Any] else { return "\(change)" }
        if let text = fields["description"] as? String ?? fields["summary"] as? String { return text }
        return fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    }
}
