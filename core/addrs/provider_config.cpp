// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/provider.h"

#include "core/addrs/address_text.h"
#include "core/addrs/parsing/address_parser.h"
#include "core/addrs/parsing/address_reader.h"
#include "core/values/text/quoted.h"

namespace planlens::addrs {

namespace {

using Kind = hcl::TraversalStep::Kind;

constexpr auto invalidProvider = "Invalid provider configuration address";

/// Reads the form used in states without a parser; nothing for anything unusual.
std::optional<AbsProviderInstance> readCanonical(std::string_view text) {
    constexpr std::string_view keyword = "provider";
    AddressReader reader(text);
    ModuleInstance module;
    std::string root;
    InstanceKey source;
    AbsProviderInstance result;
    if (!reader.readModulePrefix(module) || !reader.readName(root) || root != keyword || !reader.readKey(source) ||
        !source.isString())
        return {};
    if (reader.takeDot() && (!reader.readName(result.config.alias) || !reader.readKey(result.key)))
        return {};
    if (!reader.atEnd())
        return {};
    for (ModuleStep& step : module.path) {
        if (!step.key.isNone())
            return {};
        result.config.module.path.push_back(std::move(step.name));
    }
    diags::Result<Provider> provider = parseProviderSource(source.string());
    if (!provider.isOk())
        return {};
    result.config.provider = *std::move(provider);
    return result;
}

diags::Diagnostics fail(diags::Diagnostics diagnostics, std::string detail, const diags::SourceRange& range) {
    diagnostics.error(invalidProvider, std::move(detail), range);
    return diagnostics;
}

diags::Result<AbsProviderConfig> parseLegacy(const hcl::Traversal& traversal) {
    diags::Diagnostics diagnostics;
    const ModulePrefix prefix = parseModuleInstancePrefix(traversal.steps, diagnostics);
    const Steps rest = prefix.remaining;
    for (const ModuleStep& step : prefix.module.path) {
        if (!step.key.isNone())
            return fail(std::move(diagnostics), "Provider address cannot contain module indexes", rangeOf(rest));
    }
    const std::string* root = rest.empty() ? nullptr : nameOf(rest.front());
    if (rest.size() < 2 || !root || *root != "provider") {
        return fail(std::move(diagnostics),
                    "Provider address must begin with \"provider.\", followed by a provider type name.", rangeOf(rest));
    }
    if (rest.size() > 3) {
        return fail(std::move(diagnostics), "Extraneous operators after provider configuration alias.",
                    rangeOf(rest.subspan(3)));
    }
    if (rest[1].kind != Kind::Attribute) {
        return fail(std::move(diagnostics), "The prefix \"provider.\" must be followed by a provider type name.",
                    rest[1].range);
    }
    if (rest.size() == 3 && rest[2].kind != Kind::Attribute) {
        return fail(std::move(diagnostics), "Provider type name must be followed by a configuration alias name.",
                    rest[2].range);
    }
    if (diagnostics.hasErrors())
        return diagnostics;
    AbsProviderConfig result;
    result.module = prefix.module.module();
    result.provider = Provider::implied(rest[1].name);
    if (!result.provider.isBuiltIn())
        result.provider = Provider(result.provider.hostname(), "-", result.provider.type());
    if (rest.size() == 3)
        result.alias = rest[2].name;
    return {std::move(result), std::move(diagnostics)};
}

diags::Result<AbsProviderInstance> parse(const hcl::Traversal& traversal) {
    diags::Diagnostics diagnostics;
    const ModulePrefix prefix = parseModuleInstancePrefix(traversal.steps, diagnostics);
    const Steps rest = prefix.remaining;
    AbsProviderInstance result;
    for (const ModuleStep& step : prefix.module.path) {
        if (!step.key.isNone()) {
            return fail(std::move(diagnostics),
                        "A provider configuration must not appear in a module instance that uses count or for_each.",
                        rangeOf(rest));
        }
    }
    result.config.module = prefix.module.module();

    const std::string* root = rest.empty() ? nullptr : nameOf(rest.front());
    if (rest.size() < 2 || !root || *root != "provider") {
        return fail(std::move(diagnostics),
                    "Provider address must begin with \"provider.\", followed by a provider type name.", rangeOf(rest));
    }
    if (rest.size() > 4) {
        return fail(std::move(diagnostics), "Extraneous operators after provider configuration reference.",
                    rangeOf(rest.subspan(4)));
    }
    if (rest[1].kind != Kind::Index || !rest[1].key.type().isString()) {
        return fail(std::move(diagnostics), "The prefix \"provider.\" must be followed by a provider type name.",
                    rest[1].range);
    }
    diags::Result<Provider> provider = parseProviderSource(rest[1].key.asString());
    const bool validSource = provider.isOk();
    std::optional<Provider> parsed = std::move(provider).into(diagnostics);
    if (!validSource)
        return diagnostics;
    result.config.provider = std::move(*parsed);

    if (rest.size() > 2) {
        if (rest[2].kind != Kind::Attribute) {
            return fail(std::move(diagnostics), "Provider type name must be followed by a configuration alias name.",
                        rest[2].range);
        }
        result.config.alias = rest[2].name;
    }
    if (rest.size() > 3) {
        if (rest[3].kind != Kind::Index) {
            return fail(std::move(diagnostics),
                        "A provider configuration alias can be followed only by an instance key in brackets.",
                        rest[3].range);
        }
        auto key = instanceKeyOf(rest[3].key);
        if (!key) {
            return fail(std::move(diagnostics), "Invalid provider instance key: " + key.error() + ".", rest[3].range);
        }
        result.key = *std::move(key);
    }
    if (diagnostics.hasErrors())
        return diagnostics;
    return {std::move(result), std::move(diagnostics)};
}

} // namespace

std::string LocalProviderConfig::toString() const {
    if (localName.empty())
        return "provider.<invalid>";
    return alias.empty() ? "provider." + localName : "provider." + localName + "." + alias;
}

std::string AbsProviderConfig::toString() const {
    std::string out;
    appendModule(out, module);
    if (!module.isRoot())
        out += '.';
    out += "provider[" + values::quoted(provider.toString()) + "]";
    if (!alias.empty()) {
        out += '.';
        out += alias;
    }
    return out;
}

std::string AbsProviderInstance::toString() const {
    std::string out = config.toString();
    appendKey(out, key);
    return out;
}

diags::Result<AbsProviderInstance> parseAbsProviderInstance(std::string_view text) {
    if (std::optional<AbsProviderInstance> instance = readCanonical(text))
        return *std::move(instance);
    diags::Diagnostics diagnostics;
    const std::optional<hcl::Traversal> traversal = traversalOfText(text, diagnostics);
    if (!traversal)
        return diagnostics;
    return parse(*traversal);
}

diags::Result<AbsProviderConfig> parseAbsProviderConfig(std::string_view text) {
    diags::Result<AbsProviderInstance> instance = parseAbsProviderInstance(text);
    if (!instance.isOk())
        return std::move(instance.diagnostics);
    if (!instance->key.isNone()) {
        diags::Diagnostics diagnostics;
        if (const std::optional<hcl::Traversal> traversal = traversalOfText(text, diagnostics)) {
            diagnostics.error(invalidProvider, "A provider address must not include an instance key.",
                              rangeOf(traversal->steps));
        }
        return diagnostics;
    }
    return std::move(instance->config);
}

diags::Result<AbsProviderConfig> parseLegacyAbsProviderConfig(std::string_view text) {
    diags::Diagnostics diagnostics;
    const std::optional<hcl::Traversal> traversal = traversalOfText(text, diagnostics);
    if (!traversal)
        return diagnostics;
    return parseLegacy(*traversal);
}

} // namespace planlens::addrs
