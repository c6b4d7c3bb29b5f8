// SPDX-License-Identifier: MPL-2.0
#include "core/backends/kubernetes/settings.h"

#include "core/backends/kubernetes/kubernetes.h"
#include "core/backends/kubernetes/rest_config.h"
#include "core/backends/remote/argument_schemas.h"
#include "core/cloud/arguments.h"
#include "core/cloud/given_files.h"
#include "core/system/environment.h"

#include <algorithm>
#include <cctype>
#include <fmt/core.h>
#include <utility>

namespace planlens::backends {
namespace kubernetes {
namespace {

namespace fs = std::filesystem;
using cloud::argumentError;
using diags::Diagnostic;
using diags::Diagnostics;
using diags::Expected;
using diags::Unexpected;
using system::environmentText;

/// The variables for the arguments that are not given.
struct Variable {
    const char* argument;
    const char* name;
};

std::string textOf(const cloud::Arguments& given, const Variable& variable) {
    return given.text(variable.argument, {variable.name});
}

/// The value of a boolean argument, or of its variable.
bool flagOf(const cloud::Arguments& given, const Variable& variable, Diagnostics& problems) {
    const std::string text = environmentText(variable.name);
    if (given.has(variable.argument) || text.empty())
        return given.flag(variable.argument);
    if (text == "true" || text == "1")
        return true;
    std::string lower = text;
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
    if (text != "false" && text != "0" && !problems.hasErrors()) {
        const std::string advice = lower == "true" || lower == "false"
                                       ? fmt::format("; to convert from string, use lowercase \"{}\"", lower)
                                       : std::string();
        problems.append(argumentError(variable.argument, fmt::format("error setting default for \"{}\": a bool is "
                                                                     "required{}",
                                                                     variable.argument, advice)));
    }
    return false;
}

std::vector<std::string> split(const std::string& list) {
    std::vector<std::string> parts;
    for (std::size_t start = 0; start <= list.size();) {
        const std::size_t end = std::min(list.find(':', start), list.size());
        parts.push_back(list.substr(start, end - start));
        start = end + 1;
    }
    return parts;
}

/// The configuration files. Those of the environment are only used if no argument names others.
Expected<std::vector<std::string>, std::string> configFiles(const cloud::Arguments& given) {
    std::vector<std::string> files;
    if (const std::string file = textOf(given, {"config_path", "KUBE_CONFIG_PATH"}); !file.empty())
        files = {file};
    else if (auto list = given.list("config_paths"); !list.empty())
        files = std::move(list);
    else if (const std::string variable = environmentText("KUBE_CONFIG_PATHS"); !variable.empty())
        files = split(variable);
    for (std::string& file : files) {
        if (file.size() > 1 && file[0] == '~' && file[1] != '/' && file[1] != '\\')
            return Unexpected{std::string("cannot expand user-specific home dir")};
        file = cloud::expandHome(file).string();
    }
    return files;
}

/// The plugin that the arguments name. They cannot say whether it may use a terminal, which the reference requires.
std::optional<Plugin> pluginOf(const values::Value& arguments) {
    const values::Value* const blocks = arguments.isNull() ? nullptr : arguments.find("exec");
    if (!blocks || blocks->isNull() || blocks->size() == 0)
        return {};
    const cloud::Arguments given(blocks->element(0));
    Plugin plugin;
    plugin.apiVersion = given.text("api_version");
    plugin.command = given.text("command");
    plugin.arguments = given.list("args");
    for (const auto& [name, value] : given.map("env"))
        plugin.variables.emplace_back(name, value);
    return plugin;
}

Expected<RestConfig, std::string> fromFiles(const cloud::Arguments& given, const std::optional<Plugin>& plugin,
                                            const fs::path& directory, const fs::path& serviceAccount) {
    const auto files = configFiles(given);
    if (!files)
        return Unexpected{files.error()};
    // A single file that does not exist counts as an empty configuration, unlike several of them.
    if (std::error_code error; files->size() == 1 && !files->front().empty() &&
                               fs::status(directory / files->front(), error).type() == fs::file_type::not_found)
        return RestConfig();
    const auto failed = [](const std::string& why) {
        return Unexpected{"Failed to initialize kubernetes configuration: " + why};
    };
    const auto config = readKubeConfig(*files, directory);
    if (!config)
        return failed(config.error());
    const Overrides overrides{textOf(given, {"config_context", "KUBE_CTX"}),
                              textOf(given, {"config_context_cluster", "KUBE_CTX_CLUSTER"}),
                              textOf(given, {"config_context_auth_info", "KUBE_CTX_AUTH_INFO"}), plugin};
    const auto selected = select(*config, overrides);
    if (!selected && selected.error().isEmpty && isInCluster(serviceAccount))
        return inClusterConfig(serviceAccount);
    if (!selected)
        return failed(selected.error().text);
    const auto rest = restConfig(*selected);
    return rest ? rest : failed(rest.error());
}

/// Arguments replace what the files say. An empty one counts as not given.
void replaceByArguments(RestConfig& config, const cloud::Arguments& given) {
    const auto replace = [&](std::string& target, const Variable& variable) {
        if (std::string text = textOf(given, variable); !text.empty())
            target = std::move(text);
    };
    replace(config.host, {"host", "KUBE_HOST"});
    replace(config.username, {"username", "KUBE_USER"});
    replace(config.password, {"password", "KUBE_PASSWORD"});
    replace(config.authorities, {"cluster_ca_certificate", "KUBE_CLUSTER_CA_CERT_DATA"});
    replace(config.certificate, {"client_certificate", "KUBE_CLIENT_CERT_DATA"});
    replace(config.key, {"client_key", "KUBE_CLIENT_KEY_DATA"});
    replace(config.token, {"token", "KUBE_TOKEN"});
}

struct Read {
    RestConfig config;
    Diagnostics problems = {};
};

Read readRestConfig(const Setup& setup, const fs::path& serviceAccount) {
    const cloud::Arguments given(setup.arguments);
    Read read;
    const bool isInside = flagOf(given, {"in_cluster_config", "KUBE_IN_CLUSTER_CONFIG"}, read.problems);
    const bool isInsecure = flagOf(given, {"insecure", "KUBE_INSECURE"}, read.problems);
    (void)flagOf(given, {"load_config_file", "KUBE_LOAD_CONFIG_FILE"}, read.problems); // has no effect
    if (!read.problems.hasErrors())
        read.problems = checkKubernetesArguments(setup.arguments);
    if (read.problems.hasErrors())
        return read;
    const std::optional<Plugin> plugin = pluginOf(setup.arguments);
    auto config =
        isInside ? inClusterConfig(serviceAccount) : fromFiles(given, plugin, setup.directory, serviceAccount);
    if (!config) {
        read.problems.append(Diagnostic::error(config.error(), {}));
        return read;
    }
    read.config = *std::move(config);
    replaceByArguments(read.config, given);
    if (isInsecure)
        read.config.skipsVerification = true;
    return read;
}

} // namespace

diags::Result<Settings> readSettings(const Setup& setup, const fs::path& serviceAccount) {
    Read read = readRestConfig(setup, serviceAccount);
    if (read.problems.hasErrors())
        return read.problems;
    auto server = serverSettings(read.config, setup.directory);
    if (!server)
        return Diagnostic::error("Failed to configure: " + server.error(), {});
    const cloud::Arguments given(setup.arguments);
    Settings settings{
        *std::move(server), textOf(given, {"namespace", "KUBE_NAMESPACE"}), given.text("secret_suffix"), {}};
    if (!given.has("namespace") && settings.nameSpace.empty())
        settings.nameSpace = "default";
    for (const auto& [name, value] : given.map("labels"))
        settings.labels[name] = value;
    return settings;
}

} // namespace kubernetes

std::string kubernetesCredentialProgram(const Setup& setup) {
    if (setup.arguments.isNull())
        return "plugin of a kubeconfig file";
    const kubernetes::Read read = kubernetes::readRestConfig(setup, kubernetes::serviceAccountFolder);
    return kubernetes::usesPlugin(read.config) ? read.config.plugin->command : std::string();
}

const schemas::Block& kubernetesArguments() {
    static const schemas::Block schema = [] {
        schemas::Block block;
        using values::Type;
        addArguments(block.attributes, {"secret_suffix"}, Type::string(), Need::Required);
        addArguments(block.attributes,
                     {"namespace", "host", "username", "password", "client_certificate", "client_key",
                      "cluster_ca_certificate", "config_path", "config_context", "config_context_auth_info",
                      "config_context_cluster", "token"},
                     Type::string());
        addArguments(block.attributes, {"in_cluster_config", "load_config_file", "insecure"}, Type::boolean());
        addArguments(block.attributes, {"labels"}, Type::map(Type::string()));
        addArguments(block.attributes, {"config_paths"}, Type::list(Type::string()));
        Attributes exec;
        addArguments(exec, {"api_version", "command"}, Type::string(), Need::Required);
        addArguments(exec, {"env"}, Type::map(Type::string()));
        addArguments(exec, {"args"}, Type::list(Type::string()));
        addBlock(block, "exec", schemas::NestingMode::List, std::move(exec));
        return block;
    }();
    return schema;
}

diags::Diagnostics checkKubernetesArguments(const values::Value& arguments) {
    return missingArguments(kubernetesArguments(), arguments);
}

} // namespace planlens::backends
