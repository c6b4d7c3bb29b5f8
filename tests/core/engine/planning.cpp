// SPDX-License-Identifier: MPL-2.0
#include "tests/core/engine/planning.h"

#include "core/addrs/target.h"
#include "core/configs/config.h"
#include "core/configs/load.h"
#include "core/plans/plan.h"
#include "tests/core/engine/print_plan.h"

#include <regex>
#include <sstream>
#include <stdexcept>

namespace planlens::testing {

namespace fs = std::filesystem;

namespace {

const fs::path directory = "/project";

/// Returns the manifest that `init` would write. All modules are local directories.
std::string moduleManifest(const std::map<std::string, std::string>& files) {
    static const std::regex call(R"re(module\s+"([^"]+)"\s*\{[^}]*?source\s*=\s*"(\./[^"]+)")re");
    std::string modules = R"({"Key":"","Source":"","Dir":"."})";
    const std::function<void(const fs::path&, const std::string&)> follow = [&](const fs::path& folder,
                                                                                const std::string& key) {
        for (const auto& [name, text] : files) {
            if (fs::path(name).parent_path() != folder)
                continue;
            for (std::sregex_iterator it(text.begin(), text.end(), call); it != std::sregex_iterator(); ++it) {
                const std::string childKey = (key.empty() ? "" : key + ".") + it->str(1);
                const fs::path child = (folder / it->str(2)).lexically_normal();
                modules += R"(,{"Key":")" + childKey + R"(","Source":")" + it->str(2) + R"(","Dir":")" +
                           child.string() + R"("})";
                follow(child, childKey);
            }
        }
    };
    follow({}, {});
    return R"({"Modules":[)" + modules + "]}";
}

} // namespace

const plans::Changes& Planned::changes() const {
    return outcome.plan->changes;
}

std::string Planned::print() const {
    return (outcome.plan ? printPlan(*outcome.plan, *config) : std::string()) + printDiagnostics(outcome.diagnostics);
}

Planned makePlan(const Setup& setup, std::stop_token stop) {
    engine::Listener silent;
    return makePlan(setup, silent, std::move(stop));
}

Planned makePlan(const Setup& setup, engine::Listener& listener, std::stop_token stop) {
    Planned planned;
    planned.providers = engine::makeProviderPool(setup.registry);
    std::map<std::string, std::string> files;
    for (const auto& [name, text] : setup.files)
        files.emplace((directory / name).string(), text);
    files.emplace((directory / ".terraform/modules/modules.json").string(), moduleManifest(setup.files));
    configs::LoadOptions options;
    options.directory = directory;
    options.dataDirectory = ".terraform";
    options.files = configs::memoryFileSystem(std::move(files));
    diags::Diagnostics& diagnostics = planned.outcome.diagnostics;
    std::optional<configs::ConfigPtr> config = configs::load(options).into(diagnostics);
    if (!config || diagnostics.hasErrors())
        return planned;
    planned.config = *config;
    engine::PlanRequest request;
    request.config = planned.config;
    request.providers = planned.providers;
    request.options = setup.options;
    request.readCache = setup.readCache;
    if (!setup.state.empty()) {
        std::optional<states::File> state = states::readFile(setup.state).into(diagnostics);
        if (!state)
            return planned;
        request.state = std::make_shared<const states::File>(*std::move(state));
    }
    auto variables = configs::rootVariables(planned.config->root->module, setup.variables).into(diagnostics);
    if (variables)
        request.options.variables = *std::move(variables);
    if (!setup.options.import) // as `import` does
        request.graph =
            engine::validate(*planned.config, *planned.providers, listener, stop).into(diagnostics).value_or(nullptr);
    if (diagnostics.hasErrors())
        return planned;
    diags::Diagnostics before = std::move(diagnostics);
    planned.outcome = engine::plan(request, listener, stop);
    before.append(std::move(planned.outcome.diagnostics));
    planned.outcome.diagnostics = std::move(before);
    return planned;
}

engine::ApplyRequest applyRequest(const Planned& planned) {
    engine::ApplyRequest request;
    request.plan = planned.outcome.plan;
    request.config = planned.config;
    request.providers = planned.providers;
    return request;
}

engine::PlanOptions planOptions(const std::string& arguments) {
    engine::PlanOptions options;
    std::istringstream lines(arguments);
    for (std::string line; std::getline(lines, line);) {
        const std::string name = line.substr(0, line.find('='));
        const std::string value = name == line ? "" : line.substr(name.size() + 1);
        if (line == "-destroy")
            options.mode = plans::Mode::Destroy;
        else if (line == "-refresh-only")
            options.mode = plans::Mode::RefreshOnly;
        else if (line == "-refresh=false")
            options.refresh = engine::Refresh::No;
        else if (name == "-target")
            options.targets.push_back(addrs::parseTargetText(value)->subject);
        else if (name == "-exclude")
            options.excludes.push_back(addrs::parseTargetText(value)->subject);
        else if (name == "-replace")
            options.forceReplace.push_back(*addrs::parseAbsResourceInstance(value));
        else
            throw std::invalid_argument("the option " + line + " is not known");
    }
    return options;
}

} // namespace planlens::testing
