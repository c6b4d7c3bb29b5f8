// SPDX-License-Identifier: MPL-2.0
#include "core/report/text/diff_text.h"

#include "core/hcl/syntax/parser.h"
#include "core/report/text/string_text.h"
#include "core/report/text/terminal_text.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::report {

using diff::Diff;
using diff::Member;
using diff::Origin;
using plans::Action;

namespace {

bool isImportant(const std::string& name) {
    return name == "id" || name == "name" || name == "tags";
}

std::string hiddenText(std::string_view what, std::size_t count, const DiffTextOptions& options) {
    return colored(fmt::format("[dark_gray]# ({} unchanged {}{} hidden)[reset]", count, what, count == 1 ? "" : "s"),
                   options.color);
}

/// Pads with spaces to a width in bytes, as in OpenTofu.
std::string padded(std::string text, std::size_t width) {
    const auto characters = static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
    if (characters < width)
        text.append(width - characters, ' ');
    return text;
}

std::string_view warningWords(bool wasSensitive, bool isBlock) {
    if (isBlock)
        return wasSensitive ? "this block will no longer be marked as sensitive"
                            : "this block will be marked as sensitive and will not";
    return wasSensitive ? "this attribute value will no longer be marked as sensitive"
                        : "this attribute value will be marked as sensitive and will not";
}

/// Returns warning lines before a value that becomes sensitive or is no longer sensitive.
template <typename Hidden>
std::string warningOf(const Hidden& hidden, bool isBlock, int indent, const DiffTextOptions& options) {
    const Action inner = hidden.inner->action;
    if (hidden.before == hidden.after || inner == Action::Create || inner == Action::Delete)
        return {};
    std::string text = fmt::format(
        "  # [yellow]Warning[reset]: {}\n{}  # {}", warningWords(hidden.before, isBlock), indentation(indent),
        hidden.before ? "after applying this change." : "display in UI output after applying this change.");
    text = colored(text, options.color);
    if (inner == Action::NoOp && !isBlock)
        text += " The value is unchanged.";
    return text;
}

/// Prints the nodes of a diff tree into a text.
class Printer {
public:
    Printer(const Diff& diff, int indent, const DiffTextOptions& options)
        : m_diff(diff)
        , m_indent(indent)
        , m_options(options) {}

    std::string operator()(const diff::Primitive& content) {
        if (content.type == diff::Primitive::Type::String)
            return stringText(content, m_diff, m_indent, m_options);
        const std::string before = scalarText(content.before);
        const std::string after = scalarText(content.after);
        switch (m_diff.action) {
        case Action::Create:
            return after + replace();
        case Action::Delete:
            return before + nullSuffix(m_diff.action, m_options) + replace();
        case Action::NoOp:
            return before + replace();
        default: // NOLINT: attributes have no other actions
            return fmt::format("{} {} {}{}", before, arrow(m_options), after, replace());
        }
    }

    std::string operator()(const diff::Unknown& content) {
        if (m_diff.action == Action::Create || !content.before)
            return "(known after apply)" + replace();
        DiffTextOptions inner = m_options;
        inner.hideNullSuffix = true;
        return fmt::format("{} -> (known after apply){}", diffText(*content.before, m_indent, inner), replace());
    }

    std::string operator()(const diff::Sensitive& content) {
        if (m_options.showSensitive)
            return diffText(*content.inner, m_indent, m_options);
        return std::string(m_options.mask) + nullSuffix(m_diff.action, m_options) + replace();
    }

    std::string operator()(const diff::SensitiveBlock&) {
        const std::string prefix = indentation(m_indent) + symbolColumn(Action::NoOp, m_options);
        return fmt::format("{{{0}\n{1}  # At least one attribute in this block is (or was) sensitive,\n{1}  # so its "
                           "contents will not be "
                           "displayed.\n{1}}}",
                           replace(), prefix);
    }

    std::string operator()(const diff::WriteOnly&) {
        return "(write-only attribute)" + replace() + nullSuffix(m_diff.action, m_options);
    }

    std::string operator()(const diff::TypeChange& content) {
        DiffTextOptions inner = m_options;
        inner.hideNullSuffix = true;
        return fmt::format("{} {} {}", diffText(*content.before, m_indent, inner), arrow(m_options),
                           diffText(*content.after, m_indent, inner));
    }

    std::string operator()(const diff::Object& content) {
        if (content.members.empty())
            return "{}" + nullSuffix(m_diff.action, m_options) + replace();
        DiffTextOptions inner = handedDown(m_options);
        inner.hideNullSuffix = content.origin == Origin::Type;
        m_out = "{" + replace() + "\n";
        const std::size_t hidden = attributes(content.members, inner);
        if (hidden > 0)
            line(Action::NoOp, m_options, hiddenText("attribute", hidden, m_options));
        return closed("}");
    }

    std::string operator()(const diff::Map& content) {
        const bool pushesReplace = content.origin == Origin::NestedAttribute;
        const std::string self = replaceSuffix(m_diff.forcesReplacement && !pushesReplace, m_options);
        if (content.members.empty())
            return "{}" + nullSuffix(m_diff.action, m_options) + self;
        DiffTextOptions inner = handedDown(m_options);
        inner.hideNullSuffix = m_diff.action == Action::Delete || pushesReplace;
        inner.forcesReplacement = m_diff.forcesReplacement && pushesReplace;
        std::size_t width = 0;
        for (const Member& member : content.members)
            width = pushesReplace ? 0 : std::max(width, values::quoted(member.name).size());
        m_out = "{" + self + "\n";
        std::size_t hidden = 0;
        for (const Member& member : content.members) {
            if (isHidden(member.diff)) {
                ++hidden;
                continue;
            }
            warning(member.diff, m_options);
            const std::string_view comma = std::holds_alternative<diff::Object>(member.diff.content) ? "," : "";
            line(member.diff.action, inner,
                 fmt::format("{} = {}{}", padded(values::quoted(member.name), width),
                             diffText(member.diff, m_indent + 1, inner), comma));
        }
        if (hidden > 0)
            line(Action::NoOp, m_options, hiddenText("element", hidden, m_options));
        return closed("}");
    }

    std::string operator()(const diff::Set& content) {
        const bool pushesReplace = content.origin == Origin::NestedAttribute;
        const std::string self = replaceSuffix(m_diff.forcesReplacement && !pushesReplace, m_options);
        if (content.elements.empty())
            return "[]" + nullSuffix(m_diff.action, m_options) + self;
        DiffTextOptions inner = handedDown(m_options);
        inner.hideNullSuffix = true;
        inner.forcesReplacement = m_diff.forcesReplacement && pushesReplace;
        m_out = "[" + self + "\n";
        std::size_t hidden = 0;
        for (const Diff& element : content.elements) {
            if (isHidden(element))
                ++hidden;
            else
                listElement(element, inner);
        }
        if (hidden > 0)
            line(Action::NoOp, m_options, hiddenText("element", hidden, m_options));
        return closed("]");
    }

    std::string operator()(const diff::List& content) {
        if (content.elements.empty())
            return "[]" + nullSuffix(m_diff.action, m_options) + replace();
        DiffTextOptions changed = handedDown(m_options);
        changed.hideNullSuffix = true;
        DiffTextOptions unchanged = handedDown(m_options);
        unchanged.showUnchangedChildren = true;
        const bool showsNeighbours = content.origin == Origin::Type;

        m_out = "[" + replace() + "\n";
        std::size_t hidden = 0;
        const Diff* lastHidden = nullptr;
        bool afterChange = false;
        for (const Diff& element : content.elements) {
            if (isHidden(element) && !afterChange) {
                ++hidden;
                lastHidden = &element;
                continue;
            }
            afterChange = false;
            if (showsNeighbours) {
                if (hidden > 1)
                    line(Action::NoOp, changed, hiddenText("element", hidden - 1, m_options));
                if (hidden > 0)
                    line(lastHidden->action, unchanged, diffText(*lastHidden, m_indent + 1, unchanged) + ",");
                hidden = 0;
                afterChange = element.action != Action::NoOp;
            }
            listElement(element, showsNeighbours && element.action == Action::NoOp ? unchanged : changed);
        }
        if (hidden > 0)
            line(Action::NoOp, m_options, hiddenText("element", hidden, m_options));
        return closed("]");
    }

    std::string operator()(const diff::Block& content) {
        if (content.attributes.empty() && content.groups.empty())
            return "{}" + replace();
        m_out = "{" + replace() + "\n";
        const std::size_t hidden = attributes(content.attributes, handedDown(m_options));
        if (hidden > 0)
            line(Action::NoOp, m_options, hiddenText("attribute", hidden, m_options));
        std::size_t hiddenBlocks = 0;
        for (const diff::BlockGroup& group : content.groups)
            hiddenBlocks += blocks(group, !content.attributes.empty());
        if (hiddenBlocks > 0) {
            m_out += '\n';
            line(Action::NoOp, m_options, hiddenText("block", hiddenBlocks, m_options));
        }
        return std::move(m_out) + indentation(m_indent) + symbolColumn(Action::NoOp, m_options) + "}";
    }

private:
    std::string replace() const { return replaceSuffix(m_diff.forcesReplacement, m_options); }
    bool isHidden(const Diff& child) const { return child.action == Action::NoOp && !m_options.showUnchangedChildren; }

    void line(Action action, const DiffTextOptions& options, const std::string& text) {
        m_out += indentation(m_indent + 1) + symbolColumn(action, options) + text + "\n";
    }
    void warning(const Diff& child, const DiffTextOptions& options) {
        std::string text;
        if (const auto* hidden = std::get_if<diff::Sensitive>(&child.content))
            text = warningOf(*hidden, false, m_indent + 1, options);
        else if (const auto* block = std::get_if<diff::SensitiveBlock>(&child.content))
            text = warningOf(*block, true, m_indent + 1, options);
        if (!text.empty())
            m_out += indentation(m_indent + 1) + text + "\n";
    }
    void listElement(const Diff& element, const DiffTextOptions& options) {
        warning(element, options);
        line(element.action, options, diffText(element, m_indent + 1, options) + ",");
    }
    std::string closed(std::string_view bracket) {
        m_out += indentation(m_indent) + symbolColumn(Action::NoOp, m_options);
        m_out += bracket;
        return std::move(m_out) + nullSuffix(m_diff.action, m_options);
    }

    std::string scalarText(const diff::Scalar& scalar) const {
        if (const auto* truth = std::get_if<bool>(&scalar))
            return *truth ? "true" : "false";
        if (const auto* number = std::get_if<diff::NumberText>(&scalar))
            return number->digits;
        return nullText(m_options);
    }

    /// Prints changed and important attributes; returns the number of hidden ones.
    std::size_t attributes(const std::vector<Member>& members, const DiffTextOptions& options) {
        DiffTextOptions important = handedDown(options);
        important.showUnchangedChildren = true;
        important.hideNullSuffix = options.hideNullSuffix;
        std::size_t width = 0;
        for (const Member& member : members)
            width = std::max(width, attributeName(member.name).size());
        std::size_t hidden = 0;
        for (const Member& member : members) {
            const bool always = isImportant(member.name);
            if (!always && isHidden(member.diff)) {
                ++hidden;
                continue;
            }
            const DiffTextOptions& own = always ? important : options;
            warning(member.diff, own);
            line(member.diff.action, own,
                 fmt::format("{} = {}", padded(attributeName(member.name), width),
                             diffText(member.diff, m_indent + 1, own)));
        }
        return hidden;
    }

    /// Prints the changed blocks of one type; returns the number of hidden ones.
    std::size_t blocks(const diff::BlockGroup& group, bool apart) {
        std::size_t hidden = 0;
        bool first = true;
        for (const Member& member : group.blocks) {
            Diff child = member.diff;
            hide(child, group);
            if (isHidden(child)) {
                ++hidden;
                continue;
            }
            if (first && apart)
                m_out += '\n';
            first = false;
            DiffTextOptions options = handedDown(m_options);
            options.forcesReplacement = group.forcesReplacement;
            warning(child, options);
            const std::string key =
                group.nesting == schemas::NestingMode::Map ? " " + values::quoted(member.name) : std::string();
            line(child.action, options,
                 fmt::format("{}{} {}", attributeName(group.name), key, diffText(child, m_indent + 1, options)));
        }
        return hidden;
    }

    /// Hides all blocks of a type that is sensitive as a group.
    static void hide(Diff& block, const diff::BlockGroup& group) {
        const bool either = group.sensitiveBefore || group.sensitiveAfter;
        const bool hides = block.action == Action::Create   ? group.sensitiveAfter
                           : block.action == Action::Delete ? group.sensitiveBefore
                                                            : either;
        if (!hides)
            return;
        const Action action = block.action == Action::NoOp && group.sensitiveBefore != group.sensitiveAfter
                                  ? Action::Update
                                  : block.action;
        const bool forcesReplacement = block.forcesReplacement;
        auto inner = std::make_shared<const Diff>(std::move(block));
        block = Diff{action, forcesReplacement,
                     diff::SensitiveBlock{std::move(inner), group.sensitiveBefore, group.sensitiveAfter}};
    }

    const Diff& m_diff;
    int m_indent;
    const DiffTextOptions& m_options;
    std::string m_out;
};

} // namespace

std::string indentation(int indent) {
    return std::string(static_cast<std::size_t>(indent) * 4, ' ');
}

std::string symbolColumn(Action action, const DiffTextOptions& options) {
    return options.hideSymbols ? std::string() : actionSymbol(action, options.color) + " ";
}

std::string nullSuffix(Action action, const DiffTextOptions& options) {
    return action == Action::Delete && !options.hideNullSuffix ? colored(" [dark_gray]-> null[reset]", options.color)
                                                               : std::string();
}

std::string replaceSuffix(bool forcesReplacement, const DiffTextOptions& options) {
    return forcesReplacement || options.forcesReplacement ? colored(" [red]# forces replacement[reset]", options.color)
                                                          : std::string();
}

std::string arrow(const DiffTextOptions& options) {
    return colored("[yellow]->[reset]", options.color);
}
std::string nullText(const DiffTextOptions& options) {
    return colored("[dark_gray]null[reset]", options.color);
}

DiffTextOptions handedDown(const DiffTextOptions& options) {
    DiffTextOptions result = options;
    result.forcesReplacement = false;
    return result;
}

std::string actionSymbol(Action action, Color color) {
    switch (action) {
    case Action::NoOp:
        return "   ";
    case Action::Create:
        return colored("  [green]+[reset]", color);
    case Action::Read:
        return colored(" [cyan]<=[reset]", color);
    case Action::Update:
        return colored("  [yellow]~[reset]", color);
    case Action::DeleteThenCreate:
        return colored("[red]-[reset]/[green]+[reset]", color);
    case Action::CreateThenDelete:
        return colored("[green]+[reset]/[red]-[reset]", color);
    case Action::Delete:
        return colored("  [red]-[reset]", color);
    case Action::Forget:
        return colored("  [red].[reset]", color);
    case Action::ForgetThenCreate:
        return colored("  [red].[reset]/[green]+[reset]", color);
    }
    return {};
}

std::string attributeName(const std::string& name) {
    return hcl::isValidIdentifier(name) ? name : values::quoted(name);
}

std::string diffText(const Diff& diff, int indent, const DiffTextOptions& options) {
    return std::visit(Printer(diff, indent, options), diff.content);
}

} // namespace planlens::report
