import Foundation
import LaurelDesktop

@main @MainActor struct MonkeyJumpProgram {
    private static let keys = """
          Space, Up, W, click, tap or any gamepad button: jump; hold to jump higher
        """

    static func main() {
        exit(Program.run(MonkeyJumpGame(), keys: keys) { HelperDesk(folder: $0) })
    }
}
