import Testing

@testable import LaurelCryptography

@Suite("Known answers") struct KnownAnswerTests {
    @Test("AES-128 is that of FIPS 197, appendix C.1")
    func aes() {
        let cipher = AESNumberCipher(key: (0..<16).map { UInt8($0) })
        let block = cipher.encryptBlock(0x0011_2233_4455_6677_8899_AABB_CCDD_EEFF)
        #expect(block == 0x69C4_E0D8_6A7B_0430_D8CD_B780_70B4_C55A)
    }

    @Test("BLAKE2b of 64 bytes is that of RFC 7693, appendix A")
    func blake2b() {
        let digest = Digest.blake2b(Array("abc".utf8), key: [], count: 64)
        #expect(
            hex(digest) == """
                ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1\
                7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923
                """)
    }

    @Test("BLAKE2b of 32 bytes is what b2sum -l 256 says")
    func blake2b256() {
        #expect(
            hex(Digest.blake2b(Array("abc".utf8)))
                == "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319")
        let words = Array("abc".utf8).withUnsafeBytes { Digest.blake2b256($0) }
        #expect(
            [words.0, words.1, words.2, words.3]
                == [0xbddd_813c_6342_3972, 0x3171_ef3f_ee98_579b, 0x9496_4e3b_b1cb_3e42, 0x7262_c8c0_68d5_2319])
    }

    @Test(
        "Argon2id is that of the reference implementation's test.c",
        arguments: [
            ("$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4", "password"),
            ("$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc", "password"),
        ])
    func argon2id(hash: String, password: String) {
        #expect(Argon2id.matches(password, hash) == true)
        #expect(Argon2id.matches(password + "x", hash) == false)
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
