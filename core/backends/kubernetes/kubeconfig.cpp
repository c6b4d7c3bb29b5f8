// SPDX-License-Identifier: MPL-2.0
#include "core/backends/kubernetes/kubeconfig.h"

#include "core/lang/functions/yaml/yaml_document.h"
#include "core/system/file.h"
#include "core/values/json/json.h"
#include "core/values/text/base64.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace planlens::backends::kubernetes {
namespace {

namespace fs = std::filesystem;
using diags::Expected;
using diags::Unexpected;
using nlohmann::json;

/// Reads an object of a configuration file. What is missing or null is empty. The first problem is kept.
class Reader {
public:
    Reader(const json& object, std::string& problem)
        : m_object(object)
        , m_problem(problem) {}

    std::string text(const char* name) const {
        const json& found = member(name);
        return check(found, found.is_string(), name, "a text") ? found.get<std::string>() : std::string();
    }
    bool flag(const char* name) const {
        const json& found = member(name);
        return check(found, found.is_boolean(), name, "true or false") && found.get<bool>();
    }
    std::string decoded(const char* name) const {
        auto bytes = values::fromBase64(text(name));
        if (bytes)
            return *std::move(bytes);
        note(fmt::format("{}: illegal base64 data at input byte {}", name, bytes.error()));
        return {};
    }
    std::vector<std::string> texts(const char* name) const {
        std::vector<std::string> list;
        for (const json& element : elements(name))
            if (check(element, element.is_string(), name, "a list of texts"))
                list.push_back(element.get<std::string>());
        return list;
    }
    const json& elements(const char* name) const { return collection(name, json::value_t::array, "a list"); }
    const json& object(const char* name) const { return collection(name, json::value_t::object, "an object"); }
    Reader nested(const char* name) const { return {object(name), m_problem}; }
    bool has(const char* name) const { return !member(name).is_null(); }

    void note(std::string problem) const {
        if (m_problem.empty())
            m_problem = std::move(problem);
    }

private:
    const json& member(const char* name) const {
        static const json none;
        const auto found = m_object.find(name);
        return found == m_object.end() ? none : *found;
    }
    const json& collection(const char* name, json::value_t type, const char* expected) const {
        static const json noElements = json::array(), noMembers = json::object();
        const json& found = member(name);
        return check(found, found.type() == type, name, expected) ? found
               : type == json::value_t::array                     ? noElements
                                                                  : noMembers;
    }
    bool check(const json& found, bool isValid, const char* name, const char* expected) const {
        if (!isValid && !found.is_null())
            note(fmt::format("{} must be {}", name, expected));
        return isValid;
    }

    const json& m_object;
    std::string& m_problem;
};

/// A path in a file is relative to the folder of that file.
std::string resolved(const std::string& path, const fs::path& folder) {
    return path.empty() ? path : (folder / path).lexically_normal().string();
}

Plugin readPlugin(const Reader& exec, const fs::path& folder) {
    Plugin plugin{
        exec.text("apiVersion"),  exec.text("command"),           exec.texts("args"), {}, exec.text("interactiveMode"),
        exec.text("installHint"), exec.flag("provideClusterInfo")};
    if (plugin.command.find('/') != std::string::npos)
        plugin.command = resolved(plugin.command, folder);
    std::string problem;
    for (const json& variable : exec.elements("env")) {
        const Reader reader(variable, problem);
        plugin.variables.emplace_back(reader.text("name"), reader.text("value"));
    }
    if (!problem.empty())
        exec.note(problem);
    // Required from version v1 on.
    if (plugin.interactiveMode.empty() && plugin.apiVersion.starts_with("client.authentication.k8s.io/v1") &&
        plugin.apiVersion != "client.authentication.k8s.io/v1")
        plugin.interactiveMode = "IfAvailable";
    return plugin;
}

Cluster readCluster(const Reader& reader, const fs::path& folder) {
    Cluster cluster{reader.text("server"),
                    reader.text("tls-server-name"),
                    reader.text("proxy-url"),
                    resolved(reader.text("certificate-authority"), folder),
                    reader.decoded("certificate-authority-data"),
                    reader.flag("insecure-skip-tls-verify"),
                    {}};
    for (const json& extension : reader.elements("extensions"))
        if (extension.is_object() && extension.value("name", json()) == "client.authentication.k8s.io/exec")
            cluster.extension = extension.value("extension", json::object()).dump();
    return cluster;
}

User readUser(const Reader& reader, const fs::path& folder) {
    User user;
    user.token = reader.text("token");
    user.tokenFile = resolved(reader.text("tokenFile"), folder);
    user.username = reader.text("username");
    user.password = reader.text("password");
    user.certificateFile = resolved(reader.text("client-certificate"), folder);
    user.certificate = reader.decoded("client-certificate-data");
    user.keyFile = resolved(reader.text("client-key"), folder);
    user.key = reader.decoded("client-key-data");
    user.impersonated = reader.text("as");
    user.impersonatedUid = reader.text("as-uid");
    user.impersonatedGroups = reader.texts("as-groups");
    for (const auto& [key, list] : reader.object("as-user-extra").items())
        for (const std::string& value : reader.nested("as-user-extra").texts(key.c_str()))
            user.impersonatedExtra.emplace_back(key, value);
    user.authProvider = reader.nested("auth-provider").text("name");
    if (reader.has("exec"))
        user.plugin = readPlugin(reader.nested("exec"), folder);
    return user;
}

/// Calls a function with the name and the object of each element of a list such as "clusters".
void forEachNamed(const Reader& reader, const char* list, const char* member, std::string& problem,
                  const auto& function) {
    for (const json& element : reader.elements(list)) {
        if (!element.is_object())
            return reader.note(fmt::format("{} must be a list of objects", list));
        const Reader named(element, problem);
        const std::string name = named.text("name");
        if (!function(name, named.nested(member)))
            reader.note(fmt::format("duplicate name \"{}\" in {}", name, list));
    }
}

Expected<KubeConfig, std::string> parse(const std::string& text, const fs::path& folder) {
    KubeConfig config;
    if (text.find_first_not_of(" \t\r\n") == std::string::npos)
        return config;
    const auto yaml = lang::readYaml(text);
    if (!yaml)
        return Unexpected{yaml.error()};
    const auto plain = values::toJson(yaml->value, yaml->value.type());
    const json document = plain ? json::parse(*plain, nullptr, false) : json();
    if (!document.is_object())
        return Unexpected{std::string("the file is not a configuration of Kubernetes: it must be an object")};
    std::string problem;
    const Reader reader(document, problem);
    const std::string kind = reader.text("kind"), version = reader.text("apiVersion");
    if ((!kind.empty() && kind != "Config") || (!version.empty() && version != "v1"))
        return Unexpected{fmt::format("no kind \"{}\" is registered for version \"{}\"", kind.empty() ? "Config" : kind,
                                      version.empty() ? "v1" : version)};
    forEachNamed(reader, "clusters", "cluster", problem, [&](const std::string& name, const Reader& cluster) {
        return config.clusters.emplace(name, readCluster(cluster, folder)).second;
    });
    forEachNamed(reader, "users", "user", problem, [&](const std::string& name, const Reader& user) {
        return config.users.emplace(name, readUser(user, folder)).second;
    });
    forEachNamed(reader, "contexts", "context", problem, [&](const std::string& name, const Reader& context) {
        return config.contexts.emplace(name, KubeConfig::Context{context.text("cluster"), context.text("user")}).second;
    });
    config.currentContext = reader.text("current-context");
    if (!problem.empty())
        return Unexpected{problem};
    return config;
}

/// Several errors in the form of the reference.
std::string aggregate(std::vector<std::string> errors) {
    std::vector<std::string> distinct;
    for (std::string& error : errors)
        if (std::ranges::find(distinct, error) == distinct.end())
            distinct.push_back(std::move(error));
    return distinct.size() == 1 ? distinct[0] : fmt::format("[{}]", fmt::join(distinct, ", "));
}

std::optional<std::string> unreadable(const std::string& path) {
    const auto file = system::FileHandle::open(path, 0);
    return file ? std::nullopt : std::optional(file.error());
}

void checkCluster(const std::string& name, const Cluster& cluster, std::vector<std::string>& errors) {
    if (cluster.server.empty())
        errors.push_back(name.empty() ? "default cluster has no server defined"
                                      : fmt::format("no server found for cluster \"{}\"", name));
    if (const std::string& proxy = cluster.proxy; !proxy.empty()) {
        const std::string scheme = proxy.substr(0, proxy.find(':'));
        if (scheme != "http" && scheme != "https" && scheme != "socks5")
            errors.push_back(fmt::format("invalid 'proxy-url' for cluster \"{}\": unsupported scheme \"{}\", must be "
                                         "http, https, or socks5",
                                         name, proxy.find(':') == std::string::npos ? "" : scheme));
    }
    if (!cluster.authorityFile.empty() && !cluster.authorities.empty())
        errors.push_back(fmt::format("certificate-authority-data and certificate-authority are both specified for {}. "
                                     "certificate-authority-data will override.",
                                     name));
    if (!cluster.authorityFile.empty())
        if (const auto why = unreadable(cluster.authorityFile))
            errors.push_back(fmt::format("unable to read certificate-authority {} for {} due to {}",
                                         cluster.authorityFile, name, *why));
}

void checkCertificate(const std::string& name, const User& user, std::vector<std::string>& errors) {
    if (user.certificateFile.empty() && user.certificate.empty())
        return;
    if (!user.certificateFile.empty() && !user.certificate.empty())
        errors.push_back(fmt::format("client-cert-data and client-cert are both specified for {}. client-cert-data "
                                     "will override.",
                                     name));
    if (!user.keyFile.empty() && !user.key.empty())
        errors.push_back(fmt::format("client-key-data and client-key are both specified for {}; client-key-data will "
                                     "override",
                                     name));
    if (user.keyFile.empty() && user.key.empty())
        errors.push_back(fmt::format("client-key-data or client-key must be specified for {} to use the clientCert "
                                     "authentication method.",
                                     name));
    for (const auto& [what, file] :
         {std::pair("client-cert", user.certificateFile), std::pair("client-key", user.keyFile)})
        if (const auto why = file.empty() ? std::nullopt : unreadable(file))
            errors.push_back(fmt::format("unable to read {} {} for {} due to {}", what, file, name, *why));
}

void checkPlugin(const std::string& name, const User& user, std::vector<std::string>& errors) {
    const Plugin& plugin = *user.plugin;
    if (!user.authProvider.empty())
        errors.push_back("authProvider cannot be provided in combination with an exec plugin for " + name);
    const auto require = [&](bool isGiven, const char* what) {
        if (!isGiven)
            errors.push_back(fmt::format("{} must be specified for {} to use exec authentication plugin", what, name));
    };
    require(!plugin.command.empty(), "command");
    require(!plugin.apiVersion.empty(), "apiVersion");
    for (const auto& variable : plugin.variables)
        require(!variable.first.empty(), "env variable name");
    const std::string& mode = plugin.interactiveMode;
    require(!mode.empty(), "interactiveMode");
    if (!mode.empty() && mode != "Never" && mode != "IfAvailable" && mode != "Always")
        errors.push_back(fmt::format("invalid interactiveMode for {}: \"{}\"", name, mode));
}

void checkUser(const std::string& name, const User& user, std::vector<std::string>& errors) {
    checkCertificate(name, user, errors);
    if (user.plugin)
        checkPlugin(name, user, errors);
    if (!user.token.empty() && (!user.username.empty() || !user.password.empty()))
        errors.push_back(fmt::format("more than one authentication method found for {}; found [token basicAuth], only "
                                     "one is allowed",
                                     name));
    if (user.impersonated.empty() &&
        (!user.impersonatedUid.empty() || !user.impersonatedGroups.empty() || !user.impersonatedExtra.empty()))
        errors.push_back(fmt::format("requesting uid, groups or user-extra for {} without impersonating a user", name));
}

ConfigError doesNotExist(const char* what, const std::string& name) {
    return {fmt::format("{} \"{}\" does not exist", what, name)};
}

} // namespace

Expected<KubeConfig, std::string> readKubeConfig(const std::vector<std::string>& files, const fs::path& directory) {
    KubeConfig merged;
    std::vector<std::string> errors;
    for (const std::string& file : files) {
        if (file.empty())
            continue;
        const fs::path path = fs::absolute(directory / file);
        const auto text = system::readFile(path);
        if (!text && text.error().isMissing())
            continue;
        Expected<KubeConfig, std::string> config =
            text ? parse(*text, path.parent_path())
                 : Unexpected{system::ioError(text.error().call, file, text.error().number)};
        if (!config) {
            errors.push_back(fmt::format("error loading config file \"{}\": {}", file, config.error()));
            continue;
        }
        merged.clusters.merge(config->clusters);
        merged.users.merge(config->users);
        merged.contexts.merge(config->contexts);
        if (merged.currentContext.empty())
            merged.currentContext = config->currentContext;
    }
    if (!errors.empty())
        return Unexpected{aggregate(std::move(errors))};
    return merged;
}

Expected<Selected, ConfigError> select(const KubeConfig& config, const Overrides& overrides) {
    const std::string& contextName = overrides.context.empty() ? config.currentContext : overrides.context;
    const auto context = config.contexts.find(contextName);
    const bool hasContext = context != config.contexts.end();
    const KubeConfig::Context named = hasContext ? context->second : KubeConfig::Context{};
    const std::string userName = overrides.user.empty() ? named.user : overrides.user;
    const std::string clusterName = overrides.cluster.empty() ? named.cluster : overrides.cluster;
    const auto user = config.users.find(userName);
    const auto cluster = config.clusters.find(clusterName);
    if (user == config.users.end() && !overrides.user.empty())
        return Unexpected{doesNotExist("auth info", userName)};
    if (!hasContext && !overrides.context.empty())
        return Unexpected{doesNotExist("context", contextName)};
    if (cluster == config.clusters.end() && !overrides.cluster.empty())
        return Unexpected{doesNotExist("cluster", clusterName)};
    Selected selected;
    if (user != config.users.end())
        selected.user = user->second;
    if (overrides.plugin)
        selected.user.plugin = overrides.plugin;
    std::vector<std::string> errors;
    if (!contextName.empty() && !hasContext)
        errors.push_back("context was not found for specified context: " + contextName);
    checkUser(userName, selected.user, errors);
    if (cluster != config.clusters.end()) {
        selected.cluster = cluster->second;
        checkCluster(clusterName, selected.cluster, errors);
    } else if (errors.empty()) {
        return Unexpected{ConfigError{"invalid configuration: no configuration has been provided, try setting "
                                      "KUBERNETES_MASTER environment variable",
                                      true}};
    } else {
        errors.emplace_back("cluster has no server defined");
    }
    if (!errors.empty())
        return Unexpected{ConfigError{"invalid configuration: " + aggregate(std::move(errors))}};
    return selected;
}

} // namespace planlens::backends::kubernetes
