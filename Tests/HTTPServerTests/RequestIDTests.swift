import Testing

@testable import LaurelHTTPServer

@Suite("Request IDs") struct RequestIDTests {
    @Test("an ID is read back from its text, and from nothing else")
    func texts() {
        for number in 0..<1_000 {
            let id = RequestID(seed: .max, number: UInt64(number))
            #expect(RequestID(id.description) == id)
        }
        #expect(RequestID("0000000000000")?.description == "0000000000000")
        #expect(RequestID("fzzzzzzzzzzzz")?.description == "fzzzzzzzzzzzz")
        // 65 bits, a letter that Crockford leaves out, capitals, other lengths.
        for text in ["g000000000000", "0u00000000000", "F000000000000", "", "0", "00000000000000", "0000000000 00"] {
            #expect(RequestID(text) == nil, "\(text)")
        }
    }
}
