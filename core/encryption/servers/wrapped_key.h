// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <string>
#include <string_view>

/// Metadata of key providers that store a key encrypted by a server: a JSON object with one field of bytes.
namespace planlens::encryption {

struct WrappedKeyFormat {
    std::string_view field;
    std::string_view type; // in messages of the reference: "openbao.keyMeta"
};
/// The bytes in the field; empty if there are none. The error is a message.
diags::Expected<std::string, std::string> readWrappedKey(std::string_view metadata, const WrappedKeyFormat& format);
std::string writeWrappedKey(std::string_view bytes, const WrappedKeyFormat& format);

} // namespace planlens::encryption
