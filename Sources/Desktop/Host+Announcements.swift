import CLaurelSDL
import Foundation
import LaurelArcade

// What is said as lines of JSON, and what is taken as such (docs/desktop.md).
extension Host {
    /// An item as it is announced: its frame is in the desktop's own units, in which a mouse speaks.
    func described(_ node: PanelNode) -> [String: Any] {
        var fields: [String: Any] = ["kind": "\(node.item.kind)", "text": node.text]
        if !node.value.isEmpty, node.item.kind == .row || node.item.kind == .progress { fields["value"] = node.value }
        if let action = node.item.action {
            fields["action"] = "\(action)"
            fields["index"] = Int(node.item.index)
        }
        if let focus = Focus(node.item), let written = panel.fields[focus] { fields["written"] = written.text }
        let flags: [(Panel.Flags, String)] = [
            (.isYou, "you"), (.isSelected, "selected"), (.isOff, "off"), (.isBusy, "busy"), (.isInvalid, "invalid"),
            (.isDefault, "default"),
        ]
        let names = flags.filter { node.item.flags.contains($0.0) }.map(\.1)
        if !names.isEmpty { fields["flags"] = names }
        return fields
    }

    /// - Parameter isAnswer: somebody asked for it; else it changed.
    func announceScreen(isAnswer: Bool = false) {
        guard options.announces, let layout = panel.layout else { return }
        let ratio = window.ratio
        let items = layout.boxes.filter { $0.node.item.kind != .begin }.map { box -> [String: Any] in
            var fields = described(box.node)
            let frame = panel.frame(box)
            fields["frame"] = [frame.x, frame.y, frame.w, frame.h].map { Int(($0 / ratio).rounded()) }
            return fields
        }
        announcer.say("screen", ["screen": pageName, "items": items, "isAnswer": isAnswer])
    }

    /// An event from outside goes where the real ones go: into SDL's queue.
    func obey(_ order: [String: Any]) {
        let text = order["text"] as? String ?? ""
        switch order["do"] as? String {
        case "touch": touch(order)
        case "text": panel.write(text)
        case "compose": compose(text)
        case "gamepad": gamepad(order)
        case "picture": pictureWanted = order["path"] as? String
        case "size":
            SDL_SetWindowSize(window.handle, Int32(number(order["width"])), Int32(number(order["height"])))
        case "state": announceState()
        case "screen": announceScreen(isAnswer: true)
        case "advice": announceAdvice()
        case "times": announceTimes()
        case "leave": isRunning = false
        default: announcer.say("misunderstood", ["line": "\(order)"])
        }
    }

    private func number(_ value: Any?) -> Double { (value as? NSNumber)?.doubleValue ?? 0 }

    /// In the window's own units, as the mouse has them.
    private func touch(_ order: [String: Any]) {
        var event = SDL_Event()
        let kinds = ["down": SDL_FINGERDOWN, "move": SDL_FINGERMOTION, "up": SDL_FINGERUP]
        guard let kind = kinds[order["phase"] as? String ?? ""] else { return }
        event.type = kind.rawValue
        event.tfinger.fingerId = Int64(number(order["finger"]))
        event.tfinger.x = Float(number(order["x"])) * window.ratio / Float(max(window.width, 1))
        event.tfinger.y = Float(number(order["y"])) * window.ratio / Float(max(window.height, 1))
        SDL_PushEvent(&event)
    }

    private func compose(_ text: String) {
        var event = SDL_Event()
        event.type = SDL_TEXTEDITING.rawValue
        withUnsafeMutableBytes(of: &event.edit.text) { bytes in
            bytes.copyBytes(from: Array(text.utf8).prefix(bytes.count - 1))
        }
        SDL_PushEvent(&event)
    }

    private func gamepad(_ order: [String: Any]) {
        var isDone = true
        if let isPlugged = order["plugged"] as? Bool {
            if isPlugged { isDone = gamepads.plugVirtual() } else { gamepads.unplugVirtual() }
        } else if let button = order["button"] as? String {
            isDone = gamepads.setVirtual(button: button, isDown: order["down"] as? Bool ?? false)
        } else if let axis = order["axis"] as? String {
            isDone = gamepads.setVirtual(axis: axis, value: Int16(clamping: Int(number(order["value"]))))
        }
        if !isDone { announcer.say("misunderstood", ["line": "\(order)"]) }
    }

    private func announceState() {
        announcer.say(
            "state",
            [
                "scene": "\(game.scene)", "screen": pageName, "score": Int(game.ending.score),
                "ticks": Int(game.log.tickCount), "frames": frames, "late": times.lateCount,
                "width": Int(window.width), "height": Int(window.height), "account": "\(screens.account)",
                "muted": speaker.isMuted, "focus": panel.focus.map { "\($0.action)" } ?? "",
                "fullScreen": window.isFullScreen, "hasTicket": !game.log.header.ticket.isEmpty,
            ])
    }

    /// Of the frames since the last time, a minute at most.
    private func announceTimes() {
        let taken = times.take()
        announcer.say(
            "times",
            [
                "frames": taken.frames, "late": taken.late, "between": taken.between, "step": taken.step,
                "work": taken.work, "renderer": window.rendererName,
            ])
    }

    private func announceAdvice() {
        switch game.advice {
        case .nothing: announcer.say("advice", ["advice": "nothing"])
        case .hold: announcer.say("advice", ["advice": "hold"])
        case .touch(let x, let y, let row, let column):
            let pixels = painter.scale / window.ratio
            announcer.say(
                "advice",
                [
                    "advice": "touch", "x": Int(Float(x) * pixels), "y": Int(Float(y) * pixels), "row": Int(row),
                    "column": Int(column),
                ])
        }
    }
}
