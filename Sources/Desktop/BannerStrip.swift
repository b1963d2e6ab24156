import CLaurelSDL

/// What words in passing are about: some are over before their time.
enum BannerTopic { case signIn, other }

/// A few words at the upper edge, for a few seconds, one after the other.
@MainActor final class BannerStrip {
    private struct Words {
        let title: String
        let message: String
        let seconds: Double
        let topic: BannerTopic
    }

    private var waiting: [Words] = []
    private var since: Double?
    private static let slide = 0.3
    private static let limit = 8

    func add(title: String, message: String, seconds: Double, topic: BannerTopic) {
        guard waiting.count < Self.limit else { return }
        waiting.append(Words(title: title, message: message, seconds: seconds, topic: topic))
    }

    /// What was said about this does not hold any more.
    func drop(_ topic: BannerTopic) {
        if waiting.first?.topic == topic { since = nil }
        waiting.removeAll { $0.topic == topic }
    }

    func draw(
        at now: Double, width: Float, unit: Float, shapes: Shapes, lettering: Lettering, isCalm: Bool
    ) {
        guard let words = waiting.first else { return }
        let begun = since ?? now
        since = begun
        let age = now - begun
        guard age < words.seconds + 2 * Self.slide else {
            waiting.removeFirst()
            since = nil
            return
        }
        let text = [words.title, words.message].filter { !$0.isEmpty }.joined(separator: " · ")
        let pixels = 15 * unit
        let lines = lettering.wrap(text, width: min(width - 60 * unit, 560 * unit), pixels: pixels)
        let widest = lines.map { lettering.width(of: $0, pixels: pixels) }.max() ?? 0
        let height = Float(lines.count) * pixels * 1.3 + 20 * unit
        let shown = isCalm ? 1 : Float(min(min(age, words.seconds + 2 * Self.slide - age) / Self.slide, 1))
        let rect = SDL_FRect(
            x: (width - widest - 44 * unit) / 2, y: -height + (height + 12 * unit) * shown, w: widest + 44 * unit,
            h: height)
        shapes.draw(.banner, rect)
        var y = rect.y + 10 * unit
        for line in lines {
            let x = rect.x + (rect.w - lettering.width(of: line, pixels: pixels)) / 2
            lettering.draw(line, x: x, y: y, pixels: pixels, ink: Lettering.Ink(color: 0x4A2510))
            y += pixels * 1.3
        }
    }
}
