import Foundation
import LaurelCryptography
import LaurelDomain
import LaurelWire

/// The pictures of a configuration file: files in a folder beside it, which the entries of `images` name by `file`.
/// The server knows a file by its SHA-256, so that one it has already is not sent again.
struct ConfigurationImages {
    /// A picture that the server has not got.
    struct Upload {
        let slot: ImageSlot
        let file: String
    }

    private let configuration: URL
    /// More than the server takes.
    private static let bytesLimit = 1 << 26

    init(beside file: String) { configuration = URL(fileURLWithPath: file) }

    // MARK: Export

    /// Writes each picture beside the file, and its path into the document.
    func fetch(_ document: inout JSONValue, _ server: Administration) async throws {
        guard case .object(var members) = document, case .array(var images) = members["images"] else { return }
        let folder = configuration.deletingPathExtension().lastPathComponent + ".images"
        for index in images.indices {
            guard case .object(var image) = images[index], case .string(let text) = image["place"],
                let slot = ImageSlot(text), case .string(let id) = image["image"]
            else { continue }
            let picture: [UInt8]
            do { picture = try await server.file(.images(.image(id))) } catch let failure as Failure {
                throw Failure("can't read the image \(slot.text): \(failure.message)", status: 1)
            }
            let path = "\(folder)/\(Self.fileName(of: slot.text)).png"
            let url = URL(fileURLWithPath: path, relativeTo: configuration.deletingLastPathComponent())
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try OutputFile.write(Data(picture), to: url.path)
            image["image"] = nil
            image["file"] = .string(path)
            images[index] = .object(image)
        }
        members["images"] = .array(images)
        document = .object(members)
    }

    /// `leaderboards/HighScores/en` stays as it is; an id that is one or two dots would lead elsewhere.
    private static func fileName(of slot: String) -> String {
        slot.split(separator: "/").map { $0 == "." || $0 == ".." ? "_\($0)" : String($0) }.joined(separator: "/")
    }

    // MARK: Import

    /// Puts each file's digest in the place of its name.
    ///
    /// - Returns: the files by the slot that they are for, as the file has it.
    func name(_ document: inout JSONValue) throws(Failure) -> [String: String] {
        guard case .object(var members) = document, case .array(var images) = members["images"] else { return [:] }
        var files: [String: String] = [:]
        for index in images.indices {
            guard case .object(var image) = images[index], case .string(let file) = image["file"] else { continue }
            guard case .string(let slot) = image["place"] else {
                throw Failure("images: \(file) needs a place, such as icon or leaderboards/HighScores/en", status: 1)
            }
            let path = URL(fileURLWithPath: file, relativeTo: configuration.deletingLastPathComponent()).path
            let data = try InputFile.read(path, as: "the image \(file) for \(slot)", limit: Self.bytesLimit, status: 1)
            image["file"] = nil
            image["image"] = .string(Digest.sha256(data).hexadecimal)
            images[index] = .object(image)
            files[slot] = path
        }
        members["images"] = .array(images)
        document = .object(members)
        return files
    }

    /// What the server asks for, with the file of each.
    static func uploads(_ plan: ConfigurationPlanAnswer, _ files: [String: String]) throws(Failure) -> [Upload] {
        var uploads: [Upload] = []
        for slot in plan.uploads.map(\.slot) {
            guard let file = files[slot.text] else {
                throw Failure(
                    "the image \(slot.text) isn't on this server, and the file doesn't name one: "
                        + "export with --to, or add "
                        + "\"file\"", status: 1)
            }
            uploads.append(Upload(slot: slot, file: file))
        }
        return uploads
    }

    func send(_ upload: Upload, of app: BundleID, _ server: Administration) async throws {
        let data = Data(
            try InputFile.read(upload.file, as: "the image \(upload.file)", limit: Self.bytesLimit, status: 1))
        do {
            try await server.tell(.images(.set(app, upload.slot)), .image(data))
        } catch let failure as Failure {
            throw Failure("\(upload.file), for \(upload.slot.text): \(failure.message)", status: failure.status)
        }
    }
}
