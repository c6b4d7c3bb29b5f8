// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"
#include "core/plans/plan.h"
#include "core/risk/findings.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::plans {
struct TerraformParts;
}

namespace planlens::report {

/// What reports tell apart about a change, the most severe first; importing and moving where nothing else is done.
enum class Kind { Destroy, Replace, Forget, Update, Create, Read, Import, Move, Unchanged };
inline constexpr std::size_t kinds = 9;
using KindCounts = std::array<std::size_t, kinds>;
Kind kindOf(const plans::ResourceInstanceChange& change);
/// "destroy", …
std::string_view word(Kind kind);
std::string_view glyph(Kind kind);
/// "#c90f02", …: of text and lines on light and on dark ground.
struct KindColor {
    std::string_view light, dark;
};
KindColor color(Kind kind);

/// One attribute that differs, with its path. What is not there on a side has no text there.
struct ReportLine {
    std::string path;
    std::optional<std::string> before, after;
    bool forcesReplacement = false;
};

struct ReportChange {
    std::string address, type, module; // module: empty for the root module
    std::string previousAddress;       // where it was moved
    std::string deposed;
    std::string id; // of the real object, where there is one
    Kind kind = Kind::Unchanged;
    std::string_view deed; // what is done: the kind's word, or of what happened outside, "gone" or "changed"
    bool isImported = false;
    std::string sentence; // what happens and why
    std::vector<ReportLine> lines;
    std::vector<ReportLine> withoutEffect; // texts become null that were empty, and the like
    std::vector<std::string> findings;     // titles
};

struct ReportFinding {
    risk::Severity severity = risk::Severity::Medium;
    std::string title, detail;
    std::string address; // empty: the plan
    std::size_t count = 1;
};

/// What only plans of Terraform have, such as deferred changes.
struct ReportEntry {
    std::string address, text;
    std::vector<ReportLine> lines;
};
struct ReportSection {
    std::string_view title;
    std::vector<ReportEntry> entries;
};

/// All that the reports of a plan say, as texts in which nothing is secret any more. What writes them only has to
/// escape them for its format.
struct Document {
    std::string program; // "OpenTofu 1.12.6"
    std::string workspace, timestamp;
    plans::Mode mode = plans::Mode::Normal;
    bool isErrored = false;
    bool isPartial = false; // by targets and exclusions
    bool isEstimate = false;
    bool isIncomplete = false; // as Terraform says of its plans
    KindCounts counts{};
    std::vector<ReportFinding> findings;
    std::vector<ReportChange> changes; // the most severe first; without what stays as it is
    std::vector<ReportChange> drift;
    std::size_t changedOutputs = 0;
    std::vector<ReportLine> outputs;       // what differs in them
    std::vector<std::string> failedChecks; // object and message
    std::vector<ReportSection> sections;
};

/// Hides secrets, whatever is asked for.
Document documentOf(const plans::Plan& plan, const masking::Secrets& secrets, std::span<const risk::Finding> findings,
                    const plans::TerraformParts* terraform = nullptr);

/// "2 attributes without effective change".
std::string noEffectSummary(const ReportChange& change);

/// What is to be known before anything else: that planning failed, that the plan is partial, …
std::vector<std::string_view> notesOf(const Document& document);

/// Findings that say the same, each about an object of its own; groups are in the order of their first ones. They point
/// into what is given.
std::vector<std::vector<const ReportFinding*>> alike(std::span<const ReportFinding> findings);

} // namespace planlens::report
