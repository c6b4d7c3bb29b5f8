// SPDX-License-Identifier: MPL-2.0
#include "core/report/text/change_comment.h"

#include "core/formats/value_json.h"
#include "core/report/text/terminal_text.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

namespace planlens::report {

using plans::Action;
using plans::ActionReason;
using plans::ResourceInstanceChange;

namespace {

constexpr std::string_view leftOver = "\n  # (left over from a partially-failed replacement of this instance)";

std::string keyText(const addrs::InstanceKey& key) {
    return key.isInt() ? std::to_string(key.index()) : values::quoted(key.isString() ? key.string() : std::string());
}

std::string readReason(ActionReason reason) {
    switch (reason) {
    case ActionReason::ReadBecauseConfigUnknown:
        return "\n  # (config refers to values not yet known)";
    case ActionReason::ReadBecauseDependencyPending:
        return "\n  # (depends on a resource or a module with changes pending)";
    case ActionReason::ReadBecauseCheckNested:
        return "\n  # (config will be reloaded to verify a check block)";
    default: // NOLINT: other reasons do not apply to reads
        return {};
    }
}

std::string deleteReason(const ResourceInstanceChange& change) {
    const addrs::AbsResourceInstance& address = change.address;
    switch (change.reason) {
    case ActionReason::DeleteBecauseNoResourceConfig:
        return fmt::format("\n  # (because {}.{} is not in configuration)", address.resource.type,
                           address.resource.name);
    case ActionReason::DeleteBecauseNoMoveTarget:
        return fmt::format("\n  # (because {} was moved to {}, which is not in configuration)",
                           change.isMoved() ? change.previousAddress.toString() : std::string(), address.toString());
    case ActionReason::DeleteBecauseNoModule:
        return fmt::format("\n  # (because {} is not in configuration)", address.module.toString());
    case ActionReason::DeleteBecauseWrongRepetition:
        return address.key.isNone()  ? "\n  # (because resource uses count or for_each)"
               : address.key.isInt() ? "\n  # (because resource does not use count)"
                                     : "\n  # (because resource does not use for_each)";
    case ActionReason::DeleteBecauseCountIndex:
        return fmt::format("\n  # (because index [{}] is out of range for count)", keyText(address.key));
    case ActionReason::DeleteBecauseEnabledFalse:
        return "\n  # (because enabled is false)";
    case ActionReason::DeleteBecauseEachKey:
        return fmt::format("\n  # (because key [{}] is not in for_each map)", keyText(address.key));
    default: // NOLINT: other reasons do not apply to deletes
        return {};
    }
}

class Comment {
public:
    Comment(const ResourceInstanceChange& change, Cause cause, Color color)
        : m_change(change)
        , m_cause(cause)
        , m_color(color)
        , m_address(change.address.toString()) {
        if (!change.deposed.empty())
            m_address += fmt::format(" (deposed object {})", change.deposed);
    }

    std::string text() const {
        std::string text = headline() + "\n";
        const Action action = m_change.change.action;
        if (m_change.isMoved() && action != Action::NoOp)
            text += fmt::format("  # {}(moved from {})\n", mark("[reset]"), m_change.previousAddress.toString());
        if (m_change.change.importing) {
            text += importText(*m_change.change.importing);
            if (action == Action::CreateThenDelete || action == Action::DeleteThenCreate)
                text += fmt::format("  # {}{}Warning: this will destroy the imported resource{}\n", mark("[reset]"),
                                    mark("[yellow]"), mark("[reset]"));
        }
        if (m_color == Color::On)
            text += "\033[0m";
        return text;
    }

private:
    /// Returns the escape sequence for a markup.
    std::string mark(std::string_view markup) const {
        if (m_color == Color::Off)
            return {};
        const std::string text = colored(markup, m_color);
        return text.substr(0, text.size() - 4); // without the trailing reset sequence
    }
    std::string markup(std::string_view text) const {
        const std::string out = colored(text, m_color);
        return m_color == Color::On && out.size() != text.size() ? out.substr(0, out.size() - 4) : out;
    }
    std::string sentence(const std::string& address, std::string_view rest) const {
        return fmt::format("{}  # {}{}{}", mark("[bold]"), address, mark("[reset]"), markup(rest));
    }
    std::string sentence(std::string_view rest) const { return sentence(m_address, rest); }
    std::string deposedNote() const { return m_change.deposed.empty() ? std::string() : std::string(leftOver); }

    std::string headline() const {
        const bool drift = m_cause == Cause::Drift;
        switch (m_change.change.action) {
        case Action::Create:
            return sentence(" will be created");
        case Action::Read:
            return sentence(" will be read during apply") + readReason(m_change.reason);
        case Action::Update:
            return sentence(drift ? " has changed" : " will be updated in-place");
        case Action::CreateThenDelete:
        case Action::DeleteThenCreate:
            return replacing();
        case Action::Delete:
            return sentence(drift ? " has been deleted" : " will be [bold][red]destroyed[reset]") +
                   deleteReason(m_change) + deposedNote();
        case Action::Forget:
            return forgetting() + deposedNote();
        case Action::ForgetThenCreate:
            return replacing() +
                   markup(" - [yellow]older instance will [bold]not[reset][yellow] be destroyed "
                          "[reset]([bold]lifecycle.destroy = false[reset])") +
                   deposedNote();
        case Action::NoOp:
            break;
        }
        if (m_change.isMoved())
            return sentence(m_change.previousAddress.toString(), " has moved to ") + mark("[bold]") + m_address +
                   mark("[reset]");
        if (m_change.change.importing)
            return sentence(" will be imported") + (m_change.change.generatedConfig.empty()
                                                        ? std::string()
                                                        : "\n  #" + mark("[reset]") + " (config will be generated)");
        return m_address + " has an action the plan renderer doesn't support (this is a bug)";
    }

    std::string replacing() const {
        switch (m_change.reason) {
        case ActionReason::ReplaceBecauseTainted:
            return sentence(" is tainted, so it must be [bold][red]replaced[reset]");
        case ActionReason::ReplaceByRequest:
            return sentence(" will be [bold][red]replaced[reset], as requested");
        case ActionReason::ReplaceByTriggers:
            return sentence(" will be [bold][red]replaced[reset] due to changes in replace_triggered_by");
        default: // NOLINT: all other kinds come from the provider
            return sentence(" must be [bold][red]replaced[reset]");
        }
    }

    std::string forgetting() const {
        std::string text =
            sentence(" will be removed from the OpenTofu state [bold][red]but will not be destroyed[reset]");
        if (m_change.reason == ActionReason::ForgotBecauseLifecycleDestroyInState)
            text += markup(" \n (because [bold]lifecycle.destroy = false[reset] was configured before this resource "
                           "was removed from the configuration)");
        else if (m_change.reason == ActionReason::ForgotBecauseLifecycleDestroyInConfig)
            text += markup(" \n (because [bold]lifecycle.destroy = false[reset] is set in the configuration)");
        return text;
    }

    std::string importText(const plans::Importing& importing) const {
        if (!importing.id.empty())
            return fmt::format("  # {}(imported from \"{}\")\n", mark("[reset]"), importing.id);
        if (importing.identity.isNull())
            return fmt::format("  # {}(will be imported first)\n", mark("[reset]"));
        return fmt::format("  # {}imported using resource identity: {}\n", mark("[reset]"),
                           identityText(importing.identity));
    }

    /// Returns JSON on several lines, each as a comment.
    static std::string identityText(const values::Value& identity) {
        std::string json;
        formats::JsonWriter writer(json);
        formats::writeValue(writer, identity);
        std::string out;
        std::string margin = "\n  # ";
        bool inText = false;
        for (std::size_t i = 0; i < json.size(); ++i) {
            const char c = json[i];
            if (inText) {
                out += c;
                if (c == '\\')
                    out += json[++i];
                inText = c != '"';
                continue;
            }
            const char next = i + 1 < json.size() ? json[i + 1] : '\0';
            if (c == '{' || c == '[') {
                margin += "  ";
                out += c;
                if (next != '}' && next != ']')
                    out += margin;
            } else if (c == '}' || c == ']') {
                margin.resize(margin.size() - 2);
                if (out.back() != '{' && out.back() != '[')
                    out += margin;
                out += c;
            } else if (c == ',') {
                out += c + margin;
            } else if (c == ':') {
                out += ": ";
            } else {
                inText = c == '"';
                out += c;
            }
        }
        return out;
    }

    const ResourceInstanceChange& m_change;
    Cause m_cause;
    Color m_color;
    std::string m_address;
};

} // namespace

std::string changeComment(const ResourceInstanceChange& change, Cause cause, Color color) {
    return Comment(change, cause, color).text();
}

} // namespace planlens::report
