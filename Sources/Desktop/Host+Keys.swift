import CLaurelSDL
import LaurelArcade

// The keyboard, and what an input method makes of it.
extension Host {
    func keyDown(_ event: SDL_KeyboardEvent) {
        let key = event.keysym.scancode
        let isRepeat = event.repeat != 0
        let modifiers = UInt32(event.keysym.mod)
        let isAlt = modifiers & KMOD_ALT.rawValue != 0
        touched(false)
        if !isRepeat, key == SDL_SCANCODE_F11 || (isAlt && key == SDL_SCANCODE_RETURN) {
            window.toggleFullScreen()
            settings.isFullScreen = window.isFullScreen
            return
        }
        if !isRepeat, key == SDL_SCANCODE_F12 { return takePicture() }
        if panel.writing != nil, screens.page != .none, writes(key, modifiers) { return }
        guard !isAlt, modifiers & (KMOD_CTRL.rawValue | KMOD_GUI.rawValue) == 0 else { return }
        if screens.page == .none {
            playKey(key, isRepeat)
        } else {
            screenKey(key, modifiers, isRepeat)
        }
    }

    private func playKey(_ key: SDL_Scancode, _ isRepeat: Bool) {
        guard !isRepeat else { return }
        if game.wants(key.rawValue) { return game.act(.keyDown(key.rawValue), view: painter.view) }
        switch key {
        case SDL_SCANCODE_P, SDL_SCANCODE_ESCAPE, SDL_SCANCODE_AC_BACK: screens.act(.pause, 0)
        case SDL_SCANCODE_M: screens.act(.toggleSound, 0)
        default: break
        }
    }

    private func screenKey(_ key: SDL_Scancode, _ modifiers: UInt32, _ isRepeat: Bool) {
        let isShift = modifiers & KMOD_SHIFT.rawValue != 0
        switch key {
        case SDL_SCANCODE_UP: panel.move(.up)
        case SDL_SCANCODE_DOWN: panel.move(.down)
        case SDL_SCANCODE_LEFT: panel.move(.left)
        case SDL_SCANCODE_RIGHT: panel.move(.right)
        case SDL_SCANCODE_TAB: panel.move(isShift ? .previous : .next)
        case SDL_SCANCODE_PAGEUP: panel.wheel(6)
        case SDL_SCANCODE_PAGEDOWN: panel.wheel(-6)
        default:
            guard !isRepeat else { return }
            switch key {
            case SDL_SCANCODE_RETURN, SDL_SCANCODE_KP_ENTER, SDL_SCANCODE_SPACE: panel.activate()
            case SDL_SCANCODE_ESCAPE, SDL_SCANCODE_AC_BACK: back()
            case SDL_SCANCODE_P: if screens.page == .paused { screens.act(.resume, 0) }
            case SDL_SCANCODE_M: screens.act(.toggleSound, 0)
            default: break
            }
        }
    }

    /// - Returns: whether it was for the field: everything that moves the focus is not.
    private func writes(_ key: SDL_Scancode, _ modifiers: UInt32) -> Bool {
        let isControl = modifiers & KMOD_CTRL.rawValue != 0
        // An input method has these keys while it composes.
        let isComposing = panel.writing.flatMap { panel.fields[$0]?.composition.isEmpty == false } ?? false
        switch key {
        case SDL_SCANCODE_TAB, SDL_SCANCODE_UP, SDL_SCANCODE_DOWN, SDL_SCANCODE_ESCAPE: return isComposing
        case SDL_SCANCODE_RETURN, SDL_SCANCODE_KP_ENTER:
            if !isComposing { panel.move(.next) }
        case SDL_SCANCODE_BACKSPACE: if !isComposing { panel.edit { $0.deleteBackward() } }
        case SDL_SCANCODE_DELETE: if !isComposing { panel.edit { $0.deleteForward() } }
        case SDL_SCANCODE_LEFT: moveCursor { $0.move(by: -1) }
        case SDL_SCANCODE_RIGHT: moveCursor { $0.move(by: 1) }
        case SDL_SCANCODE_HOME: moveCursor { $0.moveToEnd(false) }
        case SDL_SCANCODE_END: moveCursor { $0.moveToEnd(true) }
        case SDL_SCANCODE_U where isControl: panel.edit { $0.removeAll() }
        case SDL_SCANCODE_V where isControl: paste()
        default: break
        }
        return true
    }

    private func moveCursor(_ move: (inout WrittenText) -> Void) {
        panel.edit { text in
            move(&text)
            return false
        }
    }

    private func paste() {
        guard let text = SDL_GetClipboardText() else { return }
        panel.write(String(cString: text))
        SDL_free(text)
    }

    func composed(_ text: String) {
        panel.compose(text)
        announcer.say("composing", ["text": text])
    }

    /// An input method is on only while there is a field to write in.
    func watchWriting() {
        let isWriting = panel.writing != nil && screens.page != .none
        if isWriting != (SDL_IsTextInputActive() == SDL_TRUE) {
            if isWriting { SDL_StartTextInput() } else { SDL_StopTextInput() }
        }
    }

    func takePicture() {
        let folder = options.pictures ?? "."
        pictureWanted = "\(folder)/\(game.identifier)-\(frames).png"
    }
}
