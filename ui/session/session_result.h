// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/tool_program.h"
#include "core/configs/config.h"
#include "core/diff/same_changes.h"
#include "core/engine/plan.h"
#include "core/masking/secrets.h"
#include "core/risk/findings.h"
#include "core/risk/likely_moves.h"
#include "core/workspace/state_location.h"
#include "ui/basics/session_types.h"
#include "ui/session/finished_plan.h"

#include <QDateTime>

#include <optional>

namespace planlens::lang {
class FilesRead;
}
namespace planlens::models {
class ChangeFacts;
struct ChangeRows;
} // namespace planlens::models

namespace planlens::session {

struct StateSnapshot;

/// What came of one request. Immutable once handed out.
struct Result {
    quint64 generation = 0;
    Request request;
    QString workspace;
    QStringList workspaces;
    configs::ConfigPtr config; // null where nothing could be read
    std::map<std::string, configs::RootVariable> variables;
    plans::PlanPtr plan;                 // null where nothing could be planned
    std::vector<risk::Finding> findings; // in the plan
    // Of the plan, worked out where it was made, for each takes long where it is big:
    std::vector<risk::LikelyMove> likelyMoves;
    std::shared_ptr<const std::vector<diff::SameChange>> sameChanges;
    std::shared_ptr<const models::ChangeFacts> facts;
    std::shared_ptr<models::ChangeRows>
        rows; // for the model of the window that shows it, and changes them; nobody else uses more than their secrets
    std::optional<FinishedPlan> finished; // where the plan is from a file: it can neither be planned again nor applied
    std::shared_ptr<const StateSnapshot> state; // where the file is a state, and there is no plan
    engine::ProviderReadCachePtr readCache;
    std::shared_ptr<const lang::FilesRead>
        filesRead;    // by the functions of the configuration; null where nothing was planned
    QString planHash; // SHA-256 of the plan as JSON, hexadecimal
    quint64 stateSerial = 0;
    QString stateLineage;
    workspace::StateLocation location;
    std::optional<backends::Tool> tool; // through which the state was read
    QDateTime readAt;                   // oldest answer of a provider
    QVector<DiagnosticText> diagnostics;
    QVector<AskedVariable>
        missingVariables; // without a value, or with one that cannot be used: then there is no plan to look at
    QVector<AskedVariable> typedVariables; // those with a value of the request
    QVector<Program> untrusted;            // programs that planning would start; then nothing was planned
    bool canEstimate = false; // there is no plan because of the providers; it can be estimated without them
    bool wasStopped = false;
    int milliseconds = 0;

    bool hasErrors() const;
    /// Of the plan; looked for in all of it where it was not prepared. Nothing where there is none.
    masking::Secrets secrets() const;
    /// Works out what windows show of the plan, if there is one. These are its secrets.
    void prepare(masking::Secrets secrets);
};

} // namespace planlens::session
