// SPDX-License-Identifier: MPL-2.0
#include "ui/models/text_lines.h"

#include "core/diff/lines.h"
#include "core/diff/sequence.h"
#include "ui/basics/secrets.h"
#include "ui/basics/text.h"
#include "ui/models/text_rows.h"

#include <QCoreApplication>

#include <algorithm>

namespace planlens::models {

namespace {

constexpr std::size_t context = 3; // unchanged lines around differences
constexpr qsizetype mostLines = 5000;
constexpr std::size_t longestLine = 20000; // bytes; words of longer lines are not compared

struct Words {
    Q_DECLARE_TR_FUNCTIONS(TextLines)
};

std::vector<std::string_view> split(const std::optional<std::string>& text) {
    std::vector<std::string_view> lines;
    if (!text)
        return lines;
    std::string_view rest = *text;
    if (rest.ends_with('\n'))
        rest.remove_suffix(1);
    for (;;) {
        const std::size_t end = rest.find('\n');
        lines.push_back(rest.substr(0, end));
        if (end == std::string_view::npos)
            return lines;
        rest.remove_prefix(end + 1);
    }
}

/// Shows a carriage return, which may be the only difference.
QString changedLine(std::string_view line) {
    QString text = qstring(line);
    if (text.endsWith(u'\r'))
        text.back() = u'␍';
    return text;
}

QVector<TextMark> marksOf(std::string_view line, const std::vector<diff::Span>& spans) {
    QVector<TextMark> marks;
    for (const diff::Span& span : spans)
        marks.append(
            {qstring(line.substr(0, span.start)).size(), qstring(line.substr(span.start, span.length)).size()});
    return marks;
}

/// A line without the marks of secrets, and these marks.
struct MarkedLine {
    std::string text, secrets;

    explicit MarkedLine(std::string_view line) {
        for (;;) {
            const std::size_t mark = line.find(diff::secretMark);
            text += line.substr(0, mark);
            if (mark == line.npos)
                return;
            line.remove_prefix(mark + diff::secretMark.size());
            const std::size_t end = std::min(line.find(diff::secretMark), line.size());
            secrets += std::string(line.substr(0, end)) + ' ';
            line.remove_prefix(std::min(end + diff::secretMark.size(), line.size()));
        }
    }
};

/// Adds the masks of secrets that differ.
void addMasks(const std::string& line, std::vector<diff::Span>& spans) {
    const std::string mask = secretMask().toStdString();
    for (std::size_t at = line.find(mask); at != std::string::npos; at = line.find(mask, at + mask.size()))
        if (std::ranges::none_of(spans, [&](const diff::Span& span) {
                return span.start < at + mask.size() && at < span.start + span.length;
            }))
            spans.push_back({at, mask.size()});
    std::ranges::sort(spans, {}, &diff::Span::start);
}

class Builder {
public:
    Builder(const std::optional<std::string>& before, const std::optional<std::string>& after)
        : m_before(split(before))
        , m_after(split(after)) {
        if (before && after && !diff::lineEndsChange(*before, *after).empty())
            for (std::vector<std::string_view>* side : {&m_before, &m_after})
                diff::removeReturns(*side);
    }

    QVector<TextLine> build() {
        std::vector<diff::Match> matches = diff::commonSequence(m_before, m_after);
        matches.push_back({m_before.size(), m_after.size()});
        std::size_t b = 0, a = 0;
        for (std::size_t i = 0; i < matches.size() && m_lines.size() < mostLines;) {
            addChanged(b, matches[i].before, a, matches[i].after);
            std::size_t end = i; // of the unchanged lines
            while (end + 1 < matches.size() && matches[end].before - matches[i].before == end - i &&
                   matches[end].after - matches[i].after == end - i)
                ++end;
            addSame(matches[i], end - i);
            b = matches[i].before + (end - i);
            a = matches[i].after + (end - i);
            if (end == i)
                break; // end of both texts
            i = end;
        }
        if (m_lines.size() >= mostLines)
            m_lines.append({TextLine::Kind::Gap, 0, 0, Words::tr("more lines are not shown"), {}});
        return std::move(m_lines);
    }

private:
    void addChanged(std::size_t b, std::size_t endBefore, std::size_t a, std::size_t endAfter) {
        const std::size_t pairs = std::min(endBefore - b, endAfter - a);
        std::vector<diff::WordDifference> words(pairs);
        std::vector<bool> looksSame(pairs);
        for (std::size_t i = 0; i < pairs; ++i) {
            const MarkedLine before(m_before[b + i]), after(m_after[a + i]);
            if (std::max(before.text.size(), after.text.size()) <= longestLine)
                words[i] = diff::compareWords(before.text, after.text);
            if (before.secrets != after.secrets) {
                addMasks(before.text, words[i].before);
                addMasks(after.text, words[i].after);
                looksSame[i] = before.text == after.text;
            }
        }
        for (std::size_t i = b; i < endBefore && m_lines.size() < mostLines; ++i)
            add(TextLine::Kind::Removed, m_before, i, i - b < pairs ? words[i - b].before : std::vector<diff::Span>());
        for (std::size_t i = a; i < endAfter && m_lines.size() < mostLines; ++i) {
            add(TextLine::Kind::Added, m_after, i, i - a < pairs ? words[i - a].after : std::vector<diff::Span>());
            if (i - a < pairs && looksSame[i - a])
                m_lines.back().text += Words::tr(" (changed)", "a line with a hidden value");
        }
    }
    void add(TextLine::Kind kind, const std::vector<std::string_view>& lines, std::size_t i,
             const std::vector<diff::Span>& spans) {
        const std::string text = MarkedLine(lines[i]).text;
        const int number = int(i) + 1;
        m_lines.append({kind, kind == TextLine::Kind::Removed ? number : 0, kind == TextLine::Kind::Added ? number : 0,
                        changedLine(text), marksOf(text, spans)});
    }
    void addSame(const diff::Match& first, std::size_t count) {
        const bool isAtEnd = first.before + count == m_before.size() && first.after + count == m_after.size();
        const std::size_t head = first.before == 0 && first.after == 0 ? 0 : context;
        const std::size_t tail = isAtEnd ? 0 : context;
        for (std::size_t i = 0; i < count; ++i) {
            if (i == head && count > head + tail + 1) {
                const std::size_t hidden = count - head - tail;
                m_lines.append({TextLine::Kind::Gap, 0, 0, Words::tr("%n unchanged lines", nullptr, int(hidden)), {}});
                i += hidden - 1;
                continue;
            }
            m_lines.append({TextLine::Kind::Same,
                            int(first.before + i) + 1,
                            int(first.after + i) + 1,
                            qstring(MarkedLine(m_before[first.before + i]).text),
                            {}});
        }
    }

    std::vector<std::string_view> m_before, m_after;
    QVector<TextLine> m_lines;
};

std::optional<std::string> readable(const std::optional<diff::TextForm>& form) {
    if (!form)
        return std::nullopt;
    return form->data ? diff::layOut(*form->data) : form->text;
}

} // namespace

TextDifference::TextDifference(TextPair texts)
    : m_texts(std::move(texts))
    , m_forms(diff::formsOf(m_texts.before ? &*m_texts.before : nullptr, m_texts.after ? &*m_texts.after : nullptr)) {}

bool TextDifference::isRead() const {
    return diff::isStructure(m_forms.kind) || m_forms.coding != diff::TextCoding::Plain;
}

QString TextDifference::formName() const {
    return models::formName(m_forms.kind, m_forms.coding);
}

QString TextDifference::differenceName() const {
    const bool hasOtherSecrets = m_texts.markedBefore != m_texts.markedAfter;
    QStringList names{hasOtherSecrets ? Words::tr("sensitive values change")
                                      : models::differenceName(diff::differenceOf(m_forms))};
    if (m_forms.before && m_forms.after)
        names.append(lineEndsName(diff::lineEndsChange(m_forms.before->text, m_forms.after->text)));
    names.removeAll(QString());
    return names.join(QStringLiteral(", "));
}

QVector<TextLine> TextDifference::lines(Form form) const {
    if (form == Form::Raw || !isRead()) {
        QVector<TextLine> lines = Builder(m_texts.before, m_texts.after).build();
        if (m_texts.markedBefore != m_texts.markedAfter)
            lines.append({TextLine::Kind::Gap, 0, 0, Words::tr("sensitive values that change look the same here"), {}});
        return lines;
    }
    if (m_texts.markedBefore && m_texts.markedAfter)
        return Builder(m_texts.markedBefore, m_texts.markedAfter).build();
    return Builder(readable(m_forms.before), readable(m_forms.after)).build();
}

} // namespace planlens::models
