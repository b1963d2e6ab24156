import LaurelHTTPServer
import LaurelService

extension ClientAddress {
    init(_ peer: Peer) {
        switch peer {
        case .inet(let address): self.init(address.description)
        case .local: self = .local
        }
    }
}
