// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/file/plan_file.h"
#include "file/tfplan.pb.h"

/// Between plan values and the message; private to core/plans/file.
namespace planlens::plans::file::detail {

struct Message {
    tfplan::Plan plan;
};

/// The entries of an archive, by name.
diags::Result<std::map<std::string, std::string>> readArchive(std::string_view bytes);
diags::Result<std::string> writeArchive(const std::map<std::string, std::string>& entries);

} // namespace planlens::plans::file::detail
