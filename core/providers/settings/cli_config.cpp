// SPDX-License-Identifier: MPL-2.0
#include "core/providers/settings/cli_config.h"

#include "core/addrs/hostname.h"
#include "core/providers/settings/hcl1_parser.h"
#include "core/system/directories/listing.h"
#include "core/system/file.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <functional>
#include <optional>
#include <set>
#include <system_error>

namespace planlens::providers {

namespace fs = std::filesystem;
using diags::Diagnostic;
using diags::Diagnostics;
using legacy::Item;
using legacy::Value;

namespace {

using Environment = std::map<std::string, std::string, std::less<>>;

std::string variable(const Environment& environment, std::string_view name) {
    const auto found = environment.find(name);
    return found == environment.end() ? std::string() : found->second;
}

/// Replaces `$NAME` and `${NAME}` with environment variables.
std::string expanded(const std::string& text, const Environment& environment) {
    std::string out;
    const auto isName = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '$' || i + 1 == text.size()) {
            out += text[i];
            continue;
        }
        const bool braced = text[i + 1] == '{';
        const std::size_t start = i + (braced ? 2 : 1);
        std::size_t end = start;
        while (end < text.size() && (braced ? text[end] != '}' : isName(text[end])))
            ++end;
        if (end == start || (braced && end == text.size())) {
            out += text[i];
            continue;
        }
        out += variable(environment, text.substr(start, end - start));
        i = braced ? end : end - 1;
    }
    return out;
}

bool isThere(const fs::path& path) {
    std::error_code error;
    return fs::exists(path, error) || error; // reading reports the error
}

/// The settings of one or more files.
struct Settings {
    std::string pluginCache;
    std::set<std::string> hosts, credentialHosts, credentialHelpers; // names only
    struct Installation {
        std::vector<InstallationMethod> methods;
        std::map<addrs::Provider, fs::path> devOverrides;
    };
    std::vector<Installation> installations;
    std::size_t ociDefaultCredentials = 0;
    std::vector<std::string> ociCredentials;

    /// Adds the settings of another file. Existing values take precedence.
    void merge(Settings other) {
        if (pluginCache.empty())
            pluginCache = std::move(other.pluginCache);
        hosts.merge(other.hosts);
        credentialHosts.merge(other.credentialHosts);
        credentialHelpers.merge(other.credentialHelpers);
        std::move(other.installations.begin(), other.installations.end(), std::back_inserter(installations));
        ociDefaultCredentials += other.ociDefaultCredentials;
        std::move(other.ociCredentials.begin(), other.ociCredentials.end(), std::back_inserter(ociCredentials));
    }
};

/// Thrown and caught only in this file: an argument of a block has a value of the wrong type.
struct Unsuitable {
    std::string text;
};

std::string textOf(std::string_view key, const Value& value) {
    if (value.kind != Value::Kind::Text && value.kind != Value::Kind::Number)
        throw Unsuitable{fmt::format("At {}: root.{}: unknown type for string *ast.{}", value.position.toString(), key,
                                     value.kind == Value::Kind::List     ? "ListType"
                                     : value.kind == Value::Kind::Object ? "ObjectType"
                                                                         : "LiteralType")};
    return value.text;
}

std::string text(const Value& body, std::string_view key) {
    const Value* value = body.find(key);
    return value ? textOf(key, *value) : std::string();
}

std::vector<std::string> texts(const Value& body, std::string_view key) {
    const Value* value = body.find(key);
    std::vector<std::string> all;
    if (!value)
        return all;
    if (value->kind != Value::Kind::List)
        throw Unsuitable{fmt::format("At {}: unknown slice type: *ast.{}", value->position.toString(),
                                     value->kind == Value::Kind::Object ? "ObjectType" : "LiteralType")};
    for (const Value& element : value->list)
        all.push_back(textOf(key, element));
    return all;
}

/// Reads provider_installation blocks, with more checks than the syntax requires.
class InstallationReader {
public:
    explicit InstallationReader(Diagnostics& diagnostics)
        : m_diagnostics(diagnostics) {}

    std::optional<Settings::Installation> read(const Item& block) {
        constexpr std::string_view summary = "Invalid provider_installation block";
        m_place = block.position.toString();
        if (block.form == Item::Form::Assigned || block.value.kind != Value::Kind::Object) {
            error(summary,
                  fmt::format("The provider_installation block at {} must not be introduced with an equals sign.",
                              m_place));
            return {};
        }
        if (block.keys.size() > 1)
            error(summary, fmt::format("The provider_installation block at {} must not have any labels.", m_place));
        Settings::Installation installation;
        for (const Item& method : block.value.items)
            readMethod(method, installation);
        return installation;
    }

private:
    void error(std::string_view summary, std::string detail) {
        m_diagnostics.error(std::string(summary), std::move(detail));
    }
    void wrongMethod(std::string detail) { error("Invalid provider_installation method block", std::move(detail)); }

    void readMethod(const Item& item, Settings::Installation& installation) {
        if (item.form == Item::Form::Assigned || item.value.kind != Value::Kind::Object)
            return wrongMethod(
                fmt::format("The items inside the provider_installation block at {} must all be blocks.", m_place));
        if (item.keys.size() > 1)
            wrongMethod(fmt::format("The blocks inside the provider_installation block at {} may not have any labels.",
                                    m_place));
        const std::string& type = item.keys.front();
        try {
            if (type == "dev_overrides")
                return readOverrides(item, installation);
            InstallationMethod method;
            std::string_view location;
            if (type == "direct") {
                method.kind = InstallationMethod::Kind::Direct;
            } else if (type == "filesystem_mirror") {
                method.kind = InstallationMethod::Kind::FilesystemMirror;
                location = "path";
            } else if (type == "network_mirror") {
                method.kind = InstallationMethod::Kind::NetworkMirror;
                location = "url";
            } else if (type == "oci_mirror") {
                method.kind = InstallationMethod::Kind::OciMirror;
                location = "repository_template";
            } else {
                return wrongMethod(fmt::format("Unknown provider installation method {} at {}.", values::quoted(type),
                                               item.position.toString()));
            }
            method.include = texts(item.value, "include");
            method.exclude = texts(item.value, "exclude");
            if (!location.empty()) {
                method.location = text(item.value, location);
                if (method.location.empty())
                    return wrongMethod(
                        fmt::format("Invalid {} block at {}: \"{}\" argument is required.", type, m_place, location));
            }
            installation.methods.push_back(std::move(method));
        } catch (const Unsuitable& problem) {
            wrongMethod(fmt::format("Invalid {} block at {}: {}.", type, m_place, problem.text));
        }
    }

    void readOverrides(const Item& item, Settings::Installation& installation) {
        if (!installation.methods.empty())
            return wrongMethod(fmt::format("The dev_overrides block at at {} must appear before all other installation "
                                           "methods, because development overrides always have the highest "
                                           "priority.",
                                           item.position.toString()));
        for (const Item& entry : item.value.items) {
            const std::string& address = entry.keys.front();
            const std::string path = textOf(address, entry.value);
            const diags::Result<addrs::Provider> provider = addrs::parseProviderSource(address);
            if (!provider.isOk()) {
                error("Invalid provider installation dev overrides",
                      fmt::format("The entry {} in {} is not a valid provider source string.\n\n{}: {}",
                                  values::quoted(address), m_place, provider.diagnostics[0].summary,
                                  provider.diagnostics[0].detail));
                continue;
            }
            fs::path folder = fs::path(path.empty() ? "." : path).lexically_normal();
            if (!folder.has_filename() && folder.has_relative_path())
                folder = folder.parent_path();
            installation.devOverrides.insert_or_assign(*provider, std::move(folder));
        }
    }

    Diagnostics& m_diagnostics;
    std::string m_place; // of the current block, for messages
};

Settings readSettings(const fs::path& path, const Environment& environment, Diagnostics& diagnostics) {
    Settings settings;
    auto content = system::readFile(path);
    if (!content) {
        diagnostics.error(fmt::format("Error reading {}: {}", path.string(), content.error().toString()), {});
        return settings;
    }
    const auto file = legacy::parse(*std::move(content));
    if (!file) {
        diagnostics.error(fmt::format("Error parsing {}: {}", path.string(), file.error()), {});
        return settings;
    }
    const auto addNames = [](const Item& item, std::set<std::string>& names) {
        if (item.keys.size() > 1)
            names.insert(item.keys[1]);
        else if (item.value.kind == Value::Kind::Object)
            for (const Item& nested : item.value.items)
                names.insert(nested.keys.front());
    };
    try {
        settings.pluginCache = expanded(text(*file, "plugin_cache_dir"), environment);
    } catch (const Unsuitable& unsuitable) {
        diagnostics.error(fmt::format("Error parsing {}: {}", path.string(), unsuitable.text), {});
        return settings;
    }
    InstallationReader reader(diagnostics);
    for (const Item& item : file->items) {
        const std::string& key = item.keys.front();
        if (key == "host")
            addNames(item, settings.hosts);
        else if (key == "credentials")
            addNames(item, settings.credentialHosts);
        else if (key == "credentials_helper")
            addNames(item, settings.credentialHelpers);
        else if (key == "oci_default_credentials")
            ++settings.ociDefaultCredentials;
        else if (key == "oci_credentials" && item.keys.size() > 1)
            settings.ociCredentials.push_back(item.keys[1]);
        else if (key == "provider_installation")
            if (std::optional<Settings::Installation> installation = reader.read(item))
                settings.installations.push_back(*std::move(installation));
    }
    return settings;
}

Diagnostics validate(const Settings& settings) {
    Diagnostics diagnostics;
    const auto checkHosts = [&](std::string_view block, const std::set<std::string>& hosts) {
        for (const std::string& host : hosts)
            if (const auto name = addrs::hostnameForComparison(host); !name)
                diagnostics.error(fmt::format("The {} {} block has an invalid hostname: {}", block,
                                              values::quoted(host), name.error()),
                                  {});
    };
    const auto atMostOne = [&](std::string_view block, std::size_t count) {
        if (count > 1)
            diagnostics.error(fmt::format("No more than one {} block may be specified", block), {});
    };
    checkHosts("host", settings.hosts);
    checkHosts("credentials", settings.credentialHosts);
    atMostOne("credentials_helper", settings.credentialHelpers.size());
    atMostOne("provider_installation", settings.installations.size());
    atMostOne("oci_default_credentials", settings.ociDefaultCredentials);
    std::set<std::string> seen;
    for (const std::string& prefix : settings.ociCredentials)
        if (!seen.insert(prefix).second)
            diagnostics.error(fmt::format("Duplicate oci_credentials block for {}", values::quoted(prefix)), {});
    struct stat status {};
    if (!settings.pluginCache.empty() && ::stat(settings.pluginCache.c_str(), &status) != 0) {
        std::string why = std::generic_category().message(errno);
        why.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(why.front())));
        diagnostics.error(fmt::format("The specified plugin cache dir {0} cannot be opened: stat {0}: {1}",
                                      settings.pluginCache, why),
                          {});
    }
    return diagnostics;
}

fs::path homeDirectory(const Environment& environment) {
    if (const std::string home = variable(environment, "HOME"); !home.empty())
        return home;
    const passwd* user = ::getpwuid(::getuid());
    return user && user->pw_dir ? user->pw_dir : "";
}

/// Returns the path of the file if TF_CLI_CONFIG_FILE is not set.
fs::path defaultFile(const Environment& environment) {
    const fs::path home = homeDirectory(environment);
    if (home.empty())
        return {};
    const fs::path present = home / ".tofurc", old = home / ".terraformrc";
    const std::string xdg = variable(environment, "XDG_CONFIG_HOME");
    if (!xdg.empty() && !isThere(present) && !isThere(old))
        return fs::path(xdg) / "opentofu" / "tofurc";
    return isThere(present) || !isThere(old) ? present : old;
}

/// Returns the directory whose .tfrc files are read too.
fs::path defaultFolder(const Environment& environment) {
    const fs::path home = homeDirectory(environment);
    const std::string xdg = variable(environment, "XDG_CONFIG_HOME");
    if (!xdg.empty() && !isThere(home / ".terraform.d"))
        return fs::path(xdg) / "opentofu";
    return home / ".terraform.d";
}

} // namespace

diags::Result<CliConfig> loadCliConfig(const std::vector<std::string>& environmentList,
                                       const fs::path& startDirectory) {
    Environment environment;
    for (const std::string& entry : environmentList)
        if (const auto equals = entry.find('='); equals != std::string::npos)
            environment.insert_or_assign(entry.substr(0, equals), entry.substr(equals + 1));
    Diagnostics diagnostics;
    Settings settings;
    std::string named = variable(environment, "TF_CLI_CONFIG_FILE");
    if (named.empty())
        named = variable(environment, "TERRAFORM_CONFIG");
    const fs::path file = named.empty() ? defaultFile(environment) : startDirectory / named;
    if (!file.empty() && isThere(file))
        settings = readSettings(file, environment, diagnostics);
    else if (!named.empty())
        diagnostics.warning("Unable to open CLI configuration file",
                            fmt::format("The CLI configuration file at {} does not exist.", values::quoted(named)));
    if (const fs::path folder = named.empty() ? defaultFolder(environment) : fs::path(); !folder.empty()) {
        const auto entries = system::listDirectory(folder);
        if (!entries && !entries.error().isMissingDirectory())
            diagnostics.error("Failed to read the CLI configuration", entries.error().toString() + ".");
        for (const system::DirectoryEntry& entry : entries ? *entries : std::vector<system::DirectoryEntry>())
            if (entry.name.ends_with(".tfrc") || entry.name.ends_with(".tfrc.json"))
                settings.merge(readSettings(folder / entry.name, environment, diagnostics));
    }
    if (std::string cache = variable(environment, "TF_PLUGIN_CACHE_DIR"); !cache.empty())
        settings.pluginCache = std::move(cache);
    diagnostics.append(validate(settings));
    CliConfig config;
    config.pluginCacheDirectory = settings.pluginCache;
    if (!settings.installations.empty()) {
        config.methods = std::move(settings.installations.front().methods);
        config.devOverrides = std::move(settings.installations.front().devOverrides);
    }
    return {std::move(config), std::move(diagnostics)};
}

Diagnostics devOverrideWarning(const CliConfig& config) {
    if (config.devOverrides.empty())
        return {};
    std::string list;
    for (const auto& [provider, folder] : config.devOverrides)
        list += fmt::format(" - {} in {}\n", provider.forDisplay(), folder.string());
    return Diagnostic::warning("Provider development overrides are in effect",
                               "The following provider development overrides are set in the CLI configuration:\n" +
                                   list +
                                   "\nThe behavior may therefore not match any released version of the provider and "
                                   "applying changes may cause the state to become incompatible with "
                                   "published releases.");
}

} // namespace planlens::providers
