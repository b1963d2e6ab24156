#if os(Linux)
    import Foundation

    /// The functions of OpenSSL 3 that a secure connection needs, found when the program runs.
    ///
    /// A game builds without a C library of its own. FoundationNetworking comes with libcurl, and that with OpenSSL: so
    /// on Debian and its like it is loaded already. Where it is not, `shared` is nil, and URLSession speaks https.
    struct OpenSSL: Sendable {
        static let shared = OpenSSL()

        typealias Object = OpaquePointer
        typealias Text = UnsafePointer<CChar>

        let method: @convention(c) () -> Object?
        let newContext: @convention(c) (Object?) -> Object?
        let freeContext: @convention(c) (Object?) -> Void
        let trustSystem: @convention(c) (Object?) -> CInt
        let trustFile: @convention(c) (Object?, Text?, Text?) -> CInt
        let setVerify: @convention(c) (Object?, CInt, UnsafeRawPointer?) -> Void
        let controlContext: @convention(c) (Object?, CInt, CLong, UnsafeMutableRawPointer?) -> CLong
        let new: @convention(c) (Object?) -> Object?
        let free: @convention(c) (Object?) -> Void
        let control: @convention(c) (Object?, CInt, CLong, UnsafeMutableRawPointer?) -> CLong
        let setHost: @convention(c) (Object?, Text?) -> CInt
        let setSocket: @convention(c) (Object?, CInt) -> CInt
        let connect: @convention(c) (Object?) -> CInt
        let read: @convention(c) (Object?, UnsafeMutableRawPointer?, CInt) -> CInt
        let write: @convention(c) (Object?, UnsafeRawPointer?, CInt) -> CInt
        let error: @convention(c) (Object?, CInt) -> CInt
        let verifyResult: @convention(c) (Object?) -> CLong
        let clearErrors: @convention(c) () -> Void

        private init?() {
            guard let library = dlopen("libssl.so.3", RTLD_NOW | RTLD_LOCAL) else { return nil }
            func find<Function>(_ name: String) -> Function? {
                // What OpenSSL's headers declare under this name; version 3 keeps it.
                dlsym(library, name).map { unsafeBitCast($0, to: Function.self) }
            }
            guard let method: @convention(c) () -> Object? = find("TLS_client_method"),
                let newContext: @convention(c) (Object?) -> Object? = find("SSL_CTX_new"),
                let freeContext: @convention(c) (Object?) -> Void = find("SSL_CTX_free"),
                let trustSystem: @convention(c) (Object?) -> CInt = find("SSL_CTX_set_default_verify_paths"),
                let trustFile: @convention(c) (Object?, Text?, Text?) -> CInt = find("SSL_CTX_load_verify_locations"),
                let setVerify: @convention(c) (Object?, CInt, UnsafeRawPointer?) -> Void = find("SSL_CTX_set_verify"),
                let controlContext: @convention(c) (Object?, CInt, CLong, UnsafeMutableRawPointer?) -> CLong = find(
                    "SSL_CTX_ctrl"),
                let new: @convention(c) (Object?) -> Object? = find("SSL_new"),
                let free: @convention(c) (Object?) -> Void = find("SSL_free"),
                let control: @convention(c) (Object?, CInt, CLong, UnsafeMutableRawPointer?) -> CLong = find(
                    "SSL_ctrl"),
                let setHost: @convention(c) (Object?, Text?) -> CInt = find("SSL_set1_host"),
                let setSocket: @convention(c) (Object?, CInt) -> CInt = find("SSL_set_fd"),
                let connect: @convention(c) (Object?) -> CInt = find("SSL_connect"),
                let read: @convention(c) (Object?, UnsafeMutableRawPointer?, CInt) -> CInt = find("SSL_read"),
                let write: @convention(c) (Object?, UnsafeRawPointer?, CInt) -> CInt = find("SSL_write"),
                let error: @convention(c) (Object?, CInt) -> CInt = find("SSL_get_error"),
                let verifyResult: @convention(c) (Object?) -> CLong = find("SSL_get_verify_result"),
                let clearErrors: @convention(c) () -> Void = find("ERR_clear_error")
            else { return nil }
            (self.method, self.newContext, self.freeContext) = (method, newContext, freeContext)
            (self.trustSystem, self.trustFile, self.setVerify) = (trustSystem, trustFile, setVerify)
            (self.controlContext, self.new, self.free, self.control) = (controlContext, new, free, control)
            (self.setHost, self.setSocket, self.connect) = (setHost, setSocket, connect)
            (self.read, self.write, self.error) = (read, write, error)
            (self.verifyResult, self.clearErrors) = (verifyResult, clearErrors)
        }

        // Constants of ssl.h and tls1.h.
        static let verifyPeer: CInt = 1
        static let setMinimumVersion: CInt = 123
        static let version1_2: CLong = 0x0303
        static let setServerName: CInt = 55
        static let hostName: CLong = 0
        static let wantRead: CInt = 2
        static let wantWrite: CInt = 3
        static let systemCall: CInt = 5
        static let ended: CInt = 6
    }
#endif
