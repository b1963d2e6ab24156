#if arch(wasm32)

    // What the page calls, the same for every game. One game to a module; the page loads one module to a game.
    // Pointers are to memory of ours that stays: the page makes its view of it anew each frame, as memory may grow.

    /// The game of this module, which sets it before the page calls anything else.
    public nonisolated(unsafe) var hosted = HostedGame()
    /// Bytes handed to the page, until the next are.
    nonisolated(unsafe) private var handed = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    /// Bytes that the page hands over.
    nonisolated(unsafe) private var room = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    /// Copies elements to where the page reads them. Returns how many.
    public func hand<Element: BitwiseCopyable>(_ elements: [Element]) -> Int32 {
        handed.deallocate()
        handed = .allocate(byteCount: max(elements.count * MemoryLayout<Element>.stride, 1), alignment: 16)
        elements.withUnsafeBytes { handed.copyMemory(from: $0) }
        return Int32(truncatingIfNeeded: elements.count)
    }

    /// Where what was handed last lies.
    @_expose(wasm, "handed_address")
    @_cdecl("handed_address")
    public func handedAddress() -> UnsafeRawPointer? { UnsafeRawPointer(handed.baseAddress) }

    // MARK: The game

    /// One tick, with what the player chose on the screens. Returns the screen.
    @_expose(wasm, "game_tick")
    @_cdecl("game_tick")
    public func gameTick(_ input: Int32) -> Int32 {
        let scene = hosted.tick(Input(rawValue: UInt32(bitPattern: input)).union(screens.takeInput()))
        screens.follow(Scene(rawValue: scene) ?? .menu, ending: hosted.ending)
        hosted.cover(screens.isCovering)
        return scene
    }

    /// The sounds to begin, a bit for each.
    @_expose(wasm, "game_cues")
    @_cdecl("game_cues")
    public func gameCues() -> Int32 { Int32(bitPattern: hosted.takeCues()) }

    /// The sound that is the loop to be heard now.
    @_expose(wasm, "game_music")
    @_cdecl("game_music")
    public func gameMusic() -> Int32 { hosted.musicNumber }

    @_expose(wasm, "game_score")
    @_cdecl("game_score")
    public func gameScore() -> Int64 { hosted.core.score }

    @_expose(wasm, "game_ticks")
    @_cdecl("game_ticks")
    public func gameTicks() -> Int32 { hosted.core.ticks }

    @_expose(wasm, "game_is_over")
    @_cdecl("game_is_over")
    public func gameIsOver() -> Int32 { hosted.core.isOver ? 1 : 0 }

    /// Hands the log of the run, encoded. Returns its length in bytes.
    @_expose(wasm, "game_log")
    @_cdecl("game_log")
    public func gameLog() -> Int32 { hand(hosted.log) }

    // MARK: What a run begins with

    /// More than an encoded log ever has: eight bytes a span at most.
    private let roomLimit: Int32 = Int32(truncatingIfNeeded: InputLog.spanLimit * 10 + 128)

    /// Room for so many bytes, for the page to write before it calls one of those below. 0: too many.
    @_expose(wasm, "room")
    @_cdecl("room")
    public func makeRoom(_ count: Int32) -> UnsafeMutableRawPointer? {
        room.deallocate()
        room = .init(start: nil, count: 0)
        guard (0...roomLimit).contains(count) else { return nil }
        room = .allocate(byteCount: max(Int(count), 1), alignment: 16)
        return room.baseAddress
    }

    /// The next run has this seed, and its log the ticket of so many bytes that was written.
    @_expose(wasm, "game_prepare")
    @_cdecl("game_prepare")
    public func gamePrepare(_ seed: Int64, _ ticketBytes: Int32) {
        hosted.prepare(seed: UInt64(bitPattern: seed), ticket: written(ticketBytes))
    }

    /// Begins a run against the log of so many bytes that was written. Returns 0, or why there is none, and then
    /// nothing has changed: 1 no log, 2 another game's, 3 another version's, 4 it goes on after its own end.
    @_expose(wasm, "game_against")
    @_cdecl("game_against")
    public func gameAgainst(_ bytes: Int32) -> Int32 {
        let log: InputLog
        do throws(InputLog.Invalid) { log = try InputLog(decoding: written(bytes)) } catch { return 1 }
        do throws(ReplayRefusal) {
            try hosted.begin(against: log)
            return 0
        } catch {
            switch error {
            case .otherGame: return 2
            case .otherVersion: return 3
            case .inputAfterEnd: return 4
            }
        }
    }

    /// What the page, or a server, has put into the room.
    public func written(_ count: Int32) -> [UInt8] {
        let end = min(max(Int(count), 0), room.count)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(end)
        for index in 0..<end { bytes.append(room[index]) }
        return bytes
    }

    // MARK: The picture

    /// What a window shows at least: units across · 65536 + units down.
    @_expose(wasm, "view_least")
    @_cdecl("view_least")
    public func viewLeast() -> Int32 { hosted.leastView.width << 16 | hosted.leastView.height }

    @_expose(wasm, "view_set")
    @_cdecl("view_set")
    public func viewSet(_ width: Int32, _ height: Int32, _ isCalm: Int32) {
        hosted.view = View(width: width, height: height, isCalm: isCalm != 0)
    }

    /// Draws a frame. Returns the number of commands in the list.
    @_expose(wasm, "view_draw")
    @_cdecl("view_draw")
    public func viewDraw(_ fraction: Int32) -> Int32 {
        hosted.draw(fraction: fraction)
        return Int32(truncatingIfNeeded: hosted.list.count)
    }

    @_expose(wasm, "view_list")
    @_cdecl("view_list")
    public func viewList() -> UnsafePointer<Int32> { hosted.list.address }

    // MARK: Pictures and sounds by name

    @_expose(wasm, "sprite_count")
    @_cdecl("sprite_count")
    public func spriteCount() -> Int32 { hosted.spriteCount }

    /// Hands the name of a sprite. Returns its length in bytes.
    @_expose(wasm, "sprite_name")
    @_cdecl("sprite_name")
    public func spriteName(_ sprite: Int32) -> Int32 {
        guard let name = hosted.sprite(sprite)?.name else { return 0 }
        return hand(Array(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)))
    }

    /// Hands the box of a sprite: x, y, width, height.
    @_expose(wasm, "sprite_box")
    @_cdecl("sprite_box")
    public func spriteBox(_ sprite: Int32) -> Int32 {
        guard let box = hosted.sprite(sprite)?.box else { return 0 }
        return hand([box.x, box.y, box.width, box.height])
    }

    @_expose(wasm, "sound_count")
    @_cdecl("sound_count")
    public func soundCount() -> Int32 { hosted.cueCount }

    /// How long the strongest of the sounds is felt, in milliseconds; a bit for each.
    @_expose(wasm, "game_touch")
    @_cdecl("game_touch")
    public func gameTouch(_ cues: Int32) -> Int32 { hosted.touch(UInt32(bitPattern: cues)) }

    /// Hands the samples of a sound, 16 bits each, left and right in turn. Returns how many.
    @_expose(wasm, "sound_render")
    @_cdecl("sound_render")
    public func soundRender(_ cue: Int32) -> Int32 { hand(hosted.render(cue)) }

    @_expose(wasm, "sound_rate")
    @_cdecl("sound_rate")
    public func soundRate(_ cue: Int32) -> Int32 { hosted.rate(cue) }

    /// Modules of before there were two have no such function.
    @_expose(wasm, "sound_channels")
    @_cdecl("sound_channels")
    public func soundChannels() -> Int32 { Synthesizer.channels }

#endif
