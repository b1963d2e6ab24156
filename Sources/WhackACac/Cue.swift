public import LaurelArcade

/// The sounds of the game, made by counting.
public enum Cue: Int32, CueKind {
    case pop, whack, swing, miss, grow, end, click, music

    public func rendered() -> [Int16] { self == .music ? Music.loop() : Synthesizer.rendered(tones) }

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
                .init(.triangle, pitch: 392_000, length: 260, volume: 85, halfLife: 120),
                .init(.triangle, pitch: 330_000, start: 220, length: 260, volume: 85, halfLife: 120),
                .init(.triangle, pitch: 262_000, start: 440, length: 700, volume: 95, halfLife: 240),
                .init(.sine, pitch: 131_000, start: 440, length: 800, volume: 80, halfLife: 260),
            ]
        case .click:
            [.init(.marimba, pitch: Synthesizer.pitch(key: 84), length: 120, volume: 70, halfLife: 40)]
        case .music: []
        }
    }
}
