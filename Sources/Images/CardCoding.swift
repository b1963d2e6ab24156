import LaurelDomain

/// How a card comes to the helper: its parts in order, each with its length before it, in four bytes.
enum CardCoding {
    /// Of a card with its art and photo.
    static let bytesLimit = 16_842_752

    static func encode(_ card: ShareCard, photo: [UInt8]) -> [UInt8] {
        let numbers = "\(card.tint) \(card.medal ?? 0)"
        let texts = [numbers, card.game, card.player, card.headline, card.subject, card.rank, card.call]
        return (texts.map { Array($0.utf8) } + [card.art, photo]).flatMap { part in
            let count = UInt32(clamping: part.count)
            return (0..<4).map { UInt8(truncatingIfNeeded: count >> UInt32(24 - 8 * $0)) } + part
        }
    }

    static func decode(_ bytes: [UInt8]) -> (card: ShareCard, photo: [UInt8])? {
        var parts: [ArraySlice<UInt8>] = []
        var offset = 0
        while offset < bytes.count {
            guard offset + 4 <= bytes.count else { return nil }
            let count = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            offset += 4
            guard count <= bytes.count - offset else { return nil }
            parts.append(bytes[offset..<offset + count])
            offset += count
        }
        guard parts.count == 9 else { return nil }
        let texts = parts.map { String(decoding: $0, as: UTF8.self) }
        let numbers = texts[0].split(separator: " ").compactMap { Int($0) }
        guard numbers.count == 2 else { return nil }
        let card = ShareCard(
            tint: numbers[0], game: texts[1], player: texts[2], headline: texts[3], subject: texts[4], rank: texts[5],
            medal: numbers[1] == 0 ? nil : numbers[1], call: texts[6], art: Array(parts[7]))
        return (card, Array(parts[8]))
    }
}
