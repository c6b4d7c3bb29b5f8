// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <span>

namespace planlens::tests {

/// A file of JSON syntax, and all that the reference reads from it: problems, arguments, blocks.
struct JsonBodyRow {
    const char* name;
    const char* json;
    const char* printed;
};
/// Apart from the test, since moc stumbles over raw string literals.
std::span<const JsonBodyRow> jsonBodyRows();

} // namespace planlens::tests
