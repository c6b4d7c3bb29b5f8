// SPDX-License-Identifier: MPL-2.0
#include "core/values/random.h"

#include <cassert>
#include <cerrno>
#include <system_error>

#include <sys/random.h>

namespace planlens::values {

std::string randomHex(std::size_t digits) {
    std::string hex(digits, '\0');
    for (std::size_t filled = 0; filled < digits;) {
        const ssize_t got = ::getrandom(hex.data() + filled, digits - filled, 0);
        if (got < 0 && errno != EINTR)
            throw std::system_error(errno, std::generic_category(), "getrandom");
        filled += got > 0 ? static_cast<std::size_t>(got) : 0;
    }
    for (char& c : hex)
        c = "0123456789abcdef"[static_cast<unsigned char>(c) % 16];
    return hex;
}

std::string uuidText(std::string_view hex) {
    assert(hex.size() == 32);
    std::string text(hex);
    for (const std::size_t dash : {8u, 13u, 18u, 23u})
        text.insert(dash, 1, '-');
    return text;
}

std::string randomUuid() {
    return uuidText(randomHex(32));
}

} // namespace planlens::values
