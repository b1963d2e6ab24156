import Foundation
import LaurelDesktop

@main @MainActor struct MonkeyJumpProgram {
    private static let keys = """
          Space, Up, W, a click, a finger, or a gamepad's buttons: jump; hold it for a higher jump
        """

    static func main() {
        exit(Program.run(MonkeyJumpGame(), keys: keys) { HelperDesk(folder: $0) })
    }
}
