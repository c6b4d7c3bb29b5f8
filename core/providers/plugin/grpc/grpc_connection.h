// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/plugin/connection.h"

/// What the library that speaks gRPC is loaded for. Null where it is of another version than the program that asks.
extern "C" planlens::providers::plugin::Connection*
planlensOpenGrpcConnection(const char* programVersion, const std::string& target,
                           const planlens::providers::plugin::Secrets& secrets);
