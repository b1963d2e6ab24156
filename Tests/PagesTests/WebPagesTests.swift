import Foundation
import LaurelWebPages
import Testing

@Suite("Where the pages are") struct WebPagesTests {
    @Test("a folder that was named is looked in alone; without a name, or with an empty one, the usual places are")
    func find() throws {
        let usual = try WebPages.find(environment: [:]).site
        #expect(try WebPages.find(environment: [WebPages.folderVariable: ""]).site == usual)
        let named = usual.deletingLastPathComponent().path
        #expect(try WebPages.find(environment: [WebPages.folderVariable: named]).site.path == usual.path)
        #expect(throws: WebPages.Missing.folder(["/nowhere"])) {
            try WebPages.find(environment: [WebPages.folderVariable: "/nowhere"])
        }
    }
}
