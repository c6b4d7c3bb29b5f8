// SPDX-License-Identifier: MPL-2.0
#include "core/encryption/payload.h"
#include "core/states/file/stored_file.h"
#include "tests/fuzz/fuzz_input.h"

using namespace planlens;

/// The file format of encrypted states and plans.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::textOf(data, size);
    const auto payload = encryption::readPayload(text);
    const auto fields = encryption::readStateFields(text);
    (void)states::snapshotIdentity(text);
    if (!payload) {
        fuzz::require(!payload.error().empty());
        return 0;
    }
    if (!payload->version.empty())
        fuzz::require(states::isEncrypted(text));
    // What is written is read as the same.
    const std::string written =
        fields ? encryption::writePayload(*payload, *fields) : encryption::writePayload(*payload);
    const auto again = encryption::readPayload(written);
    fuzz::require(again && again->metadata == payload->metadata && again->data == payload->data &&
                  again->version == payload->version);
    if (fields) {
        const auto same = encryption::readStateFields(written);
        fuzz::require(same && same->serial == fields->serial && same->lineage == fields->lineage);
    }
    return 0;
}
