// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/schemas/schema.h"
#include "core/values/value.h"

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace planlens::backends {

/// Reads the arguments of a block or of a nested object. Null arguments have not been given.
class Arguments {
public:
    explicit Arguments(values::Value object)
        : m_object(std::move(object)) {}

    bool has(const char* name) const { return !value(name).isNull(); }
    std::optional<std::string> given(const char* name) const {
        const values::Value found = value(name);
        return found.isNull() ? std::nullopt : std::optional(found.asString());
    }
    /// The argument, or else the first of these variables that is set.
    std::string text(const char* name, std::initializer_list<const char*> variables = {}) const;
    bool flag(const char* name) const {
        const values::Value found = value(name);
        return !found.isNull() && found.asBool();
    }
    std::optional<int> number(const char* name) const;
    std::vector<std::string> list(const char* name) const;
    std::map<std::string, std::string> map(const char* name) const;
    Arguments nested(const char* name) const { return Arguments(value(name)); }
    bool isNull() const { return m_object.isNull(); }

private:
    values::Value value(const char* name) const {
        return m_object.isNull() ? values::Value() : m_object.attribute(name);
    }

    values::Value m_object;
};

using Attributes = std::map<std::string, schemas::Attribute, std::less<>>;
enum class Need { Optional, Required };
/// Adds arguments of one type to a schema.
void addArguments(Attributes& attributes, std::initializer_list<const char*> names, const values::Type& type,
                  Need need = Need::Optional);

} // namespace planlens::backends
