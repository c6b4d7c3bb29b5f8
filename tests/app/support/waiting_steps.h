// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/app/support/project_folder.h"

#include <vector>

namespace planlens::testing {

/// A configuration whose apply waits at each of some steps until it is let go: terraform_data.start, then for each step
/// a data source that reads a pipe and terraform_data.after[step], which depends on it.
class WaitingSteps {
public:
    /// Writes main.tf and makes the pipes.
    WaitingSteps(const ProjectFolder& folder, int count);
    ~WaitingSteps();
    WaitingSteps(const WaitingSteps&) = delete;
    WaitingSteps& operator=(const WaitingSteps&) = delete;
    /// Waits until the step is being done, and lets it go on; false where it does not come.
    bool letGo(int step);
    /// Waits until the step is being done.
    bool isReached(int step);
    /// So that what is read can be read again without waiting.
    void replaceByFiles() const;

private:
    QString pipe(int step) const;
    const ProjectFolder& m_folder;
    std::vector<int> m_open; // the pipes of the steps that were reached
};

} // namespace planlens::testing
