// SPDX-License-Identifier: MPL-2.0
#include "core/system/unexpected_error.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#include <fmt/format.h>

namespace planlens::system {

namespace {

constexpr const char* outOfMemory = "Out of memory";
constexpr const char* outOfMemoryDetail =
    "An operation needed more memory than Planlens may use. Look for an expression that makes a very large value, or "
    "allow the program more memory.";

} // namespace

UncaughtException currentException() {
    try {
        throw;
    } catch (const std::bad_alloc&) {
        return {"out of memory", true};
    } catch (const std::exception& exception) {
        return {exception.what()};
    } catch (...) {
        return {"unknown exception"};
    }
}

diags::Diagnostic unexpectedError(const UncaughtException& exception) {
    if (exception.isOutOfMemory)
        return diags::Diagnostic::error(outOfMemory, outOfMemoryDetail);
    return diags::Diagnostic::error(
        "Unexpected error", fmt::format("Planlens cannot continue because of an unexpected error: {}. This is a bug "
                                        "in Planlens; please report it.",
                                        exception.what));
}

void exitWithUnexpectedError(const UncaughtException& exception) {
    std::fflush(stdout);
    if (exception.isOutOfMemory) { // no memory is left for a diagnostic
        std::fprintf(stderr, "\nError: %s\n\n%s\n", outOfMemory, outOfMemoryDetail);
        std::_Exit(1);
    }
    const diags::Diagnostic diagnostic = unexpectedError(exception);
    std::fprintf(stderr, "\nError: %s\n\n%s\n", diagnostic.summary.c_str(), diagnostic.detail.c_str());
    std::_Exit(1);
}

void exitOnTerminate() {
    std::set_terminate([] {
        if (std::current_exception())
            exitWithUnexpectedError(currentException());
        std::abort();
    });
}

} // namespace planlens::system
