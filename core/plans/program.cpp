// SPDX-License-Identifier: MPL-2.0
#include "core/plans/program.h"

namespace planlens::plans {

std::string Program::toString() const {
    return (kind == Kind::Terraform ? "Terraform " : "OpenTofu ") + version;
}

} // namespace planlens::plans
