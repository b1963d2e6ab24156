public import LaurelArcade

/// A game of a core that plays by itself: everything that is the same in each is here, and only what is its own is left
/// to write.
@MainActor public protocol PlayableGame: DesktopGame {
    associatedtype Core: Playable
    var core: Core { get set }
}

extension PlayableGame {
    public var boards: [BoardTexts] { Core.boards }
    public var leastView: View { Core.leastView }

    public var sprites: [SpriteSource] {
        Core.Sprite.allCases.map { sprite in
            let (name, box) = sprite.entry
            return SpriteSource(name: "\(name)", x: box.x, y: box.y, width: box.width, height: box.height)
        }
    }

    public var music: Int { Int(core.music.rawValue) }
    public var sounds: [DesktopSound] {
        Core.Cue.allCases.map { cue in
            DesktopSound(rate: cue.rate, isMusic: cue.isMusic) { cue.rendered() }
        }
    }
    public func touch(_ cues: UInt32) -> Int32 { Core.Cue.touch(of: cues) }

    public func prepare(seed: UInt64, ticket: [UInt8]) { core.prepare(seed: seed, ticket: ticket) }

    public func race(_ log: InputLog) -> Bool {
        do throws(ReplayRefusal) {
            try core.begin(against: log)
            return true
        } catch {
            return false
        }
    }

    public var rivals: Rivals {
        get { core.rivals }
        set { core.rivals = newValue }
    }
    public func tick(_ input: Input) { core.tick(input) }
    public func cover(_ isCovered: Bool) { core.isCovered = isCovered }
    public func takeCues() -> UInt32 { core.takeCues() }
    public func draw(into list: inout DrawList, view: View, fraction: Int32) {
        core.draw(into: &list, view: view, fraction: fraction)
    }
    public var scene: Scene { core.screen }
    public var isOver: Bool { core.run.isOver }
    public var ending: Ending { core.ending }
    public var log: InputLog { core.log }
}
