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
        let (names, ends) = Self.names(of: players, accounts, friendNames)
        // A writer cannot be copied into a closure, so the ids are laid side by side first, like the names.
        var ids: [UInt8] = []
        ids.reserveCapacity(entries.count * 41)
        var idEnds: [Int] = []
        idEnds.reserveCapacity(entries.count)
        accounts.ids.withUTF8(of: players, in: scope) { _, id in
            ids.append(contentsOf: id)
            idEnds.append(ids.count)
        }
        var position: Range<Int>?
        ids.withUnsafeBufferPointer { ids in
            names.withUnsafeBufferPointer { names in
                for (index, entry) in entries.enumerated() {
                    let range = self.entry(
                        rank: entry.rank, of: total, value: entry.value, formatter: formatter, context: entry.context,
                        date: entry.date, verification: entry.verification, id: Self.part(index, ids, idEnds),
                        name: Self.part(index, names, ends))
                    if let own, own == entry { position = range }
                }
            }
        }
        return position
    }

    /// - Parameter friendNames: what the reader sees in place of their friends' aliases.
    private static func names(
        of players: [PlayerNumber], _ accounts: Accounts, _ friendNames: [PlayerNumber: String]
    ) -> ([UInt8], [Int]) {
        var text: [UInt8] = []
        text.reserveCapacity(players.count * 16)
        var ends: [Int] = []
        ends.reserveCapacity(players.count)
        accounts.names.withUTF8(of: players) { player, name in
            if let realName = friendNames[player], !name.isEmpty {
                text.append(contentsOf: realName.utf8)
            } else {
                text.append(contentsOf: name)
            }
            ends.append(text.count)
        }
        return (text, ends)
    }

    private static func part(
        _ index: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ ends: [Int]
    ) -> UnsafeBufferPointer<UInt8> {
        guard ends.indices.contains(index) else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(rebasing: bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]])
    }
}
