// SPDX-License-Identifier: MPL-2.0
#include "core/diags/terraform_only.h"

#include <fmt/core.h>

namespace planlens::diags {

namespace {

std::string introduced(std::string_view construct, std::string_view since) {
    return fmt::format("\n\nOpenTofu does not have {}, which Terraform {} introduced. ", construct, since);
}

} // namespace

std::string terraformOnly(std::string_view construct, std::string_view since) {
    return introduced(construct, since) +
           "To review a plan of this configuration, make it with Terraform and open it here: the file that \"terraform "
           "plan -out=FILE\" saves, or the JSON that \"terraform show -json FILE\" writes.";
}

std::string terraformTestsOnly(std::string_view construct, std::string_view since) {
    return introduced(construct, since) + "Run the tests with Terraform. Plans do not need them.";
}

} // namespace planlens::diags
