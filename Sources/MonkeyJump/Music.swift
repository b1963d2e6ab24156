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

/// Thirty-two bars for a tune, bass and drums: one piece, which each land has in its own key, time and voice. It is
/// about a minute until it is heard again.
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
    private static let bars: Int32 = 32

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

    /// The tune, the tune with a second voice, another tune, and drums with calls over them.
    private enum Part: Int32 { case tune, duet, bridge, drums }
    private static let partBars: Int32 = 8

    func loop() -> [Int16] {
        var synthesizer = Synthesizer(milliseconds: eighth * 8 * Self.bars, rate: Synthesizer.musicRate)
        for step in 0..<8 * Self.bars {
            let part = Part(rawValue: step / (8 * Self.partBars)) ?? .tune
            addBass(&synthesizer, step, part)
            addDrums(&synthesizer, step, part)
            addTune(&synthesizer, step, part)
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

    /// C, A minor, F, G: the root of each bar, in semitones; in the bridge A minor, F, C, G.
    private func root(_ bar: Int32, _ part: Part) -> Int32 {
        let order: Int32 = part == .bridge ? (bar % 4 == 0 ? 1 : bar % 4 == 1 ? 2 : bar % 4 == 2 ? 0 : 3) : bar % 4
        return switch order {
        case 0: 0
        case 1: -3
        case 2: -7
        default: -5
        }
    }

    private func addBass(_ synthesizer: inout Synthesizer, _ step: Int32, _ part: Part) {
        guard isOn(part == .drums ? bassline & 0x11 : bassline, step) else { return }
        // Root, root, fifth, octave.
        let up: Int32 = step & 7 < 5 ? 0 : step & 7 == 5 ? 7 : 12
        synthesizer.add(
            .init(
                bass, pitch: pitch(root(step / 8, part), octave: 48 + up), start: step * eighth, length: 300,
                volume: bass == .square ? 26 : 52, halfLife: 120))
    }

    private func addDrums(_ synthesizer: inout Synthesizer, _ step: Int32, _ part: Part) {
        // Each second part is fuller, and the last bar of each leads on.
        let isFill = step / 8 % Self.partBars == Self.partBars - 1 && step & 7 >= 4
        if isOn(shaker, step) || part == .drums {
            synthesizer.add(
                .init(
                    .noise, pitch: 50_000 + (step & 7), start: step * eighth, length: 46,
                    volume: step % 4 == 2 ? 24 : 9, halfLife: 10, pan: step & 1 == 0 ? 110 : 170))
        }
        if isOn(drum, step) || isFill {
            synthesizer.add(
                .init(
                    .sine, pitch: 190_000, to: 80_000, start: step * eighth, length: 120, volume: 44, halfLife: 34))
        }
        guard part == .drums || part == .duet, step & 3 == 3 else { return }
        synthesizer.add(
            .init(
                .sine, pitch: step & 7 == 3 ? 420_000 : 310_000, to: 180_000, start: step * eighth, length: 100,
                volume: 26, halfLife: 26, pan: -150))
    }

    /// Semitones above middle C, one for each eighth; −1 is a rest.
    private static let tune: [Int32] = [
        7, -1, 12, 7, -1, 4, 7, -1, 9, -1, 12, 9, -1, 4, 0, -1,
        5, -1, 9, 12, -1, 9, 5, 9, 7, -1, 11, 14, -1, 11, 7, -1,
        16, -1, 12, 16, -1, 12, 7, 12, 16, -1, 12, 9, -1, 12, 16, -1,
        17, 16, 14, -1, 12, -1, 9, -1, 11, -1, 14, 11, 7, -1, -1, -1,
    ]

    /// Of the bridge.
    private static let bridge: [Int32] = [
        9, -1, -1, 12, -1, -1, 16, -1, 14, -1, 12, -1, 9, -1, -1, -1,
        5, -1, -1, 9, -1, -1, 12, -1, 14, 12, 9, -1, 5, -1, -1, -1,
        12, -1, -1, 16, -1, -1, 19, -1, 16, -1, 14, -1, 12, -1, 7, -1,
        11, -1, 14, -1, 16, -1, 17, -1, 14, -1, 11, -1, 7, -1, -1, -1,
    ]

    private func addTune(_ synthesizer: inout Synthesizer, _ step: Int32, _ part: Part) {
        let note = (part == .bridge ? Self.bridge : Self.tune)[Int(step % 64)]
        // Over the drums only every second call is heard, from the other side.
        guard note >= 0, part != .drums || step / 16 % 2 == 1 else { return }
        synthesizer.add(
            .init(
                voice, pitch: pitch(note, octave: part == .drums ? 72 : 60), start: step * eighth, length: 420,
                volume: part == .drums ? 34 : 58, halfLife: ring, pan: part == .drums ? 140 : -50))
        if part == .duet, step & 1 == 0 {
            synthesizer.add(
                .init(
                    .sine, pitch: pitch(note - 3, octave: 72), start: step * eighth, length: 320, volume: 16,
                    halfLife: ring, pan: 130))
        }
        // A fourth below, softer, on the strong beats.
        guard step % 4 == 0 else { return }
        synthesizer.add(
            .init(
                voice, pitch: pitch(note - 5, octave: 60), start: step * eighth, length: 420, volume: 26,
                halfLife: ring, pan: 60))
    }
}
