import CLaurelSDL
import LaurelArcade

/// Draws the core's list in the window, as Web/site/play/host/renderer.js does on a canvas.
@MainActor final class Painter {
    /// What is on the screen, in the game's units.
    private(set) var view = View(width: 640, height: 400)
    /// Pixels a unit.
    private(set) var scale: Float = 1

    private let window: Window
    private let artwork: Artwork
    private let lettering: Lettering
    private let isCalm: Bool
    private let least: View
    /// A frame's texts seldom change: each keeps the last value and its string.
    private var texts: [Int32: (value: Int32, string: String)] = [:]
    private let text: (Int32, Int32) -> String

    /// - Parameter text: of a number of the game's and its value.
    init(
        window: Window, artwork: Artwork, lettering: Lettering, least: View, isCalm: Bool,
        text: @escaping (Int32, Int32) -> String
    ) throws(HostTrouble) {
        self.window = window
        self.artwork = artwork
        self.lettering = lettering
        self.least = least
        self.isCalm = isCalm
        self.text = text
        try fit()
    }

    /// Fits the view to the window: the least height, or the least width on a tall one.
    func fit() throws(HostTrouble) {
        let (across, down) = (Float(max(window.width, 1)), Float(max(window.height, 1)))
        let height = min(
            max(Float(least.width) * down / across, Float(least.height)), Float(View.heightLimit)
        ).rounded()
        scale = down / height
        view = View(width: Int32((across / scale).rounded(.up)), height: Int32(height), isCalm: isCalm)
        lettering.forget()
        try artwork.fit(scale, window.renderer)
    }

    /// A point of the window's pixels in the core's units.
    func point(x: Float, y: Float) -> (x: Int32, y: Int32) {
        (Int32((x / scale).rounded()), Int32((y / scale).rounded()))
    }

    /// Draws one frame.
    func draw(_ list: borrowing DrawList) {
        let renderer = window.renderer
        let unit = scale / 256
        SDL_SetRenderDrawColor(renderer, 0x3F, 0xA9, 0xE6, 255)
        SDL_RenderClear(renderer)
        var at = list.address
        for _ in 0..<list.count {
            let kind = at[0]
            let (x, y) = (Float(at[1]) * unit, Float(at[2]) * unit)
            let alpha = UInt8(clamping: at[6])
            if kind < DrawList.textKind {
                artwork.draw(
                    Int(kind), x: x, y: y, rotation: at[3], scaleX: Float(at[4]) * scale / 1024,
                    scaleY: Float(at[5]) * scale / 1024, alpha: alpha, on: renderer)
            } else if kind < DrawList.rectangleKind {
                let string = string(kind - DrawList.textKind, at[7])
                lettering.drawSign(
                    string, x: x, y: y, pixels: Float(at[4]) * scale, alignment: at[5], alpha: alpha)
            } else {
                let color = UInt32(bitPattern: at[7])
                SDL_SetRenderDrawColor(
                    renderer, UInt8(truncatingIfNeeded: color >> 16), UInt8(truncatingIfNeeded: color >> 8),
                    UInt8(truncatingIfNeeded: color), alpha)
                var rect = SDL_FRect(x: x, y: y, w: Float(at[4]) * unit, h: Float(at[5]) * unit)
                SDL_RenderFillRectF(renderer, &rect)
            }
            at += DrawList.stride
        }
    }

    private func string(_ number: Int32, _ value: Int32) -> String {
        if let known = texts[number], known.value == value { return known.string }
        let made = text(number, value)
        texts[number] = (value, made)
        return made
    }
}
