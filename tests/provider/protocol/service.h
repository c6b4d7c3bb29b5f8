// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/provider/protocol/calls.h"

#include <grpcpp/impl/codegen/service_type.h>

#include <memory>

namespace planlens::testing {

/// Creates the provider service of a protocol. `calls` must outlive it.
std::unique_ptr<grpc::Service> makeService5(Calls& calls);
std::unique_ptr<grpc::Service> makeService6(Calls& calls);

} // namespace planlens::testing
