import Foundation
import LaurelArcade

/// The strings to which the core only points: names of players, scores as a leaderboard writes them, sentences of the
/// server. The code that answers the core puts them here first.
@MainActor final class Strings {
    private var texts: [Slot: String] = [:]
    private(set) var photos: [Slot: Data] = [:]

    subscript(_ list: Slot.List, _ field: Slot.Field, _ index: Int = 0) -> String {
        get { texts[Slot(list, field, index)] ?? "" }
        set { texts[Slot(list, field, index)] = newValue }
    }

    /// How many names a list has.
    func count(_ list: Slot.List) -> Int { texts.keys.count { $0.list == list && $0.field == .name } }

    subscript(_ slot: Slot) -> String { texts[slot] ?? "" }

    /// The text searched for a player: display name and alias.
    private var aliases: [Slot: String] = [:]

    func setAlias(_ alias: String, _ list: Slot.List, _ index: Int) { aliases[Slot(list, .name, index)] = alias }

    /// Whether a name or its alias has this part; an empty one is everywhere.
    func matches(_ part: String, _ list: Slot.List, _ index: Int) -> Bool {
        let slot = Slot(list, .name, index)
        let wanted = part.trimmingCharacters(in: .whitespaces).lowercased()
        return wanted.isEmpty || "\(self[slot])\n\(aliases[slot] ?? "")".lowercased().contains(wanted)
    }

    /// - Parameter photo: a PNG; nil: none.
    func setPhoto(_ photo: Data?, _ list: Slot.List, _ index: Int) {
        photos[Slot(list, .photo, index)] = photo
    }

    /// Everything of a list, before it is filled anew.
    func removeAll(_ list: Slot.List) {
        texts = texts.filter { $0.key.list != list }
        photos = photos.filter { $0.key.list != list }
        aliases = aliases.filter { $0.key.list != list }
    }
}
