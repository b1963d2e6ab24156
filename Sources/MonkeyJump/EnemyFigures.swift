import LaurelArcade

/// How the enemies look and move. What they do is ``Enemy``'s.
enum EnemyFigures {
    static func draw(_ run: Run, _ frame: Frame, time: Int32, into list: inout DrawList) {
        // The farthest first, so that the nearest is on top.
        var index = run.enemyCount - 1
        while index >= 0 {
            draw(run.enemy(index), isFrozen: run.isOver, frame, time, &list)
            index -= 1
        }
    }

    private static func draw(
        _ enemy: Enemy, isFrozen: Bool, _ frame: Frame, _ time: Int32, _ list: inout DrawList
    ) {
        let x = frame.x(enemy.x - Int64(isFrozen ? 0 : currentSpeed(enemy) * frame.fraction / 256))
        guard x > -90 * 256, x < (frame.view.width + 90) * 256 else { return }
        let at = Pose(x: x, y: frame.groundY - enemy.height)
        if enemy.kind != .pit, enemy.kind != .snake { shadow(enemy, x, frame, &list) }
        // Each has its own beat.
        let beat = time &+ enemy.ordinal &* 37
        switch enemy.kind {
        case .snake: snake(enemy, at, beat, &list)
        case .coconut: coconut(enemy, at, &list)
        case .porcupine: porcupine(enemy, at, beat, &list)
        case .parrot: parrot(at, beat, &list)
        case .frog: frog(enemy, at, beat, &list)
        case .pit: break
        }
    }

    private static func currentSpeed(_ enemy: Enemy) -> Int32 {
        guard enemy.kind == .frog else { return Enemy.ownSpeed(enemy.kind, enemy.variant) }
        return enemy.hop == nil ? 0 : 512
    }

    private static func shadow(_ enemy: Enemy, _ x: Int32, _ frame: Frame, _ list: inout DrawList) {
        let size = max(720 - enemy.height / 60, 300)
        list.sprite(
            Sprite.shadow.rawValue,
            Pose(x: x, y: frame.groundY + 256, scaleX: size, scaleY: size, alpha: size * 150 / 1024))
    }

    private static func snake(_ enemy: Enemy, _ at: Pose, _ beat: Int32, _ list: inout DrawList) {
        let sway = Trigonometry.sine(beat &* 700)
        // Reared: the neck stands up. Lunged: it lies forward, long.
        let rear = min(max(enemy.timer, 0), 12) * 256 / 12
        let reach = enemy.reach
        var coil = at
        coil.scaleY += sway / 900
        list.sprite(Sprite.snakeCoil.rawValue, coil)
        let angle = -20000 + sway / 18 + rear * 2600 / 256 - reach * 9000 / 256
        var neck = at.child(x: -4, y: -14, rotation: angle)
        neck.scaleX = 620 + rear * 160 / 256 + reach * 560 / 256
        list.sprite(Sprite.snakeNeck.rawValue, neck)
        let head = neck.child(x: 30, y: 0)
        let turned = Pose(x: head.x, y: head.y, rotation: sway / 30 - rear * 1400 / 256 + reach * 1800 / 256)
        list.sprite(enemy.isRearing || reach > 0 ? Sprite.snakeHeadOpen.rawValue : Sprite.snakeHead.rawValue, turned)
    }

    private static func coconut(_ enemy: Enemy, _ at: Pose, _ list: inout DrawList) {
        var pose = at
        pose.y -= 15 * 256
        // A roll of 96 units is one turn.
        pose.rotation = Int32(truncatingIfNeeded: (enemy.x * 65536 / (96 * 256)) & 0xFFFF)
        pose.scaleX = 860
        pose.scaleY = 860
        list.sprite(Sprite.coconut.rawValue, pose)
    }

    private static func porcupine(_ enemy: Enemy, _ at: Pose, _ beat: Int32, _ list: inout DrawList) {
        let trot = Trigonometry.sine(beat &* 3400)
        let bristle = min(max(enemy.timer - 4, 0), 10)
        var pose = at
        pose.y -= abs(trot) / 32768 * 256
        pose.rotation = trot / 60
        var quills = pose
        quills.scaleX += bristle * 8 + trot / 1000
        quills.scaleY += bristle * 26
        list.sprite(Sprite.porcupineQuills.rawValue, quills)
        list.sprite(Sprite.porcupineBody.rawValue, pose)
    }

    private static func parrot(_ at: Pose, _ beat: Int32, _ list: inout DrawList) {
        let flap = Trigonometry.sine(beat &* 4200)
        var pose = at
        pose.y -= 10 * 256 + flap / 64
        pose.rotation = Trigonometry.sine(beat &* 500) / 40
        var wing = pose.child(x: 2, y: -4)
        wing.scaleY = flap / 36 + 200
        var far = wing
        far.x -= 5 * 256
        list.sprite(Sprite.parrotWingFar.rawValue, far)
        list.sprite(Sprite.parrotBody.rawValue, pose)
        list.sprite(Sprite.parrotWing.rawValue, wing)
    }

    private static func frog(_ enemy: Enemy, _ at: Pose, _ beat: Int32, _ list: inout DrawList) {
        var pose = at
        if let hop = enemy.hop {
            pose.rotation = (hop - 128) * -26
            list.sprite(Sprite.frogLeap.rawValue, pose)
        } else {
            // It ducks before it hops.
            let duck = max(enemy.timer - 20, 0)
            pose.scaleY += Trigonometry.sine(beat &* 1300) / 900 - duck * 22
            pose.scaleX += duck * 16
            list.sprite(Sprite.frogSit.rawValue, pose)
        }
    }
}
