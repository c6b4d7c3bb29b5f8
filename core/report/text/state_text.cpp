// SPDX-License-Identifier: MPL-2.0
#include "core/report/text/state_text.h"

#include "core/diff/diff.h"
#include "core/masking/state_secrets.h"
#include "core/plans/shown/shown_object.h"
#include "core/report/text/diff_text.h"
#include "core/report/text/masked_diff.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <map>

namespace planlens::report {

namespace {

/// Texts of the objects in a module instance, and its child modules by address.
struct ModuleTexts {
    std::vector<std::string> objects;
    std::map<std::string, ModuleTexts> children;

    ModuleTexts& at(const addrs::ModuleInstance& module) {
        ModuleTexts* texts = this;
        addrs::ModuleInstance partial;
        for (const addrs::ModuleStep& step : module.path) {
            partial.path.push_back(step);
            texts = &texts->children[partial.toString()];
        }
        return *texts;
    }
};

enum class Place { First, Later };

/// Appends a module: objects are separated by an empty line, modules by two. `place` is passed by value: as in
/// OpenTofu, the first object of a child module does not affect its siblings.
void appendModule(std::string& out, const ModuleTexts& module, Place place) {
    if (!module.objects.empty() && place == Place::Later)
        out += '\n';
    for (const std::string& object : module.objects) {
        if (place == Place::Later)
            out += '\n';
        place = Place::Later;
        out += object;
        out += '\n';
    }
    for (const auto& child : module.children)
        appendModule(out, child.second, place);
}

class StatePrinter {
public:
    StatePrinter(const plans::Schemas& schemas, const masking::Secrets& secrets, const TextOptions& options)
        : m_schemas(schemas)
        , m_secrets(options.showSensitive ? masking::Secrets() : secrets)
        , m_options(options) {
        m_options.showUnchangedChildren = true;
        m_options.hideSymbols = true;
    }

    diags::Result<std::string> print(const states::State& state) {
        if (state.outputs.empty() && !plans::hasShownObjects(state))
            return std::string("The state file is empty. No resources are represented.\n");
        ModuleTexts root;
        for (const auto& [address, resource] : state.resources())
            for (const auto& [key, instance] : resource.instances)
                addObjects(root.at(address.module).objects, address.instance(key), resource, instance);
        if (m_problems.hasErrors())
            return m_problems;
        std::string out;
        appendModule(out, root, Place::First);
        if (!state.outputs.empty())
            out += "\n\nOutputs:\n\n";
        for (const auto& [name, output] : state.outputs)
            out += fmt::format("{} = {}\n", name,
                               diffText(maskedDiff(diff::ofOutputValue(output), m_secrets), 0, m_options));
        return out;
    }

private:
    void addObjects(std::vector<std::string>& texts, const addrs::AbsResourceInstance& address,
                    const states::Resource& resource, const states::ResourceInstance& instance) {
        if (instance.current) {
            const bool tainted = instance.current->status == states::ObjectStatus::Tainted;
            texts.push_back(fmt::format("# {}:{}\n", address.toString(), tainted ? " (tainted)" : "") +
                            objectText(address, resource, *instance.current, {}));
        }
        for (const auto& [deposed, object] : instance.deposed)
            texts.push_back(fmt::format("# {}: (deposed object {})\n", address.toString(), deposed) +
                            objectText(address, resource, *object, deposed));
    }

    std::string objectText(const addrs::AbsResourceInstance& address, const states::Resource& resource,
                           const states::StoredObject& stored, const addrs::DeposedKey& deposed) {
        if (m_problems.hasErrors())
            return {};
        const diags::Result<plans::ShownObject> shown =
            plans::shownObject(m_schemas, address.containing(), resource, stored, deposed);
        m_problems.append(shown.diagnostics);
        if (!shown.value)
            return {};
        return fmt::format("{} {} {} ", address.resource.mode == addrs::ResourceMode::Data ? "data" : "resource",
                           values::quoted(address.resource.type), values::quoted(address.resource.name)) +
               diffText(maskedDiff(diff::ofObject(shown->object.value, *shown->schema), m_secrets), 0, m_options);
    }

    const plans::Schemas& m_schemas;
    const masking::Secrets m_secrets; // empty if secrets are shown
    DiffTextOptions m_options;
    diags::Diagnostics m_problems;
};

} // namespace

diags::Result<std::string> stateText(const states::State& state, const plans::Schemas& schemas,
                                     const TextOptions& options) {
    return stateText(state, schemas, masking::secretsInTexts(state, schemas), options);
}

diags::Result<std::string> stateText(const states::State& state, const plans::Schemas& schemas,
                                     const masking::Secrets& secrets, const TextOptions& options) {
    return StatePrinter(schemas, secrets, options).print(state);
}

} // namespace planlens::report
