import CLaurelSDL
import Foundation
import GameKit

// Keys, mouse, fingers, gamepads, and what comes as lines of JSON (docs/desktop.md).
extension TableHost {
    func takeEvents() {
        for order in announcer.take() {
            obey(order)
            takeQueue()
        }
        if announcer.hasEnded { isRunning = false }
        takeQueue()
        steer()
    }

    private func takeQueue() {
        var event = SDL_Event()
        while SDL_PollEvent(&event) != 0 { take(event) }
    }

    private func take(_ event: SDL_Event) {
        let ratio = window.ratio
        switch SDL_EventType(rawValue: event.type) {
        case SDL_QUIT: isRunning = false
        case SDL_WINDOWEVENT: take(event.window)
        case SDL_KEYDOWN: keyDown(event.key)
        case SDL_TEXTINPUT: write(Self.string(event.text.text))
        case SDL_TEXTEDITING: compose(Self.string(event.edit.text))
        case SDL_TEXTEDITING_EXT:
            compose(event.editExt.text.map { String(cString: $0) } ?? "")
            SDL_free(event.editExt.text)
        case SDL_MOUSEBUTTONDOWN where event.button.button == 1:
            pointerDown(Float(event.button.x) * ratio, Float(event.button.y) * ratio)
        case SDL_MOUSEBUTTONUP where event.button.button == 1:
            pointerUp(Float(event.button.x) * ratio, Float(event.button.y) * ratio)
        case SDL_MOUSEMOTION: pointerMoved(Float(event.motion.x) * ratio, Float(event.motion.y) * ratio)
        case SDL_FINGERDOWN:
            pointerDown(event.tfinger.x * Float(window.width), event.tfinger.y * Float(window.height))
        case SDL_FINGERMOTION:
            pointerMoved(event.tfinger.x * Float(window.width), event.tfinger.y * Float(window.height))
        case SDL_FINGERUP:
            pointerUp(event.tfinger.x * Float(window.width), event.tfinger.y * Float(window.height))
        case SDL_CONTROLLERDEVICEADDED:
            gamepads.added(event.cdevice.which)
            announcer.say("gamepads", ["count": gamepads.count])
        case SDL_CONTROLLERDEVICEREMOVED:
            if gamepads.removed(event.cdevice.which) { announcer.say("gamepads", ["count": gamepads.count]) }
        case SDL_CONTROLLERBUTTONDOWN:
            gamepadDown(SDL_GameControllerButton(rawValue: Int32(event.cbutton.button)))
        default: break
        }
    }

    private func take(_ event: SDL_WindowEvent) {
        switch SDL_WindowEventID(rawValue: UInt32(event.event)) {
        case SDL_WINDOWEVENT_SIZE_CHANGED:
            guard window.measure() else { return }
            painter.forget()
            announcer.say("window", ["width": Int(window.width), "height": Int(window.height)])
            show()
            if options.announces { announceScreen() }
        case SDL_WINDOWEVENT_FOCUS_LOST: letGo()
        case SDL_WINDOWEVENT_MINIMIZED, SDL_WINDOWEVENT_HIDDEN: setSeen(false)
        case SDL_WINDOWEVENT_RESTORED, SDL_WINDOWEVENT_SHOWN, SDL_WINDOWEVENT_MAXIMIZED: setSeen(true)
        default: break
        }
    }

    private func setSeen(_ isSeen: Bool) {
        guard isSeen != self.isSeen else { return }
        self.isSeen = isSeen
        speaker.setHidden(!isSeen)
        if isSeen { Laurel.willEnterForeground() } else { Laurel.didEnterBackground() }
    }

    // MARK: Mouse and finger

    private func spot(at x: Float, _ y: Float) -> TableScene.Spot? {
        shown.spots.last { $0.frame.contains(x, y) && !$0.isOff }
    }

    private func pointerDown(_ x: Float, _ y: Float) {
        isFocusShown = false
        show()
        hold = Hold(id: spot(at: x, y)?.id, start: (x, y), at: (x, y))
    }

    private func pointerMoved(_ x: Float, _ y: Float) {
        guard var held = hold else { return }
        held.at = (x, y)
        let isFar = max(abs(x - held.start.x), abs(y - held.start.y)) > 8 * unit
        let begins = !held.isMoved && isFar && spot(held.id)?.isMovable == true
        if begins { held.isMoved = true }
        hold = held
        if begins, let id = held.id { game.lift(id) }
    }

    private func pointerUp(_ x: Float, _ y: Float) {
        guard let held = hold else { return }
        hold = nil
        let target = spot(at: x, y)?.id
        if held.isMoved { return game.drop(on: target) }
        guard let target, target == held.id else { return }
        setFocus(target)
        choose(target)
    }

    private func letGo() {
        if hold?.isMoved == true { game.drop(on: nil) }
        hold = nil
    }

    /// What was chosen is shown before the next event is taken.
    private func choose(_ id: String) {
        game.choose(id)
        show()
    }

    // MARK: Keys and gamepads

    private enum Direction { case up, down, left, right }

    private func keyDown(_ event: SDL_KeyboardEvent) {
        let key = event.keysym.scancode
        let modifiers = UInt32(event.keysym.mod)
        let isAlt = modifiers & KMOD_ALT.rawValue != 0
        let isRepeat = event.repeat != 0
        if !isRepeat, key == SDL_SCANCODE_F11 || (isAlt && key == SDL_SCANCODE_RETURN) {
            window.toggleFullScreen()
            settings.isFullScreen = window.isFullScreen
            return
        }
        if !isRepeat, key == SDL_SCANCODE_F12 {
            pictureWanted = "\(options.pictures ?? ".")/\(game.identifier)-\(frames).png"
            return
        }
        if game.written != nil, writes(key, modifiers) {
            isFocusShown = true
            return
        }
        guard !isAlt, modifiers & (KMOD_CTRL.rawValue | KMOD_GUI.rawValue) == 0 else { return }
        isFocusShown = true
        switch key {
        case SDL_SCANCODE_UP: move(.up)
        case SDL_SCANCODE_DOWN: move(.down)
        case SDL_SCANCODE_LEFT: move(.left)
        case SDL_SCANCODE_RIGHT: move(.right)
        case SDL_SCANCODE_TAB: step(modifiers & KMOD_SHIFT.rawValue != 0 ? -1 : 1)
        case _ where isRepeat: break
        case SDL_SCANCODE_RETURN, SDL_SCANCODE_KP_ENTER, SDL_SCANCODE_SPACE: activate()
        case SDL_SCANCODE_ESCAPE, SDL_SCANCODE_AC_BACK: back()
        case SDL_SCANCODE_M: toggleSound()
        default: if game.key(key.rawValue) { show() }
        }
    }

    private func gamepadDown(_ button: SDL_GameControllerButton) {
        isFocusShown = true
        switch button {
        case SDL_CONTROLLER_BUTTON_A: activate()
        case SDL_CONTROLLER_BUTTON_B, SDL_CONTROLLER_BUTTON_START: back()
        case SDL_CONTROLLER_BUTTON_DPAD_UP: move(.up)
        case SDL_CONTROLLER_BUTTON_DPAD_DOWN: move(.down)
        case SDL_CONTROLLER_BUTTON_DPAD_LEFT: move(.left)
        case SDL_CONTROLLER_BUTTON_DPAD_RIGHT: move(.right)
        default: break
        }
    }

    /// The stick moves the focus once for each push.
    private func steer() {
        let stick = gamepads.stick
        let isPushed = max(abs(stick.x), abs(stick.y)) > 500
        defer { isStickUsed = isPushed }
        guard isPushed, !isStickUsed else { return }
        isFocusShown = true
        if abs(stick.x) > abs(stick.y) {
            move(stick.x > 0 ? .right : .left)
        } else {
            move(stick.y > 0 ? .down : .up)
        }
    }

    private func activate() {
        show()
        if let id = spot(focused)?.id { choose(id) }
    }

    private func back() {
        game.back()
        show()
    }

    private func step(_ count: Int) {
        let all = shown.spots.filter { !$0.isOff }
        guard let index = all.firstIndex(where: { $0.id == focused }) else { return setFocus(all.first?.id) }
        setFocus(all[(index + count + all.count) % all.count].id)
    }

    /// To what lies next in a direction; aside counts double.
    private func move(_ direction: Direction) {
        guard let from = spot(focused) else { return setFocus(shown.spots.first { !$0.isOff }?.id) }
        var best: (id: String, distance: Float)?
        for other in shown.spots where other.id != from.id && !other.isOff {
            let (dx, dy) = (
                other.frame.middleX - from.frame.middleX, other.frame.middleY - from.frame.middleY
            )
            let (along, aside): (Float, Float) =
                switch direction {
                case .up: (-dy, dx)
                case .down: (dy, dx)
                case .left: (-dx, dy)
                case .right: (dx, dy)
                }
            guard along > 2 else { continue }
            let distance = along + 2 * abs(aside)
            if distance < best?.distance ?? .infinity { best = (other.id, distance) }
        }
        if let best { setFocus(best.id) }
    }

    // MARK: Announcements

    private func obey(_ order: [String: Any]) {
        func number(_ name: String) -> Double { (order[name] as? NSNumber)?.doubleValue ?? 0 }
        switch order["do"] as? String {
        case "touch":
            let (x, y) = (Float(number("x")) * window.ratio, Float(number("y")) * window.ratio)
            switch order["phase"] as? String {
            case "down": pointerDown(x, y)
            case "move": pointerMoved(x, y)
            case "up": pointerUp(x, y)
            default: break
            }
        case "text": write(order["text"] as? String ?? "")
        case "compose": compose(order["text"] as? String ?? "")
        case "gamepad": gamepad(order)
        case "picture": pictureWanted = order["path"] as? String
        case "size": SDL_SetWindowSize(window.handle, Int32(number("width")), Int32(number("height")))
        case "state": announceState()
        case "screen":
            show()
            announceScreen(isAnswer: true)
        case "advice": announceAdvice()
        case "leave": isRunning = false
        default: announcer.say("misunderstood", ["line": "\(order)"])
        }
    }

    private func gamepad(_ order: [String: Any]) {
        var isDone = true
        if let isPlugged = order["plugged"] as? Bool {
            if isPlugged { isDone = gamepads.plugVirtual() } else { gamepads.unplugVirtual() }
        } else if let button = order["button"] as? String {
            isDone = gamepads.setVirtual(button: button, isDown: order["down"] as? Bool ?? false)
        }
        if !isDone { announcer.say("misunderstood", ["line": "\(order)"]) }
    }

    private func announceState() {
        let facts: [String: Any] = [
            "scene": shown.name, "screen": shown.name, "frames": frames, "width": Int(window.width),
            "height": Int(window.height), "muted": isMuted, "focus": focused ?? "",
            "fullScreen": window.isFullScreen,
        ]
        announcer.say("state", facts.merging(game.facts) { $1 })
    }

    private func announceAdvice() {
        show()
        guard let id = game.advice, let spot = spot(id) else {
            return announcer.say("advice", ["advice": "nothing", "screen": shown.name])
        }
        let ratio = window.ratio
        announcer.say(
            "advice",
            [
                "advice": "touch", "action": id, "x": Int(spot.frame.middleX / ratio),
                "y": Int(spot.frame.middleY / ratio), "screen": shown.name,
            ])
    }
}
