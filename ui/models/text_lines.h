// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diff/text_form.h"
#include "ui/models/attribute_rows.h"

#include <QVector>

namespace planlens::models {

/// A part of a line, in the units of QString.
struct TextMark {
    qsizetype start, length;
};
/// A line of a text that stays, goes or comes, or stands for lines that are left out.
struct TextLine {
    enum class Kind { Same, Removed, Added, Gap };
    Kind kind = Kind::Same;
    int before = 0, after = 0; // its numbers from 1; 0 where it is not there
    QString text;
    QVector<TextMark> marks; // the words that differ from the line it is compared with; none where all of it does
};

/// What sets two versions of a text apart, line by line. Read, structures are laid out in one way and base64 is
/// decoded, so that only what differs in meaning differs; raw, the text is what it is.
class TextDifference {
public:
    enum class Form { Read, Raw };

    explicit TextDifference(TextPair texts);

    /// Whether there is anything to read: the text is more than lines.
    bool isRead() const;
    /// "JSON in base64"; empty for plain text.
    QString formName() const;
    /// "only whitespace changes"; empty where it has no name.
    QString differenceName() const;
    QVector<TextLine> lines(Form form) const;

private:
    TextPair m_texts;
    diff::TextForms m_forms;
};

} // namespace planlens::models
