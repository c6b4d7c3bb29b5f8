// SPDX-License-Identifier: MPL-2.0
#include "core/report/report_lines.h"

#include "core/report/text/diff_text.h"

#include <fmt/core.h>

#include <utility>

namespace planlens::report {

namespace {

using diff::AttributeRow;
using Kind = ReportLine::Kind;

constexpr std::size_t longestValue = 20000; // bytes

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string childPath(const std::string& path, const AttributeRow& child) {
    switch (child.kind) {
    case AttributeRow::Kind::SetElement: {
        const std::string label = elementLabel(child);
        return path + "[" + (label.empty() ? "*" : label) + "]";
    }
    case AttributeRow::Kind::Attribute:
        if (child.name.starts_with('['))
            return path + displayName(child);
        return path + (path.empty() ? "" : ".") + attributeName(child.name);
    case AttributeRow::Kind::Line:
    case AttributeRow::Kind::Decoded:
    case AttributeRow::Kind::UnchangedLines:
    case AttributeRow::Kind::MoreLines:
    case AttributeRow::Kind::MoreOfText:
        break;
    }
    return path;
}

class Collector {
public:
    explicit Collector(const IsComputed& isComputed)
        : m_isComputed(isComputed) {}

    void add(const AttributeRow& row, const std::string& path) {
        if (row.isGap() || row.kind == AttributeRow::Kind::Line) {
            addPartOfText(row, path);
            return;
        }
        const bool hasParts = !row.children.empty() || !row.withoutEffect.empty();
        if (row.state == AttributeRow::State::Unchanged && !row.forcesReplacement && !hasParts) {
            if (path != "id") // which is always there
                m_made.lines.push_back({path, {}, row.after, false, "unchanged", Kind::Unchanged});
            return;
        }
        if (row.knownAfterApply && m_isComputed && m_isComputed(row)) {
            m_made.computed.push_back(path);
            return;
        }
        const std::string note = row.kind == AttributeRow::Kind::Decoded ? "decoded" : noteOf(row);
        if (!hasParts) {
            m_made.lines.push_back({path, row.before, row.after, row.forcesReplacement, note});
            return;
        }
        if (!path.empty() && (!note.empty() || row.forcesReplacement))
            m_made.lines.push_back({path, {}, {}, row.forcesReplacement, note, Kind::Heading});
        for (const AttributeRow& child : row.children)
            add(child, childPath(path, child));
        for (const AttributeRow& child : row.withoutEffect)
            m_made.withoutEffect.push_back({childPath(path, child), child.before, child.after, false});
    }

    ReportLines take() { return std::move(m_made); }

private:
    void addPartOfText(const AttributeRow& row, const std::string& path) {
        if (row.kind == AttributeRow::Kind::Line)
            m_made.lines.push_back({path, row.before, row.after, false, fmt::format("line {}", row.count),
                                    row.state == AttributeRow::State::Unchanged ? Kind::Context : Kind::TextLine});
        else
            m_made.lines.push_back({path,
                                    {},
                                    {},
                                    false,
                                    row.kind == AttributeRow::Kind::UnchangedLines
                                        ? counted(row.count, "unchanged line", "unchanged lines")
                                    : row.kind == AttributeRow::Kind::MoreLines
                                        ? counted(row.count, "more line", "more lines")
                                        : "more of this text is not shown",
                                    Kind::Gap});
    }

    const IsComputed& m_isComputed;
    ReportLines m_made;
};

std::string formName(diff::TextKind kind, diff::TextCoding coding) {
    std::string_view name;
    switch (kind) {
    case diff::TextKind::Line:
    case diff::TextKind::Lines:
        break;
    case diff::TextKind::Json:
        name = "JSON";
        break;
    case diff::TextKind::Yaml:
        name = "YAML";
        break;
    case diff::TextKind::Pem:
        name = "PEM";
        break;
    }
    switch (coding) {
    case diff::TextCoding::Plain:
        break;
    case diff::TextCoding::Base64:
        return fmt::format("{} in base64", name.empty() ? "text" : name);
    case diff::TextCoding::CompressedBase64:
        return fmt::format("{} in gzip in base64", name.empty() ? "text" : name);
    }
    return std::string(name);
}

std::string_view differenceName(diff::TextDifference difference) {
    switch (difference) {
    case diff::TextDifference::Whitespace:
        return "only whitespace changes";
    case diff::TextDifference::Order:
        return "only the order changes";
    case diff::TextDifference::Notation:
        return "only written differently";
    case diff::TextDifference::None:
    case diff::TextDifference::Substance:
        break;
    }
    return {};
}

} // namespace

diff::RowTexts reportTexts() {
    diff::RowTexts texts;
    texts.longest = longestValue;
    return texts;
}

ReportLines reportLines(const AttributeRow& row, const std::string& path, const IsComputed& isComputed) {
    Collector collector(isComputed);
    collector.add(row, path);
    return collector.take();
}

std::string noteOf(const AttributeRow& row) {
    std::string note = formName(row.textKind, row.textCoding);
    const auto add = [&](std::string_view text) {
        if (!text.empty())
            note += fmt::format("{}{}", note.empty() ? "" : ", ", text);
    };
    if (row.textKind == diff::TextKind::Lines)
        add(fmt::format("lines −{} +{}", row.linesRemoved, row.linesAdded));
    add(row.hasMoved ? "moved" : "");
    add(differenceName(row.onlyOrderChanges ? diff::TextDifference::Order : row.textDifference));
    add(row.orderChanges ? "the order changes too" : "");
    add(row.lineEnds.empty() ? "" : fmt::format("line ends {}", row.lineEnds));
    add(row.becomesSensitive ? "becomes sensitive" : row.endsSensitive ? "no longer sensitive" : "");
    return note;
}

} // namespace planlens::report
