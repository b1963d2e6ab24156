import CLaurelSDL
import Foundation
import LaurelArcade

// What is seen: the game's picture, and the screen over it.
extension Host {
    /// Pixels to a unit of the cards.
    var unit: Float {
        let small = min(Float(window.width) / 640, Float(window.height) / 560)
        return min(max(small, 0.72 * window.ratio), 2.4)
    }

    /// Everything but showing it.
    func draw(_ now: Double) {
        game.draw(into: &list, view: painter.view, fraction: fraction)
        lettering.beginFrame()
        painter.draw(list)
        refresh()
        let (width, height) = (Float(window.width), Float(window.height))
        panelPainter.draw(panel, width: width, height: height, isBlinkOn: Int(now / 530) % 2 == 0)
        banners.draw(
            at: now / 1000, width: width, unit: unit, shapes: shapes, lettering: lettering, isCalm: options.isCalm)
        if let path = pictureWanted {
            pictureWanted = nil
            do throws(HostTrouble) {
                try window.writePicture(to: path)
                announcer.say("picture", ["path": path])
            } catch {
                report(error.description)
            }
        }
    }

    /// Builds the screen anew where it changed.
    private func refresh() {
        screens.write(into: &panels)
        guard panels.revision != shown else { return }
        shown = panels.revision
        let nodes = sheet?.nodes ?? PanelNode.tree(panels, read: { read($0, value: $1) })
        panel.show(nodes, width: Float(window.width), height: Float(window.height), unit: unit) { item in
            guard item.text.b != 0 else { return "" }
            return read(Text(number: item.text.b), value: read(item.value, value: ""))
        }
        announceScreen()
        watchWriting()
    }

    func read(_ text: Text, value: String) -> String {
        let slot = strings[text.slot]
        if text.number == 0 { return slot }
        if text.number >= Text.own { return game.text(text.number, a: text.a) }
        guard let phrase = Phrase(rawValue: text.number) else { return "" }
        return Words.phrase(phrase, a: text.a, b: text.b, slot: slot, value: value)
    }

    func resize() {
        guard window.measure() else { return }
        do throws(HostTrouble) { try painter.fit() } catch { report(error.description) }
        panel.arrange(width: Float(window.width), height: Float(window.height), unit: unit)
        announcer.say("window", ["width": Int(window.width), "height": Int(window.height)])
        announceScreen()
    }

    func photo(_ slot: Slot) -> Texture? {
        guard let data = strings.photos[slot] else { return nil }
        if let known = photos[slot], known.count == data.count { return known.texture }
        let texture = Texture.photo(png: [UInt8](data), on: window.renderer)
        photos[slot] = (data.count, texture)
        return texture
    }
}
