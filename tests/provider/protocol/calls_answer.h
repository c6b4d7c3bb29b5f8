// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/provider/protocol/calls.h"
#include "tests/provider/protocol/wire.h"

#include <google/protobuf/timestamp.pb.h>

/// Shared by the calls; included by calls*.cpp only.
namespace planlens::testing {

template <typename Response>
void addError(Response& out, const std::string& text) {
    if constexpr (requires { out.mutable_diagnostics(); })
        addDiagnostics(*out.mutable_diagnostics(), {errorOf("The test provider failed", text)});
    else if constexpr (requires { out.mutable_error()->set_text(text); })
        out.mutable_error()->set_text(text);
    else
        out.set_error(text);
}

template <typename Response, typename Work>
grpc::Status Calls::answered(Response& out, Work work) {
    try {
        const auto call = work();
        call->happening.after();
        if (const auto failure = call->happening.failure())
            return {static_cast<grpc::StatusCode>(failure->code), failure->message};
    } catch (const std::exception& error) {
        addError(out, error.what());
    }
    return grpc::Status::OK;
}

/// Makes the response longer than needed if an event requests it, with a field that the protocol does not define.
template <typename Call, typename Response>
void finish(const Call& call, Response& out) {
    if (const std::size_t extra = call.happening.extraBytes())
        out.GetReflection()->MutableUnknownFields(&out)->AddLengthDelimited(10000, std::string(extra, 'x'));
}

inline Json describe(const tfplugin::ClientCapabilities& capabilities) {
    return {{"deferral_allowed", capabilities.deferral_allowed()},
            {"write_only_attributes_allowed", capabilities.write_only_attributes_allowed()}};
}

inline void setTime(google::protobuf::Timestamp& message, providers::Clock::time_point time) {
    const auto nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count();
    message.set_seconds(nanoseconds / 1000000000);
    message.set_nanos(static_cast<std::int32_t>(nanoseconds % 1000000000));
}

} // namespace planlens::testing
