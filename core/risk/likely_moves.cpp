// SPDX-License-Identifier: MPL-2.0
#include "core/risk/likely_moves.h"

#include "core/plans/changes.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace planlens::risk {

using plans::Action;
using plans::ResourceInstanceChange;
using values::Value;

namespace {

constexpr std::size_t few = 8;        // maximum number of objects that share a lookup key
constexpr std::size_t leastAlike = 3; // equal attributes required for each different one

/// Whether an attribute identifies an object: if it differs, the objects are not the same.
bool isIdentifying(std::string_view attribute) {
    static constexpr std::array names{"name",       "bucket",   "identifier",   "filename", "path",
                                      "key",        "domain",   "domain_name",  "hostname", "zone_name",
                                      "cidr_block", "key_name", "function_name"};
    return std::find(names.begin(), names.end(), attribute) != names.end();
}

/// Whether a value equals what providers return for an unset argument.
bool isEmpty(const Value& value) {
    if (value.isNull())
        return true;
    if (!value.isKnown())
        return false;
    if (value.type().isString())
        return value.asString().empty();
    if (value.type().isBool())
        return !value.asBool();
    return !value.type().isNumber() && value.size() == 0;
}

/// Whether the planned value may equal the stored one. Unknown values do not contradict any value.
bool mayBe(const Value& planned, const Value& stored) {
    if (!planned.isKnown() || (isEmpty(planned) && isEmpty(stored)))
        return true;
    if (planned.isNull() || stored.isNull() || !stored.isKnown())
        return false;
    if (planned.isWhollyKnown())
        return planned == stored;
    if (planned.type().isSet() || stored.type().isSet())
        return true; // elements of sets cannot be matched
    const bool hasKeys = planned.type().isMapping();
    if (hasKeys != stored.type().isMapping() || planned.size() != stored.size())
        return false;
    for (std::size_t i = 0; i < planned.size(); ++i) {
        const Value* other = hasKeys ? stored.find(planned.key(i)) : &stored.element(i);
        if (!other || !mayBe(planned.element(i), *other))
            return false;
    }
    return true;
}

struct Likeness {
    std::vector<std::string> differing;
    std::size_t same = 0; // equal attributes that are wholly known and not empty
};

/// Returns std::nullopt if the objects differ too much to be the same.
std::optional<Likeness> compare(const Value& planned, const Value& stored) {
    Likeness likeness;
    for (std::size_t i = 0; i < planned.size(); ++i) {
        const Value& after = planned.element(i);
        if (!after.isKnown())
            continue;
        const Value* before = stored.find(planned.key(i));
        if (before ? mayBe(after, *before) : isEmpty(after)) {
            likeness.same += after.isWhollyKnown() && !isEmpty(after);
            continue;
        }
        if (isIdentifying(planned.key(i)))
            return {};
        likeness.differing.push_back(planned.key(i));
    }
    if (likeness.same < leastAlike * likeness.differing.size())
        return {};
    return likeness;
}

/// Whether the resource is still configured, only without this instance. Then the resource as a whole cannot have
/// moved.
bool isStillDeclared(plans::ActionReason reason) {
    using plans::ActionReason;
    return reason == ActionReason::DeleteBecauseCountIndex || reason == ActionReason::DeleteBecauseEachKey ||
           reason == ActionReason::DeleteBecauseWrongRepetition || reason == ActionReason::DeleteBecauseEnabledFalse;
}

/// Returns the instance keys of the module path. They do not change when module calls are renamed.
std::string moduleKeys(const addrs::ModuleInstance& module) {
    std::string keys;
    for (const addrs::ModuleStep& step : module.path)
        keys += step.key.toString();
    return keys;
}

class MoveFinder {
public:
    explicit MoveFinder(const plans::Changes& changes)
        : m_changes(changes) {}

    std::vector<LikelyMove> find() {
        gather();
        if (m_destroyed.empty() || m_created.empty())
            return {};
        for (std::size_t i = 0; i < m_destroyed.size(); ++i)
            note(i);
        for (std::size_t i = 0; i < m_created.size(); ++i)
            match(i);
        choose();
        nameBlocks();
        std::sort(m_moves.begin(), m_moves.end(),
                  [](const LikelyMove& a, const LikelyMove& b) { return a.from < b.from; });
        return std::move(m_moves);
    }

private:
    struct Object {
        const ResourceInstanceChange* change;
        Value value; // unmarked
    };
    /// A smaller rank is a better match: fewest differences, then the closest addresses, then most equal attributes.
    using Rank = std::tuple<std::size_t, int, std::size_t>;
    struct Match {
        std::size_t destroyed = 0, created = 0;
        Rank rank;
        std::vector<std::string> differing;
    };
    /// The best match of an object so far, and whether another match has the same rank.
    struct Best {
        const Match* match = nullptr;
        bool isShared = false;
        void take(const Match& other) {
            if (!match || other.rank < match->rank)
                *this = {&other, false};
            else if (other.rank == match->rank)
                isShared = true;
        }
    };

    void gather() {
        for (const plans::ResourceInstanceChangePtr& change : m_changes.resources()) {
            if (change->address.resource.mode != addrs::ResourceMode::Managed || !change->deposed.empty() ||
                change->isMoved() || change->change.importing)
                continue;
            const bool isDestroyed = change->change.action == Action::Delete &&
                                     change->reason != plans::ActionReason::DeleteBecauseNoMoveTarget;
            if (!isDestroyed && change->change.action != Action::Create)
                continue;
            Value value = (isDestroyed ? change->change.before : change->change.after).unmarkedDeep();
            if (value.isKnown() && !value.isNull() && value.type().isObject())
                (isDestroyed ? m_destroyed : m_created).push_back({change.get(), std::move(value)});
        }
    }

    /// Calls `onKey` with a hash for each value and part of the address that can identify an object.
    template <typename OnKey>
    static void forEachKey(const Object& object, OnKey onKey) {
        const addrs::AbsResourceInstance& address = object.change->address;
        const auto join = [](std::size_t a, std::size_t b) {
            return a ^ (b + 0x9e3779b97f4a7c15ULL + (a << 6) + (a >> 2));
        };
        const std::hash<std::string> hash;
        const std::size_t kind =
            join(hash(address.resource.type), hash(object.change->provider.config.provider.toString()));
        onKey(join(join(kind, 1), join(hash(address.resource.name), address.key.hash())));
        onKey(join(join(kind, 2), join(address.module.hash(), address.key.hash())));
        onKey(join(join(kind, 3), join(address.module.hash(), hash(address.resource.name))));
        if (!address.module.isRoot())
            onKey(join(join(kind, 4),
                       join(hash(moduleKeys(address.module)), join(hash(address.resource.name), address.key.hash()))));
        for (std::size_t i = 0; i < object.value.size(); ++i)
            if (const Value& value = object.value.element(i);
                value.isWhollyKnown() && !isEmpty(value) && !value.type().isBool())
                onKey(join(join(kind, hash(object.value.key(i))), value.hash()));
    }

    void note(std::size_t destroyed) {
        forEachKey(m_destroyed[destroyed], [&](std::size_t key) {
            if (std::vector<std::size_t>& holders = m_holders[key]; holders.size() <= few)
                holders.push_back(destroyed);
        });
    }

    static int distance(const addrs::AbsResourceInstance& a, const addrs::AbsResourceInstance& b) {
        return int(!(a.key == b.key)) + int(a.resource.name != b.resource.name) +
               int(!(a.module.module() == b.module.module())) + int(moduleKeys(a.module) != moduleKeys(b.module));
    }

    void match(std::size_t created) {
        const Object& object = m_created[created];
        std::unordered_map<std::size_t, int> votes;
        forEachKey(object, [&](std::size_t key) {
            if (const auto found = m_holders.find(key); found != m_holders.end() && found->second.size() <= few)
                for (const std::size_t destroyed : found->second)
                    ++votes[destroyed];
        });
        std::vector<std::pair<int, std::size_t>> candidates;
        for (const auto& [destroyed, count] : votes)
            candidates.emplace_back(-count, destroyed);
        std::sort(candidates.begin(), candidates.end());
        candidates.resize(std::min(candidates.size(), few));
        for (const auto& [count, destroyed] : candidates) {
            const Object& other = m_destroyed[destroyed];
            const addrs::AbsResourceInstance &to = object.change->address, &from = other.change->address;
            if (to.resource.type != from.resource.type ||
                !(object.change->provider.config.provider == other.change->provider.config.provider))
                continue; // hash collision
            if (isStillDeclared(other.change->reason) && from.key.isNone() && to.key.isNone())
                continue; // one block for both would name whole resources
            std::optional<Likeness> likeness = compare(object.value, other.value);
            // Addresses alone, however similar, are no reason to call two objects the same.
            if (likeness && likeness->same > 0)
                m_matches.push_back({destroyed,
                                     created,
                                     {likeness->differing.size(), distance(from, to), ~likeness->same},
                                     std::move(likeness->differing)});
        }
    }

    /// Selects the pairs in which each object is the unique best match of the other.
    void choose() {
        std::vector<Best> ofDestroyed(m_destroyed.size()), ofCreated(m_created.size());
        for (const Match& match : m_matches) {
            ofDestroyed[match.destroyed].take(match);
            ofCreated[match.created].take(match);
        }
        for (const Match& match : m_matches)
            if (const Best& a = ofDestroyed[match.destroyed], &b = ofCreated[match.created];
                a.match == &match && b.match == &match && !a.isShared && !b.isShared)
                m_moves.push_back({m_destroyed[match.destroyed].change->address,
                                   m_created[match.created].change->address,
                                   match.differing,
                                   {},
                                   {}});
    }

    bool canMoveWhole(const LikelyMove& move) const { return !isStillDeclared(m_changes.resource(move.from)->reason); }

    /// A resource, module instance or module call that may have moved as a whole.
    struct Scope {
        std::string from, to;
    };
    /// Returns the scopes that contain a move, widest first.
    std::vector<Scope> scopesOf(const LikelyMove& move) const {
        std::vector<Scope> scopes;
        if (!canMoveWhole(move))
            return scopes;
        const auto &from = move.from.module.path, &to = move.to.module.path;
        if (from.size() == to.size() && !from.empty() && move.from.resource == move.to.resource &&
            move.from.key == move.to.key) {
            const std::size_t at =
                std::size_t(std::mismatch(from.begin(), from.end(), to.begin()).first - from.begin());
            if (at < from.size() &&
                std::equal(from.begin() + std::ptrdiff_t(at) + 1, from.end(), to.begin() + std::ptrdiff_t(at) + 1)) {
                const auto head = [at](const addrs::ModuleInstance& module) {
                    return addrs::ModuleInstance{{module.path.begin(), module.path.begin() + std::ptrdiff_t(at) + 1}};
                };
                if (from[at].key == to[at].key && !from[at].key.isNone())
                    scopes.push_back({callOf(head(move.from.module)), callOf(head(move.to.module))});
                scopes.push_back({head(move.from.module).toString(), head(move.to.module).toString()});
            }
        }
        if (move.from.key == move.to.key && !(move.from.containing() == move.to.containing()))
            scopes.push_back({move.from.containing().toString(), move.to.containing().toString()});
        return scopes;
    }
    /// Returns the address of the module call, which covers all its instances.
    static std::string callOf(addrs::ModuleInstance module) {
        module.path.back().key = {};
        return module.toString();
    }

    /// Uses the widest possible scope. A scope has moved if all its objects in the plan have moved to the same target,
    /// and nothing else has moved there.
    void nameBlocks() {
        struct Group {
            std::size_t count = 0;
            std::string to;
            bool isSplit = false;
        };
        std::unordered_map<std::string, Group> groups;         // by source scope
        std::unordered_map<std::string, std::string> arrivals; // source by target; empty: several sources
        for (const LikelyMove& move : m_moves)
            for (const Scope& scope : scopesOf(move)) {
                Group& group = groups[scope.from];
                group.isSplit |= group.count++ > 0 && group.to != scope.to;
                group.to = scope.to;
                const auto [arrival, isNew] = arrivals.try_emplace(scope.to, scope.from);
                if (!isNew && arrival->second != scope.from)
                    arrival->second.clear();
            }
        std::unordered_map<std::string, std::size_t> present;
        const auto count = [&](const std::string& scope) {
            if (groups.contains(scope))
                ++present[scope];
        };
        for (const plans::ResourceInstanceChangePtr& change : m_changes.resources()) {
            if (change->address.resource.mode != addrs::ResourceMode::Managed || !change->deposed.empty())
                continue;
            count(change->address.containing().toString());
            for (addrs::ModuleInstance module = change->address.module; !module.isRoot(); module = module.parent()) {
                count(module.toString());
                if (!module.path.back().key.isNone())
                    count(callOf(module));
            }
        }
        for (LikelyMove& move : m_moves) {
            move.blockFrom = move.from.toString();
            move.blockTo = move.to.toString();
            for (const Scope& scope : scopesOf(move))
                if (const Group& group = groups[scope.from];
                    !group.isSplit && group.count == present[scope.from] && !arrivals[scope.to].empty()) {
                    move.blockFrom = scope.from;
                    move.blockTo = scope.to;
                    break;
                }
        }
    }

    const plans::Changes& m_changes;
    std::vector<Object> m_destroyed, m_created;
    std::unordered_map<std::size_t, std::vector<std::size_t>> m_holders; // destroyed objects by lookup key
    std::vector<Match> m_matches;
    std::vector<LikelyMove> m_moves;
};

} // namespace

std::vector<LikelyMove> likelyMoves(const plans::Changes& changes) {
    return MoveFinder(changes).find();
}

} // namespace planlens::risk
