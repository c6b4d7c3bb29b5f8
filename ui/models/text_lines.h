// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diff/text_form.h"
#include "ui/models/attribute_rows.h"

#include <QVector>

namespace planlens::models {

/// A range of a line, in QString units.
struct TextMark {
    qsizetype start, length;
};
/// A line that is unchanged, removed or added, or represents omitted lines.
struct TextLine {
    enum class Kind { Same, Removed, Added, Gap };
    Kind kind = Kind::Same;
    int before = 0, after = 0; // line numbers from 1; 0 on a side without the line
    QString text;
    QVector<TextMark> marks; // the words that differ from the corresponding line; empty if the whole line differs
};

/// The line differences between two versions of a text. In read form structures have a canonical layout and base64 is
/// decoded, so that only semantic differences remain; in raw form the original text is compared.
class TextDifference {
public:
    enum class Form { Read, Raw };

    explicit TextDifference(TextPair texts);

    /// Whether the text has a read form.
    bool isRead() const;
    /// Returns "JSON in base64"; empty for plain text.
    QString formName() const;
    /// Returns "only whitespace changes, line ends CRLF → LF"; empty if the difference has no name.
    QString differenceName() const;
    /// Secrets that differ are only distinguished in the read form.
    QVector<TextLine> lines(Form form) const;

private:
    TextPair m_texts;
    diff::TextForms m_forms;
};

} // namespace planlens::models
