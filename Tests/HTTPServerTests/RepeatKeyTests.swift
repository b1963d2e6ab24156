import LaurelHTTPServer
import Testing

@Suite("Keys of requests that may come again") struct RepeatKeyTests {
    @Test(
        "a key is read back from its text",
        arguments: [
            (0, 0, "00000000000000000000000000000000"), (0x0123_4567_89AB_CDEF, 7, "0123456789abcdef0000000000000007"),
            (.max, .max, "ffffffffffffffffffffffffffffffff"), (1 << 63, 1 << 63, "80000000000000008000000000000000"),
        ] as [(UInt64, UInt64, String)])
    func texts(high: UInt64, low: UInt64, text: String) {
        let key = RepeatKey(high: high, low: low)
        #expect(key.description == text && RepeatKey(text) == key)
    }

    @Test(
        "no other text is a key",
        arguments: [
            "", "0", "0000000000000000000000000000000", "000000000000000000000000000000000",
            "0000000000000000000000000000000g", "0000000000000000000000000000000F", "+0000000000000000000000000000000",
            "0000000000000000000000000000000 ", "0000000000000000000000000000000/", "0000000000000000000000000000000:",
            "0000000000000000000000000000000`",
        ])
    func others(text: String) { #expect(RepeatKey(text) == nil) }

    @Test("a request has no key before it's given one, and loses it when it's passed on")
    func requests() throws {
        let key = RepeatKey(high: 1, low: 2)
        let request = try #require(Request(.post, "/", headers: [("Laurel-Node-Client", "local \(key)")]))
        #expect(request.repeatKey == nil)
        let known = request.known(by: key)
        #expect(known.repeatKey == key && known.id == request.id && known.known(by: nil).repeatKey == nil)
        #expect(known.passedOn(from: .local, id: nil).repeatKey == nil)
    }
}
