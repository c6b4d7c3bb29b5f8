// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string_view>

namespace planlens::configs {

/// Returns the extension of a configuration file (".tf", ".tf.json", ".tofu" or ".tofu.json"). Empty for other files.
std::string_view configExtension(std::string_view name);
/// Whether files of this name are never read: hidden files and backup files of editors.
bool isIgnored(std::string_view name);

} // namespace planlens::configs
