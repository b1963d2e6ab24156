import LaurelDomain
import Testing

@testable import LaurelCryptography

@Suite("Web Push encryption and VAPID") struct PushTests {
    @Test("encrypts the example of RFC 8291, appendix A, to the byte")
    func example() throws {
        func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.bytes(text)) }
        let sender = try #require(P256Key(privateBytes: try bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")))
        let senderPoint =
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
        #expect(Base64URL.text(sender.publicBytes) == senderPoint)
        let receiver = try bytes(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
        let encryption = try #require(
            PushEncryption(receiver: receiver, secret: try bytes("BTBZMqHH6r4Tts7J_aSIgg")))
        let body = encryption.body(
            of: Array("When I grow up, I want to be a watermelon".utf8), sender: sender,
            salt: try bytes("DGv6ra1nlYgDCS1FRnbzlw"))
        #expect(
            body.map { Base64URL.text($0) }
                == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
                + "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")
        // The receiver's side of the example: the same secret from the other key.
        let browser = try #require(P256Key(privateBytes: try bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")))
        #expect(browser.publicBytes == receiver)
        #expect(browser.sharedSecret(with: sender.publicBytes) == sender.sharedSecret(with: receiver))
    }

    @Test("a message that fits a push service's body is taken, one more byte is not")
    func limits() throws {
        let encryption = try #require(
            PushEncryption(receiver: P256Key().publicBytes, secret: SecureRandom.bytes(16)))
        let longest = [UInt8](repeating: 0x61, count: PushEncryption.messageBytesLimit)
        #expect(encryption.body(of: longest)?.count == 4_096)
        #expect(encryption.body(of: longest + [0x61]) == nil)
        // A key and salt for each message: equal messages look different.
        #expect(encryption.body(of: longest) != encryption.body(of: longest))
    }

    @Test("what is no point of the curve, no key or no secret is refused")
    func refusals() {
        let point = P256Key().publicBytes
        var off = point
        off[64] ^= 1
        for bytes in [[], off, Array(point.dropLast()), point + [0], [UInt8](repeating: 0, count: 65), [0]] {
            #expect(!P256Key.isPublic(bytes))
            #expect(PushEncryption(receiver: bytes, secret: SecureRandom.bytes(16)) == nil)
            #expect(P256Key().sharedSecret(with: bytes) == nil)
        }
        #expect(PushEncryption(receiver: point, secret: SecureRandom.bytes(15)) == nil)
        #expect(P256Key(privateBytes: [UInt8](repeating: 0, count: 32)) == nil)
        #expect(P256Key(privateBytes: [UInt8](repeating: 0xFF, count: 32)) == nil)
    }

    @Test("HMAC and HKDF are those of RFC 4231 (case 2) and RFC 5869 (case 1)")
    func derivation() {
        #expect(
            HMAC256.code(of: Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8)).hex
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        let derived = HMAC256.derivedKey(
            secret: [UInt8](repeating: 0x0B, count: 22), salt: Array(0...12), info: Array(0xF0...0xF9), count: 32)
        #expect(derived.hex == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf")
    }

    @Test("base 64 is that of RFC 4648, section 10, in both alphabets")
    func base64() {
        for (plain, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("fooba", "Zm9vYmE=")] {
            #expect(Base64.text(Array(plain.utf8)) == text)
            #expect(Base64URL.text(Array(plain.utf8)) == text.replacing("=", with: ""))
            #expect(Base64URL.bytes(text) == Array(plain.utf8))
        }
        #expect(Base64URL.bytes("-_8") == [0xFB, 0xFF] && Base64URL.bytes("+/8=") == [0xFB, 0xFF])
        for text in ["Z", "Zg===", "Zh", "Z g", "Zg=a", "ü"] { #expect(Base64URL.bytes(text) == nil, "\(text)") }
    }
}

extension [UInt8] {
    fileprivate var hex: String {
        map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
