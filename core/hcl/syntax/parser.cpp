// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/syntax/parser.h"

#include "core/hcl/syntax/characters.h"
#include "core/hcl/syntax/native_parser.h"
#include "core/system/background_task.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_set>

namespace planlens::hcl {
namespace {

diags::Result<Traversal> traversalOf(std::string_view text, std::string_view filename, diags::SourcePos start,
                                     Splats splats) {
    NativeParser parser(text, filename, start, Scanner::Mode::Code);
    Traversal traversal = parser.parseWholeTraversal(splats);
    return {std::move(traversal), parser.takeDiagnostics()};
}

/// A part of a file, and the result of parsing it.
struct Part {
    std::string_view text;
    diags::SourcePos start;
    std::shared_ptr<syntax::NativeBody> body;
    std::vector<diags::BlockHeader> headers;
    bool hasProblems = false;

    void parse(std::string_view filename) {
        NativeParser parser(text, filename, start, Scanner::Mode::Code);
        body = parser.parseFile();
        headers = parser.takeHeaders();
        hasProblems = !parser.takeDiagnostics().isEmpty();
    }
};

/// Splits a large text into consecutive parts, each ending where a top-level block seems to end.
std::vector<Part> partsOf(std::string_view text) {
    constexpr std::size_t worthwhile = 512 * 1024, most = 8; // each thread allocates memory of its own
    const std::size_t wanted = std::min({most, text.size() / worthwhile, std::size_t{system::processorCount()}});
    std::vector<Part> parts;
    diags::SourcePos position;
    std::size_t at = 0;
    for (std::size_t left = wanted; left > 1; --left) {
        constexpr std::string_view blockEnd = "\n}\n";
        const std::size_t end = text.find(blockEnd, at + (text.size() - at) / left);
        if (end == std::string_view::npos)
            break;
        const std::string_view part = text.substr(at, end + blockEnd.size() - at);
        parts.push_back({part, position, nullptr, {}});
        position.line += static_cast<std::uint32_t>(std::ranges::count(part, '\n'));
        position.byte += static_cast<std::uint32_t>(part.size());
        at += part.size();
    }
    parts.push_back({text.substr(at), position, nullptr, {}});
    return parts;
}

/// Joins the parts into a file if the split was valid: a part without problems ends outside of blocks, strings and
/// comments, so the following text has the same meaning without it. Returns nothing if there are any problems.
std::optional<File> joined(std::vector<Part>& parts) {
    std::unordered_set<std::string_view> names;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Part& part = parts[i];
        if (part.hasProblems || (i > 0 && parts[i - 1].body->endRange.end.line != part.start.line))
            return {};
        for (const Attribute& attribute : part.body->attributes)
            if (!names.insert(attribute.name).second)
                return {};
    }
    auto body = std::make_shared<syntax::NativeBody>();
    File file;
    for (Part& part : parts) {
        std::ranges::move(part.body->attributes, std::back_inserter(body->attributes));
        std::ranges::move(part.body->blocks, std::back_inserter(body->blocks));
        std::ranges::move(part.headers, std::back_inserter(file.blocks));
    }
    body->range = rangeBetween(parts.front().body->range, parts.back().body->range);
    body->endRange = parts.back().body->endRange;
    file.body = std::move(body);
    return file;
}

} // namespace

diags::Result<File> parseNative(std::shared_ptr<const std::string> text, std::string_view filename) {
    if (std::vector<Part> parts = partsOf(*text); parts.size() > 1) {
        std::vector<system::BackgroundTask<void>> others;
        for (std::size_t i = 1; i < parts.size(); ++i)
            others.push_back(system::runInBackground([&parts, i, filename] { parts[i].parse(filename); }));
        parts.front().parse(filename);
        for (system::BackgroundTask<void>& other : others)
            other.get();
        if (std::optional<File> file = joined(parts)) {
            file->text = std::move(text);
            return *std::move(file);
        }
    }
    NativeParser parser(*text, filename, {}, Scanner::Mode::Code);
    File file;
    file.body = parser.parseFile();
    file.blocks = parser.takeHeaders();
    file.text = std::move(text);
    return {std::move(file), parser.takeDiagnostics()};
}

diags::Result<ExpressionPtr> parseExpression(std::string_view text, std::string_view filename, diags::SourcePos start) {
    NativeParser parser(text, filename, start, Scanner::Mode::Code);
    ExpressionPtr expression = parser.parseWholeExpression();
    return {std::move(expression), parser.takeDiagnostics()};
}

diags::Result<ExpressionPtr> parseTemplate(std::string_view text, std::string_view filename, diags::SourcePos start) {
    NativeParser parser(text, filename, start, Scanner::Mode::Bare);
    ExpressionPtr expression = parser.parseWholeTemplate();
    return {std::move(expression), parser.takeDiagnostics()};
}

diags::Result<Traversal> parseTraversal(std::string_view text, std::string_view filename, diags::SourcePos start) {
    return traversalOf(text, filename, start, Splats::Forbidden);
}

diags::Result<Traversal> parseTraversalPartial(std::string_view text, std::string_view filename,
                                               diags::SourcePos start) {
    return traversalOf(text, filename, start, Splats::Allowed);
}

bool isValidIdentifier(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    return !text.empty() && identifierEnd(text, 0) == text.size();
}

} // namespace planlens::hcl
