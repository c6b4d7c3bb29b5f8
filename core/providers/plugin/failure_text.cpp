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
                             ? "The program exists, but its dynamic loader or interpreter does not. "
                               "Install a build of the provider for this system."
                             : "Install the provider by running \"tofu init\".";
        break;
    case EACCES:
        failure.advice =
            "You do not have permission to execute the provider program. Check its permissions and whether its file "
            "system is mounted with \"noexec\", or reinstall it by running \"tofu init\".";
        break;
    case ENOEXEC:
        failure.advice =
            "The provider program was built for a different architecture, or the file is damaged. Reinstall it by "
            "running \"tofu init\" on this machine.";
        break;
    case ETXTBSY:
        failure.advice = "Another program is writing the file. Try again when it has finished.";
        break;
    default:
        break;
    }
    return failure;
}

Failure noHandshake(const std::optional<system::ExitStatus>& exitStatus) {
    Failure failure =
        handshakeFailure("Unrecognized remote plugin message: \nFailed to read any lines from plugin's stdout");
    if (exitStatus)
        failure.advice = fmt::format("The plugin exited ({}). {}", exitStatus->toString(), failure.advice);
    return failure;
}

Failure handshakeFailure(std::string problem) {
    if (problem.starts_with("Unrecognized remote plugin message: "))
        problem += "\nThis usually means\n"
                   "  the plugin was not compiled for this architecture,\n"
                   "  the plugin is missing dynamic-link libraries necessary to run,\n"
                   "  the plugin is not executable by this process due to file permissions, or\n"
                   "  the plugin failed to negotiate the initial go-plugin protocol handshake";
    return {std::move(problem),
            "Planlens supports the plugin protocols 5 and 6. Check that the installed file is a provider plugin "
            "and not another program, and that its version is compatible with this version of OpenTofu."};
}

Failure notEncrypted() {
    return {"the plugin does not encrypt its connection",
            "The provider was built with a library that is too old for automatic TLS. Use a newer version of the "
            "provider, or "
            "set the environment variable TF_DISABLE_PLUGIN_TLS to 1 if you trust every user of this machine."};
}

Failure notConnected() {
    return {"the plugin does not respond at the address that it announced, or presents a different certificate"};
}

Failure startStopped() {
    return {"the start was cancelled"};
}

std::string endedText(const addrs::Provider& provider, const system::ExitStatus& exitStatus) {
    return fmt::format("The process of provider {} exited unexpectedly ({}). Operations in progress may be incomplete.",
                       provider.toString(), exitStatus.toString());
}

std::string killedText(const addrs::Provider& provider) {
    return fmt::format("The process of provider {} was stopped on request. Operations in progress may be incomplete.",
                       provider.toString());
}

std::string unreachableText(const addrs::Provider& provider) {
    return fmt::format("The connection to provider {} was lost, although its process is still running. Operations in "
                       "progress may be incomplete.",
                       provider.toString());
}

std::string tooLargeText(const addrs::Provider& provider, int limit) {
    return fmt::format("\n\nPlanlens accepts responses of up to {} MiB. The response of provider {} may be larger, or "
                       "the provider has too little memory or too few threads.",
                       limit >> 20, provider.toString());
}

std::string crashText(std::string_view pluginName, std::string_view panic) {
    return fmt::format(
        "\n\nStack trace from the {0} plugin:\n\n{1}\n\nError: The {0} plugin crashed!\n\n"
        "This is always indicative of a bug within the plugin. It would be immensely helpful if you could report the "
        "crash "
        "with the plugin's maintainers so that it can be fixed. The output above should help diagnose the issue.",
        pluginName, panic);
}

} // namespace planlens::providers::plugin
