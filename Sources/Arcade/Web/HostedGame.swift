#if arch(wasm32)

    /// The game of this module, as the page's calls reach it whatever game it is: this one is none. A game without
    /// ticks has its sounds here, and its own calls for the rest.
    open class HostedGame {
        final var list = DrawList()
        public final var view = View(width: 640, height: 400)

        public init() {}

        var core: (score: Int64, ticks: Int32, isOver: Bool) { (0, 0, true) }
        var log: [UInt8] { [] }
        var ending: Ending { Ending() }
        var leastView: View { .least }
        var spriteCount: Int32 { 0 }
        open var cueCount: Int32 { 0 }

        func tick(_ input: Input) -> Int32 { 0 }
        func takeCues() -> UInt32 { 0 }
        var musicNumber: Int32 { 0 }
        func cover(_ isCovered: Bool) {}
        func meet(_ rivals: Rivals) {}
        func draw(fraction: Int32) {}
        func sprite(_ number: Int32) -> (name: StaticString, box: SpriteBox)? { nil }
        open func render(_ cue: Int32) -> [Int16] { [] }
        open func rate(_ cue: Int32) -> Int32 { Synthesizer.rate }
        open func touch(_ cues: UInt32) -> Int32 { 0 }
        func prepare(seed: UInt64, ticket: [UInt8]) {}
        func begin(against log: InputLog) throws(ReplayRefusal) {}
        func playback(of log: InputLog) throws(ReplayRefusal) -> HostedPlayback { HostedPlayback() }
        func featName(_ number: Int32) -> StaticString? { nil }
    }

    /// A game of its own type. The module makes one and keeps it; ``hosted`` is the one that plays.
    public final class Hosted<Game: Playable>: HostedGame {
        public var game: Game

        public init(_ game: Game) { self.game = game }

        /// From now on this is the game that the page plays, with screens of its own.
        public func play(_ game: Game) {
            self.game = game
            hosted = self
            screens = Screens(boards: Game.boards)
        }

        override var core: (score: Int64, ticks: Int32, isOver: Bool) {
            (game.run.score, game.ticks, game.run.isOver)
        }
        override var log: [UInt8] { game.log.encoded() }
        override var ending: Ending { game.ending }
        override var leastView: View { Game.leastView }
        override var spriteCount: Int32 { Int32(truncatingIfNeeded: Game.Sprite.allCases.count) }
        public override var cueCount: Int32 { Int32(truncatingIfNeeded: Game.Cue.allCases.count) }

        override func tick(_ input: Input) -> Int32 {
            game.tick(input)
            return game.screen.rawValue
        }

        override func takeCues() -> UInt32 { game.takeCues() }
        override var musicNumber: Int32 { game.music.rawValue }
        override func cover(_ isCovered: Bool) { game.isCovered = isCovered }
        override func meet(_ rivals: Rivals) { game.rivals = rivals }
        override func draw(fraction: Int32) { game.draw(into: &list, view: view, fraction: fraction) }
        override func sprite(_ number: Int32) -> (name: StaticString, box: SpriteBox)? {
            Game.Sprite(rawValue: number)?.entry
        }
        public override func render(_ cue: Int32) -> [Int16] { Game.Cue(rawValue: cue)?.rendered() ?? [] }
        public override func rate(_ cue: Int32) -> Int32 { Game.Cue(rawValue: cue)?.rate ?? Synthesizer.rate }
        public override func touch(_ cues: UInt32) -> Int32 { Game.Cue.touch(of: cues) }
        override func prepare(seed: UInt64, ticket: [UInt8]) { game.prepare(seed: seed, ticket: ticket) }
        override func begin(against log: InputLog) throws(ReplayRefusal) { try game.begin(against: log) }
        override func playback(of log: InputLog) throws(ReplayRefusal) -> HostedPlayback {
            Playing<Game.Stage>(try Playback(log))
        }
        override func featName(_ number: Int32) -> StaticString? { Game.Feat(rawValue: number)?.identifier }
    }

#endif
