// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/app/support/project_folder.h"

#include <vector>

namespace planlens::testing {

/// Opens a FIFO for writing once it has a reader, because opening blocks before. Returns -1 if it gets none in time.
int openForWriting(const QString& path);

/// A configuration whose apply waits at several steps until the test releases it: terraform_data.start, then for each
/// step a data source that reads a FIFO, and terraform_data.after[step], which depends on it.
class WaitingSteps {
public:
    /// Writes main.tf and creates the FIFOs.
    WaitingSteps(const ProjectFolder& folder, int count);
    ~WaitingSteps();
    WaitingSteps(const WaitingSteps&) = delete;
    WaitingSteps& operator=(const WaitingSteps&) = delete;
    /// Waits until the step is reached and releases it. Returns false if it is not reached in time.
    bool release(int step);
    /// Waits until the step is reached.
    bool isReached(int step);
    /// Replaces the FIFOs by files, so that the data sources can be read again without blocking.
    void replaceByFiles() const;

private:
    QString pipe(int step) const;
    const ProjectFolder& m_folder;
    std::vector<int> m_open; // the FIFOs of the steps that were reached
};

} // namespace planlens::testing
