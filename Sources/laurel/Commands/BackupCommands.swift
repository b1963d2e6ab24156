import LaurelStorageSQLite

extension Command {
    static let backup = Command(
        name: ["backup"], summary: "Copy the store, also of a running server, into one new file, and check the copy",
        options: [.data, CommandOption("--to", "FILE", "The file to make (needed); never overwritten")],
        examples: ["laurel backup --data /var/lib/laurel --to /backups/laurel-2026-11-21.db"]
    ) { invocation in
        guard let file = invocation["--to"] else { throw Failure("backup needs --to FILE") }
        do throws(BackupError) {
            try Backup.make(of: DataFolder.path(invocation), into: file)
        } catch {
            throw Failure(error.description, status: 1)
        }
        Terminal.say("Made \(file) and read it from end to end. Bring it back with: laurel restore --from \(file)")
    }

    static let restore = Command(
        name: ["restore"], summary: "Bring a backup's state into a data folder that no server uses",
        options: [
            .data, CommandOption("--from", "FILE", "The backup (needed); it stays as it is"),
            CommandOption("--replace", nil, "Also where there is a store already, which is kept under another name"),
        ],
        examples: ["laurel restore --from /backups/laurel-2026-11-21.db --data /var/lib/laurel"]
    ) { invocation in
        guard let file = invocation["--from"] else { throw Failure("restore needs --from FILE") }
        let folder = DataFolder.path(invocation)
        do throws(BackupError) {
            let kept = try Backup.restore(file, into: folder, replacing: invocation.has("--replace"))
            if let kept { Terminal.say("The store that was there is kept as \(kept)") }
        } catch {
            if case .exists = error {
                throw Failure(error.description + ", or add --replace, which keeps it under another name", status: 1)
            }
            throw Failure(error.description, status: 1)
        }
        Terminal.say("\(folder) is as it was when \(file) was made. Start it with: laurel serve --data \(folder)")
    }
}
