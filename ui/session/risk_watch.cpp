// SPDX-License-Identifier: MPL-2.0
#include "ui/session/risk_watch.h"

#include "core/configs/config.h"
#include "core/findings/matching.h"
#include "core/findings/read.h"
#include "core/hcl/expression.h"
#include "core/plans/plan.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace planlens::session {

namespace {

/// Resources whose prevent_destroy is configured and not false.
std::set<addrs::ConfigResource> protectedBy(const configs::Config& config) {
    std::set<addrs::ConfigResource> found;
    config.forEachModule([&](const configs::ModuleNode& node) {
        for (const auto& [address, resource] : node.module.resources) {
            if (!resource.preventDestroy)
                continue;
            const diags::Result<values::Value> value = resource.preventDestroy->evaluate(nullptr);
            const bool isOff = value.value && value->isKnown() && !value->isNull() && value->type().isBool() &&
                               !value->unmarked().asBool();
            if (!isOff)
                found.insert({node.path, address});
        }
    });
    return found;
}

} // namespace

std::vector<risk::Finding> RiskWatch::findings(const std::filesystem::path& folder, const plans::Plan& plan,
                                               const configs::Config* config, const std::vector<std::string>& files,
                                               diags::Diagnostics& diagnostics) {
    if (std::exchange(m_folder, folder) != folder)
        m_protected.clear();
    risk::Context context;
    if (config) {
        std::set<addrs::ConfigResource> now = protectedBy(*config);
        for (const addrs::ConfigResource& resource : m_protected)
            if (!now.contains(resource))
                context.unprotected.insert(resource);
        m_protected.merge(now);
    }
    const auto warn = [&](const diags::Diagnostics& problems) {
        for (const diags::Diagnostic& problem : problems)
            diagnostics.append(diags::Diagnostic::warning(problem.summary, problem.detail));
    };
    diags::Result<risk::Rules> rules = risk::rulesOf(folder, risk::personalFolder());
    warn(rules.diagnostics);
    std::vector<risk::Finding> found = risk::findings(plan, *rules.value, context);
    if (files.empty())
        return found;
    const findings::Blocks blocks = config ? findings::Blocks(*config) : findings::Blocks();
    for (const std::string& file : files) {
        const auto read = findings::readFindingsFile(folder, file);
        warn(read.diagnostics);
        if (read.value)
            std::ranges::move(findings::matched(*read.value, plan.changes, blocks), std::back_inserter(found));
    }
    risk::sort(found);
    return found;
}

} // namespace planlens::session
