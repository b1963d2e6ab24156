import CLaurelSDL
import Foundation
import LaurelArcade
import Synchronization

/// Plays what a game made by counting: short sounds at once, and the music as a loop.
@MainActor final class Speaker {
    private static let bufferSamples: UInt16 = 512

    private let mixer = Mixer()
    private var device: SDL_AudioDeviceID = 0
    private(set) var isMuted = false
    private var isHidden = false
    /// Which sound is the loop.
    private var music = -1
    private let sounds: [DesktopSound]

    /// A machine without sound is no trouble: then it is silent.
    ///
    /// - Parameters:
    ///   - sounds: in the game's order.
    ///   - music: which of them is the loop.
    init(sounds: [DesktopSound], music: Int, isMuted: Bool) {
        self.sounds = sounds
        let short = sounds.map { $0.isMusic ? [] : $0.render() }
        mixer.state.withLock { $0.sounds = short }
        setMusic(music)
        setMuted(isMuted)
        guard SDL_InitSubSystem(UInt32(SDL_INIT_AUDIO)) == 0 else { return }
        var wanted = SDL_AudioSpec()
        wanted.freq = Synthesizer.rate
        wanted.format = SDL_AudioFormat(AUDIO_S16SYS)
        wanted.channels = UInt8(Synthesizer.channels)
        wanted.samples = Self.bufferSamples
        wanted.callback = Mixer.callback
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

    /// Starts the sounds whose bits are set. In a hidden window none starts: the device is paused, so all of them would
    /// be heard together when the window comes back.
    func play(_ cues: UInt32) {
        guard cues != 0, !isMuted, !isHidden else { return }
        mixer.state.withLock { state in
            for index in state.sounds.indices where index < 32 && cues >> UInt32(index) & 1 != 0 {
                if state.voices.count >= Mixer.voicesLimit { state.voices.removeFirst() }
                state.voices.append(Mixer.Voice(sound: index))
            }
        }
    }

    /// Another loop begins, from its beginning; the same one goes on. It is a minute long, and made beside the game.
    func setMusic(_ music: Int) {
        guard music != self.music else { return }
        self.music = music
        let isMade = mixer.state.withLock { $0.begin(music) }
        guard !isMade, sounds.indices.contains(music) else { return }
        let (mixer, sound) = (mixer, sounds[music])
        Thread.detachNewThread {
            let samples = sound.render()
            mixer.state.withLock { $0.made(music, samples, step: Synthesizer.rate / sound.rate) }
        }
    }

    /// The music is soft in the menu and when the game stands still. 0–1.
    func setMusicLevel(_ level: Float) { mixer.state.withLock { $0.musicGoal = level } }

    func setMuted(_ isMuted: Bool) {
        self.isMuted = isMuted
        mixer.state.withLock { $0.goal = isMuted ? 0 : Mixer.masterLevel }
    }

    /// A hidden window is silent.
    func setHidden(_ isHidden: Bool) {
        self.isHidden = isHidden
        if device != 0 { laurel_set_pause(device, isHidden ? 1 : 0) }
    }
}
