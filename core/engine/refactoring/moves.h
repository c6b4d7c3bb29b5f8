// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/move_endpoint.h"
#include "core/addrs/target.h"
#include "core/engine/evaluation/runtime.h"
#include "core/states/state.h"

#include <map>
#include <set>
#include <vector>

namespace planlens::configs {
struct Config;
}
namespace planlens::engine {

/// A `moved` block of the configuration, or a move implied by adding or removing count.
struct MoveStatement {
    addrs::MoveEndpointInModule from, to;
    diags::SourceRange range;
    bool implied = false;
};

/// The result of applying moves to a state.
struct MoveResults {
    std::map<addrs::AbsResourceInstance, addrs::AbsResourceInstance> previous; // new address → old address
    std::set<addrs::AbsResourceInstance> implied;                              // new addresses without a moved block
    std::map<addrs::AbsResourceInstance, diags::SourceRange> by;               // by new address: the last statement
    struct Blocked {
        std::string wanted, actual; // the target address and the unchanged one, of resources or single instances
    };
    std::vector<Blocked> blocked;

    /// Returns the address in the previous run, which is the same unless moved.
    addrs::AbsResourceInstance previousAddress(const addrs::AbsResourceInstance& address) const {
        const auto it = previous.find(address);
        return it == previous.end() ? address : it->second;
    }
    /// Whether a moved block moved the instance to this address.
    bool isExplicit(const addrs::AbsResourceInstance& address) const {
        return previous.contains(address) && !implied.contains(address);
    }
};

/// Collects the explicit statements of all modules, followed by the implied ones.
std::vector<MoveStatement> findMoves(const configs::Config& config, const states::State& state);
/// Applies the statements to the state, in dependency order. Contradictory statements are not applied.
MoveResults applyMoves(const std::vector<MoveStatement>& statements, states::State& state);
/// Validates the statements with the instances declared after expansion. If there are errors, they replace all other
/// diagnostics of the plan.
diags::Diagnostics validateMoves(const std::vector<MoveStatement>& statements, const configs::Config& config,
                                 const Runtime& runtime);
/// Returns the warning "Unresolved resource instance address changes" for blocked moves.
diags::Diagnostics blockedMovesWarning(const MoveResults& results);
/// Reports moves that -target or -exclude covers only in part.
diags::Diagnostics checkTargetedMoves(const MoveResults& results, const std::vector<addrs::TargetSubject>& targets,
                                      const std::vector<addrs::TargetSubject>& excludes);

} // namespace planlens::engine
