import GameKit
import LaurelDesktop

// Screens: writing a party's code, and its table before the maker plays.
extension OasisGame {
    private static let keyColumns = 8
    /// Of those who are there, at most these are named.
    private static let names = 5

    // MARK: Writing a code

    func drawCode(_ scene: inout TableScene, _ width: Float, _ height: Float, _ u: Float) {
        guard let written else { return }
        let across = min(500 * u, width - 24 * u)
        let side = min((across - 40 * u) / Float(Self.keyColumns) - 6 * u, 44 * u, (height - 290 * u) / 4 - 6 * u)
        let keys = 4 * (side + 6 * u)
        let tall = 236 * u + keys
        let card = Frame(middleX: width / 2, middleY: height / 2, width: across, height: tall)
        scene.box(Looks.card, card)
        let title = Words.text("oasis.party")
        scene.text(
            TableText(title, size: 22 * u),
            Frame(x: card.x + 20 * u, y: card.y + 14 * u, width: across - 40 * u, height: 32 * u))
        let words = codeProblem ?? Words.text("oasis.party.means")
        scene.text(
            TableText(words, size: 14 * u, color: codeProblem == nil ? 0x7A4D26 : 0xB3261E, wraps: true),
            Frame(x: card.x + 24 * u, y: card.y + 46 * u, width: across - 48 * u, height: 42 * u))
        scene.say(title)
        scene.say(words)
        drawField(
            written, &scene, Frame(x: card.x + 20 * u, y: card.y + 94 * u, width: across - 40 * u, height: 50 * u), u)
        let left = card.middleX - (Float(Self.keyColumns) * (side + 6 * u) - 6 * u) / 2
        for (index, key) in Self.codeKeys.enumerated() {
            let frame = Frame(
                x: left + Float(index % Self.keyColumns) * (side + 6 * u),
                y: card.y + 156 * u + Float(index / Self.keyColumns) * (side + 6 * u), width: side, height: side)
            scene.box(Looks.key, frame)
            scene.text(TableText(String(key), size: min(19 * u, side * 0.5)), frame)
            scene.spot(TableScene.Spot("key.\(key)", String(key), frame))
        }
        draw(
            [
                Label(
                    id: "party-enter", text: Words.text("oasis.party.enter"), isPrimary: true, isOff: writtenCode == nil
                ),
                Label(id: "party-new", text: Words.text("oasis.party.new")),
                Label(id: "menu", text: Words.text("oasis.menu")),
            ], &scene, middle: width / 2, top: card.y + tall - 66 * u, width: across - 24 * u, unit: u)
        drawCorners(&scene, TableLayout.Corners(width: width, unit: u))
    }

    private func drawField(_ written: WrittenText, _ scene: inout TableScene, _ frame: Frame, _ u: Float) {
        let round = frame.height
        let field = Frame(x: frame.x, y: frame.y, width: frame.width - 2 * (round + 8 * u), height: frame.height)
        scene.box(Looks.field, field)
        let label = Words.text("oasis.party.code")
        if written.text.isEmpty, written.composition.isEmpty {
            scene.text(TableText(label, size: 15 * u, color: 0xA8957C), field)
        }
        scene.field(TableScene.Spot("party-code", label, field), written, size: 24 * u)
        let buttons = [
            (id: "party-erase", text: Words.text("oasis.party.erase"), icon: Looks.erase, isOff: written.text.isEmpty),
            (id: "party-paste", text: Words.text("oasis.party.paste"), icon: Looks.paste, isOff: false),
        ]
        for (index, one) in buttons.enumerated() {
            let x = field.x + field.width + 8 * u + Float(index) * (round + 8 * u)
            button(
                &scene, one.id, one.text, one.icon, Frame(x: x, y: frame.y, width: round, height: round),
                isOff: one.isOff)
        }
    }

    // MARK: The table before it is played at

    func draw(_ room: PartyRoom, _ scene: inout TableScene, _ width: Float, _ height: Float, _ u: Float) {
        let isWide = width >= height
        let across = min((isWide ? 600 : 420) * u, width - 24 * u)
        let picture = min(200 * u, across - 40 * u, height * 0.36)
        let words = 196 * u
        let tall = 126 * u + (isWide ? max(picture, words) : picture + words + 8 * u)
        let card = Frame(middleX: width / 2, middleY: height / 2, width: across, height: tall)
        scene.box(Looks.card, card)
        let title = Words.text("oasis.party.made")
        scene.text(
            TableText(title, size: 22 * u),
            Frame(x: card.x + 20 * u, y: card.y + 14 * u, width: across - 40 * u, height: 32 * u))
        scene.say(title)
        let top = card.y + 54 * u
        let code = Frame(
            x: isWide ? card.x + 24 * u : card.middleX - picture / 2, y: top, width: picture, height: picture)
        scene.box(Looks.paper, code)
        if let png = room.picture { scene.image(room.party.code, png, code.inset(5 * u)) }
        let left = isWide ? code.x + picture + 24 * u : card.x + 24 * u
        drawWords(
            room, &scene,
            Frame(
                x: left, y: isWide ? top : top + picture + 8 * u, width: card.x + across - 24 * u - left,
                height: words),
            u)
        let copy = Words.text(room.isCopied ? "oasis.party.copied" : "oasis.party.copy")
        let labels =
            online == nil
            ? [
                Label(id: "party-play", text: Words.text("oasis.party.play"), isPrimary: true),
                Label(id: "party-copy", text: copy),
                Label(id: "party-leave", text: Words.text("oasis.party.leave")),
            ]
            : [
                Label(id: "stay", text: Words.text("oasis.stay"), isPrimary: true),
                Label(id: "party-copy", text: copy),
            ]
        draw(
            labels, &scene, middle: width / 2, top: card.y + tall - 64 * u, width: across - 24 * u, unit: u)
        drawCorners(&scene, TableLayout.Corners(width: width, unit: u))
    }

    private func drawWords(_ room: PartyRoom, _ scene: inout TableScene, _ frame: Frame, _ u: Float) {
        var y = frame.y
        func line(_ text: String, _ size: Float, _ height: Float, color: UInt32 = 0x38210F, wraps: Bool = false) {
            scene.text(
                TableText(text, size: size * u, color: color, wraps: wraps),
                Frame(x: frame.x, y: y, width: frame.width, height: height * u))
            scene.say(text)
            y += height * u
        }
        line(room.party.code, 34, 44)
        line(room.party.url.absoluteString, 12, 20, color: 0x7A4D26)
        y += 6 * u
        let others = room.others
        guard !others.isEmpty else { return line(Words.text("oasis.party.share"), 15, 46, wraps: true) }
        line(Words.text("oasis.party.here"), 13, 22, color: 0x7A4D26)
        let names = others.prefix(Self.names).map(\.displayName)
        for name in names { line(name, 16, 22) }
        if others.count > names.count { line("+\(others.count - names.count)", 14, 20) }
    }
}
