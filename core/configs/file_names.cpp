// SPDX-License-Identifier: MPL-2.0
#include "core/configs/file_names.h"

#include <string>

namespace planlens::configs {

std::string_view configExtension(std::string_view name) {
    for (const std::string_view extension : {".tf", ".tf.json", ".tofu", ".tofu.json"})
        if (name.ends_with(extension) && !name.ends_with(".tftest" + std::string(extension)))
            return extension;
    return {};
}

bool isIgnored(std::string_view name) {
    return name.starts_with('.') || name.ends_with('~') || (name.starts_with('#') && name.ends_with('#'));
}

} // namespace planlens::configs
