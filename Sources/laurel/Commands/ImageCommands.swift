import Foundation
import LaurelDomain
import LaurelWire

extension Command {
    static let imageList = Command(
        name: ["image", "list"], summary: "List an app's images", arguments: ["BUNDLE_ID"],
        options: [.data], examples: ["laurel image list com.example.game"]
    ) { invocation in
        try await Administration.with(invocation) { server in
            let images = try await server.ask(.images(.list(invocation.bundleID())), as: PlacedImageAnswer.list)
            for image in images { Terminal.say("\(image.slot.text)  \(image.url)") }
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
        let (app, slot) = (try invocation.bundleID(), try imageSlot(invocation))
        let file = invocation.arguments[2]
        // The server's own limit is lower, and said by it.
        let data = Data(try InputFile.read(file, limit: 1 << 26, status: 1))
        try await Administration.with(invocation) { server in
            let image: PlacedImageAnswer = try await server.ask(.images(.set(app, slot)), .image(data))
            Terminal.say("\(slot.text) set to \(image.url)")
        }
    }

    static let imageRemove = Command(
        name: ["image", "remove"], summary: "Remove an image and show the placeholder again",
        arguments: ["BUNDLE_ID", "PLACE"], options: [.data], examples: ["laurel image remove com.example.game icon"]
    ) { invocation in
        let (app, slot) = (try invocation.bundleID(), try imageSlot(invocation))
        try await Administration.with(invocation) { server in
            try await server.tell(.images(.remove(app, slot)))
            Terminal.say("\(slot.text) removed")
        }
    }

    /// `icon`, `screenshots/1`, `leaderboards/ID/LANGUAGE` …
    private static func imageSlot(_ invocation: Invocation) throws(Failure) -> ImageSlot {
        guard let slot = ImageSlot(invocation.arguments[1]) else {
            throw Failure(
                "PLACE is icon, screenshots/NUMBER, or leaderboards, achievements, sets, activities or "
                    + "challenge-definitions with an ID and language, such as leaderboards/HighScores/en")
        }
        return slot
    }

    static let images: [Command] = [imageList, imageSet, imageRemove, exportAchievements]
}

extension Administration.Content {
    /// By its first bytes; the server looks for itself.
    static func image(_ data: Data) -> Administration.Content {
        let type: ImageFormat =
            data.starts(with: [0xFF, 0xD8]) ? .jpeg : data.starts(with: Array("RIFF".utf8)) ? .webP : .png
        return Administration.Content(bytes: [UInt8](data), type: type.rawValue)
    }
}
