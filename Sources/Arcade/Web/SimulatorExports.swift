#if arch(wasm32)

    // What a server calls: docs/simulators.md. So the very module that browsers play is kept when its version is
    // released, and plays the logs of that version as long as there are any. `laurel_play` is in each game's folder.

    /// What `laurel_play` gives: the low byte says why a log is no whole run, the rest is a number.
    private enum Code: Int32 {
        case whole = 0
        case unreadable = 1
        case otherGame = 2
        case otherVersion = 3
        case unfinished = 4
        case pastEnd = 5

        func with(_ number: Int32) -> Int32 { rawValue | number &<< 8 }
    }

    /// The run that was played last.
    nonisolated(unsafe) private var played = RunResult(score: 0, ticks: 0, isOver: false, trace: 0, feats: [])
    /// Ids of what it earned.
    nonisolated(unsafe) private var earned: [StaticString] = []

    /// Plays the log of so many bytes that lies in the room. Its seed stands in the log.
    public func playLog<Game: Playable>(of bytes: Int32, as game: Game.Type) -> Int32 {
        let log: InputLog
        do throws(InputLog.Invalid) { log = try InputLog(decoding: written(bytes)) } catch {
            return Code.unreadable.rawValue
        }
        do throws(ReplayRefusal) { played = try Game.replay(log) } catch {
            switch error {
            case .otherGame: return Code.otherGame.rawValue
            case .otherVersion(let version): return Code.otherVersion.with(Int32(version))
            case .inputAfterEnd(let tick): return Code.pastEnd.with(tick)
            }
        }
        guard played.isOver else { return Code.unfinished.with(played.ticks) }
        earned = []
        for feat in played.feats.of(Game.Feat.self) { earned.append(feat.identifier) }
        return Code.whole.rawValue
    }

    @_expose(wasm, "laurel_log")
    @_cdecl("laurel_log")
    public func laurelLog(_ size: Int32) -> UnsafeMutableRawPointer? { makeRoom(size) }

    @_expose(wasm, "laurel_score")
    @_cdecl("laurel_score")
    public func laurelScore() -> Int64 { played.score }

    @_expose(wasm, "laurel_milliseconds")
    @_cdecl("laurel_milliseconds")
    public func laurelMilliseconds() -> Int64 { played.milliseconds }

    @_expose(wasm, "laurel_trace")
    @_cdecl("laurel_trace")
    public func laurelTrace() -> Int64 { Int64(bitPattern: played.trace) }

    /// The text of a literal has a zero byte behind it.
    @_expose(wasm, "laurel_achievement")
    @_cdecl("laurel_achievement")
    public func laurelAchievement(_ index: Int32) -> UnsafePointer<UInt8>? {
        index >= 0 && Int(index) < earned.count ? earned[Int(index)].utf8Start : nil
    }

#endif
