// SPDX-License-Identifier: MPL-2.0
#include "tests/provider/journal.h"

#include <chrono>

#include <fcntl.h>
#include <unistd.h>

namespace planlens::testing {

Journal::Journal(std::filesystem::path path) {
    if (!path.empty())
        m_file = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

Journal::~Journal() {
    if (m_file >= 0)
        close(m_file);
}

void Journal::append(Json line) const {
    if (m_file < 0)
        return;
    // Microseconds since 1970, for computing durations.
    line["time"] =
        std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::system_clock::now().time_since_epoch())
            .count();
    line["pid"] = getpid();
    const std::string text = line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    [[maybe_unused]] const ssize_t written = write(m_file, text.data(), text.size());
}

} // namespace planlens::testing
