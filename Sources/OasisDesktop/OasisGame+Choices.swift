import LaurelArcade
import LaurelDesktop
import LaurelOasis

// What was chosen by a button, a key or a finger, and what would be well done.
extension OasisGame {
    func choose(_ id: String) {
        if let question, screen == .ask {
            // What is asked next is no answer to this.
            guard let choice = question.choices.first(where: { $0.id == id }) else { return chooseCorner(id) }
            play(.click)
            return choice.does()
        }
        if chooseForParty(id) { return }
        let parts = id.split(separator: ".")
        if parts.count == 2, let number = Int(parts[1]) {
            switch parts[0] {
            case "chair": chair(number)
            case "slot": screen == .hidden ? reveal() : take(number)
            case "cell": lay(number)
            case "friend": pick(number)
            case "match": if matches.indices.contains(number) { open(matches[number].match) }
            default: break
            }
            return
        }
        switch id {
        case "begin": startGame()
        case "continue": goOn()
        case "online": findOthers()
        case "friends": askFriends()
        case "matches": listMatches()
        case "swap": beginSwap()
        case "confirm": confirmSwap()
        case "cancel": letGo()
        case "pass": move(.pass)
        case "quit": askToQuit()
        case "remind": remind()
        case "invite": invite()
        case "again": online == nil ? startGame() : rematch()
        case "leaderboard": showLeaderboard()
        case "menu": menu()
        default: chooseCorner(id)
        }
    }

    private func chooseCorner(_ id: String) {
        switch id {
        case "home": back()
        case "sound": room?.toggleSound()
        default: break
        }
    }

    func back() {
        if screen == .ask, let stay = question?.choices.first(where: { ["stay", "menu"].contains($0.id) }) {
            return stay.does()
        }
        if screen == .party, online != nil { return backToTable() }
        if swapping != nil || held != nil { return letGo() }
        if screen == .menu { room?.leave() } else { menu() }
    }

    func lift(_ id: String) {
        if id.hasPrefix("slot."), let slot = Int(id.dropFirst(5)) { hold(slot) }
    }

    func drop(on id: String?) {
        if let id, id.hasPrefix("cell.") { choose(id) }
    }

    func key(_ key: UInt32) -> Bool {
        switch key {
        // 1 to 4.
        case 30...33:
            let slot = Int(key) - 30
            guard screen == .play || screen == .hidden else { return false }
            choose("slot.\(slot)")
            if held != nil, let best = advice { room?.focus(best) }
            return true
        // S.
        case 22 where screen == .play:
            swapping == nil ? beginSwap() : confirmSwap()
            return true
        default: return false
        }
    }

    // MARK: What would be well done

    var advice: String? {
        switch screen {
        case .hidden: return "slot.0"
        case .play where !isBusy: break
        default: return nil
        }
        guard let shown else { return nil }
        var random = SeededRandom(seed: 1)
        switch Bot(.strong).move(for: shown, random: &random) {
        case .lay(let slot, let cell):
            if swapping != nil { return "cancel" }
            if let held {
                if Int32(held) == slot { return "cell.\(cell)" }
                if let best = worth(held).max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) {
                    return "cell.\(best.key)"
                }
            }
            return "slot.\(slot)"
        case .swap: return swapping == nil ? "swap" : swapping?.isEmpty == true ? "slot.0" : "confirm"
        case .pass: return "pass"
        }
    }
}
