import CLaurelSDL

/// The gamepads that are plugged in, whenever that is.
@MainActor final class Gamepads {
    private var opened: [SDL_JoystickID: OpaquePointer] = [:]
    /// A gamepad without a device, for tests: its number among the devices, and its joystick.
    private var virtual: (device: Int32, joystick: OpaquePointer)?
    /// Beyond it a stick is meant.
    static let threshold: Int16 = 16000
    private static let deadZone = 6000

    init() { SDL_InitSubSystem(UInt32(SDL_INIT_GAMECONTROLLER)) }

    var count: Int { opened.count }

    func added(_ device: Int32) {
        guard SDL_IsGameController(device) == SDL_TRUE, let pad = SDL_GameControllerOpen(device) else { return }
        opened[SDL_JoystickInstanceID(SDL_GameControllerGetJoystick(pad))] = pad
    }

    /// - Returns: whether it was one of ours.
    func removed(_ id: SDL_JoystickID) -> Bool {
        guard let pad = opened.removeValue(forKey: id) else { return false }
        SDL_GameControllerClose(pad)
        return true
    }

    /// The left stick of whichever is pushed furthest, −1000 to 1000.
    var stick: (x: Int32, y: Int32) {
        var best: (x: Int32, y: Int32) = (0, 0)
        for pad in opened.values {
            let x = Self.level(SDL_GameControllerGetAxis(pad, SDL_CONTROLLER_AXIS_LEFTX))
            let y = Self.level(SDL_GameControllerGetAxis(pad, SDL_CONTROLLER_AXIS_LEFTY))
            if abs(x) + abs(y) > abs(best.x) + abs(best.y) { best = (x, y) }
        }
        return best
    }

    /// Where a gamepad can.
    func rumble(milliseconds: Int32) {
        guard milliseconds > 0 else { return }
        for pad in opened.values {
            SDL_GameControllerRumble(pad, Self.rumbleLevel, Self.rumbleLevel, UInt32(milliseconds))
        }
    }

    private static let rumbleLevel: UInt16 = 0x9000

    private static func level(_ axis: Int16) -> Int32 {
        let value = Int(axis)
        guard abs(value) > deadZone else { return 0 }
        return Int32((abs(value) - deadZone) * 1000 / (32768 - deadZone)) * (value < 0 ? -1 : 1)
    }

    // MARK: For tests

    func plugVirtual() -> Bool {
        guard virtual == nil else { return true }
        let device = SDL_JoystickAttachVirtual(
            SDL_JOYSTICK_TYPE_GAMECONTROLLER, Int32(SDL_CONTROLLER_AXIS_MAX.rawValue),
            Int32(SDL_CONTROLLER_BUTTON_MAX.rawValue), 0)
        guard device >= 0, let joystick = SDL_JoystickOpen(device) else { return false }
        virtual = (device, joystick)
        return true
    }

    func unplugVirtual() {
        guard let virtual else { return }
        SDL_JoystickClose(virtual.joystick)
        SDL_JoystickDetachVirtual(virtual.device)
        self.virtual = nil
    }

    func setVirtual(button: String, isDown: Bool) -> Bool {
        let number = SDL_GameControllerGetButtonFromString(button)
        guard let virtual, number != SDL_CONTROLLER_BUTTON_INVALID else { return false }
        return SDL_JoystickSetVirtualButton(virtual.joystick, Int32(number.rawValue), isDown ? 1 : 0) == 0
    }

    func setVirtual(axis: String, value: Int16) -> Bool {
        let number = SDL_GameControllerGetAxisFromString(axis)
        guard let virtual, number != SDL_CONTROLLER_AXIS_INVALID else { return false }
        return SDL_JoystickSetVirtualAxis(virtual.joystick, Int32(number.rawValue), value) == 0
    }
}
