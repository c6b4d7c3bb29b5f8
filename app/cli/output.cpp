// SPDX-License-Identifier: MPL-2.0
#include "app/cli/output.h"

#include "core/formats/event_json.h"
#include "core/plans/plan.h"
#include "core/report/text/diagnostic_text.h"
#include "core/report/text/plan_text.h"
#include "core/report/text/terminal_text.h"
#include "core/system/environment.h"
#include "core/system/output_file.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <sys/ioctl.h>
#include <unistd.h>

namespace planlens::cli {

namespace {

using plans::Action;

/// Whole seconds, as in "1m10s".
std::string seconds(std::chrono::milliseconds elapsed) {
    const std::int64_t all = elapsed.count() / 1000;
    if (all < 60)
        return fmt::format("{}s", all);
    return all < 3600 ? fmt::format("{}m{}s", all / 60, all % 60)
                      : fmt::format("{}h{}m{}s", all / 3600, all / 60 % 60, all % 60);
}

/// Abbreviates ids longer than 80 characters in the middle.
std::string shortened(const std::string& id) {
    constexpr std::size_t most = 80;
    std::vector<std::size_t> starts; // byte positions of characters
    for (std::size_t i = 0; i < id.size(); ++i)
        if ((static_cast<unsigned char>(id[i]) & 0xC0U) != 0x80U)
            starts.push_back(i);
    if (starts.size() <= most)
        return id;
    return id.substr(0, starts[most / 2 - 1]) + "..." + id.substr(starts[starts.size() - (most - (most / 2 - 1) - 3)]);
}

std::string idSuffix(const std::string& key, const std::string& value) {
    return key.empty() || value.empty() ? std::string() : fmt::format(" [{}={}]", key, value);
}

/// The id, or the first attribute of an identity.
std::string idSuffix(const plans::Importing& importing) {
    if (!importing.id.empty())
        return idSuffix("id", importing.id);
    if (importing.identity.isNull() || !importing.identity.type().isObject())
        return {};
    std::vector<std::string> names{"id", "name"};
    for (std::size_t i = 0; i < importing.identity.size(); ++i)
        names.emplace_back(importing.identity.key(i));
    for (const std::string& name : names) {
        if (!importing.identity.type().hasAttribute(name) || !importing.identity.type().attributeType(name).isString())
            continue;
        if (const values::Value value = importing.identity.attribute(name); value.isKnown() && !value.isNull())
            return fmt::format(" [{}={}]", name, value.asString()); // even if it is empty
    }
    return {};
}

/// The words for an operation in texts and events: "Creating...", "Creation", "create" and "creating".
struct Words {
    std::string_view doing, what, event, still;
};
/// Reads are called refresh in JSON, as in the reference.
Words wordsFor(Action action, View view) {
    switch (action) {
    case Action::Create:
        return {"Creating...", "Creation", "create", "creating"};
    case Action::Update:
        return {"Modifying...", "Modifications", "update", "modifying"};
    case Action::Delete:
        return {"Destroying...", "Destruction", "delete", "destroying"};
    case Action::Read:
        return view == View::Json ? Words{"Refreshing...", "Refresh", "read", "refreshing"}
                                  : Words{"Reading...", "Read", "read", "reading"};
    default:
        return {"Applying...", "Apply", "noop", "applying"};
    }
}
Words wordsFor(engine::EphemeralStep step) {
    switch (step) {
    case engine::EphemeralStep::Open:
        return {"Opening...", "Open", {}, "opening"};
    case engine::EphemeralStep::Renew:
        return {"Renewing...", "Renew", {}, "renewing"};
    case engine::EphemeralStep::Close:
        break;
    }
    return {"Closing...", "Close", {}, "closing"};
}

} // namespace

Output::Output(View view, const Arguments& arguments, Spacing spacing)
    : m_view(view)
    , m_spacing(spacing) {
    const bool terminal = isatty(STDOUT_FILENO) != 0;
    m_text.color = terminal && !arguments.has("no-color") && !system::environmentVariable("NO_COLOR")
                       ? report::Color::On
                       : report::Color::Off;
    winsize size{};
    if (terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        m_text.width = size.ws_col;
    m_text.isTerminal = terminal;
    m_text.showSensitive = arguments.flag("show-sensitive", false);
    m_text.runningInAutomation = !system::environmentText("TF_IN_AUTOMATION").empty();
    m_errorText = m_text;
    m_errorText.isTerminal = isatty(STDERR_FILENO) != 0;
    m_concise = arguments.flag("concise", false);
    m_compactWarnings = arguments.flag("compact-warnings", false);
    using Similar = report::Consolidation::Similar;
    m_consolidation.warnings = arguments.flag("consolidate-warnings", true) ? Similar::Together : Similar::Apart;
    using Deprecations = report::Consolidation::Deprecations;
    const std::string deprecation = arguments.value("deprecation").value_or("module:all");
    m_consolidation.deprecations = deprecation == "module:local"  ? Deprecations::Local
                                   : deprecation == "module:none" ? Deprecations::None
                                                                  : Deprecations::All;
    m_consolidation.errors = arguments.flag("consolidate-errors", false) ? Similar::Together : Similar::Apart;
}

void Output::reportProgress(const std::string& message, std::string_view after) {
    if (m_concise)
        return;
    const std::string text = report::safeText(message, m_text);
    print(m_text.color == report::Color::On ? fmt::format("\033[0m\033[1m{}{}\n", text, after) : text + "\n");
}

void Output::reportLocking() {
    const std::string message = "Acquiring state lock. This may take a few moments...";
    if (m_isDocument) { // which other programs read
        std::fprintf(stderr, "%s\n", message.c_str());
        return;
    }
    if (m_view == View::Human)
        print(message + "\n");
    event(formats::events::lockingState(message));
}

void Output::setSources(diags::Sources sources) {
    m_sources = std::move(sources);
}

void Output::setDocument() {
    m_concise = true;
    m_isDocument = true;
}

void Output::printLine(std::string_view text) {
    const std::scoped_lock lock(m_mutex);
    writeOutput(text);
    writeOutput("\n");
}

void Output::print(std::string_view text) {
    const std::scoped_lock lock(m_mutex);
    writeOutput(text);
}

bool Output::writesEvents() const {
    return m_view == View::Json || m_events.isOpen();
}

void Output::event(std::string_view text) {
    if (m_view == View::Json)
        print(text);
    const std::scoped_lock lock(m_mutex);
    m_events.append(text);
}

void Output::printMessage(std::string_view text, std::string_view event) {
    if (m_view == View::Human)
        print(text);
    this->event(event);
}

void Output::printMessage(const diags::Diagnostic& problem, std::string_view event) {
    if (m_view == View::Json)
        return printMessage(std::string_view(), event);
    const std::scoped_lock lock(m_mutex);
    showText(problem);
    m_events.append(event);
}

JsonFile openJsonInto(const Arguments& arguments, diags::Diagnostics& misuse) {
    const std::string path = arguments.value("json-into").value_or("");
    if (path.empty())
        return {};
    auto opened = system::openOutputFile(path, 0600);
    if (!opened)
        misuse.error("Invalid argument", fmt::format("Unable to open the file {} specified by -json-into for writing: "
                                                     "{}",
                                                     values::quoted(path), opened.error().toString()));
    if (arguments.flag("json", false))
        misuse.error("Invalid output format", "The -json and -json-into arguments are mutually exclusive");
    return opened ? JsonFile(*std::move(opened), path) : JsonFile();
}

void Output::writeEventsTo(JsonFile file) {
    m_events = std::move(file);
    m_events.append(formats::events::version());
}

namespace {

bool hasInfinity(const plans::Plan& plan) {
    const auto changes = [](const plans::Change& change) {
        return change.before.hasInfinity() || change.after.hasInfinity();
    };
    return std::ranges::any_of(
               plan.changes.resources(),
               [&](const plans::ResourceInstanceChangePtr& resource) { return changes(resource->change); }) ||
           std::ranges::any_of(plan.changes.outputs(),
                               [&](const plans::OutputChange& output) { return changes(output.change); });
}

} // namespace

void Output::dumpState(const std::string& json) {
    if (m_view == View::Human)
        std::fputs((json + "\n").c_str(), stderr);
    if (writesEvents())
        event(formats::events::stateDump(json));
}

void Output::printPlan(const plans::Plan& plan) {
    if (writesEvents())
        event(formats::events::plan(plan));
    if (m_view == View::Json)
        return;
    if (hasInfinity(plan)) // as in the reference, which converts a plan to JSON before printing it
        std::fputs("Failed to marshal plan to json: cannot serialize infinity as JSON", stderr);
    else
        print(report::planText(plan, m_text));
}

void Output::show(const diags::Diagnostics& diagnostics) {
    const std::scoped_lock lock(m_mutex);
    if (m_events.isOpen())
        for (const diags::Diagnostic& diagnostic : diagnostics)
            m_events.append(formats::events::diagnostic(diagnostic, m_sources));
    if (m_view == View::Json) {
        for (const diags::Diagnostic& diagnostic : diagnostics)
            writeOutput(formats::events::diagnostic(diagnostic, m_sources));
        return;
    }
    showText(diagnostics);
}

namespace {

void writeText(const std::string& text, bool isToOutput) {
    if (isToOutput)
        writeOutput(text);
    else
        std::fwrite(text.data(), 1, text.size(), stderr);
}

} // namespace

void Output::showText(const diags::Diagnostics& diagnostics) {
    if (diagnostics.isEmpty())
        return;
    const std::vector<report::DiagnosticGroup> groups =
        report::grouped(report::sortedForPrinting(diagnostics), m_consolidation);
    // With errors, warnings are shown in full, because they may explain the errors.
    if (m_compactWarnings && !diagnostics.hasErrors()) {
        const std::string text = report::compactWarnings(groups, m_text);
        writeText(text, !m_isDocument);
    } else {
        for (const report::DiagnosticGroup& group : groups) {
            const bool isToOutput = group.first.severity == diags::Severity::Warning && !m_isDocument;
            const std::string text =
                report::diagnosticText(group.toDiagnostic(), m_sources, isToOutput ? m_text : m_errorText) +
                (m_spacing == Spacing::Apart ? "\n" : "");
            writeText(text, isToOutput);
        }
    }
}

void Output::showAside(const diags::Diagnostics& diagnostics, const masking::Secrets& secrets) {
    for (const diags::Diagnostic& diagnostic : diagnostics)
        fmt::print(stderr, "{}", secrets.masked(report::diagnosticText(diagnostic, m_sources, m_errorText)));
}

std::string Output::nameOf(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed) const {
    return deposed.empty() ? address.toString() : fmt::format("{} (deposed object {})", address.toString(), deposed);
}

void Output::refreshStarted(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                            const std::string& idKey, const std::string& idValue) {
    const std::string message =
        fmt::format("{}: Refreshing state...{}", nameOf(address, deposed), idSuffix(idKey, idValue));
    if (m_view == View::Human)
        reportProgress(message, "\033[0m");
    if (writesEvents())
        event(formats::events::hook(
            {"refresh_start",
             fmt::format("{}: Refreshing state...{}", address.toString(), idSuffix(idKey, idValue)),
             address,
             {},
             idKey,
             idValue}));
}

void Output::refreshFinished(const addrs::AbsResourceInstance& address, const addrs::DeposedKey&,
                             const std::string& idKey, const std::string& idValue) {
    if (writesEvents())
        event(
            formats::events::hook({"refresh_complete",
                                   fmt::format("{}: Refresh complete{}", address.toString(), idSuffix(idKey, idValue)),
                                   address,
                                   {},
                                   idKey,
                                   idValue}));
}

void Output::ephemeralStarted(const addrs::AbsResourceInstance& address, engine::EphemeralStep step) {
    const std::string what = std::string(wordsFor(step).doing);
    const std::string message = fmt::format("{}: {}", address.toString(), what);
    if (writesEvents())
        event(formats::events::hook({"ephemeral_action_started", message, address, {}, {}, {}, {}, what}));
    if (m_view == View::Json)
        return;
    reportProgress(message, "\033[0m\033[0m");
    m_still.started(address.toString(), [this, name = address.toString(),
                                         still = wordsFor(step).still](std::chrono::seconds elapsed) {
        reportProgress(fmt::format("{}: Still {}... [{} elapsed]", name, still, seconds(elapsed)), "\033[0m");
    });
}

void Output::ephemeralFinished(const addrs::AbsResourceInstance& address, engine::EphemeralStep step,
                               std::chrono::milliseconds elapsed) {
    m_still.finished(address.toString());
    const std::string what = std::string(wordsFor(step).what) + " complete";
    const std::string message = fmt::format("{}: {}", address.toString(), what);
    if (writesEvents())
        event(formats::events::hook({"ephemeral_action_complete", message, address, {}, {}, {}, {}, what}));
    if (m_view == View::Human)
        reportProgress(fmt::format("{} after {}", message, seconds(elapsed)), "\033[0m");
}

void Output::ephemeralDeferred(const addrs::AbsResourceInstance& address, const std::string& reason) {
    if (m_view == View::Human)
        reportProgress(fmt::format("{}: Deferred due to {}", address.toString(), reason), "\033[0m");
}

void Output::importStarted(const addrs::AbsResourceInstance& address, const plans::Importing& importing) {
    if (m_view == View::Human)
        reportProgress(fmt::format("{}: Preparing import...{}", address.toString(), idSuffix(importing)), {});
}

void Output::imported(const addrs::AbsResourceInstance& address, const plans::Importing& importing) {
    if (m_view == View::Json)
        return;
    reportProgress(fmt::format("{}: Importing...{}", address.toString(), idSuffix(importing)), {});
    reportProgress(fmt::format("{}: Import complete{}", address.toString(), idSuffix(importing)), {});
}

void Output::applyStarted(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed, Action action,
                          const std::string& idKey, const std::string& idValue) {
    const Words words = wordsFor(action, View::Human), inEvents = wordsFor(action, View::Json);
    if (writesEvents())
        event(formats::events::hook(
            {"apply_start", fmt::format("{}: {}{}", address.toString(), inEvents.doing, idSuffix(idKey, idValue)),
             address, std::string(inEvents.event), idKey, idValue}));
    if (m_view == View::Human)
        reportProgress(fmt::format("{}: {}{}", nameOf(address, deposed), words.doing, idSuffix(idKey, idValue)),
                       "\033[0m\033[0m");
    m_still.started(address.toString(), [this, words, inEvents, address, name = nameOf(address, deposed), idKey,
                                         idValue](std::chrono::seconds elapsed) {
        if (writesEvents())
            event(formats::events::hook({.type = "apply_progress",
                                         .message = fmt::format("{}: Still {}... [{} elapsed]", address.toString(),
                                                                inEvents.still, seconds(elapsed)),
                                         .address = address,
                                         .action = std::string(inEvents.event),
                                         .elapsedSeconds = elapsed.count()}));
        if (m_view == View::Human)
            reportProgress(
                fmt::format("{}: Still {}... [{}{} elapsed]", name, words.still,
                            idValue.empty() ? std::string() : fmt::format("{}={}, ", idKey, shortened(idValue)),
                            seconds(elapsed)),
                "\033[0m");
    });
}

void Output::applyFinished(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed, Action action,
                           std::chrono::milliseconds elapsed, bool failed, const std::string& idKey,
                           const std::string& idValue) {
    const std::string name = address.toString();
    if (failed && !deposed.empty()) {
        // Like the reference, which reports only the error. Another object of the instance may still be at work.
        m_still.started(name, [](std::chrono::seconds) {});
        return;
    }
    if (!m_still.finished(name)) {
        m_overlapped += failed ? 0 : 1;
        return;
    }
    const bool identified = !failed && action != Action::Delete; // deleted objects have no id
    const std::string id = identified ? idSuffix(idKey, idValue) : std::string();
    if (writesEvents()) {
        const Words words = wordsFor(action, View::Json);
        const std::string message =
            failed ? fmt::format("{}: {} errored after {}", name, words.what, seconds(elapsed))
                   : fmt::format("{}: {} complete after {}{}", name, words.what, seconds(elapsed), id);
        event(formats::events::hook({failed ? "apply_errored" : "apply_complete", message, address,
                                     std::string(words.event), identified ? idKey : std::string(),
                                     identified ? idValue : std::string(), elapsed.count() / 1000}));
    }
    // As in the reference, only the message about the start names the key of a deposed object.
    if (m_view == View::Human && !failed)
        reportProgress(
            fmt::format("{}: {} complete after {}{}", name, wordsFor(action, View::Human).what, seconds(elapsed), id),
            "\033[0m");
}

void Output::readFailed(const addrs::AbsResourceInstance& address, std::chrono::milliseconds) {
    m_still.finished(address.toString());
}

void Output::provisionerStarted(const addrs::AbsResourceInstance& address, const std::string& type) {
    const std::string message = fmt::format("{}: Provisioning with '{}'...", address.toString(), type);
    if (writesEvents())
        event(formats::events::hook(
            {.type = "provision_start", .message = message, .address = address, .provisioner = type}));
    if (m_view == View::Human)
        reportProgress(message, "\033[0m\033[0m");
}

namespace {

/// The non-empty lines, trimmed. A carriage return also ends a line, because progress bars use it.
std::vector<std::string> linesToTell(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\n\r"), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (const std::size_t last = line.find_last_not_of(" \t\v\f"); last != std::string_view::npos)
            lines.emplace_back(line.substr(0, last + 1));
    }
    return lines;
}

} // namespace

void Output::provisionerOutput(const addrs::AbsResourceInstance& address, const std::string& type,
                               const std::string& text) {
    const std::string name = address.toString();
    std::string all;
    for (const std::string& line : linesToTell(text)) {
        if (writesEvents())
            event(formats::events::hook({.type = "provision_progress",
                                         .message = fmt::format("{}: ({}): {}", name, type, line),
                                         .address = address,
                                         .provisioner = type,
                                         .output = line}));
        if (m_text.color == report::Color::On)
            all +=
                fmt::format("\033[0m\033[1m{} ({}):\033[0m \033[0m{}\n", name, type, report::withVisibleControls(line));
        else
            all += fmt::format("{} ({}): {}\n", name, type, report::safeText(line, m_text));
    }
    // An empty line is still printed.
    if (m_view == View::Human && !m_concise)
        print(all.empty() ? "\n" : all);
}

void Output::provisionerFinished(const addrs::AbsResourceInstance& address, const std::string& type, bool failed) {
    if (writesEvents())
        event(formats::events::hook({.type = failed ? "provision_errored" : "provision_complete",
                                     .message = fmt::format("{}: ({}) Provisioning {}", address.toString(), type,
                                                            failed ? "errored" : "complete"),
                                     .address = address,
                                     .provisioner = type}));
}

} // namespace planlens::cli
