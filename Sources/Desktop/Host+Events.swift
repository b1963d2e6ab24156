import CLaurelSDL
import LaurelArcade

// Keys, mouse, fingers, gamepads.
extension Host {
    func takeEvents() {
        // One after the other, as from real hands: a button that is down and up in one look was never down.
        for event in announcer.take() {
            obey(event)
            takeQueue()
        }
        if announcer.hasEnded { isRunning = false }
        takeQueue()
    }

    private func takeQueue() {
        var event = SDL_Event()
        while SDL_PollEvent(&event) != 0 { take(event) }
    }

    private func take(_ event: SDL_Event) {
        switch SDL_EventType(rawValue: event.type) {
        case SDL_QUIT: isRunning = false
        case SDL_WINDOWEVENT: take(event.window)
        case SDL_KEYDOWN: keyDown(event.key)
        case SDL_KEYUP: game.act(.keyUp(event.key.keysym.scancode.rawValue), view: painter.view)
        case SDL_TEXTINPUT: panel.write(Self.string(event.text.text))
        case SDL_TEXTEDITING: composed(Self.string(event.edit.text))
        case SDL_TEXTEDITING_EXT:
            composed(event.editExt.text.map { String(cString: $0) } ?? "")
            SDL_free(event.editExt.text)
        case SDL_MOUSEBUTTONDOWN where event.button.button == 1:
            touched(false)
            pointerDown(-1, Float(event.button.x) * window.ratio, Float(event.button.y) * window.ratio)
        case SDL_MOUSEBUTTONUP where event.button.button == 1:
            pointerUp(-1, Float(event.button.x) * window.ratio, Float(event.button.y) * window.ratio)
        case SDL_MOUSEMOTION:
            panel.pointerMoved(x: Float(event.motion.x) * window.ratio, y: Float(event.motion.y) * window.ratio)
        case SDL_MOUSEWHEEL: panel.wheel(event.wheel.preciseY)
        case SDL_FINGERDOWN:
            touched(true)
            pointerDown(
                event.tfinger.fingerId, event.tfinger.x * Float(window.width), event.tfinger.y * Float(window.height))
        case SDL_FINGERUP:
            pointerUp(
                event.tfinger.fingerId, event.tfinger.x * Float(window.width), event.tfinger.y * Float(window.height))
        case SDL_FINGERMOTION:
            panel.pointerMoved(
                x: event.tfinger.x * Float(window.width), y: event.tfinger.y * Float(window.height))
        default: takeGamepad(event)
        }
    }

    /// SDL's text is a tuple of bytes that ends with a zero.
    private static func string<Bytes>(_ bytes: Bytes) -> String {
        withUnsafeBytes(of: bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    func touched(_ isTouch: Bool) {
        self.isTouch = isTouch
        touchFlag.isOn = isTouch
    }

    // MARK: Window

    private func take(_ event: SDL_WindowEvent) {
        switch SDL_WindowEventID(rawValue: UInt32(event.event)) {
        case SDL_WINDOWEVENT_SIZE_CHANGED: resize()
        case SDL_WINDOWEVENT_FOCUS_LOST:
            letGo()
            if screens.page == .none { screens.act(.pause, 0) }
        case SDL_WINDOWEVENT_MINIMIZED, SDL_WINDOWEVENT_HIDDEN: setSeen(false)
        case SDL_WINDOWEVENT_RESTORED, SDL_WINDOWEVENT_SHOWN, SDL_WINDOWEVENT_MAXIMIZED: setSeen(true)
        default: break
        }
    }

    func letGo() {
        game.act(.letGo, view: painter.view)
        panel.letGo()
    }

    func setSeen(_ isSeen: Bool) {
        guard isSeen != self.isSeen else { return }
        self.isSeen = isSeen
        speaker.setHidden(!isSeen)
        center.seen(isSeen)
        if !isSeen, screens.page == .none { screens.act(.pause, 0) }
    }

    // MARK: Mouse and finger

    func pointerDown(_ id: Int64, _ x: Float, _ y: Float) {
        if panel.pointerDown(x: x, y: y) { return }
        let point = painter.point(x: x, y: y)
        game.act(.pointerDown(id: id, x: point.x, y: point.y), view: painter.view)
    }

    func pointerUp(_ id: Int64, _ x: Float, _ y: Float) {
        panel.pointerUp(x: x, y: y)
        game.act(.pointerUp(id: id), view: painter.view)
        watchWriting()
    }

    // MARK: Gamepads

    func takeGamepad(_ event: SDL_Event) {
        switch SDL_EventType(rawValue: event.type) {
        case SDL_CONTROLLERDEVICEADDED:
            gamepads.added(event.cdevice.which)
            announcer.say("gamepads", ["count": gamepads.count])
        case SDL_CONTROLLERDEVICEREMOVED:
            guard gamepads.removed(event.cdevice.which) else { return }
            announcer.say("gamepads", ["count": gamepads.count])
            // Its player can't use it any more.
            if screens.page == .none { screens.act(.pause, 0) }
        case SDL_CONTROLLERBUTTONDOWN:
            gamepadDown(SDL_GameControllerButton(rawValue: Int32(event.cbutton.button)), event.cbutton.which)
        case SDL_CONTROLLERBUTTONUP: game.act(.gamepadUp(id: event.cbutton.which), view: painter.view)
        default: break
        }
    }

    func gamepadDown(_ button: SDL_GameControllerButton, _ id: SDL_JoystickID) {
        touched(false)
        let isPlaying = screens.page == .none
        switch button {
        case SDL_CONTROLLER_BUTTON_START: isPlaying ? screens.act(.pause, 0) : back()
        case _ where isPlaying: game.act(.gamepadDown(id: id), view: painter.view)
        case SDL_CONTROLLER_BUTTON_A: panel.activate()
        case SDL_CONTROLLER_BUTTON_B: back()
        case SDL_CONTROLLER_BUTTON_DPAD_UP: panel.move(.up)
        case SDL_CONTROLLER_BUTTON_DPAD_DOWN: panel.move(.down)
        case SDL_CONTROLLER_BUTTON_DPAD_LEFT: panel.move(.left)
        case SDL_CONTROLLER_BUTTON_DPAD_RIGHT: panel.move(.right)
        case SDL_CONTROLLER_BUTTON_LEFTSHOULDER: panel.wheel(3)
        case SDL_CONTROLLER_BUTTON_RIGHTSHOULDER: panel.wheel(-3)
        default: break
        }
        watchWriting()
    }

    /// The stick steers what the game has to steer; on a screen it moves the focus once for each push.
    func steer() {
        let stick = gamepads.stick
        guard screens.page != .none else {
            if stick != (0, 0) { game.act(.stick(x: stick.x, y: stick.y), view: painter.view) }
            return
        }
        let isPushed = max(abs(stick.x), abs(stick.y)) > 500
        defer { isStickUsed = isPushed }
        guard isPushed, !isStickUsed else { return }
        if abs(stick.x) > abs(stick.y) {
            panel.move(stick.x > 0 ? .right : .left)
        } else {
            panel.move(stick.y > 0 ? .down : .up)
        }
        watchWriting()
    }

    // MARK: Screens

    func chose(_ action: Action, _ index: Int32) {
        if action == .back { return back() }
        if let sheet, sheet.chose(action, index) { return }
        if action == .search { search() }
        screens.act(action, index)
    }

    /// Whom the player looks for: the core knows no names.
    private func search() {
        let wanted = panel.text(of: .search)
        for index in 0..<strings.count(.friends) {
            screens.friend(Int32(index), isFound: strings.matches(wanted, .friends, index))
        }
    }
}
