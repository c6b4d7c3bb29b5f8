// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

/// The file format of encrypted states and plans: one JSON object.
namespace planlens::encryption {

/// The metadata that key providers store beside encrypted data, as JSON, by their address or alias.
using Metadata = std::map<std::string, std::string>;

struct Payload {
    Metadata metadata;
    std::string data;    // bytes
    std::string version; // empty if the text is not encrypted
};
inline constexpr std::string_view payloadVersion = "v0";

/// The fields of a state that stay in clear beside its encrypted text.
struct StateFields {
    std::optional<std::uint64_t> serial;
    std::string lineage;
    std::string terraformVersion; // not stored in encrypted states
};

/// Parses any JSON object. The error says why the text is not one, or which field is not valid.
diags::Expected<Payload, std::string> readPayload(std::string_view text);
/// Compact JSON, byte for byte that of the reference.
std::string writePayload(const Payload& payload);
std::string writePayload(const Payload& payload, const StateFields& fields);
/// The fields of an encrypted state or of the text of a state.
diags::Expected<StateFields, std::string> readStateFields(std::string_view text);

} // namespace planlens::encryption
