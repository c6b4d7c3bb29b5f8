// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/projects/results/history.h"
#include "core/projects/results/result.h"
#include "core/projects/results/review.h"

#include <QFile>
#include <QString>

#include <filesystem>
#include <string>
#include <string_view>

namespace planlens::testing {

/// Publishes a result in a folder of RESULTS. `history` is the text of its history; if it is empty, there is none.
inline void publishResult(const std::filesystem::path& results, const projects::Result& result,
                          const projects::Review* review, const std::string& history = {}) {
    projects::NewResultFolder folder(results, result.project);
    const auto write = [&](std::string_view name, const std::string& text) {
        QFile file(QString::fromStdString((folder.path() / name).string()));
        if (!file.open(QIODevice::WriteOnly))
            qFatal("a result cannot be written");
        file.write(text.data(), qint64(text.size()));
    };
    write(projects::resultFile, projects::resultJson(result));
    if (review)
        write(projects::reviewFile, projects::reviewJson(*review));
    if (!history.empty())
        write(projects::historyFile, history);
    if (const std::string problem = folder.publish(); !problem.empty())
        qFatal("%s", problem.c_str());
}

} // namespace planlens::testing
