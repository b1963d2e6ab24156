/// The sounds of a game, made by counting.
public protocol CueKind: CaseIterable, RawRepresentable, Hashable, Sendable where RawValue == Int32 {
    /// The whole sound, as samples for left and right in turn. Music is a loop without a seam.
    func rendered() -> [Int16]
    /// Whether it is a loop, at ``Synthesizer/musicRate``; all others have ``Synthesizer/rate``.
    var isMusic: Bool { get }
    /// How long it is felt, where the host can: milliseconds, 0 for what is only heard.
    var touch: Int32 { get }
}

extension CueKind {
    /// Samples a second on each side.
    public var rate: Int32 { isMusic ? Synthesizer.musicRate : Synthesizer.rate }

    /// How long the strongest of the sounds that begin is felt, in milliseconds.
    public static func touch(of cues: UInt32) -> Int32 {
        var touch: Int32 = 0
        for cue in allCases where cues & cue.mask != 0 { touch = max(touch, cue.touch) }
        return touch
    }

    /// Its bit among the sounds that begin in a tick.
    public var mask: UInt32 { 1 << UInt32(truncatingIfNeeded: rawValue) }
}

extension Synthesizer {
    /// Voices together, as long as the longest of them lasts.
    public static func rendered(_ tones: [Tone]) -> [Int16] {
        var length: Int32 = 0
        for tone in tones { length = max(length, tone.start &+ tone.length) }
        var synthesizer = Synthesizer(milliseconds: length)
        for tone in tones { synthesizer.add(tone) }
        return synthesizer.rendered()
    }
}
