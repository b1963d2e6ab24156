public import LaurelArcade

/// The sounds of the game, made by counting.
public enum Cue: Int32, CueKind {
    /// A tile is taken up; one is placed beside one, two, three or four others; and on water.
    case lift, one, two, three, four, water
    /// Tiles are swapped; a turn is passed; a hand is turned over; a tile does not fit.
    case swap, pass, reveal, refuse, win, click, music

    public func rendered() -> [Int16] { self == .music ? Music.loop() : Synthesizer.rendered(tones) }

    public var isMusic: Bool { self == .music }

    public var touch: Int32 {
        switch self {
        case .four, .win: 60
        case .three: 35
        case .refuse: 30
        case .one, .two: 12
        case .reveal, .lift: 8
        default: 0
        }
    }

    private var tones: [Synthesizer.Tone] {
        switch self {
        case .lift:
            [
                .init(.marimba, pitch: Synthesizer.pitch(key: 79), length: 130, volume: 54, halfLife: 40),
                .init(.noise, pitch: 120_000, length: 40, volume: 16, halfLife: 12),
            ]
        case .one: Self.clack + Self.chime([74])
        case .two: Self.clack + Self.chime([74, 78])
        case .three: Self.clack + Self.chime([74, 78, 81])
        case .four: Self.clack + Self.chime([74, 78, 81, 86, 90])
        case .water:
            [
                .init(.sine, pitch: 420_000, to: 1_150_000, start: 90, length: 130, volume: 84, halfLife: 60, pan: -60),
                .init(.sine, pitch: 520_000, to: 1_500_000, start: 210, length: 150, volume: 72, halfLife: 60, pan: 70),
                .init(.noise, pitch: 50_000, start: 60, length: 260, volume: 26, halfLife: 90),
            ]
        case .swap:
            [
                .init(.noise, pitch: 70_000, length: 160, volume: 56, halfLife: 50, pan: -90),
                .init(.noise, pitch: 90_000, start: 130, length: 200, volume: 56, halfLife: 60, pan: 90),
                .init(.marimba, pitch: Synthesizer.pitch(key: 69), start: 90, length: 220, volume: 50, halfLife: 80),
            ]
        case .pass:
            [
                .init(.sine, pitch: 390_000, to: 260_000, length: 260, volume: 66, halfLife: 110)
            ]
        case .reveal:
            [
                .init(.noise, pitch: 110_000, length: 70, volume: 44, halfLife: 20),
                .init(.marimba, pitch: Synthesizer.pitch(key: 69), start: 30, length: 200, volume: 64, halfLife: 70),
                .init(.marimba, pitch: Synthesizer.pitch(key: 76), start: 110, length: 300, volume: 64, halfLife: 100),
            ]
        case .refuse:
            [
                .init(.triangle, pitch: 196_000, to: 165_000, length: 170, volume: 110, halfLife: 70),
                .init(.noise, pitch: 80_000, length: 50, volume: 34, halfLife: 14),
            ]
        case .win:
            Self.chime([62, 66, 69, 74, 78, 81, 86])
                + [
                    .init(.sine, pitch: Synthesizer.pitch(key: 50), length: 1400, volume: 74, halfLife: 420),
                    .init(.noise, pitch: 40_000, start: 420, length: 700, volume: 30, halfLife: 240),
                ]
        case .click:
            [.init(.marimba, pitch: Synthesizer.pitch(key: 81), length: 110, volume: 66, halfLife: 36)]
        case .music: []
        }
    }

    /// A tile of clay on sand.
    private static let clack: [Synthesizer.Tone] = [
        .init(.noise, pitch: 90_000, length: 60, volume: 84, halfLife: 12),
        .init(.sine, pitch: 260_000, to: 140_000, length: 90, volume: 100, halfLife: 26),
    ]

    /// Keys one after the other.
    private static func chime(_ keys: [Int32]) -> [Synthesizer.Tone] {
        var tones: [Synthesizer.Tone] = []
        for (index, key) in keys.enumerated() {
            let start = 40 + Int32(truncatingIfNeeded: index) * 75
            tones.append(
                .init(
                    .marimba, pitch: Synthesizer.pitch(key: key), start: start, length: 420, volume: 72, halfLife: 130,
                    pan: Int32(truncatingIfNeeded: index) * 24 - 40))
        }
        return tones
    }
}
