// SPDX-License-Identifier: MPL-2.0
#include "core/plans/program.h"

namespace planlens::plans {

std::string Program::name() const {
    return kind == Kind::Terraform ? "Terraform" : "OpenTofu";
}

std::string Program::toString() const {
    return name() + " " + version;
}

} // namespace planlens::plans
