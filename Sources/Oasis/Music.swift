import LaurelArcade

/// An evening at the water: a hand drum, a lute over low strings, and a flute that answers. A minute until it is heard
/// again.
enum Music {
    /// Milliseconds of an eighth, at 92 beats a minute.
    private static let eighth: Int32 = 326
    private static let bars: Int32 = 24
    private static let partBars: Int32 = 8

    static func loop() -> [Int16] {
        var synthesizer = Synthesizer(milliseconds: eighth * 8 * bars, rate: Synthesizer.musicRate)
        for bar in 0..<bars {
            addStrings(&synthesizer, bar: bar)
            addDrum(&synthesizer, bar: bar)
        }
        for part in 0..<bars / partBars { addTune(&synthesizer, part: part) }
        return synthesizer.rendered()
    }

    /// D, D, E flat, D; C minor, D, G minor, D.
    private static let roots: [Int32] = [38, 38, 39, 38, 36, 38, 43, 38]

    private static func addStrings(_ synthesizer: inout Synthesizer, bar: Int32) {
        let root = roots[Int(bar % 8)]
        for (index, key) in [root, root + 7, root + 12].enumerated() {
            synthesizer.add(
                .init(
                    .triangle, pitch: Synthesizer.pitch(key: key),
                    start: bar * 8 * eighth + Int32(truncatingIfNeeded: index) * 40, length: eighth * 8,
                    volume: index == 0 ? 34 : 15, halfLife: 900, pan: Int32(truncatingIfNeeded: index) * 60 - 60))
        }
    }

    /// Maqsum: dum tek, tek dum, tek.
    private static func addDrum(_ synthesizer: inout Synthesizer, bar: Int32) {
        for step: Int32 in [0, 4] {
            synthesizer.add(
                .init(
                    .sine, pitch: 118_000, to: 62_000, start: (bar * 8 + step) * eighth, length: 240, volume: 62,
                    halfLife: 70))
        }
        for step: Int32 in [1, 3, 6] {
            synthesizer.add(
                .init(
                    .noise, pitch: 160_000, start: (bar * 8 + step) * eighth, length: 60, volume: 15, halfLife: 14,
                    pan: 70))
            synthesizer.add(
                .init(
                    .sine, pitch: 520_000, to: 380_000, start: (bar * 8 + step) * eighth, length: 60, volume: 20,
                    halfLife: 18, pan: 50))
        }
    }

    /// Semitones above D, one for each eighth; −1 is a rest. The scale has the wide step from E flat to F sharp.
    private static let tune: [Int32] = [
        0, -1, 4, 5, 7, -1, 5, 4, 5, -1, 4, 1, 0, -1, -1, -1,
        1, -1, 4, -1, 5, 7, 8, -1, 7, -1, 5, 4, 4, -1, -1, -1,
        10, -1, 8, 7, 8, -1, 7, 5, 7, -1, 5, 4, 5, -1, -1, -1,
        8, -1, 7, 5, 4, -1, 1, -1, 0, -1, 1, 4, 0, -1, -1, -1,
    ]

    /// Of the flute.
    private static let answer: [Int32] = [
        -1, -1, -1, -1, -1, -1, -1, -1, 12, -1, -1, 13, -1, 12, 10, -1,
        8, -1, -1, -1, 7, -1, -1, -1, -1, -1, -1, -1, 4, 5, 7, -1,
        12, -1, -1, -1, 10, -1, 8, -1, 7, -1, -1, -1, -1, -1, -1, -1,
        8, -1, 7, -1, 5, -1, 4, -1, 5, -1, -1, -1, -1, -1, -1, -1,
    ]

    private static func addTune(_ synthesizer: inout Synthesizer, part: Int32) {
        for index in 0..<tune.count {
            let start = part * partBars * 8 * eighth + Int32(truncatingIfNeeded: index) * eighth
            // The lute rests while the flute has the second part to itself.
            if part != 1, tune[index] >= 0 {
                synthesizer.add(
                    .init(
                        .marimba, pitch: Synthesizer.pitch(key: 62 + tune[index]), start: start, length: 620,
                        volume: 44, halfLife: 170, pan: -70))
                synthesizer.add(
                    .init(
                        .triangle, pitch: Synthesizer.pitch(key: 50 + tune[index]), start: start, length: 400,
                        volume: 22, halfLife: 120, pan: -50))
            }
            if part > 0, answer[index] >= 0 {
                synthesizer.add(
                    .init(
                        .sine, pitch: Synthesizer.pitch(key: 62 + answer[index]), start: start, length: 900,
                        volume: part == 1 ? 40 : 22, halfLife: 420, pan: 90))
            }
        }
    }
}
