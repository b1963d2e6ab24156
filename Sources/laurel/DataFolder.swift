import Foundation

/// The one folder that holds all of a server's data.
enum DataFolder {
    static func path(_ invocation: Invocation) -> String {
        // An empty variable is none, as everywhere.
        let variable = ProcessInfo.processInfo.environment["LAUREL_DATA"].flatMap { $0.isEmpty ? nil : $0 }
        return invocation["--data"] ?? variable ?? ".data"
    }

    /// All that must not be lost.
    static func store(in folder: String) -> String { folder + "/laurel.db" }
    /// Where a running server takes commands.
    static func socket(in folder: String) -> String { folder + "/laurel.sock" }

    /// Creates a missing folder, readable only by its owner.
    static func make(_ folder: String) throws(Failure) {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Failure("can't create \(folder): \(error.localizedDescription)", status: 1)
        }
    }
}
