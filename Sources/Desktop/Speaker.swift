import CLaurelSDL
import Synchronization

/// Plays what a game made by counting: short sounds at once, and the music as a loop.
@MainActor public final class Speaker {
    /// Sounds at once, at most; the oldest goes.
    private static let voicesLimit = 16
    private static let masterLevel: Float = 0.8
    private static let bufferSamples: UInt16 = 512

    /// What the thread of the sound reads.
    private final class Mixer: Sendable {
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
            var level: Float = Speaker.masterLevel
            var goal: Float = Speaker.masterLevel
        }
        let state = Mutex(State())
    }

    private let mixer = Mixer()
    private var device: SDL_AudioDeviceID = 0
    public private(set) var isMuted = false

    /// A machine without sound is no trouble: then it is silent.
    ///
    /// - Parameters:
    ///   - sounds: samples of each, in the game's order.
    ///   - music: which of them is the loop.
    ///   - rate: samples a second.
    init(sounds: [[Int16]], music: Int, rate: Int32, isMuted: Bool) {
        mixer.state.withLock { state in
            state.sounds = sounds
            state.music = sounds.indices.contains(music) ? sounds[music] : []
        }
        setMuted(isMuted)
        guard SDL_InitSubSystem(UInt32(SDL_INIT_AUDIO)) == 0 else { return }
        var wanted = SDL_AudioSpec()
        wanted.freq = rate
        wanted.format = SDL_AudioFormat(AUDIO_S16SYS)
        wanted.channels = 1
        wanted.samples = Self.bufferSamples
        wanted.callback = { user, stream, bytes in
            guard let user, let stream else { return }
            let mixer = Unmanaged<Mixer>.fromOpaque(user).takeUnretainedValue()
            stream.withMemoryRebound(to: Int16.self, capacity: Int(bytes) / 2) { samples in
                Speaker.mix(mixer, into: UnsafeMutableBufferPointer(start: samples, count: Int(bytes) / 2))
            }
        }
        wanted.userdata = Unmanaged.passUnretained(mixer).toOpaque()
        device = SDL_OpenAudioDevice(nil, 0, &wanted, nil, 0)
        if device != 0 { laurel_set_pause(device, 0) }
    }

    /// Whether anything can be heard.
    var isOpen: Bool { device != 0 }

    func close() {
        if device != 0 { SDL_CloseAudioDevice(device) }
        device = 0
    }

    /// Starts the sounds whose bits are set.
    func play(_ cues: UInt32) {
        guard cues != 0, !isMuted else { return }
        mixer.state.withLock { state in
            for index in state.sounds.indices where index < 32 && cues >> UInt32(index) & 1 != 0 {
                if state.voices.count >= Self.voicesLimit { state.voices.removeFirst() }
                state.voices.append(Mixer.Voice(sound: index))
            }
        }
    }

    /// The music is soft in the menu and when the game stands still. 0–1.
    func setMusicLevel(_ level: Float) { mixer.state.withLock { $0.musicGoal = level } }

    func setMuted(_ isMuted: Bool) {
        self.isMuted = isMuted
        mixer.state.withLock { $0.goal = isMuted ? 0 : Self.masterLevel }
    }

    /// A hidden window is silent.
    func setHidden(_ isHidden: Bool) {
        if device != 0 { laurel_set_pause(device, isHidden ? 1 : 0) }
    }

    private nonisolated static func mix(_ mixer: Mixer, into out: UnsafeMutableBufferPointer<Int16>) {
        mixer.state.withLock { state in
            for index in out.indices {
                // A change takes about a tenth of a second: no click.
                state.level += (state.goal - state.level) * 0.002
                state.musicLevel += (state.musicGoal - state.musicLevel) * 0.0004
                var sum: Float = 0
                if !state.music.isEmpty {
                    sum = Float(state.music[state.musicAt]) * state.musicLevel
                    state.musicAt = state.musicAt + 1 == state.music.count ? 0 : state.musicAt + 1
                }
                for voice in state.voices.indices {
                    let sound = state.sounds[state.voices[voice].sound]
                    let at = state.voices[voice].at
                    guard at < sound.count else { continue }
                    sum += Float(sound[at])
                    state.voices[voice].at = at + 1
                }
                out[index] = Int16(min(max(sum * state.level, -32767), 32767))
            }
            state.voices.removeAll { $0.at >= state.sounds[$0.sound].count }
        }
    }
}
