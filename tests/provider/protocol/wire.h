// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/provider.h"
#include "tests/provider/event.h"

#include <tfplugin.pb.h>

/// Between the messages of the protocol and values. What cannot be read is thrown as std::runtime_error.
namespace planlens::testing {

/// Null of the type where the message is empty.
values::Value decoded(const tfplugin::DynamicValue& message, values::Type type);
/// With what the call's events do to it: other bytes, or JSON.
tfplugin::DynamicValue encoded(const values::Value& value, values::Type type, const Happening& happening);
tfplugin::AttributePath encoded(const values::Path& path);
void addDiagnostics(google::protobuf::RepeatedPtrField<tfplugin::Diagnostic>& messages,
                    const providers::ProviderDiagnostics& diagnostics);
tfplugin::Deferred encoded(const providers::Deferred& deferred);
tfplugin::Function encoded(const schemas::FunctionSignature& signature);
tfplugin::ResourceIdentitySchema encodedIdentity(const schemas::ResourceSchema& schema);

/// A Schema message of protocol 5 or 6, as bytes.
std::string encodedSchema5(const schemas::ResourceSchema& schema);
std::string encodedSchema6(const schemas::ResourceSchema& schema);

/// JSON and flat map of a stored object, for the record.
Json describe(const tfplugin::RawState& state);

} // namespace planlens::testing
