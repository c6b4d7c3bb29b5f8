// SPDX-License-Identifier: MPL-2.0
#include "ui/models/text_rows.h"

#include "core/diff/diff.h"
#include "core/diff/lines.h"
#include "core/values/quoted.h"
#include "ui/models/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace planlens::models {

namespace {

using State = AttributeRow::State;
using plans::Action;

constexpr std::size_t mostRows = 1000;          // of one text
constexpr std::size_t mostComparisons = 1 << 20; // lines times lines
constexpr qsizetype contextBefore = 40;          // characters before the difference in long texts

QString tr(const char* text, int n = -1) { return QCoreApplication::translate("planlens::TextRows", text, nullptr, n); }

QString masked(const std::string& text, const Secrets& secrets) {
    return holdsSecret(text, secrets) ? tr("(sensitive value)") : qstring(values::quoted(text));
}

State stateOf(Action action) {
    switch (action) {
    case Action::NoOp: return State::Unchanged;
    case Action::Create: return State::Added;
    case Action::Delete: return State::Removed;
    default: return State::Changed;
    }
}

/// Both sides, cut so that what differs is in them.
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

class JsonRows {
public:
    explicit JsonRows(const Secrets& secrets) : m_secrets(secrets) {}

    AttributeRow row(const QString& name, const QString& path, const diff::Diff& diff) const {
        AttributeRow row;
        row.name = name;
        row.path = path;
        row.state = stateOf(diff.action);
        if (const auto* primitive = std::get_if<diff::Primitive>(&diff.content)) {
            if (row.state != State::Added)
                row.before = text(primitive->before);
            if (row.state != State::Removed)
                row.after = text(primitive->after);
            addLines(row, *primitive);
        } else if (const auto* change = std::get_if<diff::TypeChange>(&diff.content)) {
            row.before = brief(*change->before, Side::Before);
            row.after = brief(*change->after, Side::After);
        } else {
            addChildren(row, diff);
            if (row.children.empty()) {
                if (row.state != State::Added)
                    row.before = brief(diff, Side::Before);
                if (row.state != State::Removed)
                    row.after = brief(diff, Side::After);
            }
        }
        return row;
    }

    void addChildren(AttributeRow& row, const diff::Diff& diff) const {
        if (const auto* object = std::get_if<diff::Object>(&diff.content))
            addMembers(row, object->members);
        else if (const auto* map = std::get_if<diff::Map>(&diff.content))
            addMembers(row, map->members);
        else if (const auto* list = std::get_if<diff::List>(&diff.content))
            addElements(row, list->elements);
        else if (const auto* set = std::get_if<diff::Set>(&diff.content))
            addElements(row, set->elements);
    }

private:
    enum class Side { Before, After };

    void add(AttributeRow& parent, const QString& name, const diff::Diff& diff) const {
        if (diff.action == Action::NoOp)
            ++parent.hiddenUnchanged;
        else
            parent.children.push_back(row(name, QString(parent.path % u'.' % name), diff));
    }
    void addMembers(AttributeRow& parent, const std::vector<diff::Member>& members) const {
        for (const diff::Member& member : members)
            add(parent, holdsSecret(member.name, m_secrets) ? tr("(sensitive value)") : qstring(member.name), member.diff);
    }
    /// Numbered as they are after the change; what goes, as it was before.
    void addElements(AttributeRow& parent, const std::vector<diff::Diff>& elements) const {
        int before = 0;
        int after = 0;
        for (const diff::Diff& element : elements) {
            const bool goes = element.action == Action::Delete;
            add(parent, QStringLiteral("[%1]").arg(goes ? before : after), element);
            before += element.action != Action::Create;
            after += !goes;
        }
    }
    void addLines(AttributeRow& row, const diff::Primitive& primitive) const {
        const auto* before = std::get_if<std::string>(&primitive.before);
        const auto* after = std::get_if<std::string>(&primitive.after);
        if (row.state == State::Changed && before && after && !holdsSecret(*before, m_secrets) && !holdsSecret(*after, m_secrets))
            splitText(row, before, after, m_secrets);
    }
    QString text(const diff::Scalar& scalar) const {
        if (const auto* truth = std::get_if<bool>(&scalar))
            return *truth ? QStringLiteral("true") : QStringLiteral("false");
        if (const auto* number = std::get_if<diff::NumberText>(&scalar))
            return qstring(number->digits);
        if (const auto* string = std::get_if<std::string>(&scalar))
            return masked(*string, m_secrets).left(longestText);
        return QStringLiteral("null");
    }
    QString brief(const diff::Diff& diff, Side side) const {
        if (const auto* primitive = std::get_if<diff::Primitive>(&diff.content))
            return text(side == Side::Before ? primitive->before : primitive->after);
        const auto braces = [](bool isEmpty, const char* open, const char* close) {
            return QString::fromLatin1(open) % (isEmpty ? QString() : QString(QChar(0x2026))) % QString::fromLatin1(close);
        };
        if (const auto* list = std::get_if<diff::List>(&diff.content))
            return braces(list->elements.empty(), "[", "]");
        if (const auto* object = std::get_if<diff::Object>(&diff.content))
            return braces(object->members.empty(), "{", "}");
        if (const auto* map = std::get_if<diff::Map>(&diff.content))
            return braces(map->members.empty(), "{", "}");
        return QString(QChar(0x2026));
    }

    const Secrets& m_secrets;
};

bool splitJson(AttributeRow& row, const std::string* before, const std::string* after, const Secrets& secrets) {
    diff::Primitive text;
    text.type = diff::Primitive::Type::String;
    if (before)
        text.before = *before;
    if (after)
        text.after = *after;
    const std::optional<diff::Diff> diff = diff::ofJsonText(text, !before ? Action::Create : !after ? Action::Delete : Action::Update);
    if (!diff)
        return false;
    JsonRows(secrets).addChildren(row, *diff);
    if (row.children.empty() && !std::holds_alternative<diff::TypeChange>(diff->content) && diff->action == Action::NoOp)
        row.textNote = tr("JSON, only written differently");
    else
        row.textNote = QStringLiteral("JSON");
    return true;
}

std::size_t lineCount(std::string_view text) { return std::size_t(std::count(text.begin(), text.end(), '\n')) + 1; }

/// The lines of two versions; all of them other ones where comparing would take too long.
std::vector<diff::Line> linesOf(const std::string* before, const std::string* after) {
    if (before && after && lineCount(*before) * lineCount(*after) <= mostComparisons)
        return diff::compareLines(*before, *after);
    std::vector<diff::Line> lines;
    for (const auto& [text, action] : {std::pair(before, Action::Delete), std::pair(after, Action::Create)})
        if (text)
            for (const QString& line : qstring(*text).split(u'\n'))
                lines.push_back({action, line.toStdString()});
    return lines;
}

class LineRows {
public:
    LineRows(AttributeRow& row, std::vector<diff::Line> lines) : m_row(row), m_lines(std::move(lines)) {
        if (!m_lines.empty() && m_lines.back().action == Action::NoOp && m_lines.back().text.empty())
            m_lines.pop_back(); // both end with a line break
    }

    void add() {
        int removed = 0;
        int added = 0;
        for (std::size_t i = 0; i < m_lines.size();) {
            if (m_row.children.size() >= mostRows) {
                addGap(tr("%n more hidden", int(m_lines.size() - i)));
                break;
            }
            if (m_lines[i].action == Action::NoOp) {
                i = addUnchanged(i);
                continue;
            }
            std::size_t end = i;
            std::vector<const std::string*> gone, come;
            for (; end < m_lines.size() && m_lines[end].action != Action::NoOp; ++end)
                (m_lines[end].action == Action::Delete ? gone : come).push_back(&m_lines[end].text);
            for (std::size_t k = 0; k < std::max(gone.size(), come.size()); ++k)
                addLine(k < gone.size() ? gone[k] : nullptr, k < come.size() ? come[k] : nullptr);
            removed += int(gone.size());
            added += int(come.size());
            i = end;
        }
        m_row.textNote = tr("lines \u2212%1 +%2").arg(removed).arg(added);
    }

private:
    /// Of lines that stay, those beside a difference are shown.
    std::size_t addUnchanged(std::size_t first) {
        std::size_t end = first;
        while (end < m_lines.size() && m_lines[end].action == Action::NoOp)
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
            addGap(tr("%n unchanged hidden", int(hidden)));
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
    void addLine(const std::string* before, const std::string* after) {
        AttributeRow line;
        m_before += before != nullptr;
        m_after += after != nullptr;
        line.name = tr("line %1").arg(after ? m_after : m_before);
        line.path = QString(m_row.path % u'#' % QString::number(m_row.children.size()));
        line.state = !before ? State::Added : !after ? State::Removed : before == after ? State::Unchanged : State::Changed;
        if (before)
            line.before = qstring(*before);
        if (after)
            line.after = qstring(*after);
        cut(line.before, line.after);
        m_row.children.push_back(std::move(line));
    }

    AttributeRow& m_row;
    std::vector<diff::Line> m_lines;
    int m_before = 0, m_after = 0; // lines so far
};

} // namespace

void splitText(AttributeRow& row, const std::string* before, const std::string* after, const Secrets& secrets) {
    if (before && after) {
        row.before = qstring(values::quoted(*before));
        row.after = qstring(values::quoted(*after));
        cut(row.before, row.after);
    }
    if ((!before && !after) || splitJson(row, before, after, secrets))
        return;
    const auto hasLines = [](const std::string* text) { return text && text->find('\n') != std::string::npos; };
    if (hasLines(before) || hasLines(after))
        LineRows(row, linesOf(before, after)).add();
}

} // namespace planlens::models
