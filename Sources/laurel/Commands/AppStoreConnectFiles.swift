import Foundation

/// Answers of the App Store Connect API, saved as files, become an app's configuration.
enum AppStoreConnectFiles {
    static func bring(_ invocation: Invocation) async throws {
        guard let bundleID = invocation["--app"] else {
            throw Failure("--from app-store-connect requires --app BUNDLE_ID; the files don't name the app")
        }
        var documents: [Any] = []
        for name in invocation.arguments {
            guard let data = FileManager.default.contents(atPath: name) else {
                throw Failure("can't read \(name)", status: 1)
            }
            do { documents.append(try JSONSerialization.jsonObject(with: data)) } catch {
                throw Failure("\(name) isn't JSON", status: 1)
            }
        }
        let body = try JSONSerialization.data(withJSONObject: ["documents": documents])
        let target = "/v1/connect/apps/\(bundleID.asPathSegment)/app-store-connect-imports"
        try await Administration.with(invocation) { way in
            let isPlan = invocation.has("--plan")
            let plan = try await way.send("POST", target + (isPlan ? "?plan=true" : ""), body)
            let changes = plan?["changes"] as? [String] ?? []
            for (place, change) in changes.enumerated() {
                Terminal.say("  \(change)")
                PlannedFields.say(plan, of: place)
            }
            let count = Count.of(changes.count, "change")
            Terminal.say(
                changes.isEmpty
                    ? "\(bundleID) already matches these files"
                    : isPlan ? "\(count) planned; nothing was changed" : "\(count) applied")
            let notMapped = plan?["notMapped"] as? [[String: Any]] ?? []
            if !notMapped.isEmpty {
                Terminal.say("Differences from App Store Connect:")
                for note in notMapped { Terminal.say("  \(note["sentence"] as? String ?? "")") }
            }
        } lost: { way in
            let plan = try await way?.send("POST", target + "?plan=true", body)
            return .ofImport(planned: nil, left: plan.map { ($0["changes"] as? [Any] ?? []).count })
        }
    }
}
