// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/explain/reason.h"

#include <string>
#include <vector>

namespace planlens::explain {

/// Base of classes that build texts in the reader's language. The class name is the context of translations.
class TranslatedText {
public:
    explicit TranslatedText(const Translation& translation)
        : m_translation(translation) {}

protected:
    /// Returns the translated text with %1, %2, … replaced by names.
    std::string tr(const char* english, const std::vector<std::string>& names = {}) const;
    const Translation& translation() const { return m_translation; }

private:
    const Translation& m_translation;
};

} // namespace planlens::explain
