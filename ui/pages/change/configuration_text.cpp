// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/change/configuration_text.h"

#include "core/diags/sources.h"
#include "core/hcl/syntax/scanner.h"
#include "core/masking/secrets.h"
#include "ui/basics/text.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <string_view>

namespace planlens::widgets {

namespace {

/// Longer blocks are cut.
constexpr int mostLines = 60;
/// The number of lines that are shown before and after a marked line of a long block.
constexpr int surroundings = 3;

/// Returns the text from the line of the block's header to its last line; empty if it is unknown.
std::string blockText(const diags::Sources& sources, const diags::SourceRange& header) {
    const diags::Sources::File* file = sources.find(header.filename.str());
    if (!file || !file->text)
        return {};
    const std::uint32_t start = header.start.byte;
    const diags::BlockHeader* const block = file->blockAt(start);
    if (!block || block->endByte > file->text->size())
        return {};
    const std::string_view text(*file->text);
    const std::size_t lineBreak = text.substr(0, start).rfind('\n');
    const std::size_t from = lineBreak == std::string_view::npos ? 0 : lineBreak + 1;
    std::string code(text.substr(from, block->endByte - from));
    std::erase(code, '\r');
    while (code.ends_with('\n'))
        code.pop_back();
    return code;
}

/// Returns the code without secrets. Secrets with several lines are indented in the code, so that each of their lines
/// is masked by itself.
std::string masked(const std::string& code, const masking::Secrets& secrets) {
    std::vector<std::string> indented;
    for (const std::string& text : secrets)
        if (text.find('\n') != std::string::npos)
            indented.push_back(text);
    return masking::Secrets(std::move(indented), masking::Secrets::Use::Logs).masked(secrets.masked(code));
}

/// Returns the lines of the code as rich text.
QStringList coloredLines(const std::string& code) {
    const theme::Surfaces& colors = theme::surfaces(theme::currentScheme());
    const QString comment = QStringLiteral("<i style='color:%1'>%2</i>").arg(colors.dimText.name());
    const QString literal = QStringLiteral("<span style='color:%1'>%2</span>").arg(colors.literal.name());
    QStringList lines(QString{});
    const auto add = [&lines](std::string_view text, const QString& format) {
        bool isFirst = true;
        for (const QString& piece : QString::fromUtf8(text.data(), qsizetype(text.size())).split(u'\n')) {
            if (!isFirst)
                lines.append(QString());
            isFirst = false;
            if (!piece.isEmpty())
                lines.last() += format.isEmpty() ? piece.toHtmlEscaped() : format.arg(piece.toHtmlEscaped());
        }
    };
    hcl::Scanner scanner(code, {}, {1, 1, 0}, hcl::Scanner::Mode::Code);
    const char* end = code.data(); // of the text that was added
    bool isFirstOfLine = true;
    for (hcl::Token token = scanner.next(); token.type != hcl::TokenType::EndOfFile; token = scanner.next()) {
        add({end, std::size_t(token.bytes.data() - end)}, {});
        end = token.bytes.data() + token.bytes.size();
        QString format;
        switch (token.type) {
        case hcl::TokenType::Comment:
            format = comment;
            break;
        case hcl::TokenType::Number:
        case hcl::TokenType::QuotedLiteral:
        case hcl::TokenType::StringLiteral:
        case hcl::TokenType::OpenQuote:
        case hcl::TokenType::CloseQuote:
        case hcl::TokenType::OpenHeredoc:
        case hcl::TokenType::CloseHeredoc:
            format = literal;
            break;
        case hcl::TokenType::Identifier: {
            const std::string_view rest = std::string_view(code).substr(std::size_t(end - code.data()));
            const std::size_t next = rest.find_first_not_of(' ');
            if (token.bytes == "true" || token.bytes == "false" || token.bytes == "null")
                format = literal;
            else if (isFirstOfLine && next != std::string_view::npos && (rest[next] == '{' || rest[next] == '"'))
                format = QStringLiteral("<b>%1</b>"); // the type of a block
            break;
        }
        default:
            break;
        }
        add(token.bytes, format);
        isFirstOfLine = token.bytes.ends_with('\n');
    }
    add({end, std::size_t(code.data() + code.size() - end)}, {});
    return lines;
}

} // namespace

QString configurationHtml(const diags::Sources& sources, const diags::SourceRange& header,
                          const std::vector<diags::SourceRange>& deciding, const masking::Secrets& secrets) {
    const std::string code = blockText(sources, header);
    const std::string shown = masked(code, secrets);
    // A mask in place of several lines would move the numbers of the others.
    if (code.empty() || std::ranges::count(code, '\n') != std::ranges::count(shown, '\n'))
        return {};
    const QStringList lines = coloredLines(shown);
    const int first = int(header.start.line), count = int(lines.size());
    std::vector<bool> isMarked(std::size_t(count), false), isShown(std::size_t(count), count <= mostLines);
    isShown.front() = true;
    for (const diags::SourceRange& range : deciding) {
        if (range.isEmpty() || range.filename != header.filename)
            continue;
        const int from = int(range.start.line) - first, to = std::max(from, int(range.end.line) - first);
        for (int line = std::max(0, from - surroundings); line < std::min(count, to + surroundings + 1); ++line) {
            if (from < 0 || from >= count)
                break;
            isShown[std::size_t(line)] = true;
            if (line >= from && line <= to)
                isMarked[std::size_t(line)] = true;
        }
    }
    if (std::ranges::count(isShown, true) == 1) // nothing else is marked
        std::fill_n(isShown.begin(), std::min(count, mostLines), true);

    const theme::Surfaces& colors = theme::surfaces(theme::currentScheme());
    const qsizetype digits = QString::number(first + count - 1).size();
    QString html;
    const auto add = [&](const QString& number, const QString& line, bool isDeciding) {
        html += QStringLiteral("<p style='margin:0 0 0 16px; white-space:pre-wrap%1'><code><span style='color:%2'>%3%4"
                               "</span>  %5</code></p>")
                    .arg(isDeciding ? QStringLiteral("; background-color:%1").arg(colors.matchTint.name()) : QString(),
                         (isDeciding ? colors.text : colors.dimText).name(),
                         isDeciding ? QStringLiteral("▸ ") : QStringLiteral("  "), number.rightJustified(digits), line);
    };
    for (int line = 0; line < count; ++line) {
        if (isShown[std::size_t(line)])
            add(QString::number(first + line), lines[line], isMarked[std::size_t(line)]);
        else if (isShown[std::size_t(line) - 1]) // the first line is always shown
            add(QStringLiteral("⋮"), {}, false);
    }
    return html;
}

} // namespace planlens::widgets
