// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"
#include "core/providers/provider.h"

#include <string>
#include <tfplugin.pb.h>

/// Values, paths and diagnostics as messages of the plugin protocols.
namespace planlens::providers::plugin {

/// An error that is nothing but a text, as the reference shows those of its libraries.
ProviderDiagnostic plainError(std::string text);

/// An unmarked value by a type constraint. Null values need not be of that type.
diags::Expected<tfplugin::DynamicValue, ProviderDiagnostic> encodeValue(const values::Value& value, values::Type type);
/// An empty message is null.
diags::Expected<values::Value, ProviderDiagnostic> decodeValue(const tfplugin::DynamicValue& message,
                                                               values::Type type);

values::Path decodePath(const tfplugin::AttributePath& message);
/// What cannot be said in a message ends the path there.
tfplugin::AttributePath encodePath(const values::Path& path);

using DiagnosticMessages = google::protobuf::RepeatedPtrField<tfplugin::Diagnostic>;
void appendDiagnostics(ProviderDiagnostics& diagnostics, const DiagnosticMessages& messages, int protocol);

} // namespace planlens::providers::plugin
