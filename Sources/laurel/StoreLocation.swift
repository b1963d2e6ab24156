import Foundation
import LaurelStoragePostgres
import LaurelStorageSQLite

/// Where a server keeps what must not be lost.
enum StoreLocation: Sendable {
    /// In the data folder.
    case folder
    /// In PostgreSQL, at libpq's address, which may have a password in it: it is never said.
    case postgres(String)

    static let option = CommandOption(
        "--store", "URL",
        "PostgreSQL database to keep everything in, such as postgres://laurel@db/laurel (default: the data folder, or "
            + "$LAUREL_STORE)")

    /// Of commands that need one.
    static let requiredOption = CommandOption(
        "--store", "URL",
        "PostgreSQL database of the servers, such as postgres://laurel@db/laurel (default: $LAUREL_STORE)")

    static let fileOption = CommandOption(
        "--store-file", "FILE",
        "File with the --store address, for its owner and group alone (chmod 640): it may have a password in it")

    init(_ invocation: Invocation) throws(Failure) {
        var typed = invocation["--store"]
        var name = "--store"
        if let file = invocation["--store-file"] {
            guard typed == nil else { throw Failure("--store-file and --store both name the store. Leave one out") }
            name = "--store-file"
            typed = try SecretFile.read(file, name)
        }
        guard let address = typed ?? ProcessInfo.processInfo.environment["LAUREL_STORE"], !address.isEmpty else {
            guard typed == nil else { throw Self.refusal(name) }
            self = .folder
            return
        }
        guard Self.isAddress(address) else { throw Self.refusal(typed == nil ? "LAUREL_STORE" : name) }
        self = .postgres(address)
    }

    /// libpq takes anything else for a database's name, a path too.
    static func isAddress(_ text: String) -> Bool {
        ["postgres://", "postgresql://"].contains(where: text.hasPrefix) || text.contains("=")
    }

    /// - Parameter name: of the option that says something else.
    static func refusal(_ name: String) -> Failure {
        Failure(
            "\(name) must be an address such as postgres://laurel@db/laurel, or “service=laurel” "
                + "(libpq's connection strings)")
    }

    var isFolder: Bool {
        switch self {
        case .folder: true
        case .postgres: false
        }
    }

    // MARK: The mark in a data folder

    /// A file that says that the folder's store is elsewhere.
    static func mark(in folder: String) -> String { folder + "/laurel.postgres" }

    static func isElsewhere(_ folder: String) -> Bool { FileManager.default.fileExists(atPath: mark(in: folder)) }

    /// For what is about to use the store in a folder: one that is elsewhere must not get a second one there.
    static func requireHere(_ folder: String) throws(Failure) {
        guard isElsewhere(folder) else { return }
        throw Failure(
            "the server of \(folder) keeps everything in PostgreSQL. Start it with: laurel serve --store URL --data "
                + "\(folder). To have a store in the folder instead, remove \(mark(in: folder))", status: 1)
    }

    static func noteHere(_ folder: String) throws(Failure) {
        guard isElsewhere(folder) else { return }
        do { try FileManager.default.removeItem(atPath: mark(in: folder)) } catch {
            throw Failure("can't remove \(mark(in: folder)): servers would refuse the folder. Remove it", status: 1)
        }
    }

    /// A folder may have been given by mistake that has a store with players in it. It may also be right: their store
    /// was copied, and the folder has the key file.
    ///
    /// - Parameter location: of the store that is used.
    static func sayUnused(_ folder: String, besides location: String) throws(Failure) {
        do throws(OpenError) {
            guard try SQLiteStore.exists(in: folder) else { return }
        } catch {
            throw Failure(error.description, status: 1)
        }
        Terminal.complain(
            "laurel: \(DataFolder.store(in: folder)) isn't used: everything is in the \(location). Who is in the file "
                + "alone is missing there, unless it's copied before the first start (laurel copy). To use the file "
                + "again, remove \(mark(in: folder))")
    }

    static func noteElsewhere(_ folder: String) throws(Failure) {
        let text = "The server that uses this folder keeps everything in PostgreSQL: laurel serve --store URL\n"
        guard !isElsewhere(folder) else { return }
        guard
            FileManager.default.createFile(
                atPath: mark(in: folder), contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        else { throw Failure("can't write \(mark(in: folder))", status: 1) }
    }
}
