// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/module.h"

namespace planlens::configs {

/// These functions replace the arguments of a declaration with those of the declaration of the same name in an override
/// file.
void overrideVariable(Variable& base, const Variable& given, diags::Diagnostics& diagnostics);
void overrideOutput(Output& base, const Output& given, diags::Diagnostics& diagnostics);
void overrideCall(ModuleCall& base, const ModuleCall& given, diags::Diagnostics& diagnostics);
void overrideResource(Resource& base, const Resource& given, diags::Diagnostics& diagnostics);

} // namespace planlens::configs
