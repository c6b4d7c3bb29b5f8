// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/module_source.h"

#include "core/addrs/hostname.h"
#include "core/addrs/remote_source.h"
#include "core/values/text/clean_path.h"
#include "core/values/text/quoted.h"

#include <algorithm>

namespace planlens::addrs {

using diags::Unexpected;
using values::cleanPath;
using values::quoted;

namespace {

constexpr std::string_view defaultHost = "registry.opentofu.org";

bool isAlphanumeric(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isRegistryName(std::string_view name) {
    return !name.empty() && name.size() <= 64 && isAlphanumeric(name.front()) && isAlphanumeric(name.back()) &&
           std::all_of(name.begin(), name.end(), [](char c) { return isAlphanumeric(c) || c == '-' || c == '_'; });
}

bool isTargetSystem(std::string_view name) {
    return !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
    });
}

constexpr auto nameRule = "must be between one and 64 characters, including ASCII letters, digits, dashes, and "
                          "underscores, where dashes and underscores may not be the prefix or suffix";

Unexpected<std::string> fail(std::string message) {
    return {std::move(message)};
}

LocalModuleSource parseLocal(std::string_view raw) {
    std::string path(raw);
    std::replace(path.begin(), path.end(), '\\', '/');
    path = cleanPath(path);
    return {path.starts_with("../") ? path : "./" + path};
}

std::string packageText(const RegistryModuleSource& source) {
    return source.nameSpace + "/" + source.name + "/" + source.targetSystem;
}

std::string withSubdirectory(std::string package, const std::string& subdirectory) {
    return subdirectory.empty() ? package : package + "//" + subdirectory;
}

struct Printer {
    std::string operator()(const LocalModuleSource& source) const { return source.path; }
    std::string operator()(const RegistryModuleSource& source) const {
        return withSubdirectory(hostnameForDisplay(source.hostname) + "/" + packageText(source), source.subdirectory);
    }
    std::string operator()(const RemoteModuleSource& source) const {
        const std::size_t query = source.package.find('?');
        if (source.subdirectory.empty() || query == std::string::npos)
            return withSubdirectory(source.package, source.subdirectory);
        return source.package.substr(0, query) + "//" + source.subdirectory + source.package.substr(query);
    }
};

} // namespace

std::string toString(const ModuleSource& source) {
    return std::visit(Printer{}, source);
}

std::string forDisplay(const ModuleSource& source) {
    const auto* registry = std::get_if<RegistryModuleSource>(&source);
    if (registry && registry->hostname == defaultHost)
        return withSubdirectory(packageText(*registry), registry->subdirectory);
    return toString(source);
}

bool isLocalModuleSource(std::string_view raw) {
    return raw.starts_with("./") || raw.starts_with("../") || raw.starts_with(".\\") || raw.starts_with("..\\");
}

diags::Expected<RegistryModuleSource, std::string> parseRegistryModuleSource(std::string_view raw) {
    if (isLocalModuleSource(raw))
        return fail("can't use local directory " + quoted(raw) + " as a module registry address");
    const PackageAndSubdirectory split = splitSubdirectory(raw);
    if (split.subdirectory.starts_with("../"))
        return fail("subdirectory path " + quoted(split.subdirectory) + " leads outside of the module package");
    std::vector<std::string> parts = splitPath(split.package);
    if (parts.size() != 3 && parts.size() != 4)
        return fail("a module registry source address must have either three or four slash-separated components");

    RegistryModuleSource result;
    result.hostname = defaultHost;
    result.subdirectory = split.subdirectory;
    if (parts.size() == 4) {
        auto hostname = hostnameForComparison(parts[0]);
        if (!hostname) {
            const bool isPunycode = parts[0].find("--") != std::string::npos;
            return fail("invalid module registry hostname " + quoted(parts[0]) +
                        (isPunycode
                             ? "; internationalized domain names must be given as direct unicode characters, not "
                               "in punycode"
                             : ""));
        }
        if (hostname->find('.') == std::string::npos)
            return fail("invalid module registry hostname: must contain at least one dot");
        result.hostname = *std::move(hostname);
        parts.erase(parts.begin());
    }
    if (result.hostname == "github.com" || result.hostname == "bitbucket.org") {
        return fail("can't use " + quoted(result.hostname) +
                    " as a module registry host, because it's reserved for installing directly from version control "
                    "repositories");
    }
    if (!isRegistryName(parts[0])) {
        if (parts[0].find('.') != std::string::npos) {
            return fail("source address must have three more components after the hostname: the namespace, the name, "
                        "and the target system");
        }
        return fail("invalid namespace " + quoted(parts[0]) + ": " + nameRule);
    }
    if (!isRegistryName(parts[1]))
        return fail("invalid module name " + quoted(parts[1]) + ": " + nameRule);
    if (!isTargetSystem(parts[2])) {
        if (parts[2].find('?') != std::string::npos)
            return fail("module registry addresses may not include a query string portion");
        return fail("invalid target system " + quoted(parts[2]) +
                    ": must be between one and 64 ASCII letters or digits");
    }
    result.nameSpace = parts[0];
    result.name = parts[1];
    result.targetSystem = parts[2];
    return result;
}

diags::Expected<ModuleSource, std::string> parseModuleSource(std::string_view raw) {
    if (isLocalModuleSource(raw))
        return ModuleSource(parseLocal(raw));
    if (auto registry = parseRegistryModuleSource(raw))
        return ModuleSource(*std::move(registry));

    const PackageAndSubdirectory split = splitSubdirectory(raw);
    if (split.subdirectory.starts_with("../"))
        return fail("subdirectory path " + quoted(split.subdirectory) + " leads outside of the module package");
    auto detected = detectRemoteSource(split.package);
    if (!detected)
        return fail(detected.error());
    const PackageAndSubdirectory package = splitSubdirectory(*detected);
    std::string subdirectory = split.subdirectory;
    if (!package.subdirectory.empty()) {
        subdirectory =
            subdirectory.empty() ? package.subdirectory : cleanPath(package.subdirectory + "/" + subdirectory);
        if (subdirectory.starts_with("../")) {
            return fail("detected subdirectory path " + quoted(subdirectory) + " of " + quoted(package.package) +
                        " leads outside of the module package");
        }
    }
    return ModuleSource(RemoteModuleSource{package.package, std::move(subdirectory)});
}

} // namespace planlens::addrs
