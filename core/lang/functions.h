// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/function.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::lang {

class FilesRead;

/// What the functions depend on beside their arguments.
struct FunctionOptions {
    /// The folder that relative paths of file functions start from.
    std::string baseDirectory = ".";
    /// Functions that answer differently each time (timestamp, uuid, bcrypt) give unknown values, so that what is
    /// planned does not change when it is applied.
    bool pure = false;
    /// RFC 3339 text that `plantimestamp` returns; unknown without one.
    std::optional<std::string> planTimestamp = {};
    /// Is told which files the functions ask for; null where nobody wants to know.
    std::shared_ptr<FilesRead> filesRead = {};
};

/// The built-in functions, by name. Immutable and safe to use from any thread; functions live as long as their table.
class FunctionTable {
public:
    explicit FunctionTable(const FunctionOptions& options);
    FunctionTable(const FunctionTable&) = delete;
    FunctionTable& operator=(const FunctionTable&) = delete;
    ~FunctionTable();

    /// By name, with or without the namespace `core::`; null where there is none.
    const hcl::Function* find(std::string_view name) const;
    /// All names, sorted, each also with the namespace.
    std::vector<std::string> names() const;
    /// Why there is none of a name with a namespace that is not a provider's; nothing for plain names.
    static std::optional<diags::Diagnostic> explainMissing(std::string_view name, const diags::SourceRange& range);

private:
    std::map<std::string, std::unique_ptr<const hcl::Function>, std::less<>> m_functions;
};

std::shared_ptr<const FunctionTable> makeFunctionTable(const FunctionOptions& options);

} // namespace planlens::lang
