/// The sounds of a game, made by counting.
public protocol CueKind: CaseIterable, RawRepresentable, Hashable, Sendable where RawValue == Int32 {
    /// The whole sound, as samples at ``Synthesizer/rate``. Music is a loop without a seam.
    func rendered() -> [Int16]
}

extension CueKind {
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
