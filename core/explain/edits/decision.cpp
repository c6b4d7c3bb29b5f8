// SPDX-License-Identifier: MPL-2.0
#include "core/explain/chain_finder.h"
#include "core/explain/definition.h"
#include "core/explain/summary.h"
#include "core/hcl/syntax.h"

#include <algorithm>

/// Which possible roots remain beside edits that explain the change.
namespace planlens::explain {

namespace {

bool isWholeFile(const Link& root) {
    return !root.part.empty() && root.place.isEmpty();
}

/// Returns the edited parts of a file, the first one of each line.
std::vector<Link> partsOf(const Link& file, const std::vector<Chain>& edited) {
    std::vector<Link> parts;
    for (const Chain& one : edited) {
        const Link& part = one.back();
        if (part.subject != file.subject || part.part != file.part)
            continue;
        const auto isInLine = [&](const Link& other) { return other.place.start.line == part.place.start.line; };
        if (const auto same = std::ranges::find_if(parts, isInLine); same != parts.end())
            same->before = same->after = std::nullopt; // of any value in the line
        else
            parts.push_back(part);
    }
    return parts;
}

} // namespace

/// Decides between possible roots by the chains to edits that explain the difference.
class ChainFinder::Decision {
public:
    /// `tried`: values whose edits were tried; those that no chain leads to are not roots.
    Decision(const ChainFinder& finder, std::vector<Chain> made, const std::set<plans::NamedValue>& tried,
             Evidence evidence)
        : m_finder(finder)
        , m_made(std::move(made))
        , m_tried(tried)
        , m_evidence(evidence) {}

    Tails between(Tails tails, const hcl::Expression& expression) {
        const auto isDecided = [&](const Link& root) {
            return m_finder.isText(root) || isExplaining(root) || isWritten(root);
        };
        m_areDecided = m_evidence == Evidence::Strong && std::ranges::all_of(tails.oneOf, isDecided);
        for (const Chain& chain : tails.chains)
            m_areDecided &= std::ranges::all_of(chain.back().oneOf, isDecided);
        namePartsIn(tails);
        // Another part of the value that was found was edited.
        const bool isOtherPart = m_made.size() == 1 && tails.isOneRoot() &&
                                 tails.chains.front().back().subject == m_made.front().back().subject;
        removeRefuted(tails);
        if (!areKeys() && tails.isOneRoot())
            return withDoubts(std::move(tails));
        if (areKeys() && dynamic_cast<const hcl::syntax::ScopeTraversal*>(&expression))
            tails.place = {}; // a reference was hardly edited
        if (!tails.chains.empty() || !tails.place.isEmpty())
            return tails;
        return amongPossible(std::move(tails), isOtherPart);
    }

private:
    bool areKeys() const { return m_evidence == Evidence::OfKeys; }

    std::vector<Chain>::const_iterator chainTo(const Link& root) const {
        return std::ranges::find_if(m_made, [&](const Chain& one) {
            const auto isRoot = [&](const Link& other) {
                return isSameRoot(root, other) ||
                       (!areKeys() && root.subject == other.subject && root.part == other.part &&
                        (isWholeFile(root) || isInside(placeOf(other), placeOf(root))));
            };
            return isRoot(one.back()) || (!areKeys() && std::ranges::any_of(one.back().oneOf, isRoot));
        });
    }
    bool isExplaining(const Link& root) const { return chainTo(root) != m_made.end(); }

    /// Whether edits of a root were tried. Not for the default of an attribute in its type.
    bool isWritten(const Link& root) const {
        const auto* named = std::get_if<plans::NamedValue>(&root.subject);
        return named && m_tried.contains(*named) && !m_finder.m_values.isShownChanged(*named, {}, *named) &&
               (areKeys() || !root.part.empty() || root.place.isEmpty() ||
                isInside(root.place, definitionOf(m_finder.plan(), *named).range));
    }

    bool isRefuted(const Link& root) const {
        return !isExplaining(root) && (isWritten(root) || (m_areDecided && m_finder.isText(root)));
    }

    void addMade(std::vector<Link>& possible) const {
        for (const Chain& one : m_made)
            if (std::ranges::none_of(possible, [&](const Link& root) { return isSameRoot(root, one.back()); }))
                possible.push_back(one.back());
    }

    /// Moves possible roots to the edits within their lines, and names the edited parts of files.
    void namePartsIn(std::vector<Link>& possible) const {
        for (Link& root : possible)
            for (const Chain& one : m_made)
                if (isSameRoot(root, one.back()) && !one.back().place.isEmpty()) {
                    root.place = one.back().place;
                    root.path = one.back().path;
                }
        for (const Link& root : std::exchange(possible, {})) {
            const std::vector<Link> parts = isWholeFile(root) ? partsOf(root, m_made) : std::vector<Link>();
            if (parts.empty())
                possible.push_back(root);
            possible.insert(possible.end(), parts.begin(), parts.end());
        }
    }

    void namePartsIn(Tails& tails) const {
        namePartsIn(tails.oneOf);
        for (Chain& chain : tails.chains) {
            namePartsIn(chain.back().oneOf);
            if (std::vector<Link> parts =
                    isWholeFile(chain.back()) ? partsOf(chain.back(), m_made) : std::vector<Link>();
                parts.size() == 1) {
                chain.back() = std::move(parts.front());
            } else if (!parts.empty() && chain.size() > 1) {
                chain.pop_back();
                chain.back().oneOf = std::move(parts);
            }
        }
    }

    void removeRefuted(Tails& tails) const {
        const auto isRefutedRoot = [&](const Link& root) { return isRefuted(root); };
        std::erase_if(tails.oneOf, isRefutedRoot);
        std::erase_if(tails.chains, [&](Chain& chain) {
            std::vector<Link>& possible = chain.back().oneOf;
            if (possible.empty())
                return isWritten(chain.back()) && !isExplaining(chain.back());
            std::erase_if(possible, isRefutedRoot);
            if (!possible.empty() &&
                std::ranges::none_of(possible, [&](const Link& root) { return isExplaining(root); }))
                addMade(possible);
            if (possible.size() == 1) {
                const Link root = std::exchange(possible, {}).front();
                chain.push_back(root);
                return false;
            }
            return possible.empty();
        });
    }

    /// Adds the edits to the only root unless they confirm it.
    Tails withDoubts(Tails tails) const {
        const Link root = tails.chains.front().back();
        const bool isDoubtful = m_finder.isText(root)
                                    ? m_evidence == Evidence::Strong
                                    : !root.before && (m_evidence == Evidence::Weak || !root.part.empty() ||
                                                       m_finder.isText(m_made.front().back()));
        if (isDoubtful && !isExplaining(root)) {
            tails.chains.clear();
            tails.oneOf = {root};
            addMade(tails.oneOf);
        } else if (const Link& made = m_made.front().back(); m_made.size() == 1 && !root.before && isDefault(made) &&
                                                             isSameRoot(root, made)) { // it was not given before
            tails.chains.front().back().before = made.before;
            tails.chains.front().back().after = made.after;
        }
        return tails;
    }

    bool isDefault(const Link& root) const {
        const std::optional<values::Value> value =
            root.isRootVariable() && root.before ? defaultOf(m_finder.plan(), std::get<plans::NamedValue>(root.subject))
                                                 : std::nullopt;
        return value && isSameValue(*root.before, *value);
    }

    Tails amongPossible(Tails tails, bool isOtherPart) const {
        if (std::ranges::none_of(tails.oneOf, [&](const Link& root) { return isExplaining(root); })) {
            if (tails.oneOf.empty() && m_evidence == Evidence::Weak && !isOtherPart)
                return tails;
            if (tails.oneOf.empty() && m_made.size() == 1) {
                tails.chains.push_back(m_made.front());
                return tails;
            }
            addMade(tails.oneOf);
        }
        if (tails.oneOf.size() == 1)
            if (const auto only = chainTo(tails.oneOf.front()); only != m_made.end()) {
                tails.chains.push_back(*only);
                tails.oneOf.clear();
            }
        return tails;
    }

    const ChainFinder& m_finder;
    std::vector<Chain> m_made;
    const std::set<plans::NamedValue>& m_tried;
    Evidence m_evidence;
    bool m_areDecided = false; // edits were tried for all possible roots
};

/// Decides between possible roots by the chains to edits that explain the difference. The other values whose edits were
/// tried are not roots.
ChainFinder::Tails ChainFinder::decided(Tails tails, std::vector<Chain> made, const std::set<plans::NamedValue>& tried,
                                        const hcl::Expression& expression, Evidence evidence) const {
    return made.empty() ? tails
                        : Decision(*this, std::move(made), tried, evidence).between(std::move(tails), expression);
}

} // namespace planlens::explain
