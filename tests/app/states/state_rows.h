// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/app/support/project_folder.h"

#include <vector>

namespace planlens::testing {

/// Commands that are run one after the other in a folder with stateOfKinds() as its state.
struct StateRow {
    const char* name = "";
    std::vector<QStringList> commands;
    QByteArray input = {};                    // of each command
    Environment environment = {};             // of each command
    std::map<QString, QByteArray> files = {}; // besides the state; an empty text removes it
    bool isUnordered = false;                 // the reference prints lines in random order
    bool hasOwnBackup = false;                // Planlens backs up a state of which only serial or lineage change
};

std::vector<StateRow> rowsOfRemoving();
std::vector<StateRow> rowsOfMoving();
std::vector<StateRow> rowsOfProviders();
std::vector<StateRow> rowsOfTainting();
std::vector<StateRow> rowsOfPulling();
std::vector<StateRow> rowsOfWorkspaces();
std::vector<StateRow> rowsOfImporting();
std::vector<StateRow> rowsOfRefreshing();
std::vector<StateRow> rowsOfShowing();
std::vector<StateRow> rowsOfConfigurations();

} // namespace planlens::testing
