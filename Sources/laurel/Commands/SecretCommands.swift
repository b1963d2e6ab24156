import LaurelCryptography
import LaurelStorage
import LaurelStorageSQLite

/// For the keys that seal secrets in the store. They take the store itself, so no server may be using it.
extension Command {
    static let secretsList = Command(
        name: ["secrets", "list"], summary: "List the keys that seal secrets in the store, while the server is stopped",
        options: [.data, KeyFile.option]
    ) { invocation in
        try await withStore(invocation) { file, store in
            let counts = try await SQLiteDirectory(store, sealing: .reading).sealingKeys()
            let known = try file.read()?.keys.map(\.id) ?? []
            var table = TextTable(header: ["KEY", "SECRETS", "IN THE KEY FILE"])
            for id in Set(known).union(counts.keys.compactMap { $0 }).sorted() {
                let state = id == known.last ? "yes, seals new ones" : known.contains(id) ? "yes" : "missing"
                table.rows.append([id, String(counts[id] ?? 0), state])
            }
            Terminal.say(table.rows.isEmpty ? "No keys" : table.text)
            if let plain = counts[nil] { Terminal.say("Not sealed until the next start: \(plain)") }
        }
    }

    static let secretsRotate = Command(
        name: ["secrets", "rotate"],
        summary: "Seal all secrets in the store with a new key, while the server is stopped",
        options: [
            .data, KeyFile.option,
            CommandOption("--drop-old", nil, "Remove the older keys; backups from before can't be opened then"),
        ], examples: ["laurel secrets rotate --data /var/lib/laurel"]
    ) { invocation in
        try await withStore(invocation) { file, store in
            let old = try await file.keyring(for: store)
            guard let key = Keyring.Key.random(), let all = Keyring(old.keys + [key]), let alone = Keyring([key]) else {
                throw Failure("there are \(Keyring.countLimit) keys; remove the older ones with --drop-old", status: 1)
            }
            // The file first: whatever ends this command, every secret has its key.
            try file.write(all, replacing: true)
            let count = try await SQLiteDirectory(store, sealing: SecretSealing(all)).sealSecrets()
            Terminal.say("Sealed \(count) secrets with key \(key.id) in \(file.path). Keep a new copy of that file.")
            if invocation.has("--drop-old") {
                try file.write(alone, replacing: true)
                Terminal.say("Removed \(old.keys.count) older keys: only backups from now on can be opened.")
            }
        }
    }

    static let secretsForget = Command(
        name: ["secrets", "forget"], summary: "Go on without a key file that's lost, while the server is stopped",
        options: [
            .data, KeyFile.option, CommandOption("--yes", nil, "Do it; without it, only say what would be lost"),
        ],
        examples: ["laurel secrets forget --data /var/lib/laurel --yes"]
    ) { invocation in
        try await withStore(invocation) { file, store in
            let known = try file.read()
            let counts = try await SQLiteDirectory(store, sealing: .reading).sealingKeys()
            let lost = counts.filter { id, _ in id != nil && known?.keys.contains { $0.id == id } != true }
            guard !lost.isEmpty else {
                Terminal.say("Nothing is lost: \(file.path) opens all secrets.")
                return
            }
            guard invocation.has("--yes") else {
                throw Failure(
                    "\(lost.values.reduce(0, +)) secrets can't be opened. Forgetting them turns off two-factor "
                        + "authentication of their players, gives their webhooks new secrets and turns them off, ends "
                        + "push subscriptions, and makes a new identity key. To do it, add --yes", status: 1)
            }
            guard let key = Keyring.Key.random(), let keyring = known ?? Keyring([key]) else {
                throw Failure("no key", status: 1)
            }
            let directory = SQLiteDirectory(store, sealing: SecretSealing(keyring))
            // Before anything is sealed with it: a key that nobody has would lose the new secrets, too.
            if known == nil { try file.write(keyring, replacing: false) }
            let forgotten = try await directory.forgetSealedSecrets { SecureRandom.bytes($0) }
            Terminal.say("Two-factor authentication turned off: \(forgotten.twoFactor) players")
            Terminal.say("Webhooks with a new secret, turned off: \(forgotten.webhooks)")
            Terminal.say(
                "New keys at the next start: \(forgotten.pushKeys) for pushes, \(forgotten.identityKeys) for proofs")
        }
    }

    private static func withStore(
        _ invocation: Invocation, _ body: (KeyFile, SQLiteStore) async throws -> Void
    ) async throws {
        let folder = DataFolder.path(invocation)
        guard !StoreLocation.isElsewhere(folder) else {
            throw Failure(
                "the server of \(folder) keeps everything in PostgreSQL, where this command can't be used yet",
                status: 1)
        }
        let found: SQLiteStore?
        do throws(OpenError) {
            found = try SQLiteStore.exists(in: folder) ? SQLiteStore(dataFolder: folder) : nil
        } catch {
            throw Failure(error.description, status: 1)
        }
        guard let store = found else {
            throw Failure("\(folder) has no data; give the server's folder with --data", status: 1)
        }
        defer { store.close() }
        try await body(KeyFile(named: invocation["--key-file"], folder: folder), store)
    }
}
