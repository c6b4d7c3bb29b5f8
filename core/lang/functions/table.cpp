// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions.h"
#include "core/lang/functions/families.h"

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
    if (name.starts_with(coreNamespace))
        name.remove_prefix(coreNamespace.size());
    const auto it = m_functions.find(name);
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

std::shared_ptr<const FunctionTable> makeFunctionTable(const FunctionOptions& options) {
    return std::make_shared<const FunctionTable>(options);
}

} // namespace planlens::lang
