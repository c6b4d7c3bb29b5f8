// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"
#include "core/providers/provider.h"

#include <string>
#include <tfplugin.pb.h>

/// Conversion of values, paths and diagnostics from and to messages of the plugin protocols.
namespace planlens::providers::plugin {

/// Returns an error that consists of a summary only, as OpenTofu shows errors of its libraries.
ProviderDiagnostic plainError(std::string text);

/// Encodes an unmarked value by a type constraint. A null value may have any type.
diags::Expected<tfplugin::DynamicValue, ProviderDiagnostic> encodeValue(const values::Value& value, values::Type type);
/// Decodes a value. An empty message is null.
diags::Expected<values::Value, ProviderDiagnostic> decodeValue(const tfplugin::DynamicValue& message,
                                                               values::Type type);

values::Path decodePath(const tfplugin::AttributePath& message);
/// Encodes a path up to the first step that a message cannot represent.
tfplugin::AttributePath encodePath(const values::Path& path);

using DiagnosticMessages = google::protobuf::RepeatedPtrField<tfplugin::Diagnostic>;
void appendDiagnostics(ProviderDiagnostics& diagnostics, const DiagnosticMessages& messages, int protocol);

} // namespace planlens::providers::plugin
