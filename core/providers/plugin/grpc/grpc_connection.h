// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/plugin/connection.h"

/// Returns the entry point of the gRPC library. Returns null if the calling program has another version. The caller
/// owns the result.
extern "C" planlens::providers::plugin::Connection*
planlensOpenGrpcConnection(const char* programVersion, const std::string& target,
                           const planlens::providers::plugin::Secrets& secrets);
