public import LaurelArcade

/// The sounds of the game, made by counting.
public enum Cue: Int32, CueKind {
    case pop, whack, swing, miss, grow, end, click, music
    /// A golden cactus; a life that came back; an owl that was hit; the evening; a rival left behind.
    case gold, heal, owl, evening, pass

    public func rendered() -> [Int16] { self == .music ? Music.loop() : Synthesizer.rendered(tones) }

    public var isMusic: Bool { self == .music }

    public var touch: Int32 {
        switch self {
        case .end: 180
        case .miss: 110
        case .owl: 90
        case .gold: 35
        case .pass: 30
        case .heal: 20
        case .whack: 12
        default: 0
        }
    }

    private var tones: [Synthesizer.Tone] {
        switch self {
        case .pop:
            [
                .init(.sine, pitch: 210_000, to: 520_000, length: 110, volume: 70, halfLife: 60),
                .init(.noise, pitch: 60_000, length: 60, volume: 22, halfLife: 18),
            ]
        case .whack:
            [
                .init(.noise, pitch: 90_000, length: 90, volume: 120, halfLife: 18),
                .init(.triangle, pitch: 620_000, to: 180_000, length: 170, volume: 130, halfLife: 50),
                .init(.marimba, pitch: Synthesizer.pitch(key: 79), start: 30, length: 220, volume: 70, halfLife: 90),
            ]
        case .swing:
            [.init(.noise, pitch: 40_000, length: 100, volume: 30, halfLife: 30)]
        case .miss:
            [
                .init(.square, pitch: 300_000, to: 180_000, length: 160, volume: 230, halfLife: 140),
                .init(.square, pitch: 240_000, to: 120_000, start: 150, length: 260, volume: 240, halfLife: 190),
            ]
        case .grow:
            [
                .init(.marimba, pitch: Synthesizer.pitch(key: 72), length: 240, volume: 90, halfLife: 100),
                .init(.marimba, pitch: Synthesizer.pitch(key: 76), start: 80, length: 240, volume: 90, halfLife: 100),
                .init(.marimba, pitch: Synthesizer.pitch(key: 79), start: 160, length: 240, volume: 90, halfLife: 100),
                .init(.marimba, pitch: Synthesizer.pitch(key: 84), start: 240, length: 420, volume: 95, halfLife: 150),
            ]
        case .end:
            [
                .init(.triangle, pitch: 392_000, length: 260, volume: 115, halfLife: 120),
                .init(.triangle, pitch: 330_000, start: 220, length: 260, volume: 115, halfLife: 120),
                .init(.triangle, pitch: 262_000, start: 440, length: 700, volume: 125, halfLife: 240),
                .init(.sine, pitch: 131_000, start: 440, length: 800, volume: 100, halfLife: 260),
            ]
        case .click:
            [.init(.marimba, pitch: Synthesizer.pitch(key: 84), length: 120, volume: 70, halfLife: 40)]
        case .gold:
            [
                .init(.noise, pitch: 90_000, length: 70, volume: 90, halfLife: 18),
                .init(.marimba, pitch: Synthesizer.pitch(key: 84), length: 200, volume: 90, halfLife: 80),
                .init(.marimba, pitch: Synthesizer.pitch(key: 88), start: 70, length: 200, volume: 90, halfLife: 80),
                .init(.marimba, pitch: Synthesizer.pitch(key: 91), start: 140, length: 420, volume: 95, halfLife: 150),
            ]
        case .heal:
            [
                .init(.sine, pitch: Synthesizer.pitch(key: 72), length: 240, volume: 66, halfLife: 110),
                .init(.sine, pitch: Synthesizer.pitch(key: 79), start: 120, length: 460, volume: 70, halfLife: 190),
            ]
        case .owl:
            [
                .init(.sine, pitch: 520_000, to: 380_000, length: 260, volume: 140, halfLife: 160),
                .init(.sine, pitch: 480_000, to: 300_000, start: 280, length: 420, volume: 140, halfLife: 200),
            ]
        case .evening:
            [
                .init(.marimba, pitch: Synthesizer.pitch(key: 76), length: 500, volume: 60, halfLife: 200),
                .init(.marimba, pitch: Synthesizer.pitch(key: 72), start: 260, length: 500, volume: 60, halfLife: 200),
                .init(.marimba, pitch: Synthesizer.pitch(key: 69), start: 520, length: 900, volume: 62, halfLife: 320),
                .init(.sine, pitch: Synthesizer.pitch(key: 45), start: 520, length: 1200, volume: 50, halfLife: 420),
            ]
        case .pass:
            [
                .init(.marimba, pitch: Synthesizer.pitch(key: 79), length: 220, volume: 95, halfLife: 90),
                .init(.marimba, pitch: Synthesizer.pitch(key: 79), start: 110, length: 160, volume: 85, halfLife: 70),
                .init(.marimba, pitch: Synthesizer.pitch(key: 86), start: 210, length: 460, volume: 105, halfLife: 170),
            ]
        case .music: []
        }
    }
}
