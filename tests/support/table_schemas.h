// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/schemas/schema.h"
#include "tests/support/table_values.h"

namespace planlens::tests {

/// Reads a block schema in the form of `providers schema -json`.
schemas::Block tableBlock(const Json& json);

} // namespace planlens::tests
