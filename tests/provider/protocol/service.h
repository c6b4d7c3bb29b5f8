// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/provider/protocol/calls.h"

#include <grpcpp/impl/codegen/service_type.h>

#include <memory>
#include <set>
#include <string>

namespace planlens::testing {

/// Creates the provider service of a protocol. `calls` must outlive it. The calls of these names get two responses.
std::unique_ptr<grpc::Service> makeService5(Calls& calls, const std::set<std::string>& answeredTwice);
std::unique_ptr<grpc::Service> makeService6(Calls& calls, const std::set<std::string>& answeredTwice);

} // namespace planlens::testing
