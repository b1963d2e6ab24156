#if arch(wasm32)

    /// The log that is watched, as the page's calls reach it whatever game it is of: this one is none.
    public class HostedPlayback {
        init() {}

        var spacing: Int32 { 1 }
        var position: Int32 { 0 }
        var length: Int32 { 0 }
        var scanned: Int32 { 0 }
        var isScanned: Bool { true }
        var isPlaying: Bool { false }
        var score: Int64 { 0 }
        var musicNumber: Int32 { 0 }
        var ending: Ending { Ending() }
        var curve: [Int64] { [] }
        var marks: [Mark] { [] }

        func scan(_ ticks: Int32) {}
        func tick() {}
        func play() {}
        func pause() {}
        func step(_ ticks: Int32) {}
        func seek(to tick: Int32) {}
        func setSpeed(_ halfTicks: Int32) {}
        func score(at tick: Int32) -> Int64 { 0 }
        func takeCues() -> UInt32 { 0 }
        func draw(into list: inout DrawList, view: View, fraction: Int32) {}
    }

    /// A log of a game of its own type.
    final class Playing<Stage: PlaybackStage>: HostedPlayback {
        private var playback: Playback<Stage>

        init(_ playback: Playback<Stage>) { self.playback = playback }

        override var spacing: Int32 { playback.spacing }
        override var position: Int32 { playback.position }
        override var length: Int32 { playback.length }
        override var scanned: Int32 { playback.scanned }
        override var isScanned: Bool { playback.isScanned }
        override var isPlaying: Bool { playback.isPlaying }
        override var musicNumber: Int32 { playback.stage.musicNumber }
        override var score: Int64 { playback.stage.run.score }
        override var ending: Ending { playback.stage.ending }
        override var curve: [Int64] { playback.curve }
        override var marks: [Mark] { playback.marks }

        override func scan(_ ticks: Int32) { playback.scan(ticks) }
        override func tick() { playback.tick() }
        override func play() { playback.play() }
        override func pause() { playback.pause() }
        override func step(_ ticks: Int32) { playback.step(ticks) }
        override func seek(to tick: Int32) { playback.seek(to: tick) }
        override func setSpeed(_ halfTicks: Int32) {
            if let speed = Playback<Stage>.Speed(rawValue: halfTicks) { playback.speed = speed }
        }
        override func score(at tick: Int32) -> Int64 { playback.score(at: tick) }
        override func takeCues() -> UInt32 { playback.takeCues() }
        override func draw(into list: inout DrawList, view: View, fraction: Int32) {
            playback.draw(into: &list, view: view, fraction: fraction)
        }
    }

#endif
