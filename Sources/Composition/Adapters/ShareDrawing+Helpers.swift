public import LaurelImages
public import LaurelService

extension ShareDrawing {
    public init(_ pool: ImageHelperPool) {
        self.init { card, photo in
            switch await pool.card(card, photo: photo) {
            case .pictures(let pictures):
                pictures.first.map { .success($0) } ?? .failure(.broken(reason: "the helper made no image"))
            case .undecodable: .failure(.undecodable)
            case .busy: .failure(.busy)
            case .broken(let reason): .failure(.broken(reason: reason))
            }
        }
    }
}
