import LaurelWire

/// A file that somebody gives a command.
enum JSONFile {
    /// More than the server takes.
    private static let bytesLimit = 1 << 26

    static func read(_ name: String) throws(Failure) -> (bytes: [UInt8], document: JSONValue) {
        let bytes = try InputFile.read(name, limit: bytesLimit, status: 1)
        do throws(JSONError) { return (bytes, try JSONValue(json: bytes)) } catch {
            let part = error.path.isEmpty ? name : "\(name): \(error.path)"
            throw Failure("\(part) \(error.explanation)", status: 1)
        }
    }
}
