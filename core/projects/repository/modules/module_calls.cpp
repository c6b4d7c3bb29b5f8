// SPDX-License-Identifier: MPL-2.0
#include "core/projects/repository/modules/module_calls.h"

#include "core/addrs/module_source.h"

#include <fmt/core.h>

#include <filesystem>
#include <set>

namespace planlens::projects {

namespace fs = std::filesystem;
using values::Value;

namespace {

/// The path of a module that starts with the path of a base folder, as a local source.
std::string localSource(const std::string& text, const ModuleFolders& folders) {
    if (!text.starts_with(pathMarker))
        return text;
    const fs::path target = fs::path(text.substr(pathMarker.size())).lexically_normal();
    return "./" + target.lexically_relative(folders.module).generic_string();
}

} // namespace

void ModuleCalls::add(const std::string& name, const hcl::Body& body) {
    const auto attributes = body.justAttributes(); // also beside blocks
    if (!attributes.value)
        return;
    Call& call = m_calls[name];
    const PossibleValues possible(m_module.scopes, m_module.locals);
    for (const auto& [argument, attribute] : *attributes) {
        if (argument == "source")
            call.source = attribute.expression;
        call.arguments.erase(argument);
        if (std::optional<Value> value = constant(*attribute.expression, m_module.scopes.possible))
            call.arguments.emplace(argument, *std::move(value));
        std::vector<Value> values = possible.of(*attribute.expression);
        call.possibleArguments.insert_or_assign(argument,
                                                values.size() == 1 ? values.front() : PossibleValues::unknown());
    }
}

/// The sources that a call can have, without those of which a part is not known.
std::vector<std::string> ModuleCalls::sourcesOf(const hcl::Expression& source) const {
    if (std::optional<std::string> text = constantText(source, m_module.scopes.possible);
        text && text->find(unknownPart) == std::string::npos)
        return {*std::move(text)};
    std::vector<std::string> texts = possibleTexts(source, m_module.scopes);
    std::erase_if(texts, [](const std::string& text) { return text.find(unknownPart) != std::string::npos; });
    return texts;
}

void ModuleCalls::addTo(ModuleFacts& facts) const {
    std::set<std::string> local, remote;
    for (const auto& [name, call] : m_calls) {
        if (!call.source)
            continue;
        facts.hasComputedSources = facts.hasComputedSources || !constantText(*call.source, m_module.scopes.constants);
        const std::vector<std::string> sources = sourcesOf(*call.source);
        if (sources.empty())
            facts.unresolvedSources.push_back(
                fmt::format("{}:{}", call.source->range().filename.str(), call.source->range().start.line));
        for (const std::string& source : sources) {
            std::string text = localSource(source, m_module.folders);
            const bool isLocal = addrs::isLocalModuleSource(text);
            (isLocal ? local : remote).insert(text);
            if (isLocal)
                facts.calls.push_back({std::move(text),
                                       {call.arguments.begin(), call.arguments.end()},
                                       {call.possibleArguments.begin(), call.possibleArguments.end()}});
        }
    }
    facts.localModules.assign(local.begin(), local.end());
    facts.remoteModules.assign(remote.begin(), remote.end());
}

} // namespace planlens::projects
