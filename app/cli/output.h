// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/still_working.h"
#include "app/cli/written_output.h"
#include "core/diags/sources.h"
#include "core/engine/listener.h"
#include "core/masking/secrets.h"
#include "core/plans/change.h"
#include "core/report/text/diagnostic_groups.h"
#include "core/report/text/text_options.h"

#include <atomic>
#include <mutex>
#include <string>

namespace planlens::plans {
struct Plan;
}
namespace planlens::cli {

/// The output format of a command: text, or one JSON object per line.
enum class View { Human, Json };

/// Creates or empties the file of -json-into; closed if it is not given. Errors of this option and of -json are added
/// to `misuse`.
JsonFile openJsonInto(const Arguments& arguments, diags::Diagnostics& misuse);

/// Prints results, progress and diagnostics. Thread-safe, because the engine reports from worker threads.
class Output final : public engine::Listener {
public:
    /// Whether an empty line follows each diagnostic, as in some commands of the reference.
    enum class Spacing { Close, Apart };
    Output(View view, const Arguments& arguments, Spacing spacing = Spacing::Close);

    View view() const { return m_view; }
    const report::TextOptions& text() const { return m_text; }
    void setSources(diags::Sources sources);
    /// Omits progress and writes all diagnostics to standard error, for commands whose standard output is a document.
    void setDocument();
    /// Warnings to standard output, errors to standard error; with JSON all to standard output.
    void show(const diags::Diagnostics& diagnostics);
    /// To standard error, for commands whose standard output is a document, with these secrets masked.
    void showAside(const diags::Diagnostics& diagnostics, const masking::Secrets& secrets = {});
    void print(std::string_view text);
    /// A message of the command: text for people, or its event.
    void printMessage(std::string_view text, std::string_view event);
    /// A problem that is a message without details in JSON.
    void printMessage(const diags::Diagnostic& problem, std::string_view event);
    /// Whether events have a reader: the view is JSON, or they are also written to a file.
    bool writesEvents() const;
    /// Prints an event if the view is JSON, and writes it to the file of events, if any.
    void event(std::string_view text);
    /// Also writes events, messages and diagnostics to this file, if it is open.
    void writeEventsTo(JsonFile file);
    /// Prints the text and a line break without copying the text.
    void printLine(std::string_view text);
    /// Prints a state that could not be saved, as a last resort.
    void dumpState(const std::string& json);
    void printPlan(const plans::Plan& plan);
    /// Prints that locking the state takes long.
    void reportLocking();

    void refreshStarted(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                        const std::string& idKey, const std::string& idValue) override;
    void refreshFinished(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                         const std::string& idKey, const std::string& idValue) override;
    void ephemeralStarted(const addrs::AbsResourceInstance& address, engine::EphemeralStep step) override;
    void ephemeralFinished(const addrs::AbsResourceInstance& address, engine::EphemeralStep step,
                           std::chrono::milliseconds elapsed) override;
    void ephemeralDeferred(const addrs::AbsResourceInstance& address, const std::string& reason) override;
    void importStarted(const addrs::AbsResourceInstance& address, const plans::Importing& importing) override;
    void imported(const addrs::AbsResourceInstance& address, const plans::Importing& importing) override;
    void applyStarted(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed, plans::Action action,
                      const std::string& idKey, const std::string& idValue) override;
    void applyFinished(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                       plans::Action action, std::chrono::milliseconds elapsed, bool failed, const std::string& idKey,
                       const std::string& idValue) override;
    void readFailed(const addrs::AbsResourceInstance& address, std::chrono::milliseconds elapsed) override;
    void provisionerStarted(const addrs::AbsResourceInstance& address, const std::string& type) override;
    void provisionerOutput(const addrs::AbsResourceInstance& address, const std::string& type,
                           const std::string& text) override;
    void provisionerFinished(const addrs::AbsResourceInstance& address, const std::string& type, bool failed) override;

    /// The number of destroyed objects whose end was not reported, because another object of the same instance was
    /// destroyed at the same time and ended before. The reference does not count them either.
    std::size_t overlapped() const { return m_overlapped; }

private:
    /// The name of an instance or one of its deposed objects in messages. As in the reference, events of deposed
    /// objects only contain the address of the instance.
    std::string nameOf(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed) const;
    /// Shows diagnostics as text. The mutex is locked.
    void showText(const diags::Diagnostics& diagnostics);
    /// A progress message, bold if colored, followed by the text after it.
    void reportProgress(const std::string& message, std::string_view after);

    const View m_view;
    const Spacing m_spacing;
    report::TextOptions m_text, m_errorText; // for the standard output and the standard error
    bool m_concise = false;
    bool m_isDocument = false;
    bool m_compactWarnings = false;
    report::Consolidation m_consolidation;
    diags::Sources m_sources;
    JsonFile m_events; // of -json-into; often closed
    std::mutex m_mutex;
    std::atomic<std::size_t> m_overlapped = 0;
    StillWorking m_still; // last member: it uses the others
};

} // namespace planlens::cli
