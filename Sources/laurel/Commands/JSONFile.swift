import Foundation
import LaurelWire

/// A file that somebody gives a command.
enum JSONFile {
    static func read(_ name: String) throws(Failure) -> (bytes: [UInt8], document: JSONValue) {
        guard let data = FileManager.default.contents(atPath: name) else {
            throw Failure("can't read \(name)", status: 1)
        }
        let bytes = [UInt8](data)
        do throws(JSONError) { return (bytes, try JSONValue(json: bytes)) } catch {
            let part = error.path.isEmpty ? name : "\(name): \(error.path)"
            throw Failure("\(part) \(error.explanation)", status: 1)
        }
    }
}
