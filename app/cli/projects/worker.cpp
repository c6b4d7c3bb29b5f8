// SPDX-License-Identifier: MPL-2.0
#include "app/cli/projects/worker.h"

#include "core/system/environment.h"
#include "core/system/run_program.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>

namespace planlens::cli {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::size_t mostDiagnostics = 1000;  // of a project
constexpr std::size_t longestError = 4000;     // bytes
constexpr std::chrono::seconds timeToStop{12}; // after the time limit

std::string text(const json& object, const char* name) {
    const auto it = object.is_object() ? object.find(name) : object.end();
    return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
}

/// The diagnostic of an event; nullopt for other events.
std::optional<report::ReportDiagnostic> diagnosticOf(std::string_view line) {
    if (line.find("\"diagnostic\"") == std::string_view::npos)
        return {};
    const json event = json::parse(line, nullptr, false);
    if (text(event, "type") != "diagnostic" || !event.contains("diagnostic"))
        return {};
    const json& from = event["diagnostic"];
    report::ReportDiagnostic diagnostic;
    diagnostic.severity = text(from, "severity") == "error" ? diags::Severity::Error : diags::Severity::Warning;
    diagnostic.summary = text(from, "summary");
    diagnostic.detail = text(from, "detail");
    diagnostic.address = text(from, "address");
    if (const auto range = from.find("range"); range != from.end()) {
        diagnostic.file = text(*range, "filename");
        const json start = range->is_object() ? range->value(json::json_pointer("/start/line"), json()) : json();
        diagnostic.line = start.is_number_unsigned() ? start.get<std::uint32_t>() : 0;
    }
    return diagnostic;
}

/// Collects lines of any length, because events must be complete to be parsed.
class Events {
public:
    explicit Events(std::vector<report::ReportDiagnostic>& diagnostics)
        : m_diagnostics(diagnostics) {}
    void add(std::string_view bytes) {
        constexpr std::size_t longestEvent = std::size_t(16) << 20;
        for (std::size_t end; (end = bytes.find('\n')) != std::string_view::npos; bytes.remove_prefix(end + 1)) {
            m_line += bytes.substr(0, end);
            if (m_line.size() <= longestEvent && m_diagnostics.size() < mostDiagnostics)
                if (std::optional<report::ReportDiagnostic> found = diagnosticOf(m_line))
                    m_diagnostics.push_back(*std::move(found));
            m_line.clear();
        }
        if (m_line.size() <= longestEvent)
            m_line += bytes;
    }

private:
    std::vector<report::ReportDiagnostic>& m_diagnostics;
    std::string m_line;
};

std::vector<std::string> environmentOf(const projects::Project& project) {
    std::vector<std::pair<std::string, std::string>> variables{{"TF_INPUT", "0"}, {"TF_IN_AUTOMATION", "1"}};
    if (!project.workspace.empty())
        variables.emplace_back("TF_WORKSPACE", project.workspace);
    for (const std::string& text : project.environment)
        variables.emplace_back(text.substr(0, text.find('=')), text.substr(text.find('=') + 1));
    return system::withVariables(system::ownEnvironment(), variables);
}

/// This program for a project.
system::Command commandFor(const projects::Project& project, const fs::path& root, std::vector<std::string> command) {
    std::error_code error;
    std::vector<std::string> words{
        "planlens-cli", "-chdir=" + system::absolutePath(root / project.directory).lexically_normal().string()};
    words.insert(words.end(), command.begin(), command.end());
    words.insert(words.end(), project.variableOptions.begin(), project.variableOptions.end());
    fs::path self = fs::read_symlink("/proc/self/exe", error);
    return {error ? fs::path("/proc/self/exe") : std::move(self), environmentOf(project), {}, std::move(words)};
}

} // namespace

WorkerOutcome runWorker(const WorkerRequest& request, const Interrupts& interrupts) {
    WorkerOutcome outcome;
    const projects::Project& project = *request.project;
    system::Command command = commandFor(project, request.root, {request.command, "-json", "-input=false"});
    command.arguments.insert(command.arguments.end(), request.arguments.begin(), request.arguments.end());
    Events events(outcome.diagnostics);
    std::string errorOutput;
    system::Exchange exchange;
    exchange.output = [&](std::string_view bytes) { events.add(bytes); };
    exchange.error = [&](std::string_view bytes) {
        errorOutput += bytes;
        if (errorOutput.size() > 2 * longestError)
            errorOutput.erase(0, errorOutput.size() - longestError);
    };
    system::Limits limits;
    limits.stop = interrupts.stop;
    limits.forced = interrupts.forced;
    if (request.kill == WorkerRequest::Kill::Never)
        limits.manner = system::Limits::Manner::Patient;
    else // only a process that stops by itself unlocks states on servers
        limits.lifetime = system::Lifetime::StopsWithThread;
    limits.grace = timeToStop;
    if (request.timeout)
        limits.deadline = std::chrono::steady_clock::now() +
                          std::chrono::duration_cast<std::chrono::steady_clock::duration>(*request.timeout);
    const auto status = system::runProgram(command, exchange, limits);
    outcome.isInterrupted = interrupts.stop.stop_requested();
    if (!status) {
        outcome.error = fmt::format("The process cannot be started: {}.", std::strerror(status.error()));
        return outcome;
    }
    outcome.exitCode = status->code();
    outcome.isTimedOut =
        request.timeout && std::chrono::steady_clock::now() >= *limits.deadline && !status->isSuccess();
    if (outcome.isTimedOut)
        outcome.error = "It was not finished within the time limit and was stopped.";
    else if (status->code() < 0)
        outcome.error = fmt::format("The process ended unexpectedly ({}).", status->toString());
    const bool hasErrors = std::any_of(outcome.diagnostics.begin(), outcome.diagnostics.end(),
                                       [](const auto& one) { return one.severity == diags::Severity::Error; });
    if (outcome.error.empty() && !status->isSuccess() && !hasErrors) {
        errorOutput.erase(0, errorOutput.size() - std::min(errorOutput.size(), longestError));
        while (errorOutput.ends_with('\n'))
            errorOutput.pop_back();
        outcome.error = errorOutput.empty() ? status->toString() : errorOutput;
    }
    return outcome;
}

std::optional<projects::StateIdentity> currentState(const projects::Project& project, const fs::path& root,
                                                    const Interrupts& interrupts) {
    std::string text;
    const system::Exchange exchange{.output = [&](std::string_view bytes) { text += bytes; },
                                    .error = [](std::string_view) {}};
    const system::Limits limits{
        .stop = interrupts.stop, .forced = interrupts.forced, .lifetime = system::Lifetime::EndsWithThread};
    const auto status = system::runProgram(commandFor(project, root, {"state", "pull"}), exchange, limits);
    return status && status->isSuccess() ? projects::stateIdentityIn(text) : std::nullopt;
}

} // namespace planlens::cli
