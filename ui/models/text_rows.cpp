// SPDX-License-Identifier: MPL-2.0
#include "ui/models/text_rows.h"

#include "core/diff/pairing.h"
#include "core/diff/sequence.h"
#include "core/values/text/quoted.h"
#include "ui/basics/secrets.h"
#include "ui/basics/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <span>

namespace planlens::models {

namespace {

using State = AttributeRow::State;
using diff::JsonNode;
using diff::Pair;

constexpr std::size_t mostRows = 1000;  // per text
constexpr qsizetype contextBefore = 40; // characters kept before the difference in long texts
constexpr std::size_t shownWhole = 48;  // characters that fit in a row

struct Words {
    Q_DECLARE_TR_FUNCTIONS(TextRows)
};

QString masked(const std::string& text, const Secrets& secrets) {
    return holdsSecret(text, secrets) ? secretMask() : qstring(values::quoted(text));
}

/// Shortens both sides around their difference.
void cut(QString& before, QString& after) {
    qsizetype common = 0;
    while (common < before.size() && common < after.size() && before[common] == after[common])
        ++common;
    const QChar ellipsis(0x2026);
    for (QString* text : {&before, &after}) {
        if (text->size() <= longestText)
            continue;
        if (common > longestText / 2)
            *text = ellipsis + text->mid(common - contextBefore);
        if (text->size() > longestText)
            *text = text->left(longestText - 1) + ellipsis;
    }
}

/// Builds rows for the structure of a text.
class DataRows {
public:
    explicit DataRows(const Secrets& secrets)
        : m_secrets(secrets) {}

    /// For two containers of the same kind, or one.
    void addChildren(AttributeRow& row, const JsonNode* before, const JsonNode* after) {
        if (diff::isObject(after ? after : before))
            addMembers(row, before, after);
        else
            addElements(row, before, after);
    }

private:
    static bool isContainer(const JsonNode* datum) { return diff::isArray(datum) || diff::isObject(datum); }

    void add(AttributeRow& parent, const QString& name, const JsonNode* before, const JsonNode* after) {
        if (before && after && *before == *after) {
            ++parent.hiddenUnchanged;
            return;
        }
        if (m_count++ >= mostRows) {
            if (m_count == mostRows + 1) {
                AttributeRow gap;
                gap.isGap = true;
                gap.name = Words::tr("more of this text is not shown here");
                parent.children.push_back(std::move(gap));
            }
            return;
        }
        AttributeRow row;
        row.name = name;
        row.path = QString(parent.path % u'.' % name);
        row.state = !before ? State::Added : !after ? State::Removed : State::Changed;
        const bool goesIn = isContainer(after ? after : before) && (!before || !after || before->kind == after->kind);
        if (goesIn)
            addChildren(row, before, after);
        if (row.children.empty()) {
            row.before = text(before);
            row.after = text(after);
            if (before && after && before->kind == JsonNode::Kind::String && after->kind == JsonNode::Kind::String &&
                !holdsSecret(before->text, m_secrets) && !holdsSecret(after->text, m_secrets))
                splitText(row, {before->text, after->text}, m_secrets);
        }
        parent.children.push_back(std::move(row));
    }
    void addMembers(AttributeRow& parent, const JsonNode* before, const JsonNode* after) {
        std::vector<std::string_view> names;
        for (const JsonNode* side : {before, after})
            if (side)
                names.insert(names.end(), side->keys.begin(), side->keys.end());
        std::sort(names.begin(), names.end());
        names.erase(std::unique(names.begin(), names.end()), names.end());
        for (const std::string_view name : names)
            add(parent, holdsSecret(std::string(name), m_secrets) ? secretMask() : qstring(name),
                before ? before->find(name) : nullptr, after ? after->find(name) : nullptr);
    }
    void addElements(AttributeRow& parent, const JsonNode* before, const JsonNode* after) {
        const auto elements = [](const JsonNode* side) {
            return side ? std::span<const JsonNode>(side->elements) : std::span<const JsonNode>();
        };
        const auto at = [&](const JsonNode* side, std::size_t position) {
            return position == Pair::nowhere ? nullptr : &side->elements[position];
        };
        for (const Pair& pair : diff::pairList(elements(before), elements(after))) {
            const bool hasMoved =
                pair.before != Pair::nowhere && pair.after != Pair::nowhere && pair.before != pair.after;
            add(parent,
                hasMoved ? QStringLiteral("[%1 \u2192 %2]").arg(pair.before).arg(pair.after)
                         : QStringLiteral("[%1]").arg(pair.after == Pair::nowhere ? pair.before : pair.after),
                at(before, pair.before), at(after, pair.after));
        }
        if (diff::differInOrderOnly(elements(before), elements(after)))
            parent.textNote = differenceName(diff::TextDifference::Order);
    }
    QString text(const JsonNode* datum) const {
        if (!datum)
            return {};
        switch (datum->kind) {
        case JsonNode::Kind::Null:
            return QStringLiteral("null");
        case JsonNode::Kind::Bool:
            return datum->truth ? QStringLiteral("true") : QStringLiteral("false");
        case JsonNode::Kind::Number:
            return qstring(datum->text);
        case JsonNode::Kind::String:
            return masked(datum->text, m_secrets).left(longestText);
        case JsonNode::Kind::Array:
            return datum->elements.empty() ? QStringLiteral("[]") : QStringLiteral("[\u2026]");
        case JsonNode::Kind::Object:
            return datum->elements.empty() ? QStringLiteral("{}") : QStringLiteral("{\u2026}");
        }
        return {};
    }

    const Secrets& m_secrets;
    std::size_t m_count = 0;
};

struct Line {
    State state = State::Unchanged; // never Changed
    std::string_view text;
};

/// The lines of two versions. A final line break on both sides does not start another line.
std::vector<Line> linesOf(const std::string* before, const std::string* after) {
    const auto split = [](const std::string* text) {
        std::vector<std::string_view> lines;
        if (!text)
            return lines;
        std::string_view rest = *text;
        for (;;) {
            const std::size_t end = rest.find('\n');
            lines.push_back(rest.substr(0, end));
            if (end == std::string_view::npos)
                return lines;
            rest.remove_prefix(end + 1);
        }
    };
    const std::vector<std::string_view> linesBefore = split(before), linesAfter = split(after);
    std::vector<diff::Match> matches = diff::commonSequence(linesBefore, linesAfter);
    matches.push_back({linesBefore.size(), linesAfter.size()});
    std::vector<Line> lines;
    std::size_t b = 0, a = 0;
    for (const diff::Match& match : matches) {
        for (; b < match.before; ++b)
            lines.push_back({State::Removed, linesBefore[b]});
        for (; a < match.after; ++a)
            lines.push_back({State::Added, linesAfter[a]});
        if (b < linesBefore.size())
            lines.push_back({State::Unchanged, linesBefore[b]});
        ++b;
        ++a;
    }
    if (lines.back().state == State::Unchanged && lines.back().text.empty())
        lines.pop_back();
    return lines;
}

class LineRows {
public:
    LineRows(AttributeRow& row, std::vector<Line> lines)
        : m_row(row)
        , m_lines(std::move(lines)) {}

    /// Adds the line rows. Returns a summary of added and removed lines.
    QString add() {
        int removed = 0;
        int added = 0;
        for (std::size_t i = 0; i < m_lines.size();) {
            if (m_row.children.size() >= mostRows) {
                addGap(Words::tr("%n more hidden", nullptr, int(m_lines.size() - i)));
                break;
            }
            if (m_lines[i].state == State::Unchanged) {
                i = addUnchanged(i);
                continue;
            }
            std::size_t end = i;
            std::vector<const std::string_view*> gone, come;
            for (; end < m_lines.size() && m_lines[end].state != State::Unchanged; ++end)
                (m_lines[end].state == State::Removed ? gone : come).push_back(&m_lines[end].text);
            for (std::size_t k = 0; k < std::max(gone.size(), come.size()); ++k)
                addLine(k < gone.size() ? gone[k] : nullptr, k < come.size() ? come[k] : nullptr);
            removed += int(gone.size());
            added += int(come.size());
            i = end;
        }
        return Words::tr("lines \u2212%1 +%2").arg(removed).arg(added);
    }

private:
    void addHidden(int lines) { addGap(Words::tr("%n unchanged hidden", nullptr, lines)); }
    /// Adds unchanged lines next to a difference; omits the others.
    std::size_t addUnchanged(std::size_t first) {
        std::size_t end = first;
        while (end < m_lines.size() && m_lines[end].state == State::Unchanged)
            ++end;
        const std::size_t head = first == 0 ? 0 : 1;
        const std::size_t tail = end == m_lines.size() ? 0 : 1;
        const std::size_t count = end - first;
        for (std::size_t i = first; i < end; ++i) {
            const bool isContext = i < first + head || i + tail >= end || count <= head + tail + 1;
            if (isContext) {
                addLine(&m_lines[i].text, &m_lines[i].text);
                continue;
            }
            const std::size_t hidden = end - tail - i;
            addHidden(int(hidden));
            m_before += int(hidden);
            m_after += int(hidden);
            i += hidden - 1;
        }
        return end;
    }
    void addGap(const QString& text) {
        AttributeRow gap;
        gap.isGap = true;
        gap.name = text;
        m_row.children.push_back(std::move(gap));
    }
    void addLine(const std::string_view* before, const std::string_view* after) {
        AttributeRow line;
        m_before += before != nullptr;
        m_after += after != nullptr;
        line.name = Words::tr("line %1").arg(after ? m_after : m_before);
        line.path = QString(m_row.path % u'#' % QString::number(m_row.children.size()));
        line.state = !before           ? State::Added
                     : !after          ? State::Removed
                     : before == after ? State::Unchanged
                                       : State::Changed;
        if (before)
            line.before = qstring(*before);
        if (after)
            line.after = qstring(*after);
        cut(line.before, line.after);
        m_row.children.push_back(std::move(line));
    }

    AttributeRow& m_row;
    std::vector<Line> m_lines;
    int m_before = 0, m_after = 0; // lines processed
};

} // namespace

QString formName(const diff::TextForms& forms) {
    QString name;
    switch (forms.kind) {
    case diff::TextKind::Line:
    case diff::TextKind::Lines:
        break;
    case diff::TextKind::Json:
        name = Words::tr("JSON");
        break;
    case diff::TextKind::Yaml:
        name = Words::tr("YAML");
        break;
    }
    switch (forms.coding) {
    case diff::TextCoding::Plain:
        return name;
    case diff::TextCoding::Base64:
        return name.isEmpty() ? Words::tr("text in base64") : Words::tr("%1 in base64").arg(name);
    case diff::TextCoding::CompressedBase64:
        return name.isEmpty() ? Words::tr("text in gzip in base64") : Words::tr("%1 in gzip in base64").arg(name);
    }
    return name;
}

QString differenceName(diff::TextDifference difference) {
    switch (difference) {
    case diff::TextDifference::Whitespace:
        return Words::tr("only whitespace changes");
    case diff::TextDifference::Order:
        return Words::tr("only the order changes");
    case diff::TextDifference::Notation:
        return Words::tr("only written differently");
    case diff::TextDifference::None:
    case diff::TextDifference::Substance:
        break;
    }
    return {};
}

void splitText(AttributeRow& row, TextPair texts, const Secrets& secrets) {
    const std::string* before = texts.before ? &*texts.before : nullptr;
    const std::string* after = texts.after ? &*texts.after : nullptr;
    const auto hides = [&](const std::string* text) {
        const std::optional<std::string> inside = text ? diff::decodedText(*text) : std::nullopt;
        return inside && holdsSecret(*inside, secrets);
    };
    if (hides(before) || hides(after)) {
        row.before = before ? secretMask() : QString();
        row.after = after ? secretMask() : QString();
        row.sensitive = true;
        return;
    }
    const diff::TextForms forms = diff::formsOf(before, after);
    if (before && after) {
        row.before = qstring(values::quoted(*before));
        row.after = qstring(values::quoted(*after));
        cut(row.before, row.after);
    }
    QStringList notes;
    if (const QString name = formName(forms); !name.isEmpty())
        notes.append(name);
    const std::string* read[] = {forms.before ? &forms.before->text : nullptr,
                                 forms.after ? &forms.after->text : nullptr};
    const diff::TextDifference difference = diff::differenceOf(forms);
    const bool isStructure = forms.kind == diff::TextKind::Json || forms.kind == diff::TextKind::Yaml;
    if (isStructure) {
        const auto dataOf = [](const std::optional<diff::TextForm>& form) { return form ? &*form->data : nullptr; };
        const JsonNode* from = dataOf(forms.before);
        const JsonNode* to = dataOf(forms.after);
        if (!from || !to || from->kind == to->kind)
            DataRows(secrets).addChildren(row, from, to);
    } else if (forms.kind == diff::TextKind::Lines) {
        notes.append(LineRows(row, linesOf(read[0], read[1])).add());
    } else if (forms.coding != diff::TextCoding::Plain) {
        AttributeRow decoded;
        decoded.name = Words::tr("decoded");
        decoded.path = QString(row.path % QStringLiteral("#decoded"));
        decoded.state = row.state;
        decoded.before = read[0] ? qstring(values::quoted(*read[0])) : QString();
        decoded.after = read[1] ? qstring(values::quoted(*read[1])) : QString();
        cut(decoded.before, decoded.after);
        row.children.push_back(std::move(decoded));
    }
    if (const QString name = differenceName(difference); !name.isEmpty())
        notes.append(name);
    if (!row.textNote.isEmpty() && !notes.contains(row.textNote)) // a difference in order, found in the elements
        notes.append(row.textNote);
    row.textNote = notes.join(QStringLiteral(", "));
    const bool isLong = (before && before->size() > shownWhole) || (after && after->size() > shownWhole);
    // Decoding may reveal secrets that are not visible in the raw text.
    const auto showsSecret = [&](const std::optional<diff::TextForm>& form) {
        return form && form->data && holdsSecret(diff::layOut(*form->data), secrets);
    };
    if (showsSecret(forms.before) || showsSecret(forms.after))
        return;
    if (isStructure || forms.kind == diff::TextKind::Lines || forms.coding != diff::TextCoding::Plain || isLong)
        row.texts = std::make_shared<const TextPair>(std::move(texts));
}

} // namespace planlens::models
