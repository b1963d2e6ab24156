import CLaurelGD
import Glibc
import LaurelHelperProcess

/// The inside of the process that decodes pictures: reads one from standard input, writes new ones to standard
/// output, and has next to no rights meanwhile.
///
/// It may be taken over by a picture that its library does not expect; then it has no file or socket to open, no
/// program to become, no system call but for memory, and a moment to live. A trap or a kill in here fails one upload.
public enum ImageHelper {
    /// The hidden word after the program's name.
    public static let command = "image-helper"
    /// Of the picture sent; the caller's limit is no larger.
    static let inputBytesLimit = 1_048_576
    private static let cpuSeconds: rlim_t = 10
    /// The program itself takes some 300 MiB of addresses; 12 megapixels take 48 MiB.
    private static let memoryBytes: rlim_t = 1 << 30
    /// Of a picture to be made, in pixels.
    static let sideLimit = 2_048

    /// What is to be made: `squares SIDE…`, `whole SIDE` or `card`.
    enum Job {
        case squares([Int])
        case whole(Int)
        /// Of what stands in standard input: see ``CardCoding``.
        case card

        init?(_ words: [String]) {
            if words == ["card"] {
                self = .card
                return
            }
            let sides = words.dropFirst().compactMap { Int($0) }
            guard !sides.isEmpty, sides.count == words.count - 1, sides.count <= 4,
                sides.allSatisfy({ (1...ImageHelper.sideLimit).contains($0) })
            else { return nil }
            switch words.first {
            case "squares": self = .squares(sides)
            case "whole" where sides.count == 1: self = .whole(sides[0])
            default: return nil
            }
        }
    }

    /// - Parameter words: the command line after ``command``.
    /// - Returns: the status to exit with: 0, or 1 when there is no picture.
    public static func run(_ words: [String]) -> Int32 {
        guard let job = Job(words) else { return 2 }
        if case .card = job { return paintCard() }
        giveUpRights()
        guard let bytes = HelperRights.readAll(inputBytesLimit), let picture = Picture(bytes) else { return 1 }
        var made: [[UInt8]] = []
        switch job {
        case .squares(let sides):
            for side in sides {
                guard let png = picture.square(side) else { return 1 }
                made.append(png)
            }
        case .whole(let side):
            guard let png = picture.whole(side) else { return 1 }
            made.append(png)
        case .card: return 2
        }
        return send(made) ? 0 : 1
    }

    /// Fonts are opened first, since no file can be opened later.
    private static func paintCard() -> Int32 {
        let painter = CardPainter()
        giveUpRights()
        guard let bytes = HelperRights.readAll(CardCoding.bytesLimit), let (card, photo) = CardCoding.decode(bytes),
            let png = painter.paint(card, photo: photo)
        else { return 1 }
        return send([png]) ? 0 : 1
    }

    private static func send(_ pictures: [[UInt8]]) -> Bool {
        pictures.allSatisfy { png in
            let count = UInt32(png.count)
            return HelperRights.write((0..<4).map { UInt8(truncatingIfNeeded: count >> UInt32(24 - 8 * $0)) } + png)
        }
    }

    private static func giveUpRights() { HelperRights.giveUp(cpuSeconds: cpuSeconds, memoryBytes: memoryBytes) }
}
