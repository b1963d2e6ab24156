public import LaurelImages
public import LaurelService

extension ImageConversion {
    public init(_ pool: ImageHelperPool) {
        self.init(
            squares: { bytes, sides, share in Self.result(await pool.squares(bytes, sides, for: share)) },
            whole: { bytes, side, share in
                Self.result(await pool.whole(bytes, side, for: share)).flatMap { pictures in
                    pictures.first.map { .success($0) } ?? .failure(.broken(reason: "the helper made no image"))
                }
            })
    }

    private static func result(_ outcome: ImageHelperPool.Outcome) -> Result<[[UInt8]], ImageFailure> {
        switch outcome {
        case .pictures(let pictures): .success(pictures)
        case .undecodable: .failure(.undecodable)
        case .busy: .failure(.busy)
        case .broken(let reason): .failure(.broken(reason: reason))
        }
    }
}
