import LaurelArcade

/// A trotting horse under a lonely tune: the tune, its echo from the mountains, another tune, and the horse alone. It
/// is more than a minute until it is heard again.
enum Music {
    /// Milliseconds of an eighth, at 112 beats a minute.
    private static let eighth: Int32 = 268
    private static let bars: Int32 = 32
    private static let partBars: Int32 = 8

    static func loop() -> [Int16] {
        var synthesizer = Synthesizer(milliseconds: eighth * 8 * bars, rate: Synthesizer.musicRate)
        for bar in 0..<bars {
            addBass(&synthesizer, bar: bar)
            addHooves(&synthesizer, bar: bar)
        }
        for part in 0..<bars / partBars { addTune(&synthesizer, part: part) }
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
            // The second tune goes up a fourth, and comes back.
            let up: Int32 = bar / partBars == 2 && bar % 8 < 4 ? 5 : 0
            let key = root(bar) + up + (beat % 2 == 0 ? 12 : 19)
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
                    volume: step % 4 == 0 ? 40 : 24, halfLife: 16, pan: step % 2 == 0 ? -70 : 70))
        }
    }

    /// Semitones above middle C, one for each eighth; −1 is a rest.
    private static let tune: [Int32] = [
        9, -1, 16, -1, 14, 12, 9, -1, 12, -1, 7, -1, -1, -1, -1, -1,
        11, -1, 14, -1, 12, 11, 7, -1, 8, -1, 4, -1, -1, -1, 4, 8,
        9, -1, 16, -1, 19, 16, 14, -1, 16, -1, 12, -1, -1, 9, 12, -1,
        14, -1, 11, 7, 11, -1, 14, -1, 16, 14, 11, 8, 4, -1, -1, -1,
    ]

    /// Of the second tune.
    private static let other: [Int32] = [
        14, -1, -1, 17, -1, -1, 21, -1, 19, -1, 17, -1, 14, -1, -1, -1,
        12, -1, -1, 16, -1, -1, 19, -1, 17, 16, 12, -1, 9, -1, -1, -1,
        9, -1, 12, -1, 16, -1, 19, -1, 16, -1, 14, 12, 9, -1, -1, -1,
        11, -1, 8, -1, 11, -1, 14, -1, 16, -1, -1, 14, 11, 8, 4, -1,
    ]

    private static func addTune(_ synthesizer: inout Synthesizer, part: Int32) {
        let tune = part == 2 ? other : tune
        for index in 0..<tune.count where tune[index] >= 0 {
            // The horse alone, and now and then a call.
            if part == 3, index % 32 >= 8 { continue }
            let start = part * partBars * 8 * eighth + Int32(truncatingIfNeeded: index) * eighth
            synthesizer.add(
                .init(
                    .marimba, pitch: Synthesizer.pitch(key: 60 + tune[index]), start: start, length: 480,
                    volume: part == 3 ? 32 : 50, halfLife: 130, pan: -60))
            // The echo of a canyon, from the other side.
            synthesizer.add(
                .init(
                    .sine, pitch: Synthesizer.pitch(key: 72 + tune[index]), start: start + 400, length: 360,
                    volume: part == 1 ? 22 : 12, halfLife: 120, pan: 150))
        }
    }
}
