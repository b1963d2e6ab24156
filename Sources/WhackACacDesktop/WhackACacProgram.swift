import Foundation
import LaurelDesktop

@main @MainActor struct WhackACacProgram {
    private static let keys = """
          a click or a finger on a cactus, or the letter at its place in the three rows of letters;
          a gamepad's stick moves the ring, and its buttons hit there
        """

    static func main() {
        exit(Program.run(WhackACacGame(), keys: keys) { ManagerDesk(folder: $0) })
    }
}
