import Testing

@testable import LaurelCryptography

@Suite("Number cipher") struct NumberCipherTests {
    private static let secret = (0..<32).map { UInt8($0) }
    private static let edges: [UInt32] = [0, 1, 2, 255, 256, 65_536, .max - 1, .max]

    @Test("gives every number back", arguments: edges)
    func roundTrip(number: UInt32) {
        let cipher = AESNumberCipher(secret: Self.secret, purpose: "game 1")
        #expect(cipher.encrypt([number]).map(cipher.decrypt) == [number])
    }

    @Test("gives the same blocks in a batch as one by one")
    func batch() {
        let cipher = AESNumberCipher(secret: Self.secret, purpose: "game 1")
        #expect(cipher.encrypt(Self.edges) == Self.edges.flatMap { cipher.encrypt([$0]) })
        #expect(cipher.encrypt([]).isEmpty)
    }

    @Test("knows a block of another purpose, another secret or nobody's")
    func foreign() {
        let cipher = AESNumberCipher(secret: Self.secret, purpose: "game 1")
        let blocks =
            AESNumberCipher(secret: Self.secret, purpose: "game 2").encrypt(Self.edges)
            + AESNumberCipher(secret: Self.secret.reversed(), purpose: "game 1").encrypt(Self.edges)
            + [0, 1, .max] + cipher.encrypt(Self.edges).map { $0 ^ 1 }
        for block in blocks { #expect(cipher.decrypt(block) == nil) }
    }

    @Test("makes the same blocks for ever: ids that players know depend on them")
    func permanence() {
        let cipher = AESNumberCipher(secret: Self.secret, purpose: "player")
        // As Python's hashlib.blake2b and `openssl enc -aes-128-ecb` compute it.
        #expect(cipher.encrypt([1]) == [0xA050_DF05_0AFF_B30B_5B73_D1E3_F597_212F])
    }
}

@Suite("Secure random") struct SecureRandomTests {
    @Test("gives as many bytes as asked for, never the same twice")
    func bytes() {
        #expect(SecureRandom.bytes(0).isEmpty)
        #expect(SecureRandom.bytes(-1).isEmpty)
        #expect(SecureRandom.bytes(32).count == 32)
        #expect(SecureRandom.bytes(32) != SecureRandom.bytes(32))
    }

    @Test("gives many bytes at once, and no piece of 16 twice", arguments: [-1, 0, 16, 256, 257, 16_384])
    func manyBytes(count: Int) {
        let bytes = SecureRandom.manyBytes(count) + SecureRandom.manyBytes(count)
        #expect(bytes.count == 2 * max(0, count))
        let pieces = stride(from: 0, to: bytes.count / 16 * 16, by: 16).map { Array(bytes[$0..<$0 + 16]) }
        #expect(Set(pieces).count == pieces.count)
    }
}
