import Foundation
import LaurelDesktop

@main @MainActor struct WhackACacProgram {
    private static let keys = """
          click or tap a cactus, or press the key at its position in the three letter rows;
          with a gamepad, move the ring with the stick and hit with any button
        """

    static func main() {
        exit(Program.run(WhackACacGame(), keys: keys) { ManagerDesk(folder: $0) })
    }
}
