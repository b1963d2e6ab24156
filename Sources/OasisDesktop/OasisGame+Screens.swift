import GameKit
import LaurelDesktop
import LaurelOasis

// Screens: the menu, questions, lists, the end.
extension OasisGame {
    func scene(width: Float, height: Float, unit: Float) -> TableScene {
        var scene = TableScene(screen.rawValue)
        drawGround(&scene, width, height)
        switch screen {
        case .menu: drawMenu(&scene, width, height, unit)
        case .friends: drawFriends(&scene, width, height, unit)
        case .matches: drawMatches(&scene, width, height, unit)
        case .code: drawCode(&scene, width, height, unit)
        case .party: if let party { draw(party, &scene, width, height, unit) }
        case .hidden, .play, .watch, .over, .ask:
            if let shown {
                let layout = TableLayout(
                    width: width, height: height, unit: unit, players: Int(shown.seats))
                drawTable(&scene, layout, shown)
            }
            if screen == .over, let result { drawEnd(result, &scene, width, height, unit) }
            if screen == .ask, let question { draw(question, &scene, width, height, unit) }
        }
        return scene
    }

    private func drawGround(_ scene: inout TableScene, _ width: Float, _ height: Float) {
        let art = Looks.scenery
        let scale = max(width / art.width, height / art.height)
        scene.picture(
            "scenery",
            Frame(
                x: (width - art.width * scale) / 2, y: height - art.height * scale, width: art.width * scale,
                height: art.height * scale))
        let tall = height * (width >= height ? 0.88 : 0.42)
        let palm = Frame(x: 0, y: height - tall, width: tall * 0.75, height: tall)
        scene.picture("palm", palm.moved(x: -tall * 0.12))
    }

    // MARK: Buttons

    /// A round one with a sign.
    func button(
        _ scene: inout TableScene, _ id: String, _ text: String, _ icon: String, _ frame: Frame, isOff: Bool = false
    ) {
        scene.box(isOff ? Looks.off : Looks.round, frame)
        scene.icon(icon, frame.inset(frame.width * 0.22))
        var spot = TableScene.Spot(id, text, frame)
        spot.isOff = isOff
        scene.spot(spot)
    }

    func drawCorners(_ scene: inout TableScene, _ corners: TableLayout.Corners) {
        button(
            &scene, "home", screen == .menu ? Words.quit : Words.text("oasis.menu"), Looks.home, corners.home)
        let isMuted = room?.isMuted == true
        button(
            &scene, "sound", Words.sound(isMuted: isMuted), isMuted ? Looks.soundOff : Looks.soundOn, corners.sound)
    }

    struct Label {
        let id: String
        let text: String
        var isPrimary = false
        var isOff = false
    }

    /// Buttons beside each other, in as many lines as they need. - Returns: where the lines end.
    @discardableResult func draw(
        _ labels: [Label], _ scene: inout TableScene, middle: Float, top: Float, width: Float, unit u: Float
    ) -> Float {
        var lines: [[(label: Label, width: Float)]] = [[]]
        for label in labels {
            let size = (label.isPrimary ? 19 : 15) * u
            let needed = min((room?.width(of: label.text, size: size) ?? 0) + 40 * u, width)
            let used = lines[lines.count - 1].reduce(0) { $0 + $1.width + 12 * u }
            if used + needed > width, used > 0 { lines.append([]) }
            lines[lines.count - 1].append((label, needed))
        }
        var y = top
        for line in lines {
            let isLarge = line.contains { $0.label.isPrimary }
            let height = (isLarge ? 48 : 40) * u
            var x = middle - (line.reduce(-12 * u) { $0 + $1.width + 12 * u }) / 2
            for (label, width) in line {
                let frame = Frame(
                    x: x, y: y + (label.isPrimary ? 0 : (height - 40 * u) / 2), width: width,
                    height: (label.isPrimary ? 48 : 40) * u)
                scene.box(label.isOff ? Looks.off : label.isPrimary ? Looks.primary : Looks.quiet, frame)
                if label.isPrimary, !label.isOff {
                    scene.text(TableText(label.text, size: 19 * u, color: 0x1E460F), frame.moved(y: 1.5 * u))
                    scene.text(TableText(label.text, size: 19 * u, color: 0xFFFFFF), frame)
                } else {
                    scene.text(
                        TableText(
                            label.text, size: (label.isPrimary ? 19 : 15) * u,
                            color: label.isOff ? 0xA8957C : 0x4A2510), frame)
                }
                var spot = TableScene.Spot(label.id, label.text, frame)
                spot.isOff = label.isOff
                scene.spot(spot)
                x += width + 12 * u
            }
            y += height + 12 * u
        }
        return y
    }

    // MARK: The menu

    private func drawMenu(_ scene: inout TableScene, _ width: Float, _ height: Float, _ u: Float) {
        let isWide = width >= height
        let logo = min(width - 2 * 66 * u, 360 * u, height * 0.6)
        let logoHeight = logo * 148 / 390
        let columns = isWide ? 4 : 2
        let across = min(128 * u, (width - 40 * u) / Float(columns) - 12 * u)
        let tall = 136 * u
        let rows = Float(4 / columns)
        let total = logoHeight + rows * (tall + 14 * u) + 150 * u + 16 * u
        var y = max((height - total) / 2, 8 * u)
        scene.picture("logo", Frame(x: (width - logo) / 2, y: y, width: logo, height: logoHeight))
        y += logoHeight + 16 * u
        let left = width / 2 - (Float(columns) * (across + 12 * u) - 12 * u) / 2
        // The obvious thing is to begin: it has the focus at first.
        var later: [TableScene.Spot] = []
        for (chair, kind) in (saved?.chairs ?? []).enumerated() {
            let frame = Frame(
                x: left + Float(chair % columns) * (across + 12 * u), y: y + Float(chair / columns) * (tall + 14 * u),
                width: across, height: tall)
            scene.box(kind == .nobody ? Looks.empty : Looks.chair, frame)
            let portrait = Frame(middleX: frame.middleX, middleY: frame.y + 50 * u, width: 76 * u, height: 76 * u)
            let face = Looks.face(chair, in: portrait)
            scene.picture(face.art, face.frame, alpha: kind == .nobody ? 0.35 : 1)
            drawKind(kind, &scene, at: portrait, unit: u)
            let words = Words.text("oasis.\(kind.rawValue)")
            scene.text(
                TableText(words, size: 12 * u, wraps: true),
                Frame(x: frame.x + 6 * u, y: frame.y + 94 * u, width: across - 12 * u, height: 38 * u))
            later.append(
                TableScene.Spot(
                    "chair.\(chair)", Words.text("oasis.seat", slot: Looks.name(chair), value: words), frame))
        }
        y += rows * (tall + 14 * u) + 6 * u
        let canContinue = saved?.game != nil
        let first =
            canContinue
            ? [
                Label(id: "continue", text: Words.text("oasis.continue"), isPrimary: true),
                Label(id: "begin", text: Words.text("oasis.new")),
            ] : [Label(id: "begin", text: Words.play, isPrimary: true)]
        y = draw(first, &scene, middle: width / 2, top: y, width: width - 24 * u, unit: u)
        draw(
            ["online", "friends", "party", "matches"].map { Label(id: $0, text: Words.text("oasis.\($0)")) }, &scene,
            middle: width / 2, top: y, width: width - 24 * u, unit: u)
        for spot in later { scene.spot(spot) }
        drawCorners(&scene, TableLayout.Corners(width: width, unit: u))
    }

    // MARK: Questions

    private func draw(
        _ question: Question, _ scene: inout TableScene, _ width: Float, _ height: Float, _ u: Float
    ) {
        scene.cover()
        let across = min(420 * u, width - 24 * u)
        let lines =
            question.said.isEmpty ? 0 : ((room?.width(of: question.said, size: 15 * u) ?? 0) / (across - 60 * u)) + 1
        let tall = 150 * u + lines.rounded(.down) * 20 * u
        let card = Frame(middleX: width / 2, middleY: height / 2, width: across, height: tall)
        scene.box(Looks.card, card)
        scene.text(
            TableText(question.title, size: 22 * u, wraps: true),
            Frame(x: card.x + 20 * u, y: card.y + 20 * u, width: across - 40 * u, height: 34 * u))
        if !question.said.isEmpty {
            scene.text(
                TableText(question.said, size: 15 * u, wraps: true),
                Frame(
                    x: card.x + 30 * u, y: card.y + 60 * u, width: across - 60 * u, height: tall - 142 * u))
        }
        scene.say(question.title)
        scene.say(question.said)
        let labels = question.choices.enumerated().map { index, choice in
            Label(id: choice.id, text: choice.text, isPrimary: index == 0 && choice.id != "menu")
        }
        draw(
            labels, &scene, middle: width / 2, top: card.y + tall - 68 * u, width: across - 24 * u, unit: u)
    }

    // MARK: Lists

    private struct Row {
        let id: String
        let title: String
        let detail: String
        let face: Int
        var isPicked = false
    }

    private func drawList(
        _ title: String, _ empty: String, _ rows: [Row], _ labels: [Label], _ scene: inout TableScene,
        _ width: Float, _ height: Float, _ u: Float
    ) {
        let across = min(480 * u, width - 24 * u)
        let row = min(50 * u, (height - 200 * u) / Float(max(rows.count, 1)) - 6 * u)
        let tall = 148 * u + Float(max(rows.count, 1)) * (row + 6 * u)
        let card = Frame(middleX: width / 2, middleY: height / 2 + 12 * u, width: across, height: tall)
        scene.box(Looks.card, card)
        scene.text(
            TableText(title, size: 22 * u),
            Frame(x: card.x + 20 * u, y: card.y + 18 * u, width: across - 40 * u, height: 32 * u))
        scene.say(title)
        if rows.isEmpty {
            scene.text(
                TableText(empty, size: 15 * u, color: 0x7A4D26),
                Frame(x: card.x + 20 * u, y: card.y + 62 * u, width: across - 40 * u, height: row))
            scene.say(empty)
        }
        for (index, one) in rows.enumerated() {
            let frame = Frame(
                x: card.x + 18 * u, y: card.y + 62 * u + Float(index) * (row + 6 * u), width: across - 36 * u,
                height: row)
            scene.box(one.isPicked ? Looks.picked : Looks.row, frame)
            let face = Looks.face(
                one.face, in: Frame(x: frame.x + 8 * u, y: frame.y + 4 * u, width: row - 8 * u, height: row - 8 * u))
            scene.picture(face.art, face.frame)
            let left = frame.x + row + 10 * u
            let size = min(15 * u, row * 0.3)
            let words = Frame(x: left, y: frame.y, width: frame.x + frame.width - left - 10 * u, height: row)
            let isSingle = one.detail.isEmpty
            scene.text(
                TableText(one.title, size: size, alignment: .leading), isSingle ? words : words.moved(y: -size * 0.7))
            if !isSingle {
                scene.text(
                    TableText(one.detail, size: size * 0.86, color: 0x7A4D26, alignment: .leading),
                    words.moved(y: size * 0.75))
            }
            if one.isPicked {
                scene.icon(
                    Looks.confirm,
                    Frame(
                        x: frame.x + frame.width - row * 0.8, y: frame.y + row * 0.2, width: row * 0.6,
                        height: row * 0.6))
            }
            var spot = TableScene.Spot(one.id, isSingle ? one.title : "\(one.title), \(one.detail)", frame)
            spot.isChosen = one.isPicked
            scene.spot(spot)
        }
        draw(labels, &scene, middle: width / 2, top: card.y + tall - 66 * u, width: across - 24 * u, unit: u)
        drawCorners(&scene, TableLayout.Corners(width: width, unit: u))
    }

    private func drawFriends(_ scene: inout TableScene, _ width: Float, _ height: Float, _ u: Float) {
        let rows = friends.enumerated().map { index, friend in
            Row(
                id: "friend.\(index)", title: friend.displayName, detail: "", face: index + 1,
                isPicked: invited.contains(index))
        }
        drawList(
            Words.text("oasis.friends"), Words.text("oasis.friends.none"), rows,
            [
                Label(id: "invite", text: Words.text("oasis.invite"), isPrimary: true, isOff: invited.isEmpty),
                Label(id: "menu", text: Words.text("oasis.menu")),
            ], &scene, width, height, u)
    }

    private func drawMatches(_ scene: inout TableScene, _ width: Float, _ height: Float, _ u: Float) {
        let rows = matches.prefix(Looks.rows).enumerated().map { index, online in
            let others = online.match.participants.indices.filter { $0 != Int(online.view.seat) }
            return Row(
                id: "match.\(index)", title: others.map { online.name($0) }.joined(separator: ", "),
                detail: online.isInvited
                    ? Words.text("oasis.invited", slot: online.host)
                    : online.isPlaying ? online.turn : Words.text("oasis.over"),
                face: others.first ?? 0)
        }
        drawList(
            Words.text("oasis.matches"), Words.text("oasis.matches.none"), rows,
            [Label(id: "menu", text: Words.text("oasis.menu"))], &scene, width, height, u)
    }

    // MARK: The end

    private func drawEnd(
        _ result: Result, _ scene: inout TableScene, _ width: Float, _ height: Float, _ u: Float
    ) {
        scene.cover()
        let order = result.points.indices.sorted { result.ranks[$0] < result.ranks[$1] }
        // The first stands in the middle, the second on the left of them.
        var stand: [Int] = []
        for (index, seat) in order.enumerated() {
            if index % 2 == 1 { stand.insert(seat, at: 0) } else { stand.append(seat) }
        }
        let across = min(max(400 * u, Float(stand.count) * 96 * u + 40 * u), width - 24 * u)
        let lead = order.count > 1 ? result.points[order[0]] - result.points[order[1]] : 0
        // Who is left has won, with however many points.
        var lines =
            !result.why.isEmpty ? result.why : lead > 0 ? [Words.text("oasis.won.by", a: Int64(lead))] : []
        if !result.standing.isEmpty { lines.append(result.standing) }
        // The way to the leaderboard has a line of its own, where there is room.
        let needed = 382 * u + Float(lines.count) * 20 * u
        let foot: Float = !result.standing.isEmpty && needed + 48 * u <= height - 16 * u ? 48 * u : 0
        let tall = needed + foot
        let card = Frame(middleX: width / 2, middleY: height / 2, width: across, height: min(tall, height - 16 * u))
        scene.box(Looks.card, card)
        scene.text(
            TableText(said, size: 25 * u),
            Frame(x: card.x + 16 * u, y: card.y + 16 * u, width: across - 32 * u, height: 36 * u))
        scene.say(said)
        for (index, line) in lines.enumerated() {
            scene.say(line)
            guard card.height >= tall else { continue }
            scene.text(
                TableText(line, size: 14 * u),
                Frame(
                    x: card.x + 16 * u, y: card.y + 50 * u + Float(index) * 20 * u, width: across - 32 * u,
                    height: 20 * u))
        }
        let step = min(86 * u, (across - 40 * u) / Float(stand.count) - 6 * u)
        let floor = card.y + card.height - 78 * u - foot
        var x = width / 2 - (Float(stand.count) * (step + 6 * u) - 6 * u) / 2
        for seat in stand {
            let high = [0, 124, 96, 74, 58][min(max(result.ranks[seat], 0), 4)] * u
            drawStep(seat, result, &scene, Frame(x: x, y: floor - high, width: step, height: high), u)
            x += step + 6 * u
        }
        draw(
            [
                Label(id: "again", text: Words.text("oasis.again"), isPrimary: true),
                Label(id: "menu", text: Words.text("oasis.menu")),
            ], &scene, middle: width / 2, top: card.y + card.height - 62 * u - foot, width: across - 24 * u, unit: u)
        guard foot > 0 else { return }
        draw(
            [Label(id: "leaderboard", text: Words.text("play.leaderboard"))], &scene, middle: width / 2,
            top: card.y + card.height - 54 * u, width: across - 24 * u, unit: u)
    }

    /// A player on their step of the podium.
    private func drawStep(_ seat: Int, _ result: Result, _ scene: inout TableScene, _ frame: Frame, _ u: Float) {
        let (rank, points) = (result.ranks[seat], Int64(result.points[seat]))
        scene.box(Looks.step(rank), frame)
        func line(_ words: String, _ size: Float, y: Float, height: Float) {
            scene.text(
                TableText(words, size: size * u),
                Frame(x: frame.x + 2 * u, y: y, width: frame.width - 4 * u, height: height * u))
        }
        line(playerName(seat), 12, y: frame.y - 19 * u, height: 18)
        let face = Looks.face(
            faces[seat], in: Frame(middleX: frame.middleX, middleY: frame.y - 49 * u, width: 58 * u, height: 58 * u))
        scene.picture(face.art, face.frame)
        if rank == 1 {
            scene.icon(
                Looks.crown, Frame(middleX: frame.middleX, middleY: frame.y - 94 * u, width: 32 * u, height: 32 * u))
        }
        line("\(points)", 25, y: frame.y + 4 * u, height: 32)
        line(Words.text("oasis.unit", a: points), 11, y: frame.y + 36 * u, height: 14)
        scene.say(Words.text("oasis.score", a: points, slot: playerName(seat)))
    }
}
