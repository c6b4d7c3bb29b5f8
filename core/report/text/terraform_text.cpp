// SPDX-License-Identifier: MPL-2.0
#include "core/report/text/terraform_text.h"

#include "core/diff/diff.h"
#include "core/report/text/diff_text.h"
#include "core/report/text/masked_diff.h"
#include "core/report/text/terminal_text.h"

#include <fmt/core.h>
#include <fmt/format.h>

namespace planlens::report {

namespace {

using values::Value;

class Printer {
public:
    Printer(const masking::Secrets& secrets, const TextOptions& options)
        : m_options(options)
        , m_secrets(options.showSensitive ? masking::Secrets() : secrets) {}

    std::string print(const plans::TerraformParts& parts) {
        heading("Terraform has deferred these changes to a later plan:", !parts.deferred.empty());
        for (const plans::DeferredChange& one : parts.deferred)
            entry(one.address, plans::describe(one), Value());
        heading("Applying this plan invokes these actions:", !parts.actions.empty());
        for (const plans::ActionInvocation& one : parts.actions)
            entry(one.address, plans::describe(one), one.config);
        heading("The query has found these objects:", !parts.queryResults.empty());
        for (const plans::QueryResult& one : parts.queryResults)
            entry(one.list, one.type + " " + one.name, one.identity);
        heading("The plan contains parts that Planlens does not support:", !parts.unknown.empty());
        for (const plans::UnknownPart& one : parts.unknown)
            entry(one.name, fmt::format("{}", fmt::join(one.addresses, ", ")), Value());
        if (!parts.isComplete) {
            m_out += colored("\n[bold]This plan is incomplete.[reset]\n", m_options.color);
            m_out += wordWrapped("Targets, errors or deferred changes leave something to a later plan. After this plan "
                                 "was applied, another one is needed.",
                                 m_options.width) +
                     "\n";
        }
        return std::move(m_out);
    }

private:
    void heading(std::string_view text, bool isNeeded) {
        if (isNeeded)
            m_out += fmt::format("\n{}\n\n", text);
    }

    /// Adds an entry. Addresses may contain text that resembles markup.
    void entry(const std::string& address, const std::string& text, const Value& value) {
        m_out += colored("  [bold]# ", m_options.color) + address + colored("[reset] ", m_options.color) + text + "\n";
        if (value.isNull())
            return;
        DiffTextOptions options(m_options);
        const diff::Diff diff = maskedDiff(diff::ofValues(Value::null(value.type()), value), m_secrets);
        m_out += "    " + diffText(diff, 1, options) + "\n";
    }

    const TextOptions& m_options;
    const masking::Secrets m_secrets; // empty if secrets are shown
    std::string m_out;
};

} // namespace

std::string terraformText(const plans::TerraformParts& parts, const masking::Secrets& secrets,
                          const TextOptions& options) {
    return Printer(secrets, options).print(parts);
}

} // namespace planlens::report
