import LaurelHTTPServer
import LaurelWire

extension RequestBody {
    /// - Throws: what is wrong with the body, or with what it says to be.
    init(of request: Request) throws(Problem) {
        let isJSON = request.headers.withOnlyValue("content-type") { value in
            let word: StaticString = "application/json"
            guard value.count >= 16 else { return false }
            for index in 0..<16 where value[index] | 0x20 != word.utf8Start[index] | 0x20 { return false }
            // `application/json; charset=utf-8`, and not `application/jsonp`.
            return value.count == 16 || value[16] == 0x3B || value[16] == 0x20
        }
        guard isJSON ?? !request.headers.contains("content-type") else { throw Problem(.unsupportedMediaType) }
        do throws(JSONError) { self = try Self(json: request.body) } catch { throw Problem(error) }
    }
}
