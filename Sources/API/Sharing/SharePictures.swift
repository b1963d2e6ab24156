import LaurelDomain
import LaurelService
import Synchronization

/// Pictures that were drawn, kept until others need the room.
///
/// A picture is known by all that can be seen on it: when a name, a format or the game's own picture changes, it is
/// another picture.
final class SharePictures: Sendable {
    /// Of all pictures together.
    static let bytesLimit = 33_554_432

    struct Key: Hashable, Sendable {
        /// Without its art and photo…
        let card: ShareCard
        /// …which stand for themselves by their addresses.
        let art: String?
        let photo: String?
    }

    struct Picture: Sendable {
        let bytes: [UInt8]
        /// A name for these very bytes.
        let tag: String
    }

    private struct State {
        var pictures: [Key: (picture: Picture, lastUsed: UInt64)] = [:]
        var byteCount = 0
        var uses: UInt64 = 0
    }

    private let state = Mutex(State())
    private let digest: ContentDigest

    init(_ digest: ContentDigest) { self.digest = digest }

    func picture(_ key: Key) -> Picture? {
        state.withLock { state in
            state.uses += 1
            state.pictures[key]?.lastUsed = state.uses
            return state.pictures[key]?.picture
        }
    }

    func keep(_ bytes: [UInt8], _ key: Key) -> Picture {
        let tag = digest.digest(bytes).prefix(16).map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
        let picture = Picture(bytes: bytes, tag: tag)
        state.withLock { state in
            state.uses += 1
            state.byteCount += bytes.count - (state.pictures[key]?.picture.bytes.count ?? 0)
            state.pictures[key] = (picture, state.uses)
            while state.byteCount > Self.bytesLimit,
                let oldest = state.pictures.min(by: { $0.value.lastUsed < $1.value.lastUsed })
            {
                state.byteCount -= oldest.value.picture.bytes.count
                state.pictures[oldest.key] = nil
            }
        }
        return picture
    }
}
