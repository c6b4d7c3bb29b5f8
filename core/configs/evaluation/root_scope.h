// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/load.h"
#include "core/configs/static_scope.h"

/// The inputs of static evaluation in the root module; private to core/configs.
namespace planlens::configs {

StaticSurroundings surroundingsOf(const LoadOptions& options);
/// Root variables as they are given from outside. The options outlive it.
StaticScope::VariableSource rootVariableSource(const LoadOptions& options);

} // namespace planlens::configs
