// SPDX-License-Identifier: MPL-2.0
#include "core/backends/remote/error_list.h"

#include <fmt/format.h>

namespace planlens::backends {

std::string errorList(const std::vector<std::string>& errors) {
    return fmt::format("{} error{} occurred:\n\t* {}\n\n", errors.size(), errors.size() == 1 ? "" : "s",
                       fmt::join(errors, "\n\t* "));
}

std::string joinedErrors(const std::string& message, const std::string& more) {
    return more.empty() ? message : errorList({message, more});
}

diags::Diagnostic errorWithAdvice(const std::string& message) {
    const std::size_t end = message.find("\n\n");
    if (end == std::string::npos || end + 2 == message.size()) // a list of errors ends with an empty line
        return diags::Diagnostic::error(message, {});
    return diags::Diagnostic::error(message.substr(0, end), message.substr(end + 2));
}

} // namespace planlens::backends
