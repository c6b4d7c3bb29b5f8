// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/values/value.h"

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace planlens::cloud {

/// An error about the value of an argument.
diags::Diagnostic argumentError(const char* argument, std::string summary, std::string detail = {});

/// Reads the arguments of a block or of a nested object. Null and missing arguments are not given. The object must be
/// wholly known and unmarked, and conform to the schema.
class Arguments {
public:
    explicit Arguments(values::Value object)
        : m_object(std::move(object)) {}

    bool has(const char* name) const { return !value(name).isNull(); }
    std::optional<std::string> given(const char* name) const {
        const values::Value found = value(name);
        return found.isNull() ? std::nullopt : std::optional(found.asString());
    }
    /// The argument, or else the first of these environment variables that is set and not empty, or else the fallback.
    std::string text(const char* name, std::initializer_list<const char*> variables = {},
                     const char* fallback = "") const;
    bool flag(const char* name) const {
        const values::Value found = value(name);
        return !found.isNull() && found.asBool();
    }
    /// nullopt also if the number is not whole, or is too large.
    std::optional<int> number(const char* name) const;
    /// The elements that are not null.
    std::vector<std::string> list(const char* name) const;
    std::map<std::string, std::string> map(const char* name) const;
    Arguments nested(const char* name) const { return Arguments(value(name)); }
    bool isNull() const { return m_object.isNull(); }

private:
    values::Value value(const char* name) const {
        const values::Value* const found = m_object.isNull() ? nullptr : m_object.find(name);
        return found ? *found : values::Value();
    }

    values::Value m_object;
};

} // namespace planlens::cloud
