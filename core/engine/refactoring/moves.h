// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/target.h"
#include "core/configs/config.h"
#include "core/engine/evaluation/runtime.h"
#include "core/states/state.h"

#include <map>
#include <set>
#include <vector>

namespace planlens::engine {

/// A `moved` block of the configuration, or a move implied by count being added or taken away.
struct MoveStatement {
    addrs::MoveEndpointInModule from, to;
    diags::SourceRange range;
    bool implied = false;
};

/// What moving did to a state.
struct MoveResults {
    std::map<addrs::AbsResourceInstance, addrs::AbsResourceInstance> previous; // new address → old address
    std::set<addrs::AbsResourceInstance> implied;                // of the new ones, those that no moved block asked for
    std::map<addrs::AbsResourceInstance, diags::SourceRange> by; // of the new ones, what moved them last
    struct Blocked {
        std::string wanted, actual; // where it should be, and where it stayed: resources, or instances that move alone
    };
    std::vector<Blocked> blocked;

    /// Where the instance was in the previous run: the same address unless moved.
    addrs::AbsResourceInstance previousAddress(const addrs::AbsResourceInstance& address) const {
        const auto it = previous.find(address);
        return it == previous.end() ? address : it->second;
    }
    /// Whether a moved block brought the instance there.
    bool isExplicit(const addrs::AbsResourceInstance& address) const {
        return previous.contains(address) && !implied.contains(address);
    }
};

/// Explicit statements of all modules, then the implied ones.
std::vector<MoveStatement> findMoves(const configs::Config& config, const states::State& state);
/// Changes the state in place, statements in dependency order; nothing moves where they contradict each other.
MoveResults applyMoves(const std::vector<MoveStatement>& statements, states::State& state);
/// What is wrong with the statements, given the instances that are declared after expansion. Errors replace all other
/// diagnostics of the plan.
diags::Diagnostics validateMoves(const std::vector<MoveStatement>& statements, const configs::Config& config,
                                 const Runtime& runtime);
/// "Unresolved resource instance address changes", where moves were blocked.
diags::Diagnostics blockedMovesWarning(const MoveResults& results);
/// Errors where -target or -exclude cover only a part of a move.
diags::Diagnostics checkTargetedMoves(const MoveResults& results, const std::vector<addrs::TargetSubject>& targets,
                                      const std::vector<addrs::TargetSubject>& excludes);

} // namespace planlens::engine
