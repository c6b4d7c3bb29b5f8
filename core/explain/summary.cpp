// SPDX-License-Identifier: MPL-2.0
#include "core/explain/summary.h"

#include "core/explain/plan_values.h"
#include "core/values/json/json.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace planlens::explain {

using plans::Action;
using values::Value;

namespace {

constexpr std::size_t longestValue = 80; // bytes

std::string pathText(const values::Path& path) {
    std::string text = path.toString();
    if (text.starts_with('.'))
        text.erase(0, 1);
    return text;
}

std::string quotedName(const std::string& name) {
    return "`" + name + "`";
}

std::string verb(const plans::ResourceInstanceChange& change) {
    switch (change.change.action) {
    case Action::NoOp:
        return change.change.importing ? "Imported" : change.isMoved() ? "Moved" : "Unchanged";
    case Action::Create:
        return "Created";
    case Action::Read:
        return "Read during apply";
    case Action::Update:
        return "Updated";
    case Action::DeleteThenCreate:
    case Action::CreateThenDelete:
    case Action::ForgetThenCreate:
        return "Replaced";
    case Action::Delete:
        return "Destroyed";
    case Action::Forget:
        return "Removed from the state";
    }
    return {};
}

/// " in main.tf:6", " by -var", …
std::string inPlace(const plans::Plan& plan, const Link& link) {
    const std::string place = placeText(plan, link);
    if (place.empty())
        return {};
    return (placeOf(link).isEmpty() || place.starts_with('-') || place.starts_with("TF_VAR_") ? " by " : " in ") +
           place;
}

std::string fromTo(const Link& link) {
    if (!link.before || !link.after || !link.after->isWhollyKnown() || isSameValue(*link.before, *link.after))
        return {};
    return fmt::format(" from {} to {}", valueText(link.before, link.isSensitive),
                       valueText(link.after, link.isSensitive));
}

/// "`gen` in main.tf:6 changed from "1" to "2"". The subject is named if it is not the change itself.
std::string rootText(const plans::Plan& plan, const Link& root, bool isChange) {
    const std::string of = isChange ? std::string() : " of " + quotedName(subjectText(root));
    if (!root.part.empty())
        return root.part.starts_with("file ")
                   ? fmt::format("{} may have changed", quotedName(root.part))
                   : fmt::format("{}{} is known only when applied", quotedName(root.part), inPlace(plan, root));
    if (!root.cause) {
        const auto* instance = std::get_if<addrs::AbsResourceInstance>(&root.subject);
        return fmt::format("{}{} {}{}", quotedName(subjectText(root)), inPlace(plan, root),
                           instance ? "has another result" : "changed", fromTo(root));
    }
    const plans::Cause& cause = *root.cause;
    const std::string path = quotedName(pathText(cause.path));
    using Kind = plans::Cause::Kind;
    switch (cause.kind) {
    case Kind::Argument:
        return fmt::format("{}{}{} changed{}", path, of, inPlace(plan, root), fromTo(root));
    case Kind::Unset:
        return fmt::format("{}{} is no longer configured{}", path, of, inPlace(plan, root));
    case Kind::Drift:
        if (cause.path.isEmpty())
            return fmt::format("{} was deleted outside of OpenTofu",
                               isChange ? "the object" : quotedName(subjectText(root)));
        return fmt::format("{}{} was changed outside of OpenTofu{}", path, of, fromTo(root));
    case Kind::Declared:
        return fmt::format("{} is declared{} and has no object yet", isChange ? "it" : quotedName(subjectText(root)),
                           inPlace(plan, root));
    default:
        return phrase(cause) + of + inPlace(plan, root);
    }
}

} // namespace

std::string valueText(const std::optional<Value>& value, bool isSensitive) {
    if (isSensitive)
        return "(sensitive value)";
    if (!value)
        return "(not recorded)";
    const Value bare = value->unmarkedDeep();
    if (!bare.isWhollyKnown())
        return "(known after apply)";
    const values::Outcome<std::string> json = values::toJson(bare, bare.type());
    if (!json)
        return "(value)";
    if (json->size() <= longestValue)
        return *json;
    std::size_t end = longestValue;
    while (end > 0 && (static_cast<unsigned char>((*json)[end]) & 0xC0U) == 0x80U) // not inside a character
        --end;
    return json->substr(0, end) + "…";
}

std::string subjectText(const Link& link) {
    if (!link.part.empty())
        return link.part;
    const auto* instance = std::get_if<addrs::AbsResourceInstance>(&link.subject);
    return instance ? instance->toString() : std::get<plans::NamedValue>(link.subject).toString();
}

const diags::SourceRange& placeOf(const Link& link) {
    return link.place.isEmpty() ? link.range : link.place;
}

std::string placeText(const plans::Plan& plan, const Link& link) {
    using Kind = plans::VariableOrigin::Kind;
    if (link.isRootVariable()) {
        const std::string& name = std::get<plans::NamedValue>(link.subject).name;
        const auto origin = plan.variableOrigins.find(name);
        if (origin != plan.variableOrigins.end() && link.place.isEmpty())
            switch (origin->second.kind) {
            case Kind::Environment:
                return "TF_VAR_" + name;
            case Kind::CommandLine:
                return "-var";
            case Kind::Entered:
                return "the entered value";
            case Kind::Plan:
                return "the saved plan";
            case Kind::Default:
            case Kind::DefaultFile:
            case Kind::NamedFile:
                break;
            }
    }
    const diags::SourceRange& place = placeOf(link);
    return place.isEmpty() ? std::string() : fmt::format("{}:{}", place.filename.str(), place.start.line);
}

std::string stepText(const Link& link) {
    if (!link.part.empty())
        return link.part.starts_with("file ") ? "its content may have changed" : "known only when applied";
    if (!link.candidates.empty()) {
        std::string text = "one of: ";
        for (const plans::Cause& cause : link.candidates)
            text += (&cause == &link.candidates.front() ? "" : "; ") + phrase(cause);
        return text;
    }
    if (link.cause)
        return phrase(*link.cause) + fromTo(link);
    if (std::holds_alternative<addrs::AbsResourceInstance>(link.subject))
        return "its result differs" + fromTo(link);
    if (link.after && !link.after->isWhollyKnown())
        return "is not known until other changes are applied";
    return "its value changed" + fromTo(link);
}

std::string summary(const plans::Plan& plan, const plans::ResourceInstanceChange& change,
                    const std::vector<Chain>& chains) {
    std::string text = verb(change);
    if (chains.empty())
        return text + ".";
    const Chain& chain = chains.front();
    const Link& root = chain.back();
    if (!root.candidates.empty()) {
        text += " because of one of:";
        for (const plans::Cause& cause : root.candidates)
            text += (&cause == &root.candidates.front() ? " " : "; ") + phrase(cause);
    } else if (!root.oneOf.empty()) {
        text += " because one of these changed:";
        for (const Link& one : root.oneOf)
            text += fmt::format("{} {}{}", &one == &root.oneOf.front() ? "" : ",", quotedName(subjectText(one)),
                                inPlace(plan, one));
    } else {
        text += " because " + rootText(plan, root, chain.size() == 1);
    }
    const std::size_t last = root.oneOf.empty() ? chain.size() - 1 : chain.size(); // the root is not a step
    if (last > 1) {
        text += ", through " + subjectText(chain[1]);
        if (last > 2)
            text += fmt::format(" and {} more {}", last - 2, last == 3 ? "step" : "steps");
    }
    if (chains.size() > 1)
        text += fmt::format(", and for {} more {}", chains.size() - 1, chains.size() == 2 ? "reason" : "reasons");
    return text + ".";
}

std::vector<Affected> affectedBy(const PlanValues& values, const plans::ResourceInstanceChange& change) {
    if (!change.deposed.empty())
        return {};
    const plans::Plan& plan = values.plan();
    std::vector<Affected> found;
    std::set<plans::DependencyEnd> seen{change.address};
    std::vector<plans::DependencyEnd> pending{change.address};
    for (std::size_t next = 0; next < pending.size(); ++next) {
        for (const plans::Dependency* use : plan.dependencies.on(pending[next])) {
            if (next == 0 && use->kind == plans::Dependency::Kind::Reference) {
                const auto read = values.of(change.address, use->dependencyPath);
                if (read && !read->isDifferent())
                    continue;
            }
            if (!seen.insert(use->dependent).second)
                continue;
            const auto* instance = std::get_if<addrs::AbsResourceInstance>(&use->dependent);
            if (!instance) {
                pending.push_back(use->dependent);
                continue;
            }
            const plans::ResourceInstanceChange* other = plan.changes.resource(*instance);
            if (other && other->change.action != Action::NoOp)
                found.push_back({*instance, use->dependentPath, use->kind});
        }
    }
    std::ranges::sort(found, {}, &Affected::address);
    return found;
}

} // namespace planlens::explain
