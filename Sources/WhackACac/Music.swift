import LaurelArcade

/// Eight bars of a trotting horse under a lonely tune, over and over.
enum Music {
    /// Milliseconds of an eighth, at 112 beats a minute.
    private static let eighth: Int32 = 268
    private static let bars: Int32 = 8

    static func loop() -> [Int16] {
        var synthesizer = Synthesizer(milliseconds: eighth * 8 * bars)
        for bar in 0..<bars {
            addBass(&synthesizer, bar: bar)
            addHooves(&synthesizer, bar: bar)
        }
        addTune(&synthesizer)
        return synthesizer.rendered()
    }

    /// A minor, C, G, E: the root of each bar.
    private static func root(_ bar: Int32) -> Int32 {
        switch bar % 4 {
        case 0: 33
        case 1: 36
        case 2: 31
        default: 28
        }
    }

    private static func addBass(_ synthesizer: inout Synthesizer, bar: Int32) {
        for beat: Int32 in 0..<4 {
            let key = root(bar) + (beat % 2 == 0 ? 12 : 19)
            synthesizer.add(
                .init(
                    .triangle, pitch: Synthesizer.pitch(key: key), start: (bar * 8 + beat * 2) * eighth, length: 320,
                    volume: 50, halfLife: 110))
        }
    }

    private static func addHooves(_ synthesizer: inout Synthesizer, bar: Int32) {
        for step: Int32 in 0..<8 where step % 4 != 1 {
            let pitch: Int32 = step % 2 == 0 ? 420_000 : 560_000
            synthesizer.add(
                .init(
                    .sine, pitch: pitch, to: pitch / 2, start: (bar * 8 + step) * eighth, length: 60,
                    volume: step % 4 == 0 ? 40 : 24, halfLife: 16))
        }
    }

    /// Semitones above middle C, one for each eighth; −1 is a rest.
    private static let tune: [Int32] = [
        9, -1, 16, -1, 14, 12, 9, -1, 12, -1, 7, -1, -1, -1, -1, -1,
        11, -1, 14, -1, 12, 11, 7, -1, 8, -1, 4, -1, -1, -1, 4, 8,
        9, -1, 16, -1, 19, 16, 14, -1, 16, -1, 12, -1, -1, 9, 12, -1,
        14, -1, 11, 7, 11, -1, 14, -1, 16, 14, 11, 8, 4, -1, -1, -1,
    ]

    private static func addTune(_ synthesizer: inout Synthesizer) {
        for index in 0..<tune.count where tune[index] >= 0 {
            let start = Int32(truncatingIfNeeded: index) * eighth
            synthesizer.add(
                .init(
                    .marimba, pitch: Synthesizer.pitch(key: 60 + tune[index]), start: start, length: 480, volume: 50,
                    halfLife: 130))
            // The echo of a canyon.
            synthesizer.add(
                .init(
                    .sine, pitch: Synthesizer.pitch(key: 72 + tune[index]), start: start + 400, length: 360, volume: 12,
                    halfLife: 120))
        }
    }
}
