import Foundation
import Testing

/// What the Debian package brings, compared with the program. `scripts/package-test` installs and runs it.
@Suite("The packages' files", .timeLimit(.minutes(15))) struct PackagingTests {
    @Test("each setting in laurel.env is an option of a command")
    func settings() throws {
        let text = try Repository.text(of: "Packaging/debian/laurel.env")
        let names = text.matches(of: /(?m)^#?LAUREL_([A-Z_]+)=/).map { String($0.output.1) }
        #expect(names.count >= 5)
        let sources = try SourceFile.all(below: ["Sources/laurel"]).flatMap(\.lines)
        for name in names {
            let option = "\"--" + name.lowercased().replacing("_", with: "-") + "\""
            #expect(sources.contains { $0.contains(option) }, "no command has \(option)")
        }
    }

    @Test("the unit starts the program over the data folder that the package makes")
    func unit() throws {
        let unit = try Repository.text(of: "Packaging/debian/laurel.service").split(separator: "\n")
        let script = try Repository.text(of: "Packaging/debian/postinst")
        #expect(unit.contains("ExecStart=/usr/bin/laurel serve"))
        #expect(unit.contains("EnvironmentFile=-/etc/laurel/laurel.env"))
        #expect(unit.contains("Environment=LAUREL_DATA=/var/lib/laurel"))
        #expect(unit.contains("StateDirectory=laurel"))
        #expect(script.contains("-m 0700 /var/lib/laurel"))
    }

    @Test("no script of the package deletes the players' data")
    func data() throws {
        for script in ["postinst", "postrm"] {
            let text = try Repository.text(of: "Packaging/debian/\(script)")
            for line in text.split(separator: "\n") where line.contains("rm -r") {
                #expect(line.contains("echo"), "\(script): \(line)")
            }
        }
    }
}
