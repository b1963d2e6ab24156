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

    struct State: Sendable {
        var sounds: [[Int16]] = []
        var voices: [Voice] = []
        var music: [Int16] = []
        var musicAt = 0
        /// What it is, and what it moves to.
        var musicLevel: Float = 0.35
        var musicGoal: Float = 0.35
        var level = Mixer.masterLevel
        var goal = Mixer.masterLevel

        /// The next sample. A change of a level takes about a tenth of a second: no click.
        mutating func next() -> Int16 {
            level += (goal - level) * 0.002
            musicLevel += (musicGoal - musicLevel) * 0.0004
            var sum: Float = 0
            if !music.isEmpty {
                sum = Float(music[musicAt]) * musicLevel
                musicAt = musicAt + 1 == music.count ? 0 : musicAt + 1
            }
            for index in voices.indices {
                let (sound, at) = (voices[index].sound, voices[index].at)
                guard at < sounds[sound].count else { continue }
                sum += Float(sounds[sound][at])
                voices[index].at = at + 1
            }
            return Int16(min(max(sum * level, -32767), 32767))
        }
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
            for index in samples.indices { samples[index] = state.next() }
            let lengths = state.sounds.map(\.count)
            state.voices.removeAll { $0.at >= lengths[$0.sound] }
        }
    }
}
