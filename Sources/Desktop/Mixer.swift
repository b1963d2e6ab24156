import CLaurelSDL
import Synchronization

/// Adds sounds up, on the thread that SDL has for it: all that the two threads share is behind its lock.
final class Mixer: Sendable {
    /// Sounds at once, at most; the oldest goes.
    static let voicesLimit = 16
    static let masterLevel: Float = 0.8

    struct Voice: Sendable {
        let sound: Int
        var at = 0
    }

    /// Music, of which each sample stands for several of what is heard: those between are on the line between two.
    struct Loop: Sendable {
        let samples: [Int16]
        let step: Int

        /// In samples of what is heard.
        var count: Int { samples.count / 2 * step }

        func sample(_ at: Int) -> (left: Float, right: Float) {
            let (index, part) = (at / step, Float(at % step) / Float(step))
            let next = (index + 1) % (samples.count / 2)
            func side(_ side: Int) -> Float {
                let (now, then) = (Float(samples[index * 2 + side]), Float(samples[next * 2 + side]))
                return now + (then - now) * part
            }
            return (side(0), side(1))
        }
    }

    struct State: Sendable {
        var sounds: [[Int16]] = []
        var voices: [Voice] = []
        /// Loops that were made, by their numbers, and the one that is heard.
        private var loops: [Int: Loop] = [:]
        private var music = -1
        private var musicAt = 0
        /// What it is, and what it moves to.
        var musicLevel: Float = 0.35
        var musicGoal: Float = 0.35
        var level = Mixer.masterLevel
        var goal = Mixer.masterLevel

        /// - Returns: whether the loop was made already.
        mutating func begin(_ music: Int) -> Bool {
            self.music = music
            musicAt = 0
            musicLevel = 0
            return loops[music] != nil
        }

        mutating func made(_ music: Int, _ samples: [Int16], step: Int32) {
            loops[music] = Loop(samples: samples, step: max(Int(step), 1))
        }

        /// The next sample of both sides. A change of a level takes about a tenth of a second: no click.
        mutating func next() -> (left: Int16, right: Int16) {
            level += (goal - level) * 0.001
            musicLevel += (musicGoal - musicLevel) * 0.0002
            var sum: (left: Float, right: Float) = (0, 0)
            if let loop = loops[music], loop.count > 0 {
                let sample = loop.sample(musicAt)
                sum = (sample.left * musicLevel, sample.right * musicLevel)
                musicAt = musicAt + 1 >= loop.count ? 0 : musicAt + 1
            }
            for index in voices.indices {
                let (sound, at) = (voices[index].sound, voices[index].at)
                guard at + 1 < sounds[sound].count else { continue }
                sum.left += Float(sounds[sound][at])
                sum.right += Float(sounds[sound][at + 1])
                voices[index].at = at + 2
            }
            return (Self.cut(sum.left * level), Self.cut(sum.right * level))
        }

        private static func cut(_ value: Float) -> Int16 { Int16(min(max(value, -32767), 32767)) }
    }

    let state = Mutex(State())

    /// What SDL calls with a mixer that outlives the device.
    static let callback:
        @Sendable @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, Int32) -> Void =
            { user, stream, bytes in
                guard let user, let stream else { return }
                let mixer = Unmanaged<Mixer>.fromOpaque(user).takeUnretainedValue()
                let count = Int(bytes) / MemoryLayout<Int16>.size
                let samples = UnsafeMutableRawPointer(stream).assumingMemoryBound(to: Int16.self)
                mixer.fill(UnsafeMutableBufferPointer(start: samples, count: count))
            }

    private func fill(_ samples: UnsafeMutableBufferPointer<Int16>) {
        // The samples are SDL's, for this call alone.
        nonisolated(unsafe) let samples = samples
        state.withLock { state in
            for index in stride(from: 0, to: samples.count - 1, by: 2) {
                let next = state.next()
                samples[index] = next.left
                samples[index + 1] = next.right
            }
            let lengths = state.sounds.map(\.count)
            state.voices.removeAll { $0.at + 1 >= lengths[$0.sound] }
        }
    }
}
