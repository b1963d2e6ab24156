import Foundation

extension Command {
    static let imageList = Command(
        name: ["image", "list"], summary: "List an app's images", arguments: ["BUNDLE_ID"],
        options: [.data], examples: ["laurel image list com.example.game"]
    ) { invocation in
        try await Administration.with(invocation) { way in
            let answer = try await way.call("GET", appPath(invocation.arguments[0]) + "/images")
            let images = answer?["images"] as? [[String: Any]] ?? []
            for image in images {
                Terminal.say("\(image["place"] as? String ?? "")  \(image["url"] as? String ?? "")")
            }
            if images.isEmpty { Terminal.say("No images; placeholders are shown") }
        }
    }

    static let imageSet = Command(
        name: ["image", "set"], summary: "Set an image (PNG, JPEG or WebP)",
        arguments: ["BUNDLE_ID", "PLACE", "FILE"], options: [.data],
        examples: [
            "laurel image set com.example.game icon icon.png",
            "laurel image set com.example.game screenshots/1 first.jpg",
            "laurel image set com.example.game achievements/first/en first.png",
        ]
    ) { invocation in
        let target = try imageTarget(invocation)
        let file = invocation.arguments[2]
        guard let data = FileManager.default.contents(atPath: file) else {
            throw Failure("can't read \(file)", status: 1)
        }
        try await Administration.with(invocation) { way in
            let answer = try await way.send("PUT", target, data, type: ConfigurationImages.type(of: data))
            Terminal.say("\(invocation.arguments[1]) set to \(answer?["url"] as? String ?? "the image")")
        }
    }

    static let imageRemove = Command(
        name: ["image", "remove"], summary: "Remove an image and show the placeholder again",
        arguments: ["BUNDLE_ID", "PLACE"], options: [.data], examples: ["laurel image remove com.example.game icon"]
    ) { invocation in
        let target = try imageTarget(invocation)
        try await Administration.with(invocation) { way in
            _ = try await way.call("DELETE", target)
            Terminal.say("\(invocation.arguments[1]) removed")
        }
    }

    /// `icon`, `screenshots/1`, `leaderboards/ID/LANGUAGE` …
    private static func imageTarget(_ invocation: Invocation) throws -> String {
        let parts = invocation.arguments[1].split(separator: "/", omittingEmptySubsequences: false)
        let app = appPath(invocation.arguments[0])
        switch (parts.count, parts[0]) {
        case (1, "icon"): return app + "/icon"
        case (2, "screenshots"): return app + "/screenshots/" + String(parts[1]).asPathSegment
        case (3, "leaderboards"), (3, "achievements"), (3, "sets"):
            return app + "/\(parts[0])/\(String(parts[1]).asPathSegment)/images/\(String(parts[2]).asPathSegment)"
        default:
            throw Failure(
                "PLACE is icon, screenshots/NUMBER, or leaderboards, achievements or sets with id and language: "
                    + "leaderboards/HighScores/en")
        }
    }

    static let images: [Command] = [imageList, imageSet, imageRemove, exportAchievements]
}
