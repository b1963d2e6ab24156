import Foundation

/// Answers of the App Store Connect API, saved as files, become an app's configuration.
enum AppStoreConnectFiles {
    static func bring(_ invocation: Invocation) async throws {
        guard let bundleID = invocation["--app"] else {
            throw Failure("--from app-store-connect needs --app BUNDLE_ID: Apple's answers do not name the app")
        }
        var documents: [Any] = []
        for name in invocation.arguments {
            guard let data = FileManager.default.contents(atPath: name) else {
                throw Failure("\(name) cannot be read", status: 1)
            }
            do { documents.append(try JSONSerialization.jsonObject(with: data)) } catch {
                throw Failure("\(name) is not JSON", status: 1)
            }
        }
        let body = try JSONSerialization.data(withJSONObject: ["documents": documents])
        let target = "/v1/connect/apps/\(bundleID.asPathSegment)/app-store-connect-imports"
        try await Administration.with(invocation) { way in
            let isPlan = invocation.has("--plan")
            let plan = try await way.send("POST", target + (isPlan ? "?plan=true" : ""), body)
            let changes = plan?["changes"] as? [String] ?? []
            for change in changes { Terminal.say("  \(change)") }
            let count = Count.of(changes.count, "change")
            Terminal.say(
                changes.isEmpty
                    ? "\(bundleID) is as these files say; nothing to change"
                    : isPlan ? "\(count) to make; nothing was changed" : "\(count) made")
            let notMapped = plan?["notMapped"] as? [[String: Any]] ?? []
            if !notMapped.isEmpty {
                Terminal.say("Not as Apple has it:")
                for note in notMapped { Terminal.say("  \(note["sentence"] as? String ?? "")") }
            }
        }
    }
}
