import Foundation
import Glibc
import LaurelCryptography
import LaurelStorage
import LaurelStorageSQL

/// The file with the keys that seal secrets in the store. It is no part of the store, and of no backup.
struct KeyFile {
    static let option = CommandOption(
        "--key-file", "FILE", "Keys that seal secrets in the store (default: DIR/laurel.key, or $LAUREL_KEY_FILE)")
    /// Bytes; the limit of keys fits.
    private static let sizeLimit = 65_536

    let path: String
    private let folder: String

    /// - Parameter named: as the command line has it; nil: it says nothing.
    init(named: String? = nil, folder: String) {
        self.folder = folder
        path = named ?? Self.environment ?? folder + "/laurel.key"
    }

    /// As the environment names it. An empty value is none.
    static var environment: String? {
        ProcessInfo.processInfo.environment["LAUREL_KEY_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The keys for a store: a new file at the first start.
    ///
    /// - Parameter location: of the store.
    /// - Throws: when a key is missing that the store's secrets need: it never makes up for one that is lost.
    func keyring(for store: any SQLDatabase, in location: StoreLocation = .folder) async throws -> Keyring {
        let found = try read()
        let used = try await SQLDirectory(store, sealing: .reading).sealingKeys().keys.compactMap { $0 }
        let missing = used.filter { id in found?.keys.contains { $0.id == id } != true }.sorted()
        guard missing.isEmpty else {
            throw Failure(
                (found == nil ? "\(path) isn't there" : "\(path) is another store's key file")
                    + ", and secrets in the store are sealed with key \(missing.joined(separator: ", ")). "
                    + "Put the file back, or name it with --key-file or LAUREL_KEY_FILE. If it's lost for good: "
                    + advice(location), status: 1)
        }
        if let found { return found }
        guard let key = Keyring.Key.random(), let made = Keyring([key]) else { throw Failure("no key", status: 1) }
        try write(made, replacing: false)
        return made
    }

    /// For a key that's lost for good. The commands for keys take the store in a folder alone, and would take one that
    /// lies unused in a server's.
    private func advice(_ location: StoreLocation) -> String {
        guard !location.isFolder else { return "laurel secrets forget\(DataFolder.option(folder))" }
        return "stop all servers, copy the store into a new folder (laurel copy --from URL --to DIR), type laurel "
            + "secrets forget --data DIR, and copy that store into an empty database (laurel copy --from DIR --to URL)"
    }

    /// Why a start can't make it where it isn't there yet; nil: it can.
    var obstacle: String? {
        // The start makes the data folder, and no other.
        if path == folder + "/laurel.key" { return DataFolder.obstacle(to: folder) }
        let parent = (path as NSString).deletingLastPathComponent
        guard access(parent.isEmpty ? "." : parent, W_OK | X_OK) != 0 else { return nil }
        return "\(parent): \(String(cString: strerror(errno)))"
    }

    /// - Returns: nil: there is no such file.
    func read() throws(Failure) -> Keyring? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw Failure("can't read \(path): \(String(cString: strerror(errno)))", status: 1)
        }
        defer { close(file) }
        var information = stat()
        guard fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            throw Failure("\(path) isn't a plain file", status: 1)
        }
        guard information.st_mode & 0o007 == 0 else {
            throw Failure("every user can get at \(path), and it holds keys. Run: chmod 600 \(path)", status: 1)
        }
        var bytes = [UInt8](repeating: 0, count: Self.sizeLimit)
        var count = 0
        while count < bytes.count {
            let part = bytes.withUnsafeMutableBytes { all in
                let rest = UnsafeMutableRawBufferPointer(rebasing: all[count...])
                return Glibc.read(file, rest.baseAddress, rest.count)
            }
            if part <= 0 { break }
            count += part
        }
        guard let keyring = Keyring(text: String(decoding: bytes[..<count], as: UTF8.self)) else {
            throw Failure("\(path) isn't a key file: it has lines such as “key” and 64 digits", status: 1)
        }
        return keyring
    }

    /// Durable on return; the old file or the new one, never half of one.
    ///
    /// - Parameter replacing: false: there must be none.
    func write(_ keyring: Keyring, replacing: Bool) throws(Failure) {
        let draft = path + ".draft"
        unlink(draft)
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failed("create") }
        // The server must be able to read it as it reads the one before, though an administrator writes it.
        var known = stat()
        if replacing, stat(path, &known) == 0 {
            guard fchown(file, known.st_uid, known.st_gid) == 0, fchmod(file, known.st_mode & 0o770) == 0 else {
                let failure = failed("replace")
                close(file)
                unlink(draft)
                throw failure
            }
        }
        let bytes = Array(keyring.text.utf8)
        let isWritten = Glibc.write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
        close(file)
        guard isWritten, replacing ? rename(draft, path) == 0 : link(draft, path) == 0 else {
            let failure = failed("write")
            unlink(draft)
            throw failure
        }
        unlink(draft)
        let folder = open(
            (path as NSString).deletingLastPathComponent.isEmpty
                ? "." : (path as NSString).deletingLastPathComponent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if folder >= 0 {
            fsync(folder)
            close(folder)
        }
    }

    private func failed(_ verb: String) -> Failure {
        Failure("can't \(verb) the key file \(path): \(String(cString: strerror(errno)))", status: 1)
    }
}

extension SecretSealing {
    init(_ keyring: Keyring) {
        self.init(
            seal: { keyring.seal($0, for: $1) }, open: { keyring.open($0, for: $1) },
            keyID: { Keyring.keyID(of: $0) }, currentKeyID: keyring.current.id)
    }

    /// Knows what is sealed, without any key.
    static let reading = SecretSealing(
        seal: { secret, _ in secret }, open: { stored, _ in Keyring.keyID(of: stored) == nil ? stored : nil },
        keyID: { Keyring.keyID(of: $0) }, currentKeyID: nil)
}
