import LaurelCryptography
import Foundation
import LaurelDomain
import LaurelReplays
import LaurelSimulators
import LaurelStorage
import LaurelWebPages

extension KeptCores {
    /// Those that lie with the pages; none where there are no pages.
    init(of game: String, _ helpers: SimulatorHelpers) throws(Failure) {
        let web: WebPages
        do throws(WebPages.Missing) { web = try WebPages.find() } catch {
            self = .none
            return
        }
        do {
            self.init(
                try web.cores(of: game).compactMapValues { file in
                    let bytes = try WebFiles.bytes(file)
                    return BlobDigest(Digest.sha256(bytes)).map { KeptCores.Module(digest: $0, bytes: bytes) }
                }, helpers)
        } catch {
            throw Failure("can't read the released cores of \(game): \(error)", status: 1)
        }
    }
}
