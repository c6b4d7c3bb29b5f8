// SPDX-License-Identifier: MPL-2.0
#include "core/explain/translated_text.h"

namespace planlens::explain {

std::string TranslatedText::tr(const char* english, const std::vector<std::string>& names) const {
    const std::string text = m_translation ? m_translation(english) : english;
    std::string filled;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t place = text[i] == '%' && i + 1 < text.size() ? std::size_t(text[i + 1]) - '1' : names.size();
        if (place < names.size()) {
            filled += names[place];
            ++i;
        } else {
            filled += text[i];
        }
    }
    return filled;
}

} // namespace planlens::explain
