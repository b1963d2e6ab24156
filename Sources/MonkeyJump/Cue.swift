public import LaurelArcade

/// The sounds of the game, made by counting.
public enum Cue: Int32, CueKind {
    case jump, land, step, hit, splash, milestone, lunge, croak, click, music, enter
    /// The music of the other lands; ``music`` is the jungle's.
    case musicSwamp, musicRuins, musicSavanna
    /// A banana; the last of five; what they cost; a near miss; a rival left behind.
    case collect, protected, spared, near, pass

    public func rendered() -> [Int16] {
        for land in Land.allCases where land.music == self { return Music(land).loop() }
        return Synthesizer.rendered(tones)
    }

    public var isMusic: Bool { Land.allCases.contains { $0.music == self } }

    public var touch: Int32 {
        switch self {
        case .hit: 140
        case .splash: 120
        case .spared: 90
        case .protected: 40
        case .pass: 30
        case .near: 18
        case .collect: 12
        default: 0
        }
    }

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
                .init(.square, pitch: 420_000, to: 70_000, length: 420, volume: 210, halfLife: 180),
                .init(.noise, pitch: 80_000, length: 160, volume: 190, halfLife: 50),
                .init(.triangle, pitch: 523_000, to: 392_000, start: 240, length: 260, volume: 130, halfLife: 150),
                .init(.triangle, pitch: 392_000, to: 261_000, start: 470, length: 420, volume: 150, halfLife: 200),
            ]
        case .splash:
            [
                .init(.noise, pitch: 70_000, length: 520, volume: 200, halfLife: 180),
                .init(.sine, pitch: 500_000, to: 140_000, length: 300, volume: 120, halfLife: 140),
                .init(.triangle, pitch: 330_000, to: 200_000, start: 420, length: 420, volume: 170, halfLife: 220),
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
        case .collect:
            [
                .init(.marimba, pitch: Synthesizer.pitch(key: 84), length: 160, volume: 90, halfLife: 60),
                .init(.marimba, pitch: Synthesizer.pitch(key: 91), start: 60, length: 240, volume: 90, halfLife: 90),
            ]
        case .protected:
            [
                .init(.marimba, pitch: Synthesizer.pitch(key: 72), length: 300, volume: 85, halfLife: 120),
                .init(.marimba, pitch: Synthesizer.pitch(key: 79), start: 80, length: 300, volume: 85, halfLife: 120),
                .init(.marimba, pitch: Synthesizer.pitch(key: 84), start: 160, length: 300, volume: 85, halfLife: 120),
                .init(.sine, pitch: Synthesizer.pitch(key: 96), start: 240, length: 600, volume: 60, halfLife: 220),
            ]
        case .spared:
            [
                .init(.noise, pitch: 120_000, length: 200, volume: 120, halfLife: 60),
                .init(.square, pitch: 200_000, to: 900_000, length: 320, volume: 120, halfLife: 160),
                .init(.triangle, pitch: 523_000, to: 1_046_000, start: 120, length: 400, volume: 110, halfLife: 200),
            ]
        case .near:
            [
                .init(.noise, pitch: 30_000, length: 180, volume: 80, halfLife: 60),
                .init(.sine, pitch: 1_900_000, to: 700_000, length: 200, volume: 46, halfLife: 80),
            ]
        case .pass:
            [
                .init(.marimba, pitch: Synthesizer.pitch(key: 79), length: 220, volume: 95, halfLife: 90),
                .init(.marimba, pitch: Synthesizer.pitch(key: 79), start: 110, length: 160, volume: 85, halfLife: 70),
                .init(.marimba, pitch: Synthesizer.pitch(key: 86), start: 210, length: 460, volume: 105, halfLife: 170),
            ]
        case .music, .musicSwamp, .musicRuins, .musicSavanna: []
        }
    }
}
