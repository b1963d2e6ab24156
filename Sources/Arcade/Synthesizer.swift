/// Sound made by counting: sixteen-bit samples, stereo, the same on every machine.
public struct Synthesizer: Sendable {
    /// Samples a second on each side, of what is heard once; and of music, which has nothing so high.
    public static let rate: Int32 = 48_000
    public static let musicRate: Int32 = 24_000
    /// Left and right.
    public static let channels: Int32 = 2
    /// Milliseconds.
    public static let lengthLimit: Int32 = 90_000

    public enum Wave: Sendable { case sine, triangle, square, noise, marimba }

    /// One voice for a while.
    public struct Tone: Sendable {
        public var wave: Wave
        /// Thousandths of a hertz, at the start and at the end.
        public var pitch: Int32
        public var pitchEnd: Int32
        /// Milliseconds.
        public var start: Int32
        public var length: Int32
        /// 0–255.
        public var volume: Int32
        /// Milliseconds until the voice has fallen to half, over and over.
        public var halfLife: Int32
        /// Where it is heard: −256 on the left alone, 256 on the right alone.
        public var pan: Int32

        public init(
            _ wave: Wave, pitch: Int32, to pitchEnd: Int32? = nil, start: Int32 = 0, length: Int32, volume: Int32,
            halfLife: Int32, pan: Int32 = 0
        ) {
            self.wave = wave
            self.pitch = pitch
            self.pitchEnd = pitchEnd ?? pitch
            self.start = start
            self.length = length
            self.volume = volume
            self.halfLife = halfLife
            self.pan = pan
        }
    }

    public let rate: Int32
    private var left: [Int32]
    private var right: [Int32]

    /// - Parameters:
    ///   - milliseconds: the length of the whole sound, cut to 0...``lengthLimit``.
    ///   - rate: samples a second on each side, cut to 8,000...48,000.
    public init(milliseconds: Int32, rate: Int32 = Self.rate) {
        self.rate = min(max(rate, 8_000), 48_000)
        let count = Self.samples(milliseconds, self.rate)
        left = Array(repeating: 0, count: count)
        right = left
    }

    private static func samples(_ milliseconds: Int32, _ rate: Int32) -> Int {
        Int(Int64(min(max(milliseconds, 0), lengthLimit)) * Int64(rate) / 1000)
    }

    /// A voice that ends beyond the end of the sound goes on at its beginning, so that a loop has no seam.
    public mutating func add(_ tone: Tone) {
        guard !left.isEmpty else { return }
        let count = Self.samples(tone.length, rate)
        var at = Self.samples(tone.start, rate) % left.count
        var phase: UInt32 = 0
        var noise = SeededRandom(seed: UInt64(UInt32(bitPattern: tone.pitch &+ tone.start)))
        var hiss = (step: Int64(-1), value: Int32(0))
        var envelope: Int64 = 1 << 24
        let fall = fall(halfLife: tone.halfLife)
        let pan = Int64(min(max(tone.pan, -256), 256))
        let gains = (left: min(256, 256 - pan), right: min(256, 256 + pan))
        for index in 0..<count {
            let part = Int64(index) * 1024 / Int64(count)
            let pitch = Int64(tone.pitch) + Int64(tone.pitchEnd - tone.pitch) * part / 1024
            phase &+= UInt32(truncatingIfNeeded: pitch * 4_294_967 / Int64(rate))
            envelope = (envelope * fall) >> 16
            // 4 ms in and 8 ms out: no click at either end. In steps of 1/22,050 s.
            let step = Int64(index) * Self.steps / Int64(rate)
            let rest = Int64(count - index) * Self.steps / Int64(rate)
            let edge = min(step * 3, rest, 176) * 93
            let level = (((envelope * Int64(tone.volume)) >> 16) * edge) >> 22
            // Noise is as dull at each rate.
            if tone.wave == .noise, step != hiss.step {
                hiss = (step, Int32(truncatingIfNeeded: noise.next() >> 49) &- 0x4000)
            }
            let sample = (Int64(tone.wave == .noise ? hiss.value : Self.sample(tone.wave, phase)) * level) >> 8
            left[at] &+= Int32(truncatingIfNeeded: (sample * gains.left) >> 8)
            right[at] &+= Int32(truncatingIfNeeded: (sample * gains.right) >> 8)
            at += 1
            if at == left.count { at = 0 }
        }
    }

    /// What envelopes and noise are counted in, a second.
    private static let steps: Int64 = 22_050

    /// The samples, left and right in turn, held within sixteen bits.
    public func rendered() -> [Int16] {
        var samples: [Int16] = []
        samples.reserveCapacity(left.count * 2)
        for index in left.indices {
            samples.append(Self.cut(left[index]))
            samples.append(Self.cut(right[index]))
        }
        return samples
    }

    private static func cut(_ value: Int32) -> Int16 { Int16(truncatingIfNeeded: min(max(value, -32767), 32767)) }

    /// The factor of one sample, in 1/65536: 1 − ln 2 / samples.
    private func fall(halfLife: Int32) -> Int64 {
        let count = max(Int64(halfLife) * Int64(rate) / 1000, 1)
        return max(65536 - 45426 / count, 0)
    }

    private static func sample(_ wave: Wave, _ phase: UInt32) -> Int32 {
        let angle = Int32(truncatingIfNeeded: phase >> 16)
        switch wave {
        case .sine: return Trigonometry.sine(angle)
        case .triangle: return angle < 0x8000 ? angle &* 2 &- 0x8000 : 0x17FFF &- angle &* 2
        case .square: return angle < 0x8000 ? 12000 : -12000
        case .noise: return 0
        case .marimba:
            // A bar sounds its fourth harmonic with the first.
            return (Trigonometry.sine(angle) &* 3 &+ Trigonometry.sine(angle &* 4)) >> 2
        }
    }

    /// The pitch of a key, in thousandths of a hertz.
    /// - Parameter key: MIDI's number; 69 is 440 Hz. Cut to 24...107.
    public static func pitch(key: Int32) -> Int32 {
        let octave: [Int32] = [
            32703, 34648, 36708, 38891, 41203, 43654, 46249, 48999, 51913, 55000, 58270, 61735,
        ]
        let cut = min(max(key, 24), 107) - 24
        return octave[Int(cut % 12)] << (cut / 12)
    }
}
