import Testing

@testable import LaurelCryptography

@Suite("Keyring") struct KeyringTests {
    private static func key(_ byte: UInt8) throws -> Keyring.Key {
        try #require(Keyring.Key([UInt8](repeating: byte, count: 32)))
    }
    private static let secret = Array("12345678901234567890".utf8)

    @Test("seals as the draft's example does (draft-irtf-cfrg-xchacha-03, A.3.1)")
    func vector() {
        let text =
            "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
            + "sunscreen would be it."
        let sealed = Keyring.encrypt(
            Array(text.utf8), Array(0x80...0x9F), Array(0x40...0x57),
            [0x50, 0x51, 0x52, 0x53, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7])
        #expect(sealed.count == text.utf8.count + 16)
        #expect(sealed.starts(with: [0xBD, 0x6D, 0x17, 0x9D, 0x3E, 0x83, 0xD4, 0x3B, 0x95, 0x76, 0x57, 0x94]))
        #expect(
            Array(sealed.suffix(16)) == [
                0xC0, 0x87, 0x59, 0x24, 0xC1, 0xC7, 0x98, 0x79, 0x47, 0xDE, 0xAF, 0xD8, 0x78, 0x0A, 0xCF, 0x49,
            ])
    }

    @Test("opens what it sealed, for the same row, with any of its keys; never the same bytes twice")
    func roundTrip() throws {
        let old = try #require(Keyring([Self.key(1)]))
        let sealed = old.seal(Self.secret, for: "a 1")
        #expect(sealed != old.seal(Self.secret, for: "a 1"))
        #expect(Keyring.keyID(of: sealed) == old.current.id)
        let both = try #require(Keyring([Self.key(1), Self.key(2)]))
        #expect(both.open(sealed, for: "a 1") == Self.secret)
        #expect(try Keyring.keyID(of: both.seal(Self.secret, for: "a 1")) == Self.key(2).id)
        #expect(both.open(both.seal([], for: ""), for: "") == [])
        // Another row, another key.
        #expect(both.open(sealed, for: "a 2") == nil)
        #expect(try #require(Keyring([Self.key(2)])).open(sealed, for: "a 1") == nil)
    }

    @Test("opens nothing that was changed or cut, at any byte")
    func changed() throws {
        let keyring = try #require(Keyring([Self.key(1)]))
        let sealed = keyring.seal(Self.secret, for: "a 1")
        for index in sealed.indices {
            var other = sealed
            other[index] ^= 1
            #expect(keyring.open(other, for: "a 1") == nil, "byte \(index)")
            #expect(keyring.open(Array(sealed[..<index]), for: "a 1") == nil)
        }
        #expect(keyring.open(sealed + [0], for: "a 1") == nil)
        for plain in [[], Self.secret, [UInt8](repeating: 0x30, count: 1_800)] {
            #expect(Keyring.keyID(of: plain) == nil)
        }
    }

    @Test("is written as a file of lines, and reads nothing else")
    func file() throws {
        let keyring = try #require(Keyring([Self.key(1), Self.key(2)]))
        #expect(Keyring(text: keyring.text)?.keys == keyring.keys)
        #expect(keyring.text.hasPrefix("#"))
        let digits = String(repeating: "0a", count: 32)
        #expect(Keyring(text: "key \(digits)")?.keys.count == 1)
        for text in [
            "", "# key \(digits)", "key \(digits.dropLast())", "key \(digits)0", "key \(digits.uppercased())",
            "key \(digits) x", digits, "kay \(digits)", "key \(digits)\nx",
            String(repeating: "key \(digits)\n", count: Keyring.countLimit + 1),
        ] { #expect(Keyring(text: text) == nil, "\(text)") }
    }
}
