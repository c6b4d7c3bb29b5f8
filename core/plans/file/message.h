// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/file/plan_file.h"
#include "file/tfplan.pb.h"

/// Conversion between plans and protocol buffer messages. Private to core/plans/file.
namespace planlens::plans::file {

/// Returns the error for a file that is not a usable plan, with advice.
diags::Diagnostic invalidPlan(std::string_view why);

namespace detail {

struct Message {
    tfplan::Plan plan;
    Program program;                  // that made the plan
    std::vector<UnknownPart> unknown; // only for Terraform plans
};

/// Parses the entry "tfplan". The text of the lock file helps to identify the program. Fields of later OpenTofu
/// versions are errors, as are messages that would need far more memory than a plan.
diags::Result<std::shared_ptr<const Message>> parseMessage(std::string_view bytes, std::string_view lockFile);

/// The comment of archives written by Planlens. It distinguishes plans written for Terraform from Terraform's own.
inline constexpr std::string_view ownComment = "Planlens";

/// The entry with the hash of the state and the outputs of other states that are secrets, as JSON. Other programs
/// ignore it.
inline constexpr const char* ownEntry = "planlens.json";

/// Returns the entries of an archive by name.
diags::Result<std::map<std::string, std::string>> readArchive(std::string_view bytes);
/// An entry that is compressed while it is written, so that a large text is never in memory as a whole. Several entries
/// can be compressed in parallel, and one may be stored under several names.
class PackedEntry {
public:
    PackedEntry();
    PackedEntry(PackedEntry&&) noexcept;
    ~PackedEntry();

    void add(std::string_view bytes);
    /// Finishes the compression. Call it after the last add() and before reading.
    void finish();

private:
    friend class PackedSource;
    struct Data;
    std::unique_ptr<Data> d;
};
/// Writes an archive. Packed entries are copied without recompression.
diags::Result<std::string> writeArchive(const std::map<std::string, std::string>& entries,
                                        const std::map<std::string, const PackedEntry*>& packed = {});

} // namespace detail
} // namespace planlens::plans::file
