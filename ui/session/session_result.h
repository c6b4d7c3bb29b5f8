// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/tool_program.h"
#include "core/configs/variables.h"
#include "core/cost/plan_costs.h"
#include "core/diff/same_changes.h"
#include "core/engine/plan.h"
#include "core/masking/secrets.h"
#include "core/risk/findings.h"
#include "core/risk/likely_moves.h"
#include "core/workspace/state_location.h"
#include "ui/basics/session_types.h"
#include "ui/session/finished_plan.h"

#include <QDateTime>

#include <memory>
#include <optional>

namespace planlens::configs {
struct Config;
}
namespace planlens::lang {
class FilesRead;
}
namespace planlens::plans {
class Changes;
struct Plan;
} // namespace planlens::plans
namespace planlens::models {
class ChangeFacts;
struct ChangeRows;
} // namespace planlens::models

namespace planlens::session {

struct StateSnapshot;

/// What windows show for a plan besides its values. Made on the worker thread, because that is slow for large plans.
struct PlanAnalysis {
    std::vector<risk::Finding> findings;
    std::shared_ptr<const cost::PlanCosts> costs; // null without an estimate
    std::vector<risk::LikelyMove> likelyMoves;
    std::shared_ptr<const std::vector<diff::SameChange>> sameChanges;
    std::shared_ptr<const models::ChangeFacts> facts;
    std::shared_ptr<models::ChangeRows>
        rows; // owned and modified by the tree model of the window; all other code may only read their secrets
};

/// The stored state that a plan is for.
struct StateSource {
    workspace::StateLocation location;
    std::optional<backends::Tool> tool; // that read the state
    quint64 serial = 0;
    QString lineage;
};

/// The root variables that the user is asked for.
struct AskedVariables {
    QVector<AskedVariable> missing; // without a valid value; there is no plan then
    QVector<AskedVariable> typed;   // with an entered value
};

/// The programs that planning and applying start.
struct Programs {
    QVector<Program> started;
    QVector<Program> untrusted; // nothing was planned then
};

/// The result of one request. Immutable after publication.
struct Result {
    quint64 generation = 0;
    Request request;
    QString workspace;
    QStringList workspaces;
    std::shared_ptr<const configs::Config> config; // null if nothing could be read
    std::map<std::string, configs::RootVariable> variables;
    AskedVariables askedVariables;
    Programs programs;
    StateSource stateSource;
    std::shared_ptr<const plans::Plan> plan; // null if planning failed early
    PlanAnalysis analysis;
    QString planHash;                           // SHA-256 of the plan JSON, hexadecimal
    std::optional<FinishedPlan> finished;       // set for a plan from a file, which cannot be planned again
    std::shared_ptr<const StateSnapshot> state; // set if the file is a state and there is no plan
    engine::ProviderReadCachePtr readCache;
    QDateTime readAt; // time of the oldest provider response
    std::shared_ptr<const lang::FilesRead>
        filesRead; // read by functions of the configuration; null if nothing was planned
    QVector<DiagnosticText> diagnostics;
    bool canEstimate = false; // planning failed because of the providers; an estimate is possible
    bool wasStopped = false;
    bool isOutdated = false; // the newest request failed: the diagnostics are its own, the rest is from an earlier one
    int milliseconds = 0;

    bool hasErrors() const;
    const plans::Changes& changes() const; // of the plan, which exists
    /// Returns the secrets of the plan. Computed from the whole plan unless prepare() was called. Empty without a plan.
    masking::Secrets secrets() const;
    /// Completes the analysis of the plan, if any, whose findings are set. `secrets` are those of the plan.
    void prepare(masking::Secrets secrets);
};

} // namespace planlens::session
