/// What all sounds of a game have to be, measured. Each rule names what breaks it, and nothing where nothing does.
public struct SoundRules {
    /// One of a game's sounds.
    public struct Sound {
        public let name: String
        public let samples: [Int16]
        public let measured: MeasuredSound

        /// - Parameters:
        ///   - samples: left and right in turn.
        ///   - rate: samples a second on each side.
        public init(_ name: String, _ samples: [Int16], rate: Int32) {
            self.name = name
            self.samples = samples
            measured = MeasuredSound(samples, rate: rate)
        }
    }

    /// It is not clipped, can be heard, and is not off the middle line, on both sides.
    public static func levels(_ sound: Sound) -> [String] {
        let measured = sound.measured
        var broken = measured.clipped == 0 ? [] : ["\(sound.name): \(measured.clipped) samples are clipped"]
        for side in [measured.left, measured.right]
        where side.peak <= -32 || side.peak >= -0.1 || side.level <= -60 || abs(side.offset) >= 0.01 {
            broken.append("\(sound.name): \(side)")
        }
        return broken
    }

    /// What ends a run is at least 2 dB louder than all else that happens in it.
    public static func end(_ end: Sound, louderThan others: [Sound]) -> [String] {
        let loud = end.measured.loudest
        var broken = loud > -17 ? [] : ["\(end.name): \(loud) dB"]
        for other in others where loud <= other.measured.loudest + 2 {
            broken.append("\(other.name): \(other.measured.loudest) dB, \(end.name): \(loud) dB")
        }
        return broken
    }

    /// A piece lasts for most of a minute, differs from part to part and from side to side, and has no seam.
    ///
    /// - Parameter parts: how many it has, of one length.
    public static func music(_ piece: Sound, parts: Int) -> [String] {
        let (samples, measured) = (piece.samples, piece.measured)
        var broken: [String] = []
        if measured.seconds <= 50 || measured.level >= -18 {
            broken.append("\(piece.name): \(measured.seconds) s, \(measured.level) dB")
        }
        if measured.difference <= 0.05 { broken.append("\(piece.name): both sides are alike") }
        let length = samples.count / parts
        for one in 0..<parts {
            for other in one + 1..<parts {
                let (first, second) = (
                    samples[one * length..<(one + 1) * length], samples[other * length..<(other + 1) * length]
                )
                if first.elementsEqual(second) { broken.append("\(piece.name): parts \(one) and \(other) are alike") }
            }
        }
        guard samples.count > 1 else { return broken + ["\(piece.name) is empty"] }
        let seam = abs(Int(samples[0]) - Int(samples[samples.count - 2]))
        if seam >= 3_000 { broken.append("\(piece.name): a seam of \(seam)") }
        return broken
    }
}
