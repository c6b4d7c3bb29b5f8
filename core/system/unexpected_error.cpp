// SPDX-License-Identifier: MPL-2.0
#include "core/system/unexpected_error.h"

#include <cstdio>
#include <cstdlib>
#include <exception>

#include <fmt/format.h>

namespace planlens::system {

std::string currentExceptionText() {
    try {
        throw;
    } catch (const std::exception& exception) {
        return exception.what();
    } catch (...) {
        return "unknown exception";
    }
}

diags::Diagnostic unexpectedError(std::string_view what) {
    return diags::Diagnostic::error("Unexpected error",
                                    fmt::format("Planlens cannot go on because of an error that it does not expect: "
                                                "{}. This is a bug in Planlens; please report it.",
                                                what));
}

void exitWithUnexpectedError(std::string_view what) {
    const diags::Diagnostic diagnostic = unexpectedError(what);
    std::fflush(stdout);
    std::fprintf(stderr, "\nError: %s\n\n%s\n", diagnostic.summary.c_str(), diagnostic.detail.c_str());
    std::_Exit(1);
}

} // namespace planlens::system
