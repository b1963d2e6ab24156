import Foundation
import LaurelArcade

/// The strings to which the core only points: names of players, scores as a leaderboard writes them, sentences of the
/// server. Whoever answers the core puts them here first.
@MainActor final class Strings {
    private var texts: [Slot: String] = [:]
    private(set) var photos: [Slot: Data] = [:]

    subscript(_ list: Slot.List, _ field: Slot.Field, _ place: Int = 0) -> String {
        get { texts[Slot(list, field, place)] ?? "" }
        set { texts[Slot(list, field, place)] = newValue }
    }

    /// How many names a list has.
    func count(_ list: Slot.List) -> Int { texts.keys.count { $0.list == list && $0.field == .name } }

    subscript(_ slot: Slot) -> String { texts[slot] ?? "" }

    /// The text searched for a player: display name and alias.
    private var aliases: [Slot: String] = [:]

    func setAlias(_ alias: String, _ list: Slot.List, _ place: Int) { aliases[Slot(list, .name, place)] = alias }

    /// Whether a name or its alias has this part; an empty one is everywhere.
    func matches(_ part: String, _ list: Slot.List, _ place: Int) -> Bool {
        let slot = Slot(list, .name, place)
        let wanted = part.trimmingCharacters(in: .whitespaces).lowercased()
        return wanted.isEmpty || "\(self[slot])\n\(aliases[slot] ?? "")".lowercased().contains(wanted)
    }

    /// - Parameter photo: a PNG; nil: none.
    func setPhoto(_ photo: Data?, _ list: Slot.List, _ place: Int) {
        photos[Slot(list, .photo, place)] = photo
    }

    /// Everything of a list, before it is filled anew.
    func removeAll(_ list: Slot.List) {
        texts = texts.filter { $0.key.list != list }
        photos = photos.filter { $0.key.list != list }
        aliases = aliases.filter { $0.key.list != list }
    }
}
