#if arch(wasm32)

    // What a page calls to show a run from its log. Pictures, sounds and their names are those of the game: `view_set`,
    // `view_list`, `sprite_…`, `sound_…`.

    nonisolated(unsafe) private var playback = HostedPlayback()

    /// Opens the log of so many bytes that was written to `room`, at its first tick. Returns 0, or why it cannot be
    /// watched, and then nothing has changed: 1 no log, 2 another game's, 3 another version's.
    @_expose(wasm, "playback_open")
    @_cdecl("playback_open")
    public func playbackOpen(_ bytes: Int32) -> Int32 {
        let log: InputLog
        do throws(InputLog.Invalid) { log = try InputLog(decoding: written(bytes)) } catch { return 1 }
        do throws(ReplayRefusal) {
            playback = try hosted.playback(of: log)
            return 0
        } catch {
            if case .otherGame = error { return 2 }
            return 3
        }
    }

    // MARK: Time

    /// One step of 1/60 s. Returns 1 while it plays.
    @_expose(wasm, "playback_tick")
    @_cdecl("playback_tick")
    public func playbackTick() -> Int32 {
        playback.tick()
        return playback.isPlaying ? 1 : 0
    }

    /// Goes on; from its end, from the beginning.
    @_expose(wasm, "playback_play")
    @_cdecl("playback_play")
    public func playbackPlay() { playback.play() }

    @_expose(wasm, "playback_pause")
    @_cdecl("playback_pause")
    public func playbackPause() { playback.pause() }

    /// - Parameter halfTicks: 1, 2, 4 or 8 for each tick; else it stays as it is.
    @_expose(wasm, "playback_speed")
    @_cdecl("playback_speed")
    public func playbackSpeed(_ halfTicks: Int32) { playback.setSpeed(halfTicks) }

    /// Stops, and goes so many ticks on or back.
    @_expose(wasm, "playback_step")
    @_cdecl("playback_step")
    public func playbackStep(_ ticks: Int32) { playback.step(ticks) }

    @_expose(wasm, "playback_seek")
    @_cdecl("playback_seek")
    public func playbackSeek(_ tick: Int32) { playback.seek(to: tick) }

    /// The sounds to begin, a bit for each.
    @_expose(wasm, "playback_cues")
    @_cdecl("playback_cues")
    public func playbackCues() -> Int32 { Int32(bitPattern: playback.takeCues()) }

    /// The sound that is the loop to be heard now.
    @_expose(wasm, "playback_music")
    @_cdecl("playback_music")
    public func playbackMusic() -> Int32 { playback.musicNumber }

    // MARK: What is shown

    @_expose(wasm, "playback_is_playing")
    @_cdecl("playback_is_playing")
    public func playbackIsPlaying() -> Int32 { playback.isPlaying ? 1 : 0 }

    @_expose(wasm, "playback_position")
    @_cdecl("playback_position")
    public func playbackPosition() -> Int32 { playback.position }

    @_expose(wasm, "playback_score")
    @_cdecl("playback_score")
    public func playbackScore() -> Int64 { playback.score }

    /// Of the leaderboards of the game, the run's.
    @_expose(wasm, "playback_board")
    @_cdecl("playback_board")
    public func playbackBoard() -> Int32 { playback.ending.board }

    /// The score after so many ticks; what is shown stays.
    @_expose(wasm, "playback_score_at")
    @_cdecl("playback_score_at")
    public func playbackScoreAt(_ tick: Int32) -> Int64 { playback.score(at: tick) }

    /// Draws a frame into the list of `view_list`. Returns the number of its commands.
    @_expose(wasm, "playback_draw")
    @_cdecl("playback_draw")
    public func playbackDraw(_ fraction: Int32) -> Int32 {
        playback.draw(into: &hosted.list, view: hosted.view, fraction: fraction)
        return Int32(truncatingIfNeeded: hosted.list.count)
    }

    // MARK: The time line

    /// Looks so many ticks further ahead. Returns 1 when all is known.
    @_expose(wasm, "playback_scan")
    @_cdecl("playback_scan")
    public func playbackScan(_ ticks: Int32) -> Int32 {
        playback.scan(ticks)
        return playback.isScanned ? 1 : 0
    }

    /// In ticks; a guess before all is scanned.
    @_expose(wasm, "playback_length")
    @_cdecl("playback_length")
    public func playbackLength() -> Int32 { playback.length }

    @_expose(wasm, "playback_scanned")
    @_cdecl("playback_scanned")
    public func playbackScanned() -> Int32 { playback.scanned }

    /// Ticks from one score of `playback_curve` to the next.
    @_expose(wasm, "playback_spacing")
    @_cdecl("playback_spacing")
    public func playbackSpacing() -> Int32 { playback.spacing }

    /// Hands the scores at tick 0, one spacing, two, and so on, 64 bits each, and last the one at `playback_scanned`.
    /// Returns how many.
    @_expose(wasm, "playback_curve")
    @_cdecl("playback_curve")
    public func playbackCurve() -> Int32 { hand(playback.curve) }

    /// Hands the marks so far, four numbers each: tick, kind, detail, score (cut to 32 bits). Returns how many numbers.
    @_expose(wasm, "playback_marks")
    @_cdecl("playback_marks")
    public func playbackMarks() -> Int32 {
        var numbers: [Int32] = []
        for mark in playback.marks {
            numbers.append(mark.tick)
            numbers.append(mark.moment.kind.rawValue)
            numbers.append(mark.moment.detail)
            numbers.append(Int32(clamping: mark.score))
        }
        return hand(numbers)
    }

    /// Hands the id of an achievement, by its index in the game's list. Returns its length in bytes; 0: there is none.
    @_expose(wasm, "feat_name")
    @_cdecl("feat_name")
    public func featName(_ number: Int32) -> Int32 {
        guard let name = hosted.featName(number) else { return 0 }
        return hand(Array(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)))
    }

#endif
