import LaurelArcade
import LaurelDesktop

/// One button, held as long as any key, finger or gamepad button is down.
struct JumpButton {
    private var down: Set<Int64> = []
    private var isPressed = false
    /// Let the button go for one tick: another key or finger came down beside the first.
    private var isLifting = false

    /// It is seen even when it is up again before the next tick.
    mutating func press(_ source: Int64) {
        if !down.isEmpty { isLifting = true }
        down.insert(source)
        isPressed = true
    }

    mutating func release(_ source: Int64) { down.remove(source) }

    mutating func letGo() { down = [] }

    /// Of the next tick.
    mutating func take() -> Input {
        if isLifting {
            // The jump that was asked for meanwhile comes in the next tick.
            isLifting = false
            return []
        }
        defer { isPressed = false }
        return isPressed || !down.isEmpty ? .jump : []
    }
}
