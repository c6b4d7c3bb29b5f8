// SPDX-License-Identifier: MPL-2.0
#include "tests/provider/protocol/service.h"

#include <tfplugin6.grpc.pb.h>

#include <google/protobuf/descriptor.h>
#include <grpcpp/grpcpp.h>

#define PLANLENS_PROTOCOL tfplugin6
#define PLANLENS_GET_SCHEMA GetProviderSchema
#define PLANLENS_VALIDATE_PROVIDER ValidateProviderConfig
#define PLANLENS_CONFIGURE ConfigureProvider
#define PLANLENS_STOP StopProvider
#define PLANLENS_VALIDATE_RESOURCE ValidateResourceConfig
#define PLANLENS_VALIDATE_DATA ValidateDataResourceConfig
#include "tests/provider/protocol/service_calls.h"

namespace planlens::testing {

std::unique_ptr<grpc::Service> makeService6(Calls& calls, const std::set<std::string>& answeredTwice) {
    return std::make_unique<ProviderService>(calls, answeredTwice);
}

} // namespace planlens::testing
