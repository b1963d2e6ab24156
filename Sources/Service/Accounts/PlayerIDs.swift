public import LaurelDomain
public import LaurelScores
import Synchronization

/// The three ids of a player that leave the server (rule 1.2), made from their number by encryption: they need no
/// table, and without the key the id in one game says nothing about the id in another.
public final class PlayerIDs: Sendable {
    /// Who sees the id.
    public enum Scope: Hashable, Sendable {
        /// The player's own pages and tools: `G:` and 39 digits.
        case player
        /// A game: `A:_` and 32 hexadecimal digits.
        case game(AppNumber)
        /// A team of developers: `T:_` and 32 hexadecimal digits.
        case team(TeamNumber)

        /// What a session with this binding sees.
        public init(_ binding: Binding) {
            switch binding {
            case .firstParty: self = .player
            case .game(let app, _): self = .game(app)
            }
        }

        /// Stored ids depend on these texts: never change them.
        fileprivate var purpose: String {
            switch self {
            case .player: "player"
            case .game(let number): "game \(number.rawValue)"
            case .team(let number): "team \(number.rawValue)"
            }
        }

        fileprivate var prefix: StaticString {
            switch self {
            case .player: "G:"
            case .game: "A:_"
            case .team: "T:_"
            }
        }
    }

    private let makeCipher: @Sendable (_ purpose: String) -> NumberCipher
    /// As many as there are apps and teams, and one.
    private let ciphers = Mutex<[Scope: NumberCipher]>([:])

    /// - Parameter makeCipher: the cipher under a key derived from the store's secret for this purpose.
    public init(makeCipher: @escaping @Sendable (_ purpose: String) -> NumberCipher) { self.makeCipher = makeCipher }

    private func cipher(_ scope: Scope) -> NumberCipher {
        ciphers.withLock { ciphers in
            if let known = ciphers[scope] { return known }
            let made = makeCipher(scope.purpose)
            ciphers[scope] = made
            return made
        }
    }

    public func id(of player: PlayerNumber, in scope: Scope) -> String {
        var id = ""
        withUTF8(of: [player], in: scope) { _, bytes in id = String(decoding: bytes, as: UTF8.self) }
        return id
    }

    /// Calls `body` with the index and the id in ASCII of each player: for pages, which carry a hundred.
    public func withUTF8(
        of players: [PlayerNumber], in scope: Scope, _ body: (Int, UnsafeBufferPointer<UInt8>) -> Void
    ) {
        let prefix = scope.prefix
        let length = prefix.utf8CodeUnitCount
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: length + Self.decimalDigits) { buffer in
            prefix.withUTF8Buffer { _ = buffer.update(fromContentsOf: $0) }
            for (index, block) in cipher(scope).encrypt(players.map(\.rawValue)).enumerated() {
                let digits = UnsafeMutableBufferPointer(rebasing: buffer[length...])
                let count = Self.write(block, in: scope, to: digits)
                body(index, UnsafeBufferPointer(rebasing: buffer[..<(length + count)]))
            }
        }
    }

    /// The ids in ASCII of all players on a page, in their order.
    public func packed(of players: [PlayerNumber], in scope: Scope) -> PackedTexts {
        let blocks = cipher(scope).encrypt(players.map(\.rawValue))
        let prefix = scope.prefix
        let length = prefix.utf8CodeUnitCount
        var ids = PackedTexts()
        ids.ends.reserveCapacity(blocks.count)
        let limit = length + Self.decimalDigits
        ids.bytes = [UInt8](unsafeUninitializedCapacity: blocks.count * limit) { bytes, filled in
            for block in blocks {
                let id = UnsafeMutableBufferPointer(rebasing: bytes[filled..<filled + limit])
                prefix.withUTF8Buffer { _ = id.update(fromContentsOf: $0) }
                let digits = UnsafeMutableBufferPointer(rebasing: id[length...])
                filled += length + Self.write(block, in: scope, to: digits)
                ids.ends.append(filled)
            }
        }
        return ids
    }

    /// - Returns: nil for a text that is no id in this scope: another game's, or made up.
    public func player(_ id: String, in scope: Scope) -> PlayerNumber? {
        var id = id
        let block: UInt128? = id.withUTF8 { id in
            let isPrefixed = scope.prefix.withUTF8Buffer { prefix in id.starts(with: prefix) }
            guard isPrefixed else { return nil }
            let digits = id[scope.prefix.utf8CodeUnitCount...]
            return scope == .player ? Self.decimal(digits) : Self.hex(digits)
        }
        guard let block else { return nil }
        return cipher(scope).decrypt(block).map { PlayerNumber($0) }
    }
}

// MARK: Digits

extension PlayerIDs {
    private static let hexDigits = 32
    /// 2^128 − 1 has as many.
    private static let decimalDigits = 39

    private static func write(
        _ block: UInt128, in scope: Scope, to buffer: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        scope == .player ? writeDecimal(block, to: buffer) : writeHex(block, to: buffer)
    }

    private static func writeHex(_ block: UInt128, to buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let bytes = UnsafeMutableRawBufferPointer(buffer)
        func put(_ number: UInt64, _ offset: Int) {
            let digits = eightDigits(UInt32(truncatingIfNeeded: number))
            bytes.storeBytes(of: digits.bigEndian, toByteOffset: offset, as: UInt64.self)
        }
        let (high, low) = (UInt64(truncatingIfNeeded: block >> 64), UInt64(truncatingIfNeeded: block))
        put(high >> 32, 0)
        put(high, 8)
        put(low >> 32, 16)
        put(low, 24)
        return hexDigits
    }

    /// The eight digits of a number, all at once: without a table, and without a branch.
    private static func eightDigits(_ number: UInt32) -> UInt64 {
        // Each half byte to a byte of its own.
        var digits = UInt64(number)
        digits = (digits | digits << 16) & 0x0000_FFFF_0000_FFFF
        digits = (digits | digits << 8) & 0x00FF_00FF_00FF_00FF
        digits = (digits | digits << 4) & 0x0F0F_0F0F_0F0F_0F0F
        // 1 where it is a letter: 6 more than 10 is 16.
        let letters = (digits &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        return digits &+ 0x3030_3030_3030_3030 &+ letters &* 39
    }

    private static func hex(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt128? {
        guard digits.count == hexDigits else { return nil }
        var block: UInt128 = 0
        for digit in digits {
            switch digit {
            case 0x30...0x39: block = block << 4 | UInt128(digit - 0x30)
            case 0x61...0x66: block = block << 4 | UInt128(digit - 0x57)
            default: return nil
            }
        }
        return block
    }

    private static func writeDecimal(_ block: UInt128, to buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        // Two divisions of 128 bits; the rest is done in 64.
        let (upper, low) = block.quotientAndRemainder(dividingBy: tenToThe19)
        let (high, middle) = upper.quotientAndRemainder(dividingBy: tenToThe19)
        buffer[0] = 0x30 + UInt8(truncatingIfNeeded: high)
        for (word, start) in [(UInt64(middle), 1), (UInt64(low), 20)] {
            var word = word
            for index in stride(from: start + 18, through: start, by: -1) {
                buffer[index] = 0x30 + UInt8(truncatingIfNeeded: word % 10)
                word /= 10
            }
        }
        return decimalDigits
    }

    private static let tenToThe19: UInt128 = 10_000_000_000_000_000_000

    private static func decimal(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt128? {
        guard digits.count == decimalDigits else { return nil }
        var block: UInt128 = 0
        for digit in digits {
            guard 0x30...0x39 ~= digit else { return nil }
            let (product, isTooLarge) = block.multipliedReportingOverflow(by: 10)
            let (sum, isStillTooLarge) = product.addingReportingOverflow(UInt128(digit - 0x30))
            guard !isTooLarge, !isStillTooLarge else { return nil }
            block = sum
        }
        return block
    }
}
