import LaurelArcade
import Foundation
import Testing

@Suite("Counted random numbers, angles and sounds")
struct CountingTests {
    @Test("gives the numbers of SplitMix64")
    func reference() {
        // From the reference implementation, seed 1234567.
        var random = SeededRandom(seed: 1_234_567)
        let expected: [UInt64] = [
            6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
        ]
        let numbers = expected.map { _ in random.next() }
        #expect(numbers == expected)
    }

    @Test("stays within bounds", arguments: [1, 2, 3, 7, 1000, Int32.max] as [Int32])
    func bounds(bound: Int32) {
        var random = SeededRandom(seed: 9)
        for _ in 0..<2000 {
            let below = random.below(bound)
            let between = random.between(-3, bound / 2)
            #expect((0..<bound).contains(below))
            #expect((-3...bound / 2).contains(between))
        }
        let nothing = [random.below(0), random.below(-4)]
        #expect(nothing == [0, 0])
    }

    @Test("is near the sine of every angle")
    func sine() {
        for angle in stride(from: -70000, to: 70000, by: 13) as StrideTo<Int32> {
            let exact = sin(Double(angle) * .pi / 32768) * 32768
            let counted = Double(Trigonometry.sine(angle))
            #expect(abs(exact - counted) < 66, "\(angle)")
        }
        #expect(Trigonometry.cosine(0) > 32700)
    }

    @Test("hangs parts on parts")
    func poses() {
        let quarter = Pose(x: 1000, y: 2000, rotation: 16384, scaleX: 2048, scaleY: 2048)
        let child = quarter.child(x: 10, y: 0, rotation: 100)
        // A quarter of a turn clockwise: what lay to the right lies below.
        #expect(abs(child.x - 1000) < 24)
        #expect(abs(child.y - (2000 + 20 * 256)) < 24)
        #expect(child.rotation == 16484)
    }

    @Test("leaves out what a full list cannot hold")
    func fullList() {
        var list = DrawList()
        for index in 0..<700 { list.sprite(Int32(index), Pose(x: 0, y: 0)) }
        #expect(list.count == DrawList.capacity)
        #expect(list[DrawList.capacity - 1].kind == Int32(DrawList.capacity - 1))
        list.removeAll()
        list.rectangle(x: 0, y: 0, width: 1, height: 1, color: 0, alpha: 0)
        #expect(list.count == 0)
    }

    @Test("sounds at the pitch that was asked for, and fades")
    func tone() {
        var synthesizer = Synthesizer(milliseconds: 1000)
        synthesizer.add(.init(.sine, pitch: 440_000, length: 1000, volume: 200, halfLife: 200))
        let both = synthesizer.rendered()
        #expect(both.count == 96_000)
        let samples = stride(from: 0, to: both.count, by: 2).map { both[$0] }
        #expect(samples == stride(from: 1, to: both.count, by: 2).map { both[$0] }, "in the middle")
        let crossings = zip(samples, samples.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
        #expect((436...444).contains(crossings))
        let early = samples[2200..<6600].map { abs(Int($0)) }.max() ?? 0
        let late = samples[39200..<43600].map { abs(Int($0)) }.max() ?? 0
        #expect(early > 8 * late && late > 0)
        #expect(abs(Int(samples[samples.count - 1])) < 20)
    }
}
