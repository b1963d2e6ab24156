import LaurelDomain
import LaurelScores
import LaurelStorage

/// Who the players of an import are here.
struct ImportBook: Sendable {
    private struct Person {
        let digest: SecretDigest
        /// The first that a row gives.
        let name: String?
        var known: ForeignPlayer?
        /// The account that a new one is.
        var account: PlayerNumber?
    }

    /// In the order of the import, so that numbers are given in it.
    private var order: [ForeignPlayerID] = []
    private var people: [ForeignPlayerID: Person] = [:]

    init(of rows: [ImportedRow], app: App, _ accounts: Accounts) async throws(ImportScoresError) {
        for row in rows where people[row.player] == nil {
            guard let digest = accounts.imports.digest(row.player, of: app.number) else {
                throw .broken(reason: "no keys for imports")
            }
            people[row.player] = Person(digest: digest, name: row.name)
            order.append(row.player)
        }
        try await look(accounts, app)
    }

    private mutating func look(_ accounts: Accounts, _ app: App) async throws(ImportScoresError) {
        let digests = people.values.map(\.digest)
        let found = try await ImportScoresError.translating { () throws(StoreError) in
            try await accounts.directory.foreignPlayers(digests, of: app.number)
        }
        let known = Dictionary(found.map { ($0.digest, $0) }) { first, _ in first }
        for id in order {
            guard let digest = people[id]?.digest else { continue }
            people[id]?.known = known[digest]
        }
    }

    /// New players whose alias is an account's are that account.
    mutating func matchAliases(of rows: [ImportedRow], _ accounts: Accounts) async throws(ImportScoresError) {
        var looked: [String: PlayerNumber?] = [:]
        for row in rows {
            guard let alias = row.alias, let person = people[row.player], person.known == nil, person.account == nil
            else { continue }
            if looked[alias.key] == nil {
                let player = try await ImportScoresError.translating { () throws(StoreError) in
                    try await accounts.directory.player(aliasKey: alias.key)?.number
                }
                looked[alias.key] = .some(player.flatMap { accounts.profiles.isGuest($0) ? nil : $0 })
            }
            people[row.player]?.account = looked[alias.key] ?? nil
        }
    }

    func isErased(_ id: ForeignPlayerID) -> Bool {
        people[id]?.known.map { $0.player == nil } ?? false
    }

    /// - Returns: nil: a guest who is still to be made.
    func player(_ id: ForeignPlayerID) -> PlayerNumber? { people[id].flatMap { $0.known?.player ?? $0.account } }

    /// - Returns: how many of them are guests who are to be made.
    func newCount(among ids: Set<ForeignPlayerID>) -> Int {
        people.count(where: { ids.contains($0.key) && $0.value.known == nil && $0.value.account == nil })
    }

    // MARK: Making them known

    /// Rounds in which names are drawn.
    private static let rounds = 8
    /// Names in one round.
    private static let draws = 8

    /// - Parameter entry: of the audit log, written before any score is.
    mutating func register(
        _ accounts: Accounts, _ app: App, _ entry: NewAuditEntry
    ) async throws(ImportScoresError) {
        var entry: NewAuditEntry? = entry
        for round in 0..<Self.rounds {
            let new = try newPlayers(accounts, app, round)
            let now = accounts.clock.now()
            let written = entry
            let added = try await ImportScoresError.translating { () throws(StoreError) in
                try await accounts.directory.addForeignPlayers(new, to: app.number, at: now, written)
            }
            entry = nil
            for player in added.made {
                accounts.profiles.setGuest(true, player.number)
                accounts.names.put(player.displayName, of: player.number)
            }
            try await look(accounts, app)
            if order.allSatisfy({ people[$0]?.known != nil }) { return }
            // An account that was there a moment ago is gone; or all names are taken.
            for id in order where people[id]?.known == nil { people[id]?.account = nil }
        }
        throw .unavailable
    }

    private func newPlayers(
        _ accounts: Accounts, _ app: App, _ round: Int
    ) throws(ImportScoresError) -> [NewForeignPlayer] {
        var new: [NewForeignPlayer] = []
        for id in order {
            guard let person = people[id], person.known == nil else { continue }
            if let account = person.account {
                new.append(NewForeignPlayer(digest: person.digest, id: id, target: .account(account)))
                continue
            }
            guard let secret = accounts.imports.claim(person.digest, 0, of: app.number) else {
                throw .broken(reason: "no keys for imports")
            }
            let aliases = (round == 0 ? names(person.name, accounts) : []) + drawn(accounts, app, round)
            new.append(
                NewForeignPlayer(digest: person.digest, id: id, target: .guest(aliases, accounts.digest(secret.text))))
        }
        return new
    }

    /// The name itself, or with a number behind it.
    private func names(_ name: String?, _ accounts: Accounts) -> [Alias] {
        guard let name else { return [] }
        let limit = Alias.characterLimits.upperBound
        let random: UInt64 = accounts.random.bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
        let numbers = (0..<3).map { GuestNames.numbers.lowerBound + Int(random >> ($0 * 16) & 0xFFFF) % 9_000 }
        let texts = [String(name.prefix(limit))] + numbers.map { "\(name.prefix(limit - 5)) \($0)" }
        return texts.compactMap { text in
            do throws(Alias.Invalid) {
                let alias = try Alias(text)
                return accounts.words.allows(alias.text) && !alias.isReserved ? alias : nil
            } catch {
                return nil
            }
        }
    }

    private func drawn(_ accounts: Accounts, _ app: App, _ round: Int) -> [Alias] {
        let names = GuestNames(for: [app.defaultLanguage])
        return (0..<Self.draws).compactMap { AliasDraw(accounts).alias(names, round * Self.draws + $0) }
    }
}
