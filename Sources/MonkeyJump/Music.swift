import LaurelArcade

extension Land {
    /// What is heard in it.
    public var music: Cue {
        switch self {
        case .jungle: .music
        case .swamp: .musicSwamp
        case .ruins: .musicRuins
        case .savanna: .musicSavanna
        }
    }
}

/// Eight bars for a tune, bass and drums, over and over: one piece, which each land has in its own key, time and voice.
struct Music {
    /// Milliseconds of an eighth.
    private let eighth: Int32
    /// Semitones from C.
    private let key: Int32
    private let isMinor: Bool
    private let voice: Synthesizer.Wave
    private let bass: Synthesizer.Wave
    /// Milliseconds until a note of the tune has fallen to half.
    private let ring: Int32
    /// Eighths of a bar on which the shaker, the drum and the bass are heard, a bit for each.
    private let shaker, drum, bassline: Int32
    private static let bars: Int32 = 8

    init(_ land: Land) {
        isMinor = land == .swamp || land == .ruins
        switch land {
        case .jungle:
            (eighth, key, voice, bass, ring) = (227, 0, .marimba, .triangle, 110)
            (shaker, drum, bassline) = (0xFF, 0x19, 0x69)
        case .swamp:
            // Slow, low and dark, with room between the notes.
            (eighth, key, voice, bass, ring) = (278, -5, .sine, .sine, 240)
            (shaker, drum, bassline) = (0x44, 0x21, 0x11)
        case .ruins:
            // A plucked string over a heavy drum.
            (eighth, key, voice, bass, ring) = (250, 2, .triangle, .square, 90)
            (shaker, drum, bassline) = (0x10, 0x55, 0x49)
        case .savanna:
            // Quick, and all drums.
            (eighth, key, voice, bass, ring) = (203, 5, .marimba, .triangle, 90)
            (shaker, drum, bassline) = (0xFF, 0xDB, 0xAD)
        }
    }

    func loop() -> [Int16] {
        var synthesizer = Synthesizer(milliseconds: eighth * 8 * Self.bars)
        for step in 0..<8 * Self.bars {
            addBass(&synthesizer, step)
            addDrums(&synthesizer, step)
            addTune(&synthesizer, step)
        }
        return synthesizer.rendered()
    }

    private func isOn(_ pattern: Int32, _ step: Int32) -> Bool { pattern >> (step & 7) & 1 != 0 }

    /// The note so many semitones above C, in the land's scale.
    private func pitch(_ semitones: Int32, octave: Int32) -> Int32 {
        // Third, sixth and seventh are a half lower in minor.
        let tone = (semitones % 12 + 12) % 12
        let flat: Int32 = isMinor && (tone == 4 || tone == 9 || tone == 11) ? 1 : 0
        return Synthesizer.pitch(key: octave + key + semitones - flat)
    }

    /// C, A minor, F, G: the root of each bar, in semitones.
    private func root(_ bar: Int32) -> Int32 {
        switch bar % 4 {
        case 0: 0
        case 1: -3
        case 2: -7
        default: -5
        }
    }

    private func addBass(_ synthesizer: inout Synthesizer, _ step: Int32) {
        guard isOn(bassline, step) else { return }
        // Root, root, fifth, octave.
        let up: Int32 = step & 7 < 5 ? 0 : step & 7 == 5 ? 7 : 12
        synthesizer.add(
            .init(
                bass, pitch: pitch(root(step / 8), octave: 48 + up), start: step * eighth, length: 300,
                volume: bass == .square ? 26 : 52, halfLife: 120))
    }

    private func addDrums(_ synthesizer: inout Synthesizer, _ step: Int32) {
        if isOn(shaker, step) {
            synthesizer.add(
                .init(
                    .noise, pitch: 50_000 + (step & 7), start: step * eighth, length: 46,
                    volume: step % 4 == 2 ? 24 : 9, halfLife: 10))
        }
        if isOn(drum, step) {
            synthesizer.add(
                .init(
                    .sine, pitch: 190_000, to: 80_000, start: step * eighth, length: 120, volume: 44, halfLife: 34))
        }
    }

    /// Semitones above middle C, one for each eighth; −1 is a rest.
    private static let tune: [Int32] = [
        7, -1, 12, 7, -1, 4, 7, -1, 9, -1, 12, 9, -1, 4, 0, -1,
        5, -1, 9, 12, -1, 9, 5, 9, 7, -1, 11, 14, -1, 11, 7, -1,
        16, -1, 12, 16, -1, 12, 7, 12, 16, -1, 12, 9, -1, 12, 16, -1,
        17, 16, 14, -1, 12, -1, 9, -1, 11, -1, 14, 11, 7, -1, -1, -1,
    ]

    private func addTune(_ synthesizer: inout Synthesizer, _ step: Int32) {
        let note = Self.tune[Int(step)]
        guard note >= 0 else { return }
        synthesizer.add(
            .init(
                voice, pitch: pitch(note, octave: 60), start: step * eighth, length: 420, volume: 58, halfLife: ring))
        // A fourth below, softer, on the strong beats.
        guard step % 4 == 0 else { return }
        synthesizer.add(
            .init(
                voice, pitch: pitch(note - 5, octave: 60), start: step * eighth, length: 420, volume: 26,
                halfLife: ring))
    }
}
