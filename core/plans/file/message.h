// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/file/plan_file.h"
#include "file/tfplan.pb.h"

/// Between plan values and the message; private to core/plans/file.
namespace planlens::plans::file {

/// Why a file is no plan that can be used, and what to do.
diags::Diagnostic invalidPlan(std::string_view why);

namespace detail {

struct Message {
    tfplan::Plan plan;
    Program program;                  // that made it
    std::vector<UnknownPart> unknown; // of plans of Terraform
};

/// Parses the entry "tfplan". The text of the lock file helps to tell which program made it. What only later versions
/// of OpenTofu know is an error, as is what would take far more memory than a plan needs.
diags::Result<std::shared_ptr<const Message>> parseMessage(std::string_view bytes, std::string_view lockFile);

/// The comment of archives that are written here. It tells plans for Terraform from plans of Terraform.
inline constexpr std::string_view ownComment = "Planlens";

/// The entries of an archive, by name.
diags::Result<std::map<std::string, std::string>> readArchive(std::string_view bytes);
/// An entry that is compressed as it comes: what is long is never there as a whole, several are compressed side by
/// side, and one can stand under several names.
class PackedEntry {
public:
    PackedEntry();
    PackedEntry(PackedEntry&&) noexcept;
    ~PackedEntry();

    void add(std::string_view bytes);
    /// Nothing is added after it, and nothing is read before it.
    void finish();

private:
    friend class PackedSource;
    struct Data;
    std::unique_ptr<Data> d;
};
/// Packed entries are taken as they are.
diags::Result<std::string> writeArchive(const std::map<std::string, std::string>& entries,
                                        const std::map<std::string, const PackedEntry*>& packed = {});

} // namespace detail
} // namespace planlens::plans::file
