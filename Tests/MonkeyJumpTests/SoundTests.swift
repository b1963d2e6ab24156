import LaurelArcade
import LaurelMonkeyJump
import LaurelTestSupport
import Testing

/// What is heard, measured: peak, level and length, on both sides.
@Suite("Sounds of MonkeyJump")
struct SoundTests {
    private func sound(_ cue: Cue) -> SoundRules.Sound { SoundRules.Sound("\(cue)", cue.rendered(), rate: cue.rate) }

    @Test("none is clipped, each can be heard, and none is off the middle line", arguments: Cue.allCases)
    func levels(cue: Cue) {
        #expect(SoundRules.levels(sound(cue)) == [])
    }

    @Test(
        "what ends a run is at least 2 dB louder than anything else that happens in it",
        arguments: [.hit, .splash] as [Cue])
    func ends(end: Cue) {
        let others = Cue.allCases.filter { !$0.isMusic && $0.touch < 35 }
        #expect(SoundRules.end(sound(end), louderThan: others.map(sound)) == [])
    }

    @Test(
        "music lasts for most of a minute, differs from part to part and from side to side, and has no seam",
        arguments: Cue.allCases.filter(\.isMusic))
    func music(cue: Cue) {
        #expect(SoundRules.music(sound(cue), parts: 4) == [])
    }

    @Test("there is music")
    func isThere() {
        #expect(Cue.allCases.contains { $0.isMusic })
    }
}
