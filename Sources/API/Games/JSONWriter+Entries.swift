import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

extension JSONWriter {
    /// Entries one after the other, with their players' ids and names.
    ///
    /// - Parameter own: an entry that is wanted again elsewhere.
    /// - Returns: where that one stands.
    @discardableResult mutating func entries(
        _ entries: [RankedEntry], of total: Int, _ formatter: ScoreFormatter, _ scope: PlayerIDs.Scope,
        _ accounts: Accounts, friendNames: [PlayerNumber: String] = [:], own: RankedEntry? = nil
    ) -> Range<Int>? {
        guard !entries.isEmpty else { return nil }
        let players = entries.map(\.player)
        let names = Self.names(of: players, accounts, friendNames)
        let ids = accounts.ids.packed(of: players, in: scope)
        var position: Range<Int>?
        ids.bytes.withUnsafeBufferPointer { idBytes in
            names.bytes.withUnsafeBufferPointer { nameBytes in
                for (index, entry) in entries.enumerated() {
                    let range = self.entry(
                        rank: entry.rank, of: total, value: entry.value, formatter: formatter, context: entry.context,
                        date: entry.date, verification: entry.verification, id: Self.part(index, idBytes, ids.ends),
                        name: Self.part(index, nameBytes, names.ends))
                    if let own, own == entry { position = range }
                }
            }
        }
        return position
    }

    /// An entry by itself.
    mutating func entry(
        _ entry: RankedEntry, of total: Int, _ formatter: ScoreFormatter, _ player: PlayerIdentity
    ) {
        player.id.withUnsafeBufferPointer { id in
            player.name.withUnsafeBufferPointer { name in
                _ = self.entry(
                    rank: entry.rank, of: total, value: entry.value, formatter: formatter, context: entry.context,
                    date: entry.date, verification: entry.verification, id: id, name: name)
            }
        }
    }

    /// - Parameter friendNames: what the reader sees in place of their friends' aliases.
    private static func names(
        of players: [PlayerNumber], _ accounts: Accounts, _ friendNames: [PlayerNumber: String]
    ) -> PackedTexts {
        let aliases = accounts.names.packed(of: players)
        guard !friendNames.isEmpty else { return aliases }
        var names = PackedTexts()
        aliases.bytes.withUnsafeBufferPointer { bytes in
            for (index, player) in players.enumerated() {
                let alias = part(index, bytes, aliases.ends)
                if let realName = friendNames[player], !alias.isEmpty {
                    names.bytes.append(contentsOf: realName.utf8)
                } else {
                    names.bytes.append(contentsOf: alias)
                }
                names.ends.append(names.bytes.count)
            }
        }
        return names
    }

    private static func part(
        _ index: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ ends: [Int]
    ) -> UnsafeBufferPointer<UInt8> {
        guard ends.indices.contains(index) else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(rebasing: bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]])
    }
}
