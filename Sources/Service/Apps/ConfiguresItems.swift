package import LaurelDomain
public import LaurelScores
package import LaurelStorage

/// Makes, changes and removes one kind of things that developers configure in an app, at once and without the writer
/// (rule 3.4): activities, challenge definitions, sets.
///
/// All kinds are alike in this: one change after the other, an ID is taken once, there are at most so many of an app,
/// and each change is checked, stored with its entry in the audit log, and then shown. What a kind has of its own is
/// what it asks for below.
package protocol ConfiguresItems: Sendable {
    /// One as it is kept.
    associatedtype Item: ConfiguredItem
    /// One as its developer writes it.
    associatedtype Wanted: ConfiguredItem = Item where Wanted.ID == Item.ID
    associatedtype Refusal: ConfiguredRefusal

    /// Of one app.
    static var countLimit: Int { get }
    static var actions: ItemActions { get }
    var apps: Apps { get }
    /// Taken for each change.
    var gate: SerialGate { get }

    /// In order of creation.
    func items(of app: App) -> [Item]
    /// What its developer would write to get it as it is.
    func wanted(_ item: Item) -> Wanted
    /// As it will be kept.
    ///
    /// - Parameters:
    ///   - old: in whose place it comes.
    ///   - isImported: the import has checked it, and what it refers to may be made after it.
    func checked(
        _ wanted: Wanted, replacing old: Item?, of app: App, isImported: Bool
    ) throws(Refusal) -> Item
    /// Whether it may go.
    func checkRemoval(of item: Item, from app: App) throws(Refusal)
    /// For the audit log.
    func changes(from old: Item?, to new: Item) -> FieldChanges

    /// Writes it, and then shows it.
    func store(_ item: Item, of app: App, _ entry: NewAuditEntry) async throws(StoreError)
    /// Removes it, and then shows it no more.
    func discard(_ id: Item.ID, of app: App, _ entry: NewAuditEntry) async throws(StoreError)
}

package protocol ConfiguredItem: Hashable, Sendable {
    associatedtype ID: ConfiguredID
    var id: ID { get }
}

/// Unique in its app.
package protocol ConfiguredID: Hashable, Sendable {
    var text: String { get }
}

/// What goes to Production with its app's release.
package protocol ReleasedItem: ConfiguredItem {
    var isReleased: Bool { get set }
    var isArchived: Bool { get }
}

/// What can be wrong with an item of any kind.
public protocol ConfiguredRefusal: Error, Hashable, Sendable {
    static var idTaken: Self { get }
    static func tooMany(limit: Int) -> Self
}

public enum ConfigureItemError<Refusal: ConfiguredRefusal>: Error, StoreFailure, Hashable, Sendable {
    /// There is none with this ID.
    case unknown
    case refused(Refusal)
    case unavailable
    case broken(reason: String)
}

/// What the audit log calls the changes of a kind.
package struct ItemActions: Sendable {
    let create, update, delete: AuditAction
}

extension ConfiguresItems where Wanted == Item {
    package func wanted(_ item: Item) -> Item { item }
}

extension ConfiguresItems {
    package func create(
        _ wanted: Wanted, of app: App, by administrator: Administrator
    ) async throws(ConfigureItemError<Refusal>) -> Item {
        try await gate.run { () throws(ConfigureItemError<Refusal>) in
            let others = items(of: app)
            guard !others.contains(where: { $0.id == wanted.id }) else { throw .refused(.idTaken) }
            guard others.count < Self.countLimit else { throw .refused(.tooMany(limit: Self.countLimit)) }
            return try await write(wanted, of: app, by: administrator, isImported: false)
        }
    }

    /// - Parameter change: called once, with the item as it is then.
    package func update(
        _ id: Item.ID, of app: App, by administrator: Administrator,
        _ change: @escaping @Sendable (inout Wanted) -> Void
    ) async throws(ConfigureItemError<Refusal>) -> Item {
        try await gate.run { () throws(ConfigureItemError<Refusal>) in
            guard let old = item(id, of: app) else { throw .unknown }
            var wanted = wanted(old)
            change(&wanted)
            return try await write(wanted, of: app, by: administrator, isImported: false)
        }
    }

    package func remove(
        _ id: Item.ID, of app: App, by administrator: Administrator
    ) async throws(ConfigureItemError<Refusal>) {
        try await gate.run { () throws(ConfigureItemError<Refusal>) in
            guard let item = item(id, of: app) else { throw .unknown }
            do throws(Refusal) { try checkRemoval(of: item, from: app) } catch { throw .refused(error) }
            let entry = administrator.entry(
                Self.actions.delete, team: app.team, app: app.number, subject: id.text, at: apps.clock.now())
            try await ConfigureItemError<Refusal>.translating { () throws(StoreError) in
                try await discard(id, of: app, entry)
            }
        }
    }

    /// For an import, which has checked it.
    func bring(
        _ wanted: Wanted, to app: App, by administrator: Administrator
    ) async throws(ConfigureItemError<Refusal>) {
        _ = try await gate.run { () throws(ConfigureItemError<Refusal>) in
            try await write(wanted, of: app, by: administrator, isImported: true)
        }
    }

    private func item(_ id: Item.ID, of app: App) -> Item? { items(of: app).first { $0.id == id } }

    private func write(
        _ wanted: Wanted, of app: App, by administrator: Administrator, isImported: Bool
    ) async throws(ConfigureItemError<Refusal>) -> Item {
        let old = item(wanted.id, of: app)
        let new: Item
        do throws(Refusal) {
            new = try checked(wanted, replacing: old, of: app, isImported: isImported)
        } catch {
            throw .refused(error)
        }
        guard new != old else { return new }
        let entry = administrator.entry(
            old == nil ? Self.actions.create : Self.actions.update, team: app.team, app: app.number,
            subject: new.id.text, changes: changes(from: old, to: new).text, at: apps.clock.now())
        try await ConfigureItemError<Refusal>.translating { () throws(StoreError) in
            try await store(new, of: app, entry)
        }
        return new
    }
}

extension ConfiguresItems where Item: ReleasedItem {
    /// With their app: those that are not archived. There is no way back (rule 3.2).
    func release(of app: App, by administrator: Administrator) async throws(AppError) {
        try await gate.run { () throws(AppError) in
            for old in items(of: app) where !old.isReleased && !old.isArchived {
                var item = old
                item.isReleased = true
                let entry = administrator.entry(
                    Self.actions.update, team: app.team, app: app.number, subject: item.id.text,
                    changes: changes(from: old, to: item).text, at: apps.clock.now())
                let released = item
                try await AppError.translating { () throws(StoreError) in
                    try await store(released, of: app, entry)
                }
            }
        }
    }
}

extension AppError {
    init<Refusal>(_ error: ConfigureItemError<Refusal>, refused: (Refusal) -> AppError) {
        switch error {
        case .refused(let refusal): self = refused(refusal)
        // Somebody removed it meanwhile.
        case .unknown, .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason: reason)
        }
    }
}
