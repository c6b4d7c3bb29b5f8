// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions.h"
#include "core/lang/functions/builtins.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::lang {
namespace {

constexpr std::string_view coreNamespace = "core::";

} // namespace

FunctionTable::FunctionTable(const FunctionOptions& options) {
    FunctionList functions;
    addStrings(functions);
    addFormatting(functions);
    addNumbers(functions);
    addSequences(functions);
    addMaps(functions);
    addSearching(functions);
    addSets(functions);
    addEncodings(functions);
    addTextEncodings(functions);
    addCompression(functions);
    addJson(functions);
    addYaml(functions);
    addCsv(functions);
    addHashes(functions, options);
    addCrypto(functions, options);
    addDates(functions, options);
    addNetworks(functions);
    addFiles(functions, options);
    addTemplates(functions, options, *this);
    addRegularExpressions(functions);
    addConversions(functions);
    addMarks(functions);
    addAttempts(functions);
    for (auto& function : functions) {
        std::string name = function->name();
        m_functions.emplace(std::move(name), std::move(function));
    }
}

FunctionTable::~FunctionTable() = default;

const hcl::Function* FunctionTable::find(std::string_view name) const {
    const auto it = m_functions.find(builtInName(name));
    return it == m_functions.end() ? nullptr : it->second.get();
}

std::vector<std::string> FunctionTable::names() const {
    std::vector<std::string> names;
    for (const auto& entry : m_functions)
        names.push_back(std::string(coreNamespace) + entry.first);
    for (const auto& entry : m_functions)
        names.push_back(entry.first);
    std::sort(names.begin(), names.end());
    return names;
}

std::optional<diags::Diagnostic> FunctionTable::explainMissing(std::string_view name, const diags::SourceRange& range) {
    const auto separator = name.rfind("::");
    if (separator == std::string_view::npos)
        return {};
    if (name.starts_with(coreNamespace))
        return diags::Diagnostic::error(
            "Call to unknown function",
            fmt::format("There is no builtin (core::) function named \"{}\".", name.substr(separator + 2)), range);
    return diags::Diagnostic::error(
        "Unknown function namespace",
        fmt::format("Function \"{}\" does not exist within a valid namespace (provider,core)", name), range);
}

std::shared_ptr<const FunctionTable> makeFunctionTable(const FunctionOptions& options) {
    return std::make_shared<const FunctionTable>(options);
}

std::string_view builtInName(std::string_view function) {
    return function.starts_with(coreNamespace) ? function.substr(coreNamespace.size()) : function;
}

} // namespace planlens::lang
