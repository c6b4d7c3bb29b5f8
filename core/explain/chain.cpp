// SPDX-License-Identifier: MPL-2.0
#include "core/configs/module.h"
#include "core/explain/chain_finder.h"

#include "core/explain/definition.h"
#include "core/explain/edits/switched.h"
#include "core/explain/inferred_causes.h"
#include "core/explain/siblings.h"
#include "core/explain/summary.h"

#include <algorithm>

namespace planlens::explain {

using plans::Action;
using plans::ActionReason;
using values::Path;
using values::Type;
using values::Value;
using Kind = plans::Cause::Kind;

bool Link::isRootVariable() const {
    const auto* named = std::get_if<plans::NamedValue>(&subject);
    return named && named->kind == plans::NamedValue::Kind::Variable && named->module.isRoot();
}

std::string_view Link::file() const {
    constexpr std::string_view prefix = "file ";
    return part.starts_with(prefix) ? std::string_view(part).substr(prefix.size()) : std::string_view();
}

bool isSameRoot(const Link& a, const Link& b) {
    const diags::SourceRange& at = placeOf(a);
    const diags::SourceRange& other = placeOf(b);
    return a.subject == b.subject && a.part == b.part && at.filename == other.filename &&
           at.start.line == other.start.line;
}

namespace {

/// Whether a cause belongs to the action reason of the change.
bool decides(const plans::Cause& cause, const plans::ResourceInstanceChange& change) {
    switch (change.reason) {
    case ActionReason::ReplaceBecauseTainted:
        return cause.kind == Kind::Incomplete;
    case ActionReason::ReplaceByRequest:
        return cause.kind == Kind::Requested;
    case ActionReason::ReplaceByTriggers:
        return change.change.action == Action::Create ? cause.kind == Kind::Declared || cause.kind == Kind::Drift
                                                      : cause.kind == Kind::Trigger;
    case ActionReason::ReplaceBecauseCannotUpdate:
        return cause.kind != Kind::CannotUpdate && !cause.path.isEmpty() &&
               std::ranges::any_of(change.requiredReplace,
                                   [&](const Path& path) { return areRelated(path, cause.path); });
    default:
        return true;
    }
}

/// Returns the causes of the change's action. Values computed by the provider count only without other causes.
std::vector<plans::Cause> deciding(const plans::ResourceInstanceChange& change) {
    std::vector<plans::Cause> causes, consequences;
    for (const plans::Cause& cause : change.causes)
        if (cause.kind == Kind::Decided || cause.kind == Kind::CannotUpdate)
            consequences.push_back(cause);
        else if (decides(cause, change))
            causes.push_back(cause);
    return !causes.empty()         ? causes
           : !consequences.empty() ? std::vector{consequences.front()}
                                   : std::vector{change.causes.front()};
}

bool isOfKnown(const plans::Cause& cause) {
    return cause.kind != Kind::Unknown;
}

std::vector<plans::Cause> causesAt(const Path& path, const std::vector<plans::Cause>& causes) {
    std::vector<plans::Cause> found;
    for (const plans::Cause& cause : causes)
        if (cause.kind != Kind::CannotUpdate && cause.kind != Kind::Decided && !cause.path.isEmpty() &&
            areRelated(cause.path, path))
            found.push_back(cause);
    return found;
}

/// Removes undecided chains if one of their possible roots is the root of another chain, which explains both, and
/// repeated ones. `isInferred`: another possible root that shows a part of the difference changed, too.
void removeExplained(std::vector<Chain>& chains, bool isInferred) {
    std::vector<Link> roots, deciding;
    for (const Chain& chain : chains)
        if (chain.back().oneOf.empty()) {
            roots.push_back(chain.back());
            if (chain.front().isDeciding)
                deciding.push_back(chain.back());
        }
    std::vector<Chain> kept;
    for (Chain& chain : chains) {
        const std::vector<Link>& possible = chain.back().oneOf;
        const auto isOtherPart = [](const Link& one, const Link& root) { // a key that the same value lost
            return one.before && one.after && one.after->isNull() && root.before && root.after &&
                   !root.after->isNull() && !isSameValue(*one.before, *root.before);
        };
        const bool isExplained = std::ranges::any_of(possible, [&](const Link& one) {
            return std::ranges::any_of(chain.front().isDeciding ? deciding : roots, [&](const Link& root) {
                return isSameRoot(one, root) && !isOtherPart(one, root) &&
                       !(isInferred && hasOtherPart(chain.back(), root));
            });
        });
        const bool isRepeated = !possible.empty() && std::ranges::any_of(kept, [&](const Chain& other) {
            return std::ranges::equal(possible, other.back().oneOf, isSameRoot);
        });
        if (!isExplained && !isRepeated)
            kept.push_back(std::move(chain));
    }
    chains = std::move(kept);
}

/// Removes files from possible roots of which others are parts of these files, where they were edited, and parts that
/// several instances read. `isInferred`: a single one can be the argument itself, which the plan does not explain.
void removeRepeatedFiles(std::vector<Chain>& chains, bool isInferred) {
    for (Chain& chain : chains) {
        std::vector<Link>& possible = chain.back().oneOf;
        const auto isPartOf = [](const Link& one, const Link& file) {
            return one.part == file.part && !one.path.isEmpty() && file.path.isEmpty();
        };
        std::erase_if(possible, [&](const Link& file) {
            return !file.part.empty() &&
                   std::ranges::any_of(possible, [&](const Link& one) { return isPartOf(one, file); });
        });
        std::vector<Link> parts;
        std::erase_if(possible, [&](const Link& one) {
            const auto isSame = [&](const Link& part) { return one.part == part.part && one.place == part.place; };
            if (one.file().empty() || one.place.isEmpty())
                return false;
            if (std::ranges::any_of(parts, isSame))
                return true;
            parts.push_back(one);
            return false;
        });
        const bool isHidden = isInferred && possible.size() == 1 && isSameRoot(possible.front(), chain.back());
        if (possible.size() == 1 && !isHidden) {
            Link root = std::exchange(possible, {}).front();
            chain.push_back(std::move(root));
        }
    }
}

/// Leaves the first possible roots of each chain, and the change itself, whose argument is between it and the others.
void limitRoots(std::vector<Chain>& chains) {
    constexpr std::size_t most = 4;
    for (Chain& chain : chains) {
        std::vector<Link>& possible = chain.back().oneOf;
        if (possible.size() <= most)
            continue;
        const auto isOwn = [&](const Link& one) { return one.subject == chain.back().subject && one.part.empty(); };
        const auto own = std::ranges::find_if(possible, isOwn);
        if (own != possible.end() && own - possible.begin() >= std::ptrdiff_t(most))
            std::rotate(possible.begin() + std::ptrdiff_t(most) - 1, own, own + 1);
        chain.back().omitted = possible.size() - most;
        possible.resize(most);
    }
}

/// Marks the values behind sensitive ones: the text of a sensitive value can be built from them, whether or not they
/// are marked themselves.
void markSensitive(std::vector<Chain>& chains) {
    for (Chain& chain : chains) {
        bool isSensitive = false;
        for (Link& link : chain) {
            isSensitive |= link.isSensitive;
            link.isSensitive = isSensitive;
            for (Link& possible : link.oneOf)
                possible.isSensitive |= isSensitive;
        }
    }
}

} // namespace

std::vector<Chain> ChainFinder::from(const plans::ResourceInstanceChange& change, const Path& path) {
    const bool isInferred = change.causes.empty();
    m_isInferred |= isInferred;
    std::vector<plans::Cause> causes;
    if (!path.isEmpty())
        causes = causesAt(path, isInferred ? inferredDifferences(m_values, change) : change.causes);
    if (isInferred && !path.isEmpty() && valueAt(change.change.after, path).isWhollyKnown() &&
        std::ranges::any_of(causes, &isOfKnown))
        std::erase_if(causes, [](const plans::Cause& cause) { return !isOfKnown(cause); });
    if (causes.empty()) // computed values change together with the object
        causes = isInferred ? inferredCauses(m_values, change) : deciding(change);
    const auto isMove = [](const plans::Cause& cause) { return cause.kind == Kind::Moved; };
    if (m_depth > 0 && !std::ranges::all_of(causes, isMove)) // it keeps the values
        std::erase_if(causes, isMove);
    if (m_isWanted && m_depth == 0)
        std::erase_if(causes, [&](const plans::Cause& cause) { return !m_isWanted(cause.path); });
    if (causes.empty())
        return {};
    // All differences of an update count. A replacement needs the paths that force it.
    const bool isExplained =
        change.change.action == Action::Update ||
        (change.reason == ActionReason::ReplaceBecauseCannotUpdate && !change.requiredReplace.empty());
    const bool areDifferences =
        isExplained && std::ranges::all_of(causes, [](const plans::Cause& cause) {
            return !cause.path.isEmpty() &&
                   (cause.kind == Kind::Argument || cause.kind == Kind::Drift || cause.kind == Kind::Unknown);
        });
    if (isInferred && causes.size() > 1 && !areDifferences) {
        Link link;
        link.subject = change.address;
        link.origin = causes.front().origin();
        link.candidates = std::move(causes);
        return {{std::move(link)}};
    }
    std::vector<Chain> found, undecided;
    ++m_depth;
    for (const plans::Cause& cause : causes) {
        Tails tails = behind(change, cause);
        for (Chain& chain : finished(linkOf(change, cause), std::move(tails)))
            (chain.back().oneOf.empty() ? found : undecided).push_back(std::move(chain));
    }
    --m_depth;
    std::ranges::move(undecided, std::back_inserter(found));
    if (found.empty() && m_depth == 0) // all roots were already found through other chains
        found.push_back({linkOf(change, causes.front())});
    return found;
}

/// Whether `ignore_changes` covers an attribute. The new object of a replacement has its configured value, which is no
/// reason to change the old one.
bool ChainFinder::isIgnored(const plans::ResourceInstanceChange& change, const Path& path) const {
    const configs::Resource* const resource = resourceOf(plan(), change.address.config());
    return resource &&
           (resource->ignoreAllChanges || std::ranges::any_of(resource->ignoreChanges, [&](const hcl::Traversal& one) {
                return areRelated(path, hcl::pathOf(one));
            }));
}

/// Inferred causes are alternatives, except for differences.
std::vector<Chain> ChainFinder::ofOtherCauses(const plans::ResourceInstanceChange& change) {
    std::vector<Chain> found;
    if (change.change.before.isNull() || change.change.after.isNull())
        return found;
    for (const plans::Cause& cause : change.causes.empty() ? inferredDifferences(m_values, change) : change.causes) {
        const bool isOfValue = cause.kind == Kind::Argument || cause.kind == Kind::Unknown ||
                               (!change.causes.empty() &&
                                (cause.kind == Kind::Unset || (cause.kind == Kind::Drift && !cause.path.isEmpty())));
        if (!isOfValue || decides(cause, change) ||
            (m_isWanted ? !m_isWanted(cause.path) : isIgnored(change, cause.path)))
            continue;
        ++m_depth;
        std::vector<Chain> others = finished(linkOf(change, cause), behind(change, cause));
        --m_depth;
        if (change.causes.empty() && cause.kind == Kind::Unknown) // inferred: only if it leads to something
            std::erase_if(others, [](const Chain& chain) { return chain.size() < 2; });
        for (Chain& chain : others) {
            chain.front().isDeciding = false;
            found.push_back(std::move(chain));
        }
    }
    return found;
}

Link ChainFinder::linkOf(const plans::ResourceInstanceChange& change, const plans::Cause& cause) const {
    Link link;
    link.subject = change.address;
    link.cause = cause;
    link.range = cause.range;
    link.origin = cause.origin();
    if (cause.path.isEmpty())
        return link;
    link.isSensitive = valuesAreSensitive(change, cause.path);
    if (const auto values = m_values.of(change.address, cause.path)) {
        const bool isConfigured = cause.kind == Kind::Argument && isUsable(values->before); // before any drift
        link.before =
            cause.kind == Kind::Drift || isConfigured ? values->before : valueAt(change.change.before, cause.path);
        link.after = cause.kind == Kind::Drift ? valueAt(change.change.before, cause.path) : values->after;
    }
    return link;
}

bool ChainFinder::valuesAreSensitive(const plans::ResourceInstanceChange& change, const Path& path) {
    for (const Value& side : {change.change.before, change.change.after})
        for (const values::PathMarks& marked : side.pathMarks())
            if (marked.marks.contains(values::Mark::sensitive()) && areRelated(marked.path, path))
                return true;
    return false;
}

std::vector<Chain> ChainFinder::finished(Link link, Tails tails) {
    if (!tails.place.isEmpty())
        link.place = tails.place;
    std::vector<Chain> chains;
    const auto nameOwnText = [&](std::vector<Link>& roots) {
        for (Link& root : roots)
            if (root.subject == link.subject && root.part.empty() && !root.cause) {
                const diags::SourceRange place = root.place;
                root = link; // the text of this step itself
                root.place = place;
            }
    };
    for (Chain& tail : tails.chains) {
        if (link.cause)
            nameOwnText(tail.back().oneOf);
        tail.insert(tail.begin(), link);
        chains.push_back(std::move(tail));
    }
    if (!tails.oneOf.empty()) {
        Link undecided = link;
        undecided.oneOf = std::move(tails.oneOf);
        nameOwnText(undecided.oneOf);
        chains.push_back({std::move(undecided)});
    }
    if ((chains.empty() && !tails.isElsewhere) || (tails.isEdited && !tails.chains.empty()))
        chains.push_back({std::move(link)});
    m_wasElsewhere |= chains.empty();
    return chains;
}

ChainFinder::Tails ChainFinder::behind(const plans::ResourceInstanceChange& change, const plans::Cause& cause) {
    using Of = plans::Dependency::Kind;
    switch (cause.kind) {
    case Kind::Argument:
    case Kind::Unset:
        return change.change.importing && !m_isInferred ? behindImported(change, cause) : behindArgument(change, cause);
    case Kind::Unknown:
        return behindArgument(change, cause);
    case Kind::Sensitive:
        return expanded(change.address, sensitiveSources(change, cause));
    case Kind::Trigger:
        return m_isInferred ? inferredBehindTrigger(change)
                            : expanded(change.address, instancesOf(change.address, Of::Trigger, cause.range));
    case Kind::Pending:
        return behindPending(change, cause);
    case Kind::Declared:
    case Kind::Undeclared:
        return m_isInferred            ? inferredBehindRepetition(change, cause)
               : cause.range.isEmpty() ? Tails()
                                       : behindRepetition(change, cause);
    default:
        return {};
    }
}

/// The values of an imported object are not those of this configuration before: only what other objects show to have
/// changed can be the root.
ChainFinder::Tails ChainFinder::behindImported(const plans::ResourceInstanceChange& change, const plans::Cause& cause) {
    Tails tails = behindArgument(change, cause);
    const auto isShown = [&](const Chain& chain) {
        const Link& root = chain.back();
        const auto* named = std::get_if<plans::NamedValue>(&root.subject);
        return named && root.oneOf.empty() && m_values.isShownChanged(*named, root.path, change.address);
    };
    return tails.oneOf.empty() && std::ranges::all_of(tails.chains, isShown) ? std::move(tails) : Tails();
}

ChainFinder::Tails ChainFinder::expanded(const plans::DependencyEnd& holder, const std::vector<ValueSource>& sources) {
    Tails tails;
    std::vector<Chain> possible;
    bool isNamed = false; // one of the possible roots is that of an earlier chain
    for (const ValueSource& source : sources) {
        const int repeated = m_repeated;
        Tails one = source.isCertain || m_isPossible ? follow(holder, source) : followPossible(holder, source);
        if (!one.place.isEmpty() && !source.isCertain) { // an edited text is one of several possible roots
            Link link;
            link.subject = holder;
            link.range = link.place = one.place;
            possible.push_back({std::move(link)});
            continue;
        }
        if (tails.place.isEmpty())
            tails.place = one.place;
        tails.isEdited |= !one.place.isEmpty();
        tails.isElsewhere |= one.isElsewhere;
        isNamed |= one.isElsewhere && !source.isCertain && m_repeated > repeated;
        std::ranges::move(one.chains, std::back_inserter(source.isCertain ? tails.chains : possible));
    }
    if (isNamed)
        possible.clear();
    std::vector<Link> roots;
    for (const Chain& chain : possible) {
        const std::vector<Link> candidates =
            chain.back().oneOf.empty() ? std::vector{chain.back()} : chain.back().oneOf;
        for (const Link& root : candidates)
            if (std::ranges::none_of(roots, [&](const Link& other) { return isSameRoot(root, other); }))
                roots.push_back(root);
    }
    if (roots.size() == 1 && possible.front().front().subject == holder && possible.front().size() == 1 &&
        possible.front().front().part.empty())
        tails.place = possible.front().front().place;
    else if (possible.size() == 1 || (roots.size() == 1 && possible.front().back().oneOf.empty()))
        tails.chains.push_back(std::move(possible.front()));
    else
        tails.oneOf = std::move(roots);
    return tails;
}

/// Follows one of several possible sources. Another cause may still lead to the same root, and to no other.
ChainFinder::Tails ChainFinder::followPossible(const plans::DependencyEnd& holder, const ValueSource& source) {
    const Seen seen = m_seen;
    m_seenBefore = &seen;
    m_isPossible = true;
    Tails tails = follow(holder, source);
    m_isPossible = false;
    m_seenBefore = nullptr;
    m_seen = seen;
    return tails;
}

ChainFinder::Tails ChainFinder::follow(const plans::DependencyEnd& holder, const ValueSource& source) {
    Tails tails;
    if (source.kind == ValueSource::Kind::Written) {
        tails.place = source.range;
        return tails;
    }
    if (source.kind != ValueSource::Kind::Reference) {
        Link link;
        link.subject = holder;
        link.part = source.kind == ValueSource::Kind::File ? "file " + source.text : source.text;
        link.range = source.range;
        link.place = source.place;
        if (source.kind == ValueSource::Kind::File && !source.path.isEmpty()) {
            link.path = source.path;
            link.before = source.isExact ? inTypeOf(source.after, source.before) : std::nullopt;
            link.after = source.after;
        }
        tails.chains.push_back({std::move(link)});
        return tails;
    }
    if (const auto [end, isNew] = m_seen.emplace(source.reference->dependency, source.path.toString()); !isNew) {
        tails.isElsewhere = !m_fruitless.contains(*end);
        m_repeated += tails.isElsewhere && (!m_seenBefore || m_seenBefore->contains(*end));
        return tails;
    }
    const auto* instance = std::get_if<addrs::AbsResourceInstance>(&source.reference->dependency);
    m_wasElsewhere = false;
    tails.chains = instance ? followInstance(*instance, source)
                            : followNamed(std::get<plans::NamedValue>(source.reference->dependency), source);
    tails.isElsewhere = tails.chains.empty() && m_wasElsewhere;
    if (m_isInferred && tails.isEmpty())
        m_fruitless.emplace(source.reference->dependency, source.path.toString());
    return tails;
}

std::vector<Chain> ChainFinder::followInstance(const addrs::AbsResourceInstance& address, const ValueSource& source) {
    const plans::ResourceInstanceChange* change = m_values.changes().resource(address);
    if (change && change->change.action != Action::NoOp && !onlyDrifted(*change, source.path))
        return from(*change, source.path);
    Link link;
    link.subject = address;
    link.range = source.range;
    link.before = source.before;
    link.after = source.after;
    if (m_values.driftOf(address)) {
        link.cause = plans::Cause{Kind::Drift, source.path, {}};
        link.origin = plans::Origin::Provider;
        return {{std::move(link)}};
    }
    if (address.resource.mode != addrs::ResourceMode::Data || m_isInferred)
        return {};
    const auto values = m_values.of(address, source.path);
    if (values && !values->isDifferent())
        return {};
    link.origin = plans::Origin::Provider;
    if (const configs::Resource* data = resourceOf(plan(), address.config()))
        link.place = data->range;
    return finished(std::move(link), behindData(address));
}

std::vector<Chain> chains(const plans::Plan& plan, const plans::ResourceInstanceChange& change) {
    const PlanValues values(plan);
    return chains(values, change);
}

std::vector<Chain> chains(const PlanValues& values, const plans::ResourceInstanceChange& change,
                          const PathFilter& isWanted) {
    ChainFinder finder(values, isWanted);
    std::vector<Chain> found = finder.from(change, {});
    std::ranges::move(finder.ofOtherCauses(change), std::back_inserter(found));
    removeRepeatedFiles(found, change.causes.empty());
    decideBySiblings(values, found);
    addSwitchedReferences(values, found);
    addDefaultsOfTypes(values, found);
    finder.removeUnedited(change, found);
    removeExplained(found, change.causes.empty());
    if (change.causes.empty())
        limitRoots(found);
    markSensitive(found);
    return found;
}

Chain chain(const plans::Plan& plan, const plans::ResourceInstanceChange& change) {
    std::vector<Chain> all = chains(plan, change);
    return all.empty() ? Chain() : std::move(all.front());
}

} // namespace planlens::explain
