// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/failure_text.h"

#include "core/system/file.h"

#include <cerrno>
#include <fmt/format.h>
#include <system_error>
#include <utility>

namespace planlens::providers::plugin {

Failure spawnFailure(const std::filesystem::path& executable, int error) {
    Failure failure{fmt::format("fork/exec {}: {}", executable.string(), system::errnoText(error))};
    std::error_code ignored;
    switch (error) {
    case ENOENT:
        failure.advice = std::filesystem::exists(executable, ignored)
                             ? "The program is there, but not what it needs to run: its dynamic loader or interpreter. "
                               "Install a build of the provider for this system."
                             : "Install the provider by running \"tofu init\".";
        break;
    case EACCES:
        failure.advice = "This user may not execute the provider's program. Check its permissions, and whether it is on a file "
                         "system that is mounted with \"noexec\"; or install it anew by running \"tofu init\".";
        break;
    case ENOEXEC:
        failure.advice = "The provider's program was built for another kind of machine, or the file is damaged. Install it "
                         "anew by running \"tofu init\" on this machine.";
        break;
    case ETXTBSY:
        failure.advice = "Another program is just writing the file. Try again when it is done.";
        break;
    default:
        break;
    }
    return failure;
}

Failure noHandshake(const std::optional<system::ExitStatus>& exitStatus) {
    Failure failure = handshakeFailure("Unrecognized remote plugin message: \nFailed to read any lines from plugin's stdout");
    if (exitStatus)
        failure.advice = fmt::format("The plugin ended by itself ({}). {}", exitStatus->toString(), failure.advice);
    return failure;
}

Failure handshakeFailure(std::string problem) {
    if (problem.starts_with("Unrecognized remote plugin message: "))
        problem += "\nThis usually means\n"
                   "  the plugin was not compiled for this architecture,\n"
                   "  the plugin is missing dynamic-link libraries necessary to run,\n"
                   "  the plugin is not executable by this process due to file permissions, or\n"
                   "  the plugin failed to negotiate the initial go-plugin protocol handshake";
    return {std::move(problem), "Planlens speaks with providers of the plugin protocols 5 and 6. Check that the installed file is "
                                "a provider plugin and not another program, and that its version is one for this version of "
                                "OpenTofu."};
}

Failure notEncrypted() {
    return {"the plugin does not encrypt what it says",
            "The provider was built with a library that is too old for automatic TLS. Choose a newer version of it, or set the "
            "environment variable TF_DISABLE_PLUGIN_TLS to 1 if every user of this machine may be trusted."};
}

Failure notConnected() {
    return {"the plugin does not answer where it said that it listens, or not with the certificate that it showed"};
}

Failure startStopped() {
    return {"starting it was stopped"};
}

std::string endedText(const addrs::Provider& provider, const system::ExitStatus& exitStatus) {
    return fmt::format("The process of provider {} has ended unexpectedly ({}). Whatever it was doing may be half done.",
                       provider.toString(), exitStatus.toString());
}

std::string killedText(const addrs::Provider& provider) {
    return fmt::format("The process of provider {} was ended because that was asked for. Whatever it was doing may be half done.",
                       provider.toString());
}

std::string unreachableText(const addrs::Provider& provider) {
    return fmt::format("The connection to provider {} is broken, though its process still runs.", provider.toString());
}

std::string tooLargeText(const addrs::Provider& provider, int limit) {
    return fmt::format("\n\nPlanlens takes answers of up to {} MiB, and the one of provider {} may be larger.", limit >> 20,
                       provider.toString());
}

std::string crashText(std::string_view pluginName, std::string_view panic) {
    return fmt::format("\n\nStack trace from the {0} plugin:\n\n{1}\n\nError: The {0} plugin crashed!\n\n"
                       "This is always indicative of a bug within the plugin. It would be immensely helpful if you could report the crash "
                       "with the plugin's maintainers so that it can be fixed. The output above should help diagnose the issue.",
                       pluginName, panic);
}

} // namespace planlens::providers::plugin
