// SPDX-License-Identifier: MPL-2.0
// Headers of others that most sources of core/ and app/cli/ include, compiled once. A source still includes what it uses: presets
// for sanitizers and fuzzers build without this file. Compiling core/engine/graphs/operation_order.cpp takes 2.3 s with it, 3.2 s without.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
