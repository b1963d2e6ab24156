import LaurelCryptography
import Foundation

/// The pictures of a configuration file: files in a folder beside it, which the entries of `images` name by `file`.
/// The server knows a file by its SHA-256, so that one it has already is not sent again.
struct ConfigurationImages {
    /// A picture that the server has not got.
    struct Upload {
        let place: String
        /// Where to PUT it.
        let target: String
        let file: String
    }

    private let configuration: URL

    init(beside file: String) { configuration = URL(fileURLWithPath: file) }

    // MARK: Export

    /// Writes each picture beside the file, and its path into the document.
    func fetch(_ document: inout [String: Any], _ way: Administration) async throws {
        guard var images = document["images"] as? [[String: Any]] else { return }
        let folder = configuration.deletingPathExtension().lastPathComponent + ".images"
        for index in images.indices {
            // The server's own words: a place is made of ids, and an id of letters, digits, dots and hyphens.
            guard let place = images[index]["place"] as? String, let id = images[index]["image"] as? String else {
                continue
            }
            let (status, picture) = try await way.exchange("GET", "/v1/images/\(id)", nil, "")
            guard status == 200 else { throw Failure("can't read the image \(place)", status: 1) }
            let path = "\(folder)/\(Self.fileName(of: place)).png"
            let url = URL(fileURLWithPath: path, relativeTo: configuration.deletingLastPathComponent())
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try OutputFile.write(picture, to: url.path)
            images[index]["image"] = nil
            images[index]["file"] = path
        }
        document["images"] = images
    }

    /// `leaderboards/HighScores/en` stays as it is; an id that is one or two dots would lead elsewhere.
    private static func fileName(of place: String) -> String {
        place.split(separator: "/").map { $0 == "." || $0 == ".." ? "_\($0)" : String($0) }.joined(separator: "/")
    }

    // MARK: Import

    /// Puts each file's digest in the place of its name.
    ///
    /// - Returns: the files by the place that they are for.
    func name(_ document: inout [String: Any]) throws -> [String: String] {
        guard var images = document["images"] as? [[String: Any]] else { return [:] }
        var files: [String: String] = [:]
        for index in images.indices {
            guard let file = images[index]["file"] as? String else { continue }
            guard let place = images[index]["place"] as? String else {
                throw Failure("images: \(file) needs a place, such as icon or leaderboards/HighScores/en", status: 1)
            }
            let path = URL(fileURLWithPath: file, relativeTo: configuration.deletingLastPathComponent()).path
            guard let data = FileManager.default.contents(atPath: path) else {
                throw Failure("can't read the image \(file) for \(place)", status: 1)
            }
            images[index]["file"] = nil
            images[index]["image"] = Digest.sha256(Array(data)).map { String(format: "%02x", $0) }.joined()
            files[place] = path
        }
        document["images"] = images
        return files
    }

    /// What the server asks for, with the file of each.
    static func uploads(_ plan: [String: Any]?, _ files: [String: String]) throws -> [Upload] {
        try (plan?["uploads"] as? [[String: Any]] ?? []).map { upload in
            let place = upload["place"] as? String ?? ""
            guard let target = upload["target"] as? String, let file = files[place] else {
                throw Failure(
                    "the image \(place) isn't on this server, and the file doesn't name one: export with --to, or add "
                        + "\"file\"", status: 1)
            }
            return Upload(place: place, target: target, file: file)
        }
    }

    func send(_ upload: Upload, _ way: Administration) async throws {
        guard let data = FileManager.default.contents(atPath: upload.file) else {
            throw Failure("can't read the image \(upload.file)", status: 1)
        }
        do {
            _ = try await way.send("PUT", upload.target, data, type: Self.type(of: data))
        } catch let failure as Failure {
            throw Failure("\(upload.file), for \(upload.place): \(failure.message)", status: failure.status)
        }
    }

    /// By its first bytes; the server looks for itself.
    static func type(of data: Data) -> String {
        if data.starts(with: [0xFF, 0xD8]) { return "image/jpeg" }
        return data.starts(with: Array("RIFF".utf8)) ? "image/webp" : "image/png"
    }
}
