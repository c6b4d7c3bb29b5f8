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

/// The inputs of functions besides their arguments.
struct FunctionOptions {
    /// The folder to which relative paths of file functions refer.
    std::string baseDirectory = ".";
    /// Functions whose result varies between calls (timestamp, uuid, bcrypt) return unknown values, so that
    /// the plan still holds during apply.
    bool pure = false;
    /// The RFC 3339 text that `plantimestamp` returns; without it, the result is unknown.
    std::optional<std::string> planTimestamp = {};
    /// Records the files that functions access; may be null.
    std::shared_ptr<FilesRead> filesRead = {};
};

/// The built-in functions, by name. Immutable and thread-safe; functions live as long as their table.
class FunctionTable {
public:
    explicit FunctionTable(const FunctionOptions& options);
    FunctionTable(const FunctionTable&) = delete;
    FunctionTable& operator=(const FunctionTable&) = delete;
    ~FunctionTable();

    /// Returns a function by name, with or without the namespace `core::`; null if there is none.
    const hcl::Function* find(std::string_view name) const;
    /// Returns all names, sorted, each with and without the namespace.
    std::vector<std::string> names() const;
    /// Returns an error about a name with a namespace other than a provider's; nothing for plain names.
    static std::optional<diags::Diagnostic> explainMissing(std::string_view name, const diags::SourceRange& range);

private:
    std::map<std::string, std::unique_ptr<const hcl::Function>, std::less<>> m_functions;
};

std::shared_ptr<const FunctionTable> makeFunctionTable(const FunctionOptions& options);

/// Returns the name of a function without the namespace of built-in functions, `core::`, if it has that.
std::string_view builtInName(std::string_view function);

} // namespace planlens::lang
