// SPDX-License-Identifier: MPL-2.0
#include "tests/provider/protocol/service.h"

#include <tfplugin5.grpc.pb.h>

#include <google/protobuf/descriptor.h>
#include <grpcpp/grpcpp.h>

#define PLANLENS_PROTOCOL tfplugin5
#define PLANLENS_GET_SCHEMA GetSchema
#define PLANLENS_VALIDATE_PROVIDER PrepareProviderConfig
#define PLANLENS_CONFIGURE Configure
#define PLANLENS_STOP Stop
#define PLANLENS_VALIDATE_RESOURCE ValidateResourceTypeConfig
#define PLANLENS_VALIDATE_DATA ValidateDataSourceConfig
#include "tests/provider/protocol/service_calls.h"

namespace planlens::testing {

std::unique_ptr<grpc::Service> makeService5(Calls& calls, const std::set<std::string>& answeredTwice) {
    return std::make_unique<ProviderService>(calls, answeredTwice);
}

} // namespace planlens::testing
