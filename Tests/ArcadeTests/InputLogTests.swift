import LaurelArcade
import LaurelTestSupport
import Testing

@Suite("Input log")
struct InputLogTests {
    private static func log(seed: UInt64) -> InputLog {
        var random = SeededRandom(seed: seed)
        let ticket = (0..<random.below(65)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        var log = InputLog(
            header: .init(
                coreID: UInt32(truncatingIfNeeded: random.next()),
                coreVersion: UInt16(truncatingIfNeeded: random.next()),
                seed: random.next(), ticket: ticket))
        for _ in 0..<random.below(400) {
            log.append(
                random.below(3) == 0
                    ? .tap(x: random.below(5000), y: random.below(3000)) : Input(rawValue: UInt32(random.below(4))),
                ticks: random.between(1, 1 << random.below(14)))
        }
        return log
    }

    @Test("is the same after it was written and read", arguments: Depth.seeds(200))
    func roundTrip(seed: UInt64) throws {
        let log = Self.log(seed: seed)
        let bytes = log.encoded()
        #expect(try InputLog(decoding: bytes) == log)
        #expect(log.spans.reduce(0) { $0 + $1.ticks } == log.tickCount)
    }

    @Test("has one form only: what can be read is written back the same", arguments: Depth.seeds(40))
    func canonical(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let whole = Self.log(seed: seed).encoded()
        var read = 0
        for _ in 0..<400 {
            var bytes = whole
            for _ in 0...random.below(3) {
                bytes[Int(random.below(Int32(bytes.count)))] = UInt8(truncatingIfNeeded: random.next())
            }
            do {
                #expect(try InputLog(decoding: bytes).encoded() == bytes)
                read += 1
            } catch {
                continue
            }
        }
        #expect(read > 0)
    }

    @Test("takes any bytes without a trap", arguments: Depth.seeds(40))
    func garbage(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let head = Self.log(seed: seed).encoded().prefix(18)
        for _ in 0..<500 {
            let start = random.below(2) == 0 ? [] : Array(head)
            let bytes = start + (0..<random.below(80)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            #expect(throws: (any Error).self, "\(bytes)") {
                let log = try InputLog(decoding: bytes)
                // By chance it may be a log after all: then it has to be written the same.
                if log.encoded() == bytes { throw InputLog.Invalid.notALog }
            }
        }
    }

    @Test("cut off anywhere, ends early", arguments: Depth.seeds(10))
    func cut(seed: UInt64) {
        let bytes = Self.log(seed: seed).encoded()
        for count in 0..<bytes.count {
            #expect(throws: InputLog.Invalid.endsEarly) { try InputLog(decoding: Array(bytes.prefix(count))) }
        }
        #expect(throws: InputLog.Invalid.bytesAfterEnd) { try InputLog(decoding: bytes + [0]) }
    }

    private static let head: [UInt8] = [0x4C, 0x49, 0x4C, 1, 1, 0, 0, 0, 1, 0, 7, 0, 0, 0, 0, 0, 0, 0]

    @Test(
        "names what is wrong",
        arguments: [
            ([0x4C, 0x49, 0x4C, 2], InputLog.Invalid.notALog),
            (head + [65], .ticketTooLong(65)),
            (head + [0, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F], .tooManySpans(.max)),
            (head + [0, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F], .numberTooLong),
            (head + [0, 0x80, 0x80, 0x80, 0x80, 0x80], .numberTooLong),
            (head + [0, 0x81, 0x00], .notShortest),
            (head + [0, 1, 1, 0], .notShortest),
            (head + [0, 1, 0x80, 0x04, 1], .notAnInput),
            (head + [0, 2, 1, 5, 1, 5], .notShortest),
            (head + [0, 1, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F], .tooManyTicks),
            (head + [0, 2, 1, 0x80, 0x9A, 0x9E, 0x01, 0, 1], .tooManyTicks),
        ] as [([UInt8], InputLog.Invalid)])
    func refusals(bytes: [UInt8], expected: InputLog.Invalid) {
        #expect(throws: expected) { try InputLog(decoding: bytes) }
    }

    @Test("stops recording when it is full")
    func full() {
        var log = InputLog(header: .init(coreID: 1, coreVersion: 1, seed: 1))
        let steps: [(Input, Int32)] = [
            ([], InputLog.tickLimit - 1), (.jump, 2), (.jump, 1), (.jump, 1), ([], 0), ([], -5),
        ]
        let taken = steps.map { log.append($0.0, ticks: $0.1) }
        #expect(taken == [true, false, true, false, false, false])
        #expect(log.tickCount == InputLog.tickLimit)
        #expect(log.spans.count == 2)
    }
}
