import CLaurelSDL

// The scene's field, where the player writes with a keyboard or an input method.
extension TableHost {
    /// An input method is on only while there is a field to write in.
    func watchWriting() {
        let isWriting = game.written != nil
        guard isWriting != (SDL_IsTextInputActive() == SDL_TRUE) else { return }
        if isWriting { SDL_StartTextInput() } else { SDL_StopTextInput() }
    }

    private var field: TableScene.Spot? { shown.spots.first { $0.written != nil } }

    /// SDL's text is a tuple of bytes that ends with a zero.
    static func string<Bytes>(_ bytes: Bytes) -> String {
        withUnsafeBytes(of: bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    func write(_ text: String) {
        // The space bar has chosen something else.
        guard focused == field?.id || !text.allSatisfy(\.isWhitespace) else { return }
        edit { $0.insert(text) }
    }

    func compose(_ text: String) {
        guard game.written != nil else { return }
        game.written?.composition = text
        announcer.say("composing", ["text": text])
        show()
    }

    /// A player who writes is in the field.
    private func edit(_ change: (inout WrittenText) -> Void) {
        guard var written = game.written else { return }
        change(&written)
        game.written = written
        setFocus(field?.id)
        show()
    }

    /// - Returns: whether it was for the field: everything that moves the focus is not.
    func writes(_ key: SDL_Scancode, _ modifiers: UInt32) -> Bool {
        let isControl = modifiers & KMOD_CTRL.rawValue != 0
        // An input method has these keys while it composes.
        let isComposing = game.written?.composition.isEmpty == false
        let isInField = focused == field?.id
        switch key {
        case SDL_SCANCODE_TAB, SDL_SCANCODE_UP, SDL_SCANCODE_DOWN, SDL_SCANCODE_ESCAPE, SDL_SCANCODE_AC_BACK,
            SDL_SCANCODE_RETURN, SDL_SCANCODE_KP_ENTER:
            return isComposing
        case SDL_SCANCODE_SPACE, SDL_SCANCODE_LEFT, SDL_SCANCODE_RIGHT:
            guard isComposing || isInField else { return false }
            if !isComposing, key != SDL_SCANCODE_SPACE { edit { $0.move(by: key == SDL_SCANCODE_LEFT ? -1 : 1) } }
        case SDL_SCANCODE_BACKSPACE: if !isComposing { edit { $0.deleteBackward() } }
        case SDL_SCANCODE_DELETE: if !isComposing { edit { _ = $0.deleteForward() } }
        case SDL_SCANCODE_HOME: edit { $0.moveToEnd(false) }
        case SDL_SCANCODE_END: edit { $0.moveToEnd(true) }
        case SDL_SCANCODE_U where isControl: edit { _ = $0.removeAll() }
        case SDL_SCANCODE_V where isControl:
            game.paste(clipboard)
            edit { _ in }
        default: break
        }
        return true
    }
}
