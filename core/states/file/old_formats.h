// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/file/file_records.h"

/// State files of the formats 1, 2 and 3, which Terraform wrote before version 0.12.
namespace planlens::states {

/// Whether a format version is one of those.
bool isOldFormat(std::uint64_t version);

/// Converts a state of an old format to the records of format 4. Attributes stay texts by flat names
/// (StoredObject::attributesFlat) until their provider upgrades them. Dependencies are dropped, as in the reference.
/// The text must be valid JSON. Fails if the text does not have the shape of the format, or if an address is invalid.
diags::Result<FileRecord> readOldRecords(std::string_view text, std::uint64_t version);

} // namespace planlens::states
