import LaurelArcade
import LaurelTestSupport
import LaurelOasis
import Testing

/// What is heard, measured: peak, level and length, on both sides.
@Suite("Sounds of Oasis")
struct SoundTests {
    @Test("none is clipped, each can be heard, and none is off the middle line", arguments: Cue.allCases)
    func levels(cue: Cue) {
        let sound = MeasuredSound(cue.rendered(), rate: cue.rate)
        for side in [sound.left, sound.right] {
            #expect(side.peak > -32 && side.peak < -0.1, "\(cue): \(side)")
            #expect(side.level > -60, "\(cue): \(side)")
            #expect(abs(side.offset) < 0.01, "\(cue): \(side)")
        }
        #expect(sound.clipped == 0)
    }

    @Test(
        "music lasts for most of a minute, differs from part to part and from side to side, and has no seam"
    )
    func music() {
        let music = Cue.allCases.filter(\.isMusic)
        #expect(!music.isEmpty)
        for cue in music {
            let samples = cue.rendered()
            let sound = MeasuredSound(samples, rate: cue.rate)
            #expect(sound.seconds > 50 && sound.level < -18, "\(cue): \(sound.seconds) s, \(sound.level) dB")
            #expect(sound.difference > 0.05, "\(cue)")
            let part = samples.count / 3
            for (one, other) in [(0, 1), (1, 2), (0, 2)] {
                let (first, second) = (
                    samples[one * part..<(one + 1) * part], samples[other * part..<(other + 1) * part]
                )
                #expect(!first.elementsEqual(second), "\(cue)")
            }
            let seam = abs(Int(samples[0]) - Int(samples[samples.count - 2]))
            #expect(seam < 3_000, "\(cue): \(seam)")
        }
    }
}
