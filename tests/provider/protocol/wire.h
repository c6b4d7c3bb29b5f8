// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/provider.h"
#include "tests/provider/event.h"

#include <tfplugin.pb.h>

/// Converts between protocol messages and values. Throws std::runtime_error for invalid messages.
namespace planlens::testing {

/// Returns null of the type if the message is empty.
values::Value decoded(const tfplugin::DynamicValue& message, values::Type type);
/// Encodes a value, with the changes by the events of the call: other bytes, or JSON.
tfplugin::DynamicValue encoded(const values::Value& value, values::Type type, const Happening& happening);
tfplugin::AttributePath encoded(const values::Path& path);
void addDiagnostics(google::protobuf::RepeatedPtrField<tfplugin::Diagnostic>& messages,
                    const providers::ProviderDiagnostics& diagnostics);
tfplugin::Deferred encoded(const providers::Deferred& deferred);
tfplugin::Function encoded(const schemas::FunctionSignature& signature);
tfplugin::ResourceIdentitySchema encodedIdentity(const schemas::ResourceSchema& schema);

/// Returns a Schema message of protocol 5 or 6 as bytes.
std::string encodedSchema5(const schemas::ResourceSchema& schema);
std::string encodedSchema6(const schemas::ResourceSchema& schema);

/// Returns JSON and flat map of a stored object, for the record.
Json describe(const tfplugin::RawState& state);

} // namespace planlens::testing
