// SPDX-License-Identifier: MPL-2.0
#include "core/plans/file/message.h"
#include "core/plans/plan.h"
#include "tests/core/plans/plan_samples.h"
#include "tests/fuzz/fuzz_input.h"

using namespace planlens;
namespace file = planlens::plans::file;

namespace {

/// Returns an archive with the message and the minimum of other files.
std::string archiveOf(std::string_view message) {
    const std::string state =
        R"({"version":4,"terraform_version":"1.12.6","serial":1,"lineage":"l","outputs":{},"resources":[]})";
    const auto archive = file::detail::writeArchive({{"tfplan", std::string(message)},
                                                     {"tfstate", state},
                                                     {"tfstate-prev", state},
                                                     {"tfconfig/modules.json", R"([{"Key":"","Dir":"."}])"}});
    fuzz::require(archive.isOk());
    return *archive;
}

} // namespace

/// Reads a complete archive. Input that does not begin like one is the message of an archive.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const plans::Schemas schemas = plans::samples::schemas();
    const std::string_view bytes = fuzz::textOf(data, size);
    const auto saved = file::looksLikePlanFile(bytes) ? file::read(bytes) : file::read(archiveOf(bytes));
    if (!saved.isOk()) {
        fuzz::require(saved.hasErrors());
        return 0;
    }
    const auto plan = file::decode(*saved, schemas);
    if (!plan.isOk())
        return 0;
    (void)plans::samples::describe(**plan);
    // A plan that was read can be saved and read again unchanged, but not for every version that a file may name.
    (*plan)->program = {};
    const auto written = file::write(**plan, saved->config, saved->lockFile);
    fuzz::require(written.isOk());
    const auto again = file::read(*written);
    fuzz::require(again.isOk());
    const auto same = file::decode(*again, schemas);
    fuzz::require(same.isOk() && plans::samples::describe(**same) == plans::samples::describe(**plan));
    return 0;
}
