// SPDX-License-Identifier: MPL-2.0
#include "core/states/encryption.h"

#include "core/states/file/json_fields.h"

namespace planlens::states {

bool isEncrypted(std::string_view text) {
    values::JsonScanner scanner(text);
    if (scanner.peek() != '{' || !scanner.skipValue() || !scanner.atEnd())
        return false;
    std::string version;
    JsonFields fields(text);
    const bool isRead = fields.object(
        [&](std::string_view name) { return name == "encryption_version" ? fields.string(version) : fields.skip(); });
    return isRead && !version.empty();
}

} // namespace planlens::states
