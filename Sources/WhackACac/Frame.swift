import LaurelArcade

/// Where the field lies in the window. A unit of the field is a unit of the view.
struct Frame {
    let view: View
    /// The field's upper left corner.
    let left: Int32
    let top: Int32

    /// A wide window shows more sand at the sides, a tall one more sky and a deeper desert.
    init(view: View) {
        self.view = view
        left = (view.width - Rules.width) / 2
        let rest = view.height - Rules.height
        top = rest > 0 ? rest * 60 / 100 : rest
    }

    /// Where the last heart stands: in the corner of a tall screen, left of the host's button on a wide one.
    var heartsRight: Int32 { isTall ? view.width - 22 : view.width - 64 }
    var isTall: Bool { view.height > view.width }
    /// Below the host's buttons and the hearts on a tall screen, between them on a wide one.
    var signsTop: Int32 { isTall ? 150 : 46 }
    var heartsTop: Int32 { isTall ? 104 : 30 }

    func x(_ field: Int32) -> Int32 { (left + field) * 256 }
    func y(_ field: Int32) -> Int32 { (top + field) * 256 }
}
