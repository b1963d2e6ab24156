import Foundation
import LaurelCryptography
import LaurelStorage
import LaurelStorageSQLite

extension Command {
    static let copy = Command(
        name: ["copy"], summary: "Copy the store of a stopped server into PostgreSQL, or back, and verify the copy",
        options: [
            CommandOption("--from", "STORE", "Store to copy (required): data folder or postgres://USER@HOST/DATABASE"),
            CommandOption(
                "--from-file", "FILE",
                "In place of --from: file with a database's address, for its owner and group alone (chmod 640)"),
            CommandOption("--to", "STORE", "Where to (required): folder without a store, or database without data"),
            CommandOption(
                "--to-file", "FILE",
                "In place of --to: file with a database's address, for its owner and group alone (chmod 640)"),
            CommandOption("--key-file", "FILE", "The source's key file (default: its laurel.key or $LAUREL_KEY_FILE)"),
            CommandOption("--tables", nil, "List each table with its rows and digest"),
        ],
        examples: [
            "laurel copy --from /var/lib/laurel --to postgres://laurel@db.example.org/laurel",
            "laurel copy --from postgres://laurel@db.example.org/laurel --to /var/lib/laurel-back",
            "laurel copy --from /var/lib/laurel --to-file /etc/laurel/store",
        ]
    ) { invocation in
        let from = try CopiedStore(invocation, "--from")
        let to = try CopiedStore(invocation, "--to")
        guard from != to else { throw Failure("--from and --to are the same store") }
        let work = CopyWork(from: from, to: to, keyFile: invocation["--key-file"])
        let report = try work.run()
        if invocation.has("--tables") {
            var table = TextTable(header: ["TABLE", "ROWS", "DIGEST"])
            table.rows = report.tables.map { [$0.name, String($0.rows), $0.digest.text] }
            Terminal.say(table.text)
        }
    }
}

/// One run of `laurel copy`.
private struct CopyWork {
    let from: CopiedStore
    let to: CopiedStore
    /// As the command line has it.
    let keyFile: String?

    func run() throws(Failure) -> StoreCopy.Report {
        let interruption = Interruption { "stopped. Run the same command again to go on from there" }
        let source = try from.source()
        let keys = try sourceKeys()
        let known = try keys?.read()
        if let known { try requireOwnKeys(known) }
        let target = try to.target()
        if Terminal.isWatched { Terminal.complain("Ctrl-C ends this; the same command then goes on from there.") }
        var bar = ProgressBar("Copying  ", total: 1)
        var (shown, isBegun) = (StoreCopy.Stage.copying, false)
        let copy = StoreCopy(from: source, to: target) { stage, done, total in
            if !isBegun || stage != shown {
                bar.finish()
                bar = ProgressBar(stage == .copying ? "Copying  " : "Verifying", total: total)
                (shown, isBegun) = (stage, true)
            }
            bar.update(done)
            return true
        }
        let report: StoreCopy.Report
        let used: [String?: Int]
        do throws(CopyError) {
            used = try copy.sealingKeys(.reading)
            report = try copy.run()
        } catch {
            bar.finish()
            throw Failure(error.description, status: 1)
        }
        bar.finish()
        interruption.finish()
        if let known { try takeAlong(known) }
        do throws(CopyError) { try copy.finish() } catch { throw Failure(error.description, status: 1) }
        try to.noteHere()
        say(report)
        sayKeys(used, keys, known)
        Terminal.say("From now on, start servers with \(to.option).")
        Terminal.say("Start none with \(from.option) any more: what players do there would be missing here.")
        return report
    }

    // MARK: Keys

    /// Nil: nothing says where it is.
    private func sourceKeys() throws(Failure) -> KeyFile? {
        switch from {
        case .folder(let path): KeyFile(named: keyFile, folder: path)
        case .server:
            (keyFile ?? KeyFile.environment).map { KeyFile(named: $0, folder: "") }
        }
    }

    /// Where a server on the target looks for it, if it has a folder of its own.
    private var targetKeys: KeyFile? { if case .folder(let path) = to { KeyFile(folder: path) } else { nil } }

    /// The target's folder may have a key file: a copy of this one, or the file itself.
    private func requireOwnKeys(_ known: Keyring) throws(Failure) {
        guard let target = targetKeys, let found = try target.read() else { return }
        guard known.keys.allSatisfy({ key in found.keys.contains { $0.id == key.id } }) else {
            throw Failure("\(target.path) is another store's key file. Move it, or give another folder", status: 1)
        }
    }

    /// Before servers may start there.
    private func takeAlong(_ known: Keyring) throws(Failure) {
        guard let target = targetKeys, try target.read() == nil else { return }
        try target.write(known, replacing: false)
    }

    // MARK: What is said

    private func say(_ report: StoreCopy.Report) {
        Terminal.say("Copied \(from.name) to \(to.name).")
        let (tables, rows) = (Count.of(report.tables.count, "table"), Count.of(report.rows, "row"))
        Terminal.say(
            "Verified \(tables) with \(rows): each table has as many rows and the same digest on both sides (all "
                + "together: \(report.digest.text)).")
        let (scores, streams) = (Count.of(report.journalRows, "row"), Count.of(report.streams, "stream"))
        Terminal.say("Verified the journal: \(scores) in \(streams), each row as it was written.")
    }

    private func sayKeys(_ used: [String?: Int], _ keys: KeyFile?, _ known: Keyring?) {
        let needed = used.keys.compactMap { $0 }
        let missing = needed.filter { id in known?.keys.contains { $0.id == id } != true }.sorted()
        if let target = targetKeys, known != nil, missing.isEmpty {
            Terminal.say("The key file is \(target.path). Keep a copy of it, apart from backups.")
        } else if let keys, known != nil, missing.isEmpty {
            Terminal.say(
                "The key file isn't in the database. Each server needs a copy of \(keys.path): as laurel.key in its "
                    + "data folder, or by --key-file.")
        } else if !missing.isEmpty {
            let secrets = Count.of(missing.reduce(0) { $0 + (used[$1] ?? 0) }, "secret")
            let position = targetKeys.map { "to \($0.path)" } ?? "into its data folder, as laurel.key"
            Terminal.say(
                "\(secrets) can't be opened without key \(missing.joined(separator: ", ")), which isn't copied: before "
                    + "you start a server, copy the source's key file \(position).")
        }
    }
}
