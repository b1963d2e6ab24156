import Foundation
import LaurelDomain
import LaurelWire

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
                "--to", "FILE",
                "Write to this file, replacing it, with images in a folder next to it (default: print, no images)"),
        ],
        examples: ["laurel export com.example.game > game.json", "laurel export com.example.game --to game.json"]
    ) { invocation in try await ConfigurationFile.export(invocation) }
}

/// Configuration as code: one readable file an app (rule 3.7).
enum ConfigurationFile {
    static func export(_ invocation: Invocation) async throws {
        try await Administration.with(invocation) { server in
            var document = try await server.ask(.apps(.configuration(invocation.bundleID())), as: .anyObject)
            guard let file = invocation["--to"] else { return Terminal.say(document.pretty) }
            try await ConfigurationImages(beside: file).fetch(&document, server)
            try OutputFile.write(Data((document.pretty + "\n").utf8), to: file)
            Terminal.say("Wrote \(file)")
        }
    }

    static func bring(_ invocation: Invocation) async throws {
        let name = invocation.arguments[0]
        guard invocation.arguments.count == 1 else {
            throw Failure("give one file; only --from app-store-connect takes several")
        }
        var (body, document) = try JSONFile.read(name)
        let bundleID = try bundleID(of: document, name)
        let pictures = ConfigurationImages(beside: name)
        let named = try pictures.name(&document)
        // What is wrong inside it, the server says: it gets the file as it is, unless it names pictures.
        if !named.isEmpty { body = document.json }
        let content = Administration.Content.json(body)
        var planned: Int?
        try await Administration.with(invocation, makesStore: true) { server in
            let plan: ConfigurationPlanAnswer = try await server.ask(
                .apps(.importConfiguration(bundleID, isPlan: true)), content)
            let uploads = try ConfigurationImages.uploads(plan, named)
            let changes = changes(plan, uploads)
            planned = changes.count
            for (index, change) in changes.enumerated() {
                Terminal.say("  \(change)")
                PlannedFields.say(plan, of: index)
            }
            if changes.isEmpty {
                Terminal.say("\(bundleID.text) already matches \(name)")
            } else if invocation.has("--plan") {
                Terminal.say("\(Count.of(changes.count, "change")) planned; nothing was changed")
            } else {
                try await server.tell(.apps(.importConfiguration(bundleID, isPlan: false)), content)
                for (index, upload) in uploads.enumerated() {
                    do { try await pictures.send(upload, of: bundleID, server) } catch let failure as Failure {
                        let applied = Count.of(changes.count - uploads.count + index, "change")
                        throw Failure(
                            "\(failure.message)\n\(applied) applied, \(uploads.count - index) left. "
                                + "Correct the image and import the file again", status: failure.status)
                    }
                }
                Terminal.say("\(Count.of(changes.count, "change")) applied")
            }
            if !plan.untouched.isEmpty {
                let ids = plan.untouched.map(\.text).joined(separator: ", ")
                Terminal.say("Not in the file, left unchanged: \(ids)")
            }
        } lost: { server in
            guard let server else { return .ofImport(planned: planned, left: nil) }
            let plan: ConfigurationPlanAnswer = try await server.ask(
                .apps(.importConfiguration(bundleID, isPlan: true)), content)
            let left = changes(plan, try ConfigurationImages.uploads(plan, named)).count
            return .ofImport(planned: planned, left: left)
        }
    }

    /// Whose configuration it is.
    private static func bundleID(of document: JSONValue, _ name: String) throws(Failure) -> BundleID {
        guard case .string(let text) = document["app"]?["bundleID"] ?? document["bundleID"] else {
            throw Failure("\(name) isn't a configuration; it has no bundleID", status: 1)
        }
        do throws(InvalidIdentifier) { return try BundleID(text) } catch {
            throw Failure("\(name): “\(text)” isn't a bundle ID such as com.example.game", status: 1)
        }
    }

    private static func changes(
        _ plan: ConfigurationPlanAnswer, _ uploads: [ConfigurationImages.Upload]
    ) -> [String] {
        plan.changes + uploads.map { "set image \($0.slot.text)" }
    }
}
