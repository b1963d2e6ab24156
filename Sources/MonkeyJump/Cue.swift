public import LaurelArcade

/// The sounds of the game, made by counting.
public enum Cue: Int32, CueKind {
    case jump, land, step, hit, splash, milestone, lunge, croak, click, music, enter

    public func rendered() -> [Int16] { self == .music ? Music.loop() : Synthesizer.rendered(tones) }

    private var tones: [Synthesizer.Tone] {
        switch self {
        case .jump:
            [
                .init(.triangle, pitch: 330_000, to: 780_000, length: 150, volume: 105, halfLife: 70),
                .init(.sine, pitch: 660_000, to: 1_400_000, length: 120, volume: 40, halfLife: 50),
            ]
        case .land:
            [
                .init(.sine, pitch: 150_000, to: 70_000, length: 110, volume: 130, halfLife: 30),
                .init(.noise, pitch: 100_000, length: 70, volume: 34, halfLife: 14),
            ]
        case .step:
            [
                .init(.noise, pitch: 90_000, length: 34, volume: 16, halfLife: 8),
                .init(.sine, pitch: 120_000, to: 90_000, length: 40, volume: 26, halfLife: 14),
            ]
        case .hit:
            [
                .init(.square, pitch: 420_000, to: 70_000, length: 420, volume: 90, halfLife: 140),
                .init(.noise, pitch: 80_000, length: 160, volume: 110, halfLife: 40),
                .init(.triangle, pitch: 523_000, to: 392_000, start: 240, length: 260, volume: 70, halfLife: 120),
                .init(.triangle, pitch: 392_000, to: 261_000, start: 470, length: 420, volume: 70, halfLife: 160),
            ]
        case .splash:
            [
                .init(.noise, pitch: 70_000, length: 520, volume: 120, halfLife: 110),
                .init(.sine, pitch: 500_000, to: 140_000, length: 300, volume: 80, halfLife: 90),
                .init(.triangle, pitch: 330_000, to: 200_000, start: 420, length: 420, volume: 70, halfLife: 160),
            ]
        case .milestone:
            [
                .init(.marimba, pitch: Synthesizer.pitch(key: 76), length: 260, volume: 95, halfLife: 110),
                .init(.marimba, pitch: Synthesizer.pitch(key: 79), start: 80, length: 260, volume: 95, halfLife: 110),
                .init(.marimba, pitch: Synthesizer.pitch(key: 84), start: 160, length: 420, volume: 105, halfLife: 160),
            ]
        case .lunge:
            [
                .init(.noise, pitch: 60_000, length: 240, volume: 62, halfLife: 80),
                .init(.sine, pitch: 1_700_000, to: 900_000, length: 130, volume: 22, halfLife: 50),
            ]
        case .croak:
            [
                .init(.square, pitch: 130_000, to: 190_000, length: 90, volume: 96, halfLife: 60),
                .init(.square, pitch: 150_000, to: 210_000, start: 110, length: 90, volume: 84, halfLife: 60),
            ]
        case .click:
            [.init(.marimba, pitch: 880_000, length: 90, volume: 80, halfLife: 30)]
        case .enter:
            [
                .init(.sine, pitch: Synthesizer.pitch(key: 60), length: 900, volume: 70, halfLife: 260),
                .init(.marimba, pitch: Synthesizer.pitch(key: 67), start: 90, length: 500, volume: 60, halfLife: 180),
                .init(.marimba, pitch: Synthesizer.pitch(key: 74), start: 180, length: 700, volume: 60, halfLife: 220),
            ]
        case .music: []
        }
    }
}

/// Eight bars for marimba, bass and shaker, over and over.
enum Music {
    /// Milliseconds of an eighth, at 132 beats a minute.
    private static let eighth: Int32 = 227
    private static let bars: Int32 = 8

    static func loop() -> [Int16] {
        var synthesizer = Synthesizer(milliseconds: eighth * 8 * bars)
        for bar in 0..<bars {
            addBass(&synthesizer, bar: bar)
            addShaker(&synthesizer, bar: bar)
        }
        addTune(&synthesizer)
        return synthesizer.rendered()
    }

    /// C, A minor, F, G: the root of each bar.
    private static func root(_ bar: Int32) -> Int32 {
        switch bar % 4 {
        case 0: 36
        case 1: 33
        case 2: 29
        default: 31
        }
    }

    private static func addBass(_ synthesizer: inout Synthesizer, bar: Int32) {
        let steps: [4 of (at: Int32, up: Int32)] = [(0, 12), (3, 12), (5, 19), (6, 24)]
        for index in steps.indices {
            synthesizer.add(
                .init(
                    .triangle, pitch: Synthesizer.pitch(key: root(bar) + steps[index].up),
                    start: (bar * 8 + steps[index].at) * eighth, length: 300, volume: 52, halfLife: 120))
        }
    }

    private static func addShaker(_ synthesizer: inout Synthesizer, bar: Int32) {
        for step: Int32 in 0..<8 {
            let accent: Int32 = step % 4 == 2 ? 24 : 9
            synthesizer.add(
                .init(
                    .noise, pitch: 50_000 + step, start: (bar * 8 + step) * eighth, length: 46, volume: accent,
                    halfLife: 10))
        }
        for beat: Int32 in [0, 3, 4] {
            synthesizer.add(
                .init(
                    .sine, pitch: 190_000, to: 80_000, start: (bar * 8 + beat) * eighth, length: 120, volume: 44,
                    halfLife: 34))
        }
    }

    /// Semitones above middle C, one for each eighth; −1 is a rest.
    private static let tune: [Int32] = [
        7, -1, 12, 7, -1, 4, 7, -1, 9, -1, 12, 9, -1, 4, 0, -1,
        5, -1, 9, 12, -1, 9, 5, 9, 7, -1, 11, 14, -1, 11, 7, -1,
        16, -1, 12, 16, -1, 12, 7, 12, 16, -1, 12, 9, -1, 12, 16, -1,
        17, 16, 14, -1, 12, -1, 9, -1, 11, -1, 14, 11, 7, -1, -1, -1,
    ]

    private static func addTune(_ synthesizer: inout Synthesizer) {
        for index in 0..<tune.count where tune[index] >= 0 {
            let start = Int32(truncatingIfNeeded: index) * eighth
            let key = 60 + tune[index]
            synthesizer.add(
                .init(
                    .marimba, pitch: Synthesizer.pitch(key: key), start: start, length: 420, volume: 58,
                    halfLife: 110))
            // A third below, softer, on the strong beats.
            guard index % 4 == 0 else { continue }
            synthesizer.add(
                .init(
                    .marimba, pitch: Synthesizer.pitch(key: key - 5), start: start, length: 420, volume: 26,
                    halfLife: 110))
        }
    }
}
