// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/schemas/schema.h"
#include "core/values/value.h"

/// The arguments of backends that are accessed through the tool, for checks before it is started.
namespace planlens::backends {

const schemas::Block& cosArguments();
diags::Diagnostics checkCosArguments(const values::Value& arguments);
const schemas::Block& ossArguments();
diags::Diagnostics checkOssArguments(const values::Value& arguments);

} // namespace planlens::backends
