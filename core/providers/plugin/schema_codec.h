// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"
#include "core/schemas/schema.h"

#include <memory>
#include <string>
#include <string_view>
#include <tfplugin.pb.h>

/// Decoding of schemas and functions from messages of the plugin protocols. Errors are phrases.
namespace planlens::providers::plugin {

/// The identity schema of a resource type.
struct IdentitySchema {
    std::shared_ptr<const schemas::ObjectType> object;
    std::int64_t version = 0;
};

/// Decodes the bytes of a Schema message of protocol 5 or 6.
diags::Expected<schemas::ResourceSchemaPtr, std::string> decodeSchema(int protocol, const std::string& bytes,
                                                                      const IdentitySchema& identity = {});
diags::Expected<IdentitySchema, std::string> decodeIdentitySchema(const tfplugin::ResourceIdentitySchema& message);
diags::Expected<schemas::FunctionSignature, std::string> decodeFunction(const tfplugin::Function& message);

} // namespace planlens::providers::plugin
