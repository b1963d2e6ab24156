import LaurelTestSupport
import Testing

@testable import LaurelHTTPServer

@Suite("Pieces") struct SplitTests {
    private static func conversation() -> Conversation {
        Conversation { .text("\($0.method.text) \($0.target) \($0.headers.count) \($0.bodyText)") }
    }

    /// What must not depend on the pieces: who was served what, and what was received but for the identifiers.
    private static func outcome(_ conversation: Conversation) -> [String] {
        let ids = conversation.answered.map(\.id.description)
        var text = conversation.text
        for id in ids { text = text.components(separatedBy: id).joined(separator: "ID") }
        // When 100 is said depends on how much of the body came along, as it must.
        text = text.components(separatedBy: "HTTP/1.1 100 Continue\r\n\r\n").joined()
        return [text, "\(conversation.refusals)", "\(conversation.ending != nil)"]
    }

    @Test("of any sizes give the same answers", arguments: Depth.seeds(40))
    func splits(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var text = ""
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            text += RefusalTable.accepted.randomElement(using: &random)?.bytes ?? ""
        }
        if Bool.random(using: &random) { text += RefusalTable.refused.randomElement(using: &random)?.bytes ?? "" }
        let bytes = Array(text.utf8)
        var whole = Self.conversation()
        whole.send(bytes)
        for _ in 0..<5 {
            var pieces: [Int] = []
            var left = bytes.count
            while left > 0, pieces.count < 5_000 {
                let piece = Int.random(in: 1...(Bool.random(using: &random) ? 3 : 200), using: &random)
                pieces.append(piece)
                left -= piece
            }
            var split = Self.conversation()
            split.send(bytes, pieces: pieces)
            #expect(Self.outcome(split) == Self.outcome(whole))
        }
    }

    @Test("of one byte give the same refusals", arguments: RefusalTable.refused)
    func bytewise(_ example: RefusalTable.Case) {
        let bytes = Array(example.bytes.utf8)
        var split = Self.conversation()
        split.send(bytes, pieces: Array(repeating: 1, count: bytes.count))
        #expect(split.refusals == [example.refusal])
    }

    @Test(
        "that were changed at random never trap, and never make two requests of one",
        arguments: Depth.seeds(30))
    func mutations(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let seeds =
            RefusalTable.accepted.map(\.bytes) + RefusalTable.refused.map(\.bytes).filter { $0.utf8.count < 500 }
        for _ in 0..<300 {
            var bytes = Array((seeds.randomElement(using: &random) ?? "").utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
                Self.mutate(&bytes, &random)
            }
            var whole = Self.conversation()
            whole.send(bytes)
            var split = Self.conversation()
            split.send(bytes, pieces: (0..<50).map { _ in Int.random(in: 1...20, using: &random) })
            #expect(Self.outcome(split) == Self.outcome(whole), "\(bytes)")
            // Every refusal is the end.
            #expect(whole.refusals.count <= 1)
        }
    }

    private static func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        let interesting: [UInt8] = [0, 9, 10, 13, 32, 0x25, 0x2B, 0x3A, 0x3B, 0x30, 0x61, 0x7F, 0x80, 0xFF]
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes[at] = interesting.randomElement(using: &random) ?? 0
        case 2: bytes.insert(interesting.randomElement(using: &random) ?? 0, at: at)
        case 3: bytes.remove(at: at)
        case 4: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + 12)], at: at)
        default: bytes.removeSubrange(at..<min(bytes.count, at + 5))
        }
    }
}
