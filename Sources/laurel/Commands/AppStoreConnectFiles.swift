import LaurelDomain
import LaurelWire

/// Answers of the App Store Connect API, saved as files, become an app's configuration.
enum AppStoreConnectFiles {
    static func bring(_ invocation: Invocation) async throws {
        guard let bundleID = try invocation.value("--app", .bundleID) else {
            throw Failure("--from app-store-connect requires --app BUNDLE_ID; the files don't name the app")
        }
        var body = AppStoreConnectBody()
        for name in invocation.arguments { body.documents.append(try JSONFile.read(name).document) }
        let content = Administration.Content.body(body)
        try await Administration.with(invocation) { server in
            let isPlan = invocation.has("--plan")
            let answer: AppStoreConnectPlanAnswer = try await server.ask(
                .apps(.importFromAppStoreConnect(bundleID, isPlan: isPlan)), content)
            let changes = answer.plan.changes
            for (index, change) in changes.enumerated() {
                Terminal.say("  \(change)")
                PlannedFields.say(answer.plan, of: index)
            }
            let count = Count.of(changes.count, "change")
            Terminal.say(
                changes.isEmpty
                    ? "\(bundleID.text) already matches these files"
                    : isPlan ? "\(count) planned; nothing was changed" : "\(count) applied")
            if !answer.notMapped.isEmpty {
                Terminal.say("Differences from App Store Connect:")
                for note in answer.notMapped { Terminal.say("  \(note.sentence)") }
            }
        } lost: { server in
            guard let server else { return .ofImport(planned: nil, left: nil) }
            let answer: AppStoreConnectPlanAnswer = try await server.ask(
                .apps(.importFromAppStoreConnect(bundleID, isPlan: true)), content)
            return .ofImport(planned: nil, left: answer.plan.changes.count)
        }
    }
}
