import LaurelForwarding
import Testing

@Suite("Keys and addresses of peers") struct PeerKeyTests {
    @Test("a key has 32 bytes, and 64 digits as text", arguments: [0, 1, 31, 32, 33, 64])
    func length(_ count: Int) {
        let key = PeerKey([UInt8](repeating: 0xA5, count: count))
        #expect((key != nil) == (count == 32))
        if let key { #expect(key.text == String(repeating: "a5", count: 32)) }
    }

    @Test("a key matches its own text and no other", arguments: 0..<64)
    func matching(_ index: Int) throws {
        let key = try #require(PeerKey(Array(0..<32)))
        var digits = Array(key.text.utf8)
        #expect(digits.withUnsafeBytes(key.matches))
        digits[index] ^= 1
        #expect(!digits.withUnsafeBytes(key.matches))
        #expect(!digits.prefix(index).withUnsafeBytes(key.matches))
        #expect(!(Array(key.text.utf8) + [0x30]).withUnsafeBytes(key.matches))
        #expect(try key == #require(PeerKey(Array(0..<32))))
        #expect(try key != #require(PeerKey(Array(1..<33))))
    }

    @Test("a key is in no description") func secrecy() throws {
        let key = try #require(PeerKey(Array(0..<32)))
        #expect(!"\(key)".contains("0102") && !String(reflecting: key).contains("0102"))
    }

    @Test(
        "an address is a host and a port, and nothing that a URL would take for more",
        arguments: [
            ("10.0.0.7:7070", true), ("[fd00::7]:7070", true), ("node-2.internal:1", true), ("a:65535", true),
            ("a:65536", false), ("a:0", false), ("a:", false), (":1", false), ("a", false), ("", false),
            ("fd00::7:1", false), ("[]:1", false), ("a/b:1", false), ("user@a:1", false), ("a:1/x", false),
            ("a:+1", false), ("a b:1", false), ("[fd00::7]x:1", false), ("a?:1", false), ("a#:1", false),
            (String(repeating: "a", count: 258) + ":1", true), (String(repeating: "a", count: 259) + ":1", false),
        ])
    func addresses(_ text: String, _ isRight: Bool) {
        #expect((PeerAddress(text) != nil) == isRight)
        if isRight { #expect(PeerAddress(text)?.text == text) }
    }
}
