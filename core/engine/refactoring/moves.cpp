// SPDX-License-Identifier: MPL-2.0
#include "core/engine/refactoring/moves.h"

#include "core/configs/config.h"
#include "core/graph/graph.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace planlens::engine {

namespace {

using addrs::AbsMoveable;
using addrs::AbsResource;
using addrs::AbsResourceInstance;
using addrs::InstanceKey;
using addrs::ModuleInstance;
using diags::Diagnostics;

bool mentions(const std::vector<MoveStatement>& statements, const AbsResource& resource) {
    return std::any_of(statements.begin(), statements.end(), [&](const MoveStatement& statement) {
        return statement.from.selectsResource(resource) || statement.to.selectsResource(resource);
    });
}
bool mentions(const std::vector<MoveStatement>& statements, const ModuleInstance& module) {
    return std::any_of(statements.begin(), statements.end(), [&](const MoveStatement& statement) {
        return statement.from.selectsModule(module) || statement.to.selectsModule(module);
    });
}

void addExplicit(const configs::Config& config, std::vector<MoveStatement>& statements) {
    config.forEachModule([&](const configs::ModuleNode& node) {
        for (const configs::Moved& moved : node.module.moved)
            if (auto unified = addrs::unifyMoveEndpoints(node.path, moved.from, moved.to))
                statements.push_back({std::move(unified->first), std::move(unified->second), moved.range, false});
    });
}

/// Adds the moves implied by adding or removing count, between the instances without key and with key 0. Conflicts are
/// found by applyMoves().
void addImplied(const configs::Config& config, const states::State& state, std::vector<MoveStatement>& statements) {
    const std::vector<MoveStatement> given = statements;
    const auto add = [&](AbsMoveable from, AbsMoveable to, const diags::SourceRange& range) {
        statements.push_back({addrs::impliedMoveEndpoint(std::move(from), range),
                              addrs::impliedMoveEndpoint(std::move(to), range), range, true});
    };
    const InstanceKey none, first(std::int64_t{0});
    std::set<ModuleInstance> modules; // modules that directly contain resources
    for (const auto& [address, resource] : state.resources()) {
        modules.insert(address.module);
        const configs::Resource* declared = config.resource(address.config());
        if (!declared || declared->forEach || mentions(given, address))
            continue;
        const InstanceKey& from = declared->count ? none : first;
        if (resource.instances.contains(from))
            add(address.instance(from), address.instance(declared->count ? first : none),
                declared->count ? declared->count->range() : declared->range);
    }
    for (const ModuleInstance& module : modules) {
        const configs::ModuleNode* parent = module.isRoot() ? nullptr : config.module(module.parent().module());
        const auto call = parent ? parent->module.moduleCalls.find(module.path.back().name)
                                 : std::map<std::string, configs::ModuleCall>::const_iterator();
        if (!parent || call == parent->module.moduleCalls.end() || call->second.forEach || mentions(given, module))
            continue;
        ModuleInstance target = module;
        target.path.back().key = call->second.count ? first : none;
        if (module.path.back().key == (call->second.count ? none : first))
            add(module, target, call->second.count ? call->second.count->range() : call->second.range);
    }
}

/// Whether `a` must be applied after `b`.
bool dependsOn(const MoveStatement& a, const MoveStatement& b) {
    if (a.from.canChainFrom(b.to))
        return true;
    if (!(a.from.isNestedWithin(b.to) || a.to.isNestedWithin(b.to) || b.from.isNestedWithin(a.from) ||
          b.to.isNestedWithin(a.from)))
        return false;
    // A statement of an outer module that changes only keys does not affect moves within it.
    return a.to.module.path.size() >= b.to.module.path.size() || !a.from.isModuleReindex(a.to);
}

graph::Graph orderOf(const std::vector<MoveStatement>& statements) {
    graph::GraphBuilder builder;
    for (std::size_t i = 0; i < statements.size(); ++i)
        builder.addVertex();
    for (std::size_t i = 0; i < statements.size(); ++i)
        for (std::size_t j = 0; j < statements.size(); ++j)
            if (i != j && dependsOn(statements[i], statements[j]))
                builder.addEdge(static_cast<graph::Vertex>(i), static_cast<graph::Vertex>(j));
    return builder.build();
}

class Mover {
public:
    Mover(states::State& state, MoveResults& results)
        : m_state(state)
        , m_results(results) {}

    void apply(const MoveStatement& statement) {
        m_implied = statement.implied;
        m_range = statement.range;
        if (statement.from.kind() == addrs::MoveEndpointKind::Module)
            moveModules(statement);
        else
            moveResources(statement);
    }

private:
    void record(const AbsResourceInstance& from, const AbsResourceInstance& to) {
        AbsResourceInstance original = from;
        if (const auto earlier = m_results.previous.find(from); earlier != m_results.previous.end()) {
            original = earlier->second;
            m_results.previous.erase(earlier);
        }
        if (original == to)
            return;
        m_results.previous.insert_or_assign(to, original);
        m_results.by.insert_or_assign(to, m_range);
        if (m_implied)
            m_results.implied.insert(to);
        else
            m_results.implied.erase(to);
    }

    // The object itself blocks a move to the same address. Validation reports it, unless targets leave it out.
    void moveModules(const MoveStatement& statement) {
        std::set<ModuleInstance> present;
        for (const auto& [address, resource] : m_state.resources())
            present.insert(address.module);
        std::vector<std::pair<ModuleInstance, ModuleInstance>> moves;
        for (const ModuleInstance& module : present)
            if (const auto target = addrs::moveDestination(module, statement.from, statement.to))
                moves.emplace_back(module, *target);
        for (const auto& [from, to] : moves) {
            std::vector<AbsResource> inside;
            bool blocked = false;
            for (const auto& [address, resource] : m_state.resources()) {
                if (address.module == from)
                    inside.push_back(address);
                blocked |= address.module == to;
            }
            if (blocked) {
                block(from.toString(), to.toString());
                continue;
            }
            for (const AbsResource& address : inside)
                moveResource(address, {to, address.resource});
        }
    }

    void moveResources(const MoveStatement& statement) {
        std::vector<std::pair<AbsResource, AbsResource>> whole;
        std::vector<std::pair<AbsResourceInstance, AbsResourceInstance>> single;
        for (const auto& [address, resource] : m_state.resources()) {
            if (const auto target = addrs::moveDestination(address, statement.from, statement.to)) {
                whole.emplace_back(address, *target);
                continue;
            }
            for (const auto& [key, instance] : resource.instances)
                if (const auto target = addrs::moveDestination(address.instance(key), statement.from, statement.to))
                    single.emplace_back(address.instance(key), *target);
        }
        for (const auto& [from, to] : whole) {
            if (m_state.resource(to))
                block(from.toString(), to.toString());
            else
                moveResource(from, to);
        }
        for (const auto& [from, to] : single) {
            if (m_state.instance(to)) {
                block(from.toString(), to.toString());
                continue;
            }
            m_state.move(from, to);
            record(from, to);
        }
    }

    void moveResource(const AbsResource& from, const AbsResource& to) {
        std::vector<InstanceKey> keys;
        for (const auto& [key, instance] : m_state.resource(from)->instances)
            keys.push_back(key);
        m_state.move(from, to);
        for (const InstanceKey& key : keys)
            record(from.instance(key), to.instance(key));
    }

    /// Records a blocked move. If several statements would move an object, only the last one is reported.
    void block(std::string actual, std::string wanted) {
        std::erase_if(m_results.blocked, [&](const MoveResults::Blocked& earlier) { return earlier.actual == actual; });
        m_results.blocked.push_back({std::move(wanted), std::move(actual)});
    }

    states::State& m_state;
    MoveResults& m_results;
    bool m_implied = false; // of the current statement
    diags::SourceRange m_range;
};

/// Formats the start of a range as "main.tf:2,1".
std::string startText(const diags::SourceRange& range) {
    return fmt::format("{}:{},{}", range.filename.str(), range.start.line, range.start.column);
}

struct Declared {
    bool exists = false;
    std::optional<diags::SourceRange> range;
};

Declared declaration(const AbsMoveable& subject, const configs::Config& config, const Runtime& runtime) {
    const auto ofCall = [&](const ModuleInstance& parent, const std::string& name,
                            bool instance) -> std::optional<diags::SourceRange> {
        const configs::ModuleNode* node = config.module(parent.module());
        const auto call =
            node ? node->module.moduleCalls.find(name) : std::map<std::string, configs::ModuleCall>::const_iterator();
        if (!node || call == node->module.moduleCalls.end())
            return {};
        if (instance && call->second.forEach)
            return call->second.forEach->range();
        if (instance && call->second.count)
            return call->second.count->range();
        return call->second.range;
    };
    if (const auto* module = std::get_if<ModuleInstance>(&subject))
        return {!module->isRoot() && runtime.find(*module) != nullptr,
                ofCall(module->parent(), module->path.back().name, true)};
    if (const auto* call = std::get_if<addrs::AbsModuleCall>(&subject)) {
        const ModuleRuntime* parent = runtime.find(call->module);
        const auto found =
            parent ? parent->calls.find(call->name) : std::map<std::string, CallRuntime, std::less<>>::const_iterator();
        return {parent && found != parent->calls.end() && found->second.isExpanded(),
                ofCall(call->module, call->name, false)};
    }
    const AbsResource resource = std::holds_alternative<AbsResource>(subject)
                                     ? std::get<AbsResource>(subject)
                                     : std::get<AbsResourceInstance>(subject).containing();
    const configs::Resource* declared = config.resource(resource.config());
    const ResourceRuntime* found = runtime.find(resource);
    Declared result;
    result.exists = declared && found && found->isExpanded();
    if (const auto* instance = std::get_if<AbsResourceInstance>(&subject)) {
        result.exists = found && found->isExpanded() && found->instances().find(instance->key).has_value();
        if (declared)
            result.range = declared->forEach ? declared->forEach->range()
                           : declared->count ? declared->count->range()
                                             : declared->range;
    } else if (declared) {
        result.range = declared->range;
    }
    return result;
}

std::pair<std::string_view, std::string_view> nouns(const AbsMoveable& subject) {
    switch (subject.index()) {
    case 0:
        return {"module instance", "instance"};
    case 1:
        return {"module call", "call"};
    case 2:
        return {"resource", "resource"};
    default:
        return {"resource instance", "instance"};
    }
}

} // namespace

std::vector<MoveStatement> findMoves(const configs::Config& config, const states::State& state) {
    std::vector<MoveStatement> statements;
    addExplicit(config, statements);
    addImplied(config, state, statements);
    return statements;
}

MoveResults applyMoves(const std::vector<MoveStatement>& statements, states::State& state) {
    MoveResults results;
    if (statements.empty())
        return results;
    const auto order = orderOf(statements).topologicalOrder();
    if (!order)
        return results; // contradictory statements are not applied; validation reports them
    Mover mover(state, results);
    for (const graph::Vertex v : *order)
        mover.apply(statements[graph::index(v)]);
    return results;
}

Diagnostics validateMoves(const std::vector<MoveStatement>& statements, const configs::Config& config,
                          const Runtime& runtime) {
    Diagnostics diagnostics;
    struct Seen {
        AbsMoveable other;
        diags::SourceRange range;
    };
    // A resource and its instance without key have the same text, and so have module calls and instances.
    const auto nameOf = [](const AbsMoveable& object) { return std::pair(object.index(), addrs::toString(object)); };
    std::map<std::pair<std::size_t, std::string>, Seen> sources, destinations;
    for (const MoveStatement& statement : statements) {
        const configs::ModuleNode* node = config.module(statement.from.module);
        if (!node)
            continue;
        for (const ModuleRuntime* module : runtime.instancesOf(*node)) {
            const AbsMoveable from = statement.from.inModuleInstance(module->address);
            const AbsMoveable to = statement.to.inModuleInstance(module->address);
            const std::string fromText = addrs::toString(from), toText = addrs::toString(to);
            if (from == to) {
                diagnostics.error("Redundant move statement",
                                  fmt::format("This statement declares a move from {} to the same address, which is "
                                              "the same as not declaring this move at all.",
                                              fromText),
                                  statement.range);
                continue;
            }
            const auto [noun, shortNoun] = nouns(from);
            if (const Declared declared = declaration(from, config, runtime); declared.exists && !statement.implied)
                diagnostics.error("Moved object still exists",
                                  fmt::format("This statement declares a move from {}, but that {} is still "
                                              "declared{}.\n\nChange your configuration so that this {} will be "
                                              "declared as {} instead.",
                                              fromText, noun,
                                              declared.range ? " at " + startText(*declared.range) : std::string(),
                                              shortNoun, toText),
                                  statement.range);
            const auto [source, firstSource] = sources.emplace(nameOf(from), Seen{to, statement.range});
            if (!firstSource && source->second.other != to)
                diagnostics.error("Ambiguous move statements",
                                  fmt::format("A statement at {} declared that {} moved to {}, but this statement "
                                              "instead declares that it moved to {}.\n\nEach {} can move to "
                                              "only one destination {}.",
                                              startText(source->second.range), fromText,
                                              addrs::toString(source->second.other), toText, noun, shortNoun),
                                  statement.range);
            const auto [destination, firstDestination] = destinations.emplace(nameOf(to), Seen{from, statement.range});
            if (!firstDestination && destination->second.other != from)
                diagnostics.error("Ambiguous move statements",
                                  fmt::format("A statement at {} declared that {} moved to {}, but this statement "
                                              "instead declares that {} moved there.\n\nEach {} can have moved "
                                              "from only one source {}.",
                                              startText(destination->second.range),
                                              addrs::toString(destination->second.other), toText, fromText, noun,
                                              shortNoun),
                                  statement.range);
        }
    }
    if (diagnostics.hasErrors())
        return diagnostics;
    for (const std::vector<graph::Vertex>& cycle : orderOf(statements).cycles()) {
        std::vector<std::string> lines;
        for (const graph::Vertex v : cycle) {
            const MoveStatement& statement = statements[graph::index(v)];
            lines.push_back(fmt::format("\n  - {}: {} → {}", startText(statement.range), statement.from.toString(),
                                        statement.to.toString()));
        }
        std::sort(lines.begin(), lines.end());
        std::string list;
        for (const std::string& line : lines)
            list += line;
        diagnostics.error("Cyclic dependency in move statements",
                          fmt::format("The following chained move statements form a cycle, and so there is no final "
                                      "location to move objects to:{}\n\nA chain of move statements must "
                                      "end with an address that doesn't appear in any other statements, and which "
                                      "typically also refers to an object still declared in the "
                                      "configuration.",
                                      list));
    }
    return diagnostics;
}

Diagnostics blockedMovesWarning(const MoveResults& results) {
    if (results.blocked.empty())
        return {};
    std::string items;
    for (const MoveResults::Blocked& blocked : results.blocked)
        items += fmt::format("\n  - {} could not move to {}", blocked.actual, blocked.wanted);
    return diags::Diagnostic::warning(
        "Unresolved resource instance address changes",
        fmt::format("OpenTofu tried to adjust resource instance addresses in the prior state based on change "
                    "information recorded in the configuration, but some adjustments did not "
                    "succeed due to existing objects already at the intended addresses:{}\n\nOpenTofu has planned to "
                    "destroy these objects. If OpenTofu's proposed changes aren't "
                    "appropriate, you must first resolve the conflicts using the \"tofu state\" subcommands and then "
                    "create a new plan.",
                    items));
}

Diagnostics checkTargetedMoves(const MoveResults& results, const std::vector<addrs::TargetSubject>& targets,
                               const std::vector<addrs::TargetSubject>& excludes) {
    if (targets.empty() && excludes.empty())
        return {};
    const bool targeting = !targets.empty();
    const auto outside = [&](const AbsResourceInstance& instance) {
        const auto& subjects = targeting ? targets : excludes;
        const bool matched = std::any_of(subjects.begin(), subjects.end(), [&](const addrs::TargetSubject& subject) {
            return addrs::targetContains(subject, instance);
        });
        return targeting ? !matched : matched;
    };
    std::set<AbsResourceInstance> left;
    for (const auto& [to, from] : results.previous) {
        if (outside(from))
            left.insert(from);
        if (outside(to))
            left.insert(to);
    }
    if (left.empty())
        return {};
    std::string options;
    AbsResource previous;
    for (const AbsResourceInstance& instance : left) {
        const AbsResource resource = instance.containing();
        if (resource == previous)
            continue;
        options += fmt::format("\n  -{}={}", targeting ? "target" : "exclude", values::quoted(resource.toString()));
        previous = resource;
    }
    const std::string head = "Resource instances in your current state have moved to new addresses in the latest "
                             "configuration. OpenTofu must include those resource instances while "
                             "planning in order to ensure a correct result, but your ";
    return diags::Diagnostic::error(
        "Moved resource instances excluded by targeting",
        targeting ? fmt::format("{}-target=... options do not fully cover all of those resource instances.\n\nTo "
                                "create a valid plan, either remove your -target=... options altogether or "
                                "add the following additional target options:{}\n\nNote that adding these options may "
                                "include further additional resource instances in your plan, in order "
                                "to respect object dependencies.",
                                head, options)
                  : fmt::format("{}-exclude=... options exclude some of those resource instances.\n\nTo create a valid "
                                "plan, either remove your -exclude=... options altogether or just "
                                "specifically remove the following options:{}\n\nNote that removing these options may "
                                "include further additional resource instances in your plan, in order "
                                "to respect object dependencies.",
                                head, options));
}

} // namespace planlens::engine
