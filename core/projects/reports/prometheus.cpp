// SPDX-License-Identifier: MPL-2.0
#include "core/projects/reports/summary.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>

namespace planlens::projects {

namespace {

/// The value of a label in the text format.
std::string label(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '\\' || c == '"')
            escaped += '\\';
        if (c == '\n')
            escaped += "\\n";
        else
            escaped += c;
    }
    return escaped;
}

using Sample = std::function<void(std::string& text, const ReportedProject& project)>;

void addMetric(std::string& text, const Summary& summary, std::string_view name, std::string_view help,
               const Sample& sample) {
    text += fmt::format("# HELP {0} {1}\n# TYPE {0} gauge\n", name, help);
    for (const ReportedProject& project : summary.projects)
        sample(text, project);
}

} // namespace

std::string prometheus(const Summary& summary) {
    using Status = ReportedProject::Status;
    std::string text;
    const auto add = [&](std::string_view name, std::string_view help, const auto& valueOf) {
        addMetric(text, summary, name, help, [&](std::string& out, const ReportedProject& project) {
            if (project.status != Status::Missing)
                out += fmt::format("{}{{project=\"{}\"}} {}\n", name, label(project.name), valueOf(project));
        });
    };
    addMetric(text, summary, "planlens_project_changes", "Planned changes of a project by action.",
              [&](std::string& out, const ReportedProject& project) {
                  for (std::size_t i = 0; project.status == Status::Planned && i < report::kinds; ++i)
                      if (report::Kind(i) != report::Kind::Unchanged)
                          out += fmt::format("planlens_project_changes{{project=\"{}\",action=\"{}\"}} {}\n",
                                             label(project.name), report::word(report::Kind(i)),
                                             project.result.counts.changes[i]);
              });
    add("planlens_project_drift", "Objects that were changed or deleted outside of the configuration.",
        [](const ReportedProject& project) { return project.result.counts.drift; });
    addMetric(text, summary, "planlens_project_drift_since_seconds",
              "Start of the first result in an unbroken row that shows the drift of a project, in seconds since 1970.",
              [](std::string& out, const ReportedProject& project) {
                  if (const std::optional<DriftSince> row = Summary::driftOf(project))
                      out += fmt::format("planlens_project_drift_since_seconds{{project=\"{}\"}} {}\n",
                                         label(project.name), row->since);
              });
    addMetric(text, summary, "planlens_project_failed", "1 if a project has no complete plan.",
              [](std::string& out, const ReportedProject& project) {
                  out += fmt::format("planlens_project_failed{{project=\"{}\"}} {}\n", label(project.name),
                                     project.status == Status::Planned ? 0 : 1);
              });
    addMetric(text, summary, "planlens_project_findings", "Findings of a project by severity.",
              [](std::string& out, const ReportedProject& project) {
                  if (project.status == Status::Missing)
                      return;
                  const PlanCounts& counts = project.result.counts;
                  for (const auto& [severity, count] :
                       {std::pair("high", counts.high), {"medium", counts.medium}, {"low", counts.low}})
                      out += fmt::format("planlens_project_findings{{project=\"{}\",severity=\"{}\"}} {}\n",
                                         label(project.name), severity, count);
              });
    add("planlens_project_resources", "Resource instances in the plan of a project.",
        [](const ReportedProject& project) { return project.result.counts.resources; });
    add("planlens_project_plan_timestamp_seconds", "Time when a project was planned, in seconds since 1970.",
        [](const ReportedProject& project) { return project.result.started; });
    add("planlens_project_plan_age_seconds", "Age of the plan of a project when the report was written.",
        [&](const ReportedProject& project) {
            return std::max<std::int64_t>(0, summary.now - project.result.started);
        });
    add("planlens_project_plan_duration_seconds", "Duration of planning a project.",
        [](const ReportedProject& project) { return fmt::format("{:.3f}", project.result.seconds); });
    return text;
}

} // namespace planlens::projects
