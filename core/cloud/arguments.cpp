// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/arguments.h"

#include "core/system/environment.h"

#include <charconv>

namespace planlens::cloud {

diags::Diagnostic argumentError(const char* argument, std::string summary, std::string detail) {
    return diags::Diagnostic::error(std::move(summary), std::move(detail))
        .withCode(diags::ErrorCode::InvalidBackendArgument, argument);
}

using values::Value;

std::string Arguments::text(const char* name, std::initializer_list<const char*> variables,
                            const char* fallback) const {
    if (const auto found = given(name))
        return *found;
    for (const char* variable : variables)
        if (const std::string found = system::environmentText(variable); !found.empty())
            return found;
    return fallback;
}

std::optional<int> Arguments::number(const char* name) const {
    const Value found = value(name);
    if (found.isNull())
        return std::nullopt;
    const std::string text = found.asNumber().toString();
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

std::vector<std::string> Arguments::list(const char* name) const {
    const Value found = value(name);
    std::vector<std::string> result;
    for (std::size_t i = 0; !found.isNull() && i < found.size(); ++i)
        if (const Value element = found.element(i); !element.isNull())
            result.push_back(element.asString());
    return result;
}

std::map<std::string, std::string> Arguments::map(const char* name) const {
    const Value found = value(name);
    std::map<std::string, std::string> result;
    for (std::size_t i = 0; !found.isNull() && i < found.size(); ++i)
        if (const Value element = found.element(i); !element.isNull())
            result[found.key(i)] = element.asString();
    return result;
}

} // namespace planlens::cloud
