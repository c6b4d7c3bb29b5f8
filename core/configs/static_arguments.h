// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/static_scope.h"

namespace planlens::configs {

/// Works out what a module says before planning: sources and versions of its calls, and the for_each of its provider
/// configurations (for what is wrong with it).
diags::Diagnostics evaluateStaticArguments(Module& module, const StaticScope& scope);

/// Where a version is asked for, a module can only come from a registry.
enum class SourceKind { Any, Registry };
/// None beside errors.
std::optional<addrs::ModuleSource> parseSource(const std::string& text, SourceKind kind, const SourceRange& range,
                                               diags::Diagnostics& diagnostics);

} // namespace planlens::configs
