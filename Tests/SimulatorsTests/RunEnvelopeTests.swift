import LaurelSimulators
import Testing

@Suite("Run envelopes") struct RunEnvelopeTests {
    @Test("come back as they were written")
    func roundTrip() throws {
        for ticket in [[], [UInt8](repeating: 9, count: 31), [UInt8](repeating: 1, count: 64)] {
            let envelope = RunEnvelope(seed: 0x0102_0304_0506_0708, ticket: ticket, payload: [5, 6])
            #expect(try RunEnvelope(decoding: envelope.encoded()) == envelope)
        }
        #expect(
            RunEnvelope(seed: 258, payload: [7]).encoded() == Array("LRUN".utf8) + [1, 2, 1, 0, 0, 0, 0, 0, 0, 0, 7])
    }

    @Test("that are cut or claim too much are none")
    func invalid() throws {
        let whole = RunEnvelope(seed: 1, ticket: [1, 2, 3], payload: []).encoded()
        for count in 0..<whole.count {
            #expect(throws: RunEnvelope.Invalid.self) { try RunEnvelope(decoding: Array(whole.prefix(count))) }
        }
        var long = RunEnvelope(seed: 1, payload: [UInt8](repeating: 0, count: 100)).encoded()
        long[13] = 65
        #expect(throws: RunEnvelope.Invalid.self) { try RunEnvelope(decoding: long) }
        #expect(throws: RunEnvelope.Invalid.self) {
            try RunEnvelope(decoding: Array("LRUN".utf8) + [2] + whole.dropFirst(5))
        }
    }
}
