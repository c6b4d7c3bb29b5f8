// SPDX-License-Identifier: MPL-2.0
#include "ui/models/search/fuzzy.h"

namespace planlens::models {

std::optional<int> fuzzyScore(QStringView typed, QStringView text) {
    constexpr int wordStart = 8, consecutive = 6, whole = 40;
    int score = 0;
    qsizetype next = 0;
    qsizetype lastMatch = -2;
    for (const QChar letter : typed) {
        if (letter.isSpace())
            continue; // separators in the typed words are optional
        const QChar wanted = letter.toCaseFolded();
        // Prefer the start of a word to the first occurrence.
        qsizetype found = -1;
        for (qsizetype i = next; i < text.size(); ++i) {
            if (text[i].toCaseFolded() != wanted)
                continue;
            if (found < 0)
                found = i;
            if (i == lastMatch + 1 || i == 0 || !text[i - 1].isLetterOrNumber()) {
                found = i;
                break;
            }
        }
        if (found < 0)
            return {};
        if (found == lastMatch + 1)
            score += consecutive;
        if (found == 0 || !text[found - 1].isLetterOrNumber())
            score += wordStart;
        lastMatch = found;
        next = found + 1;
    }
    if (text.contains(typed, Qt::CaseInsensitive))
        score += whole;
    return score * 4 - int(text.size());
}

} // namespace planlens::models
