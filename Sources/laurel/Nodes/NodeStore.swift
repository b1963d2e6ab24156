import LaurelAPI
import LaurelCluster
import LaurelCryptography
import LaurelForwarding
import LaurelStorage
import LaurelStoragePostgres
import LaurelStorageSQL
import LaurelStorageSQLite

/// The store of a cluster, as a node uses it: opened once to find the other nodes, and anew whenever it's this node's.
struct NodeStore: Sendable {
    let keyring: Keyring
    /// What nodes trust one another by.
    let key: PeerKey
    let cluster: PostgresClusterStore
    let location: String
    private let address: String
    private let folder: String
    private let lock: DataFolderLock

    /// Takes the folder's lock, and checks what can be known before this server is anybody's.
    init(_ settings: ServerSettings) async throws {
        guard case .postgres(let address) = settings.store else { throw Failure("a node needs --store") }
        self.address = address
        folder = settings.folder
        do throws(OpenError) { lock = try DataFolderLock(of: settings.folder) } catch {
            throw Failure(error.description, status: 1)
        }
        try OpenedStore.check(PostgresFinding.all(at: address), acceptsUnsafe: settings.acceptsUnsafeStore)
        let store: PostgresStore
        do throws(PostgresOpenError) {
            store = try PostgresStore(server: address)
            cluster = try PostgresClusterStore(server: address)
        } catch {
            throw Failure(error.description, status: 1)
        }
        defer { store.close() }
        location = store.location
        try Self.check(cluster, settings.nodeLevel, location)
        let file = KeyFile(named: settings.keyFile, folder: settings.folder)
        keyring = try await file.keyring(for: store, in: settings.store)
        key = try await Self.peerKey(keyring, of: file, store)
    }

    /// Says in the folder that its store is elsewhere: before this server is one of the cluster's, and not before it
    /// listens. A start that fails leaves the folder as it was, with its own store if it has one.
    func noteElsewhere() throws(Failure) {
        try StoreLocation.sayUnused(folder, besides: location)
        try StoreLocation.noteElsewhere(folder)
    }

    /// A store that doesn't answer is asked again with each claim.
    private static func check(_ cluster: PostgresClusterStore, _ own: StoreLevel, _ location: String) throws(Failure) {
        let look: ClusterLook
        do throws(ClusterStoreError) { look = try cluster.look() } catch { return }
        guard look.lease.epoch == 0 || look.level <= own.rawValue else {
            throw Failure(
                "the \(location) has level \(look.level), which a newer release wrote; this program understands level "
                    + "\(own.rawValue). Start that release", status: 1)
        }
    }

    /// The first node of a cluster says what the key of all is known by.
    private static func peerKey(_ keyring: Keyring, of file: KeyFile, _ store: PostgresStore) async throws -> PeerKey {
        let own = keyring.current.derived(for: "laurel node key check 1")
        let directory = SQLDirectory(store, sealing: SecretSealing(keyring))
        let known = try await directory.settle(.nodeKey, own)
        let key = keyring.keys.last { $0.derived(for: "laurel node key check 1") == known }
        guard let key, let peerKey = PeerKey(key.derived(for: "laurel node key 1")) else {
            throw Failure(
                "\(file.path) isn't the key file of this cluster's other nodes. Copy theirs here, or name it with "
                    + "--key-file", status: 1)
        }
        return peerKey
    }

    /// The store, once it's this node's by a lease.
    func open(under lease: Lease) throws(Failure) -> OpenedStore {
        do throws(PostgresOpenError) {
            return try OpenedStore(node: cluster.open(under: lease), folder: folder)
        } catch {
            throw Failure(error.description, status: 1, canPass: error.canPass)
        }
    }

    /// The store for reading, while it's another node's.
    func openToFollow() throws(PostgresOpenError) -> PostgresStore { try cluster.openToFollow() }

    /// The data folder is free.
    func close() { cluster.close() }
}
