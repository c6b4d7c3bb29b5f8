// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/static_scope.h"

namespace planlens::configs {

/// Evaluates the arguments of a module that must be known before planning: sources and versions of its calls, and
/// for_each of its provider configurations (only to report errors).
diags::Diagnostics evaluateStaticArguments(Module& module, const StaticScope& scope);

/// A call with a version constraint must have a registry source.
enum class SourceKind { Any, Registry };
/// Returns std::nullopt if there were errors.
std::optional<addrs::ModuleSource> parseSource(const std::string& text, SourceKind kind, const SourceRange& range,
                                               diags::Diagnostics& diagnostics);

} // namespace planlens::configs
