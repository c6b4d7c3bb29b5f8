// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <span>

namespace planlens::tests {

/// A file in JSON syntax, and everything that OpenTofu reads from it: problems, arguments, blocks.
struct JsonBodyRow {
    const char* name;
    const char* json;
    const char* printed;
};
/// Defined outside of the test, because moc cannot read the raw string literals.
std::span<const JsonBodyRow> jsonBodyRows();

} // namespace planlens::tests
