import Foundation
import PackagePlugin

/// Makes the list of common passwords part of the program, from the files of Data/passwords as their publishers hand
/// them out.
@main
struct CommonPasswords: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let package = context.package.directoryURL
        let script = package.appending(path: "scripts/common-passwords")
        let lists = ["django.txt", "zxcvbn.txt"].map { package.appending(path: "Data/passwords/\($0)") }
        let output = context.pluginWorkDirectoryURL.appending(path: "CommonPasswordList+Text.swift")
        return [
            .buildCommand(
                displayName: "Making the list of common passwords", executable: script,
                arguments: [output.path] + lists.map(\.path), inputFiles: [script] + lists, outputFiles: [output])
        ]
    }
}
