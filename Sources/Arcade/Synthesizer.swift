/// Sound made by counting: sixteen-bit samples, mono, the same on every machine.
public struct Synthesizer: Sendable {
    /// Samples a second.
    public static let rate: Int32 = 22050

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

        public init(
            _ wave: Wave, pitch: Int32, to pitchEnd: Int32? = nil, start: Int32 = 0, length: Int32, volume: Int32,
            halfLife: Int32
        ) {
            self.wave = wave
            self.pitch = pitch
            self.pitchEnd = pitchEnd ?? pitch
            self.start = start
            self.length = length
            self.volume = volume
            self.halfLife = halfLife
        }
    }

    private var mix: [Int32]

    /// - Parameter milliseconds: the length of the whole sound, cut to 0...60,000.
    public init(milliseconds: Int32) {
        mix = Array(repeating: 0, count: Self.samples(milliseconds))
    }

    private static func samples(_ milliseconds: Int32) -> Int {
        Int(Int64(min(max(milliseconds, 0), 60_000)) * Int64(rate) / 1000)
    }

    /// A voice that ends beyond the end of the sound goes on at its beginning, so that a loop has no seam.
    public mutating func add(_ tone: Tone) {
        guard !mix.isEmpty else { return }
        let count = Self.samples(tone.length)
        var at = Self.samples(tone.start) % mix.count
        var phase: UInt32 = 0
        var noise = SeededRandom(seed: UInt64(UInt32(bitPattern: tone.pitch &+ tone.start)))
        var envelope: Int64 = 1 << 24
        let fall = Self.fall(halfLife: tone.halfLife)
        for index in 0..<count {
            let part = Int64(index) * 1024 / Int64(count)
            let pitch = Int64(tone.pitch) + Int64(tone.pitchEnd - tone.pitch) * part / 1024
            phase &+= UInt32(truncatingIfNeeded: pitch * 4_294_967 / Int64(Self.rate))
            envelope = (envelope * fall) >> 16
            // 4 ms in and 8 ms out: no click at either end.
            let edge = min(Int64(index) * 3, Int64(count - index), 176) * 93
            let level = (((envelope * Int64(tone.volume)) >> 16) * edge) >> 22
            mix[at] &+= Int32(truncatingIfNeeded: (Int64(Self.sample(tone.wave, phase, &noise)) * level) >> 8)
            at += 1
            if at == mix.count { at = 0 }
        }
    }

    /// The samples, held within sixteen bits.
    public func rendered() -> [Int16] {
        var samples: [Int16] = []
        samples.reserveCapacity(mix.count)
        for value in mix { samples.append(Int16(truncatingIfNeeded: min(max(value, -32767), 32767))) }
        return samples
    }

    /// The factor of one sample, in 1/65536: 1 − ln 2 / samples.
    private static func fall(halfLife: Int32) -> Int64 {
        let count = max(Int64(halfLife) * Int64(rate) / 1000, 1)
        return max(65536 - 45426 / count, 0)
    }

    private static func sample(_ wave: Wave, _ phase: UInt32, _ noise: inout SeededRandom) -> Int32 {
        let angle = Int32(truncatingIfNeeded: phase >> 16)
        switch wave {
        case .sine: return Trigonometry.sine(angle)
        case .triangle: return angle < 0x8000 ? angle &* 2 &- 0x8000 : 0x17FFF &- angle &* 2
        case .square: return angle < 0x8000 ? 12000 : -12000
        case .noise: return Int32(truncatingIfNeeded: noise.next() >> 49) &- 0x4000
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
