import Glibc
import LaurelCryptography
import LaurelStorageSQLite

extension Command {
    static let backup = Command(
        name: ["backup"], summary: "Back up the store to a new file and verify it, even while the server runs",
        options: [.data, CommandOption("--to", "FILE", "File to create (required); never overwrites")],
        examples: ["laurel backup --data /var/lib/laurel --to /backups/laurel-2026-11-21.db"]
    ) { invocation in
        guard let file = invocation["--to"], !file.isEmpty else { throw Failure("--to FILE is required") }
        try requireFolderStore(invocation)
        try requireFolder(of: file)
        let folder = DataFolder.path(invocation)
        let interruption = Interruption {
            Backup.removeDraft(of: file)
            return access(file, F_OK) == 0
                ? "stopped before \(file) was safely on the disk. Make another backup" : "stopped. No backup was made"
        }
        do throws(BackupError) {
            try Backup.make(of: folder, into: file)
            interruption.finish()
        } catch {
            if case .missing(let path) = error {
                throw Failure("\(path) doesn't exist; give the server's folder with --data", status: 1)
            }
            throw Failure(error.description, status: 1)
        }
        Terminal.say(
            "Created and verified \(file). To restore it: laurel restore --from \(Terminal.quoted(file))"
                + DataFolder.option(folder))
        let key = KeyFile(folder: folder).path
        Terminal.say("It doesn't contain the key file \(key). Keep a copy of that file, apart from backups.")
    }

    static let restore = Command(
        name: ["restore"], summary: "Restore a backup into a data folder that's not in use",
        options: [
            .data, CommandOption("--from", "FILE", "Backup to restore (required); it isn't changed"),
            CommandOption("--replace", nil, "Replace an existing store, keeping it under another name"),
        ],
        examples: ["laurel restore --from /backups/laurel-2026-11-21.db --data /var/lib/laurel"]
    ) { invocation in
        guard let file = invocation["--from"] else { throw Failure("--from FILE is required") }
        try requireFolderStore(invocation)
        let folder = DataFolder.path(invocation)
        do throws(BackupError) {
            let kept = try Backup.restore(file, into: folder, replacing: invocation.has("--replace"))
            if let kept { Terminal.say("Kept the previous store as \(kept)") }
        } catch {
            if case .exists = error {
                throw Failure(error.description + ", or add --replace to keep it under another name", status: 1)
            }
            throw Failure(error.description, status: 1)
        }
        Terminal.say("Restored \(folder) from \(file).")
        let start = "laurel serve --data \(Terminal.quoted(folder))"
        guard let key = try missingKeyFile(folder) else { return Terminal.say("To start it: \(start)") }
        Terminal.say(
            "Secrets in it need the key file of the server that was backed up. Copy that file to \(key), then start: "
                + start)
    }

    /// Where the key file has to be that a store needs; nil: it has what it needs.
    private static func missingKeyFile(_ folder: String) throws(Failure) -> String? {
        let file = KeyFile(folder: folder)
        let known = Set(try file.read()?.keys.map(\.id) ?? [])
        // A store of an earlier version can't be asked.
        guard let used = StoreCondition.sealingKeys(in: folder, .reading) else {
            return known.isEmpty ? file.path : nil
        }
        return used.isSubset(of: known) ? nil : file.path
    }

    private static func requireFolder(of file: String) throws(Failure) {
        let slash = file.lastIndex(of: "/")
        let folder = slash.map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? "."
        guard access(folder, W_OK | X_OK) != 0 else { return }
        throw Failure("can't create \(file): \(folder): \(String(cString: strerror(errno)))", status: 1)
    }

    private static func requireFolderStore(_ invocation: Invocation) throws(Failure) {
        guard StoreLocation.isElsewhere(DataFolder.path(invocation)) else { return }
        throw Failure(
            "the server of \(DataFolder.path(invocation)) keeps everything in PostgreSQL. Back it up and restore it "
                + "with PostgreSQL's programs, such as pg_dump and pg_restore, and keep a copy of the key file",
            status: 1)
    }
}
