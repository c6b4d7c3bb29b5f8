// SPDX-License-Identifier: MPL-2.0
#include "core/system/line_splitter.h"

#include <algorithm>

namespace planlens::system {

void LineSplitter::add(std::string_view bytes) {
    while (!bytes.empty()) {
        const std::size_t lineEnd = bytes.find('\n');
        const std::size_t room = longest - m_pending.size();
        const std::size_t taken = std::min({lineEnd, bytes.size(), room});
        m_pending += bytes.substr(0, taken);
        bytes.remove_prefix(taken);
        if (lineEnd == taken) {
            bytes.remove_prefix(1);
            if (m_pending.ends_with('\r'))
                m_pending.pop_back();
            m_sink(m_pending);
            m_pending.clear();
        } else if (m_pending.size() == longest) {
            finish();
        }
    }
}

void LineSplitter::finish() {
    if (!m_pending.empty())
        m_sink(m_pending);
    m_pending.clear();
}

} // namespace planlens::system
