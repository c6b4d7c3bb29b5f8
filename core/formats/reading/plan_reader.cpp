// SPDX-License-Identifier: MPL-2.0
#include "core/formats/reading/plan_reader.h"

#include "core/addrs/target.h"
#include "core/formats/json_text.h"
#include "core/formats/masked_value.h"
#include "core/formats/reading/check_reader.h"
#include "core/formats/reading/config_dependencies.h"
#include "core/formats/reading/lenient_fields.h"
#include "core/formats/reading/other_documents.h"
#include "core/formats/reading/plan_fields.h"
#include "core/formats/reading/query_log.h"
#include "core/plans/plan.h"

#include <fmt/format.h>

#include <optional>
#include <set>

namespace planlens::formats {

using diags::Diagnostic;
using plans::Action;
using plans::ResourceInstanceChange;
using values::Mark;
using values::Value;

namespace {

constexpr auto cannotBeRead = "The plan cannot be read";
class Reader {
public:
    Reader(std::string_view text, std::stop_token stop)
        : m_json(text)
        , m_stop(std::move(stop)) {}

    diags::Result<FinishedPlan> read() {
        m_read.plan = std::make_shared<plans::Plan>();
        plan().program.version.clear(); // unless the file contains it
        const bool isWhole =
            m_json.peek() == '{' && m_json.object([this](std::string_view name) { return readMember(name); });
        if (m_stop.stop_requested())
            return Diagnostic::error("Opening was stopped", "The plan was not read to its end.");
        if (std::optional<Diagnostic> problem = otherDocument(m_members))
            return *std::move(problem);
        if (!isWhole) {
            const std::string where =
                m_json.field().empty() ? std::string() : fmt::format(" near \"{}\"", m_json.field());
            return Diagnostic::error(cannotBeRead,
                                     fmt::format("The file is damaged or cut off{}. {}", where, howToMakePlanJson));
        }
        reportUnknownActions();
        finish();
        return {std::move(m_read), std::move(m_diagnostics)};
    }

private:
    plans::Plan& plan() { return *m_read.plan; }

    bool readMember(std::string_view name) {
        if (m_stop.stop_requested())
            return false;
        m_members.insert(std::string(name));
        if (name == "format_version")
            return m_json.string(m_read.formatVersion);
        if (name == "terraform_version")
            return m_json.string(plan().program.version);
        if (name == "resource_changes")
            return m_json.array([this] { return readChange(Target::Changes); });
        if (name == "resource_drift")
            return m_json.array([this] { return readChange(Target::Drift); });
        if (name == "output_changes")
            return m_json.object([this](std::string_view output) { return readOutput(output); });
        if (name == "configuration")
            return m_json.raw(m_configuration);
        if (name == "prior_state")
            return m_json.raw(m_priorState);
        if (name == "variables")
            return m_json.object([this](std::string_view variable) { return readVariable(variable); });
        if (name == "relevant_attributes")
            return m_json.array([this] { return readRelevantAttribute(); });
        if (name == "checks")
            return readChecks(m_json, plan().checks);
        if (name == "timestamp")
            return m_json.string(plan().timestampText);
        if (name == "errored")
            return m_json.boolean(plan().errored);
        if (name == "deferred_changes")
            return m_json.array([this] { return readDeferred(); });
        if (name == "action_invocations")
            return m_json.array([this] { return readAction({}); });
        if (name == "deferred_action_invocations")
            return m_json.array([this] { return readDeferredAction(); });
        if (name == "complete")
            return m_json.boolean(m_parts.isComplete);
        if (name == "applyable")
            return m_json.boolean(m_parts.isApplyable.emplace());
        return m_json.skip();
    }

    bool readDeferred() {
        plans::DeferredChange deferred;
        const std::size_t before = m_parts.deferred.size();
        const bool isRead = m_json.object([&](std::string_view field) {
            return field == "reason"            ? m_json.string(deferred.reason)
                   : field == "resource_change" ? readChange(Target::Deferred)
                                                : m_json.skip();
        });
        if (m_parts.deferred.size() == before)
            m_parts.deferred.push_back({"a change", {}, nullptr});
        m_parts.deferred.back().reason = std::move(deferred.reason);
        return isRead;
    }

    bool readDeferredAction() {
        std::string reason;
        const std::size_t before = m_parts.actions.size();
        const bool isRead = m_json.object([&](std::string_view field) {
            return field == "reason"              ? m_json.string(reason)
                   : field == "action_invocation" ? readAction({})
                                                  : m_json.skip();
        });
        if (m_parts.actions.size() == before)
            m_parts.actions.emplace_back().address = "an action";
        m_parts.actions.back().deferred = reason.empty() ? "unknown" : std::move(reason);
        return isRead;
    }

    bool readAction(plans::ActionInvocation action) {
        std::string type, name;
        std::string_view config, unknown, sensitive;
        const auto inTrigger = [&](std::string_view field) {
            return field == "triggering_resource_address" ? m_json.string(action.trigger)
                   : field == "action_trigger_event"      ? m_json.string(action.event)
                                                          : m_json.skip();
        };
        const bool isRead = m_json.object([&](std::string_view field) {
            return field == "address"                    ? m_json.string(action.address)
                   : field == "type"                     ? m_json.string(type)
                   : field == "name"                     ? m_json.string(name)
                   : field == "config_values"            ? m_json.raw(config)
                   : field == "config_unknown"           ? m_json.raw(unknown)
                   : field == "config_sensitive"         ? m_json.raw(sensitive)
                   : field == "lifecycle_action_trigger" ? m_json.object(inTrigger)
                                                         : m_json.skip();
        });
        if (action.address.empty())
            action.address = fmt::format("action.{}.{}", type, name);
        if (isRead && !config.empty())
            action.config = value(config, unknown, sensitive, action.address);
        m_parts.actions.push_back(std::move(action));
        return isRead;
    }

    enum class Target { Changes, Drift, Deferred };
    struct Sides {
        std::vector<std::string> actions;
        std::string_view before, after, unknown, sensitiveBefore, sensitiveAfter;
    };

    /// Reads a field that resource and output changes have in common. Returns whether it was one; `done` is the result
    /// of reading.
    bool readSide(std::string_view name, Sides& sides, bool& done) {
        const auto raw = [&](std::string_view& text) {
            done = m_json.raw(text);
            return true;
        };
        if (name == "actions") {
            done = m_json.array([&] { return m_json.string(sides.actions.emplace_back()); });
            return true;
        }
        return name == "before"             ? raw(sides.before)
               : name == "after"            ? raw(sides.after)
               : name == "after_unknown"    ? raw(sides.unknown)
               : name == "before_sensitive" ? raw(sides.sensitiveBefore)
               : name == "after_sensitive"  ? raw(sides.sensitiveAfter)
                                            : false;
    }

    Value value(std::string_view json, std::string_view unknown, std::string_view sensitive,
                const std::string& subject) {
        const values::Outcome<Mask> unknownMask = readMask(unknown), sensitiveMask = readMask(sensitive);
        if (unknownMask && sensitiveMask)
            if (values::Outcome<Value> read = readMaskedValue(json, *unknownMask, *sensitiveMask))
                return *std::move(read);
            else
                m_diagnostics.append(
                    Diagnostic::warning("A value is not shown", fmt::format("A value of {} cannot be read: {}.",
                                                                            subject, read.error().message)));
        else
            m_diagnostics.append(Diagnostic::warning(
                "A value is not shown", fmt::format("What is unknown or sensitive of {} cannot be read: {}.", subject,
                                                    (unknownMask ? sensitiveMask : unknownMask).error().message)));
        return Value::dynamicUnknown().withMark(Mark::sensitive());
    }

    /// The changes whose actions are not known.
    struct UnknownActions {
        std::size_t count = 0;
        std::string first; // "test_thing.a (teleport)"
    };

    void reportUnknownActions() {
        constexpr auto detail =
            "{} of the plan's changes have an action that this version of Planlens does not know: {}{}.{}";
        const auto report = [&](const UnknownActions& found, const char* summary, const char* more) {
            if (found.count > 0)
                m_diagnostics.append(Diagnostic::warning(
                    summary, fmt::format(detail, found.count, found.first, found.count > 1 ? ", …" : "", more)));
        };
        report(m_hidden, "Some changes are not shown", "");
        report(m_inferred, "Some actions are not known",
               " They are shown by the objects before and after them, as a create, an update or a destroy, but may do "
               "something else. Check them with the program that made the plan.");
    }

    bool decode(const Sides& sides, plans::Change& change, const std::string& subject) {
        std::optional<Action> action = actionOf(sides.actions);
        if (!action) {
            action = inferredAction(sides.before, sides.after);
            UnknownActions& unknown = action ? m_inferred : m_hidden;
            if (++unknown.count == 1)
                unknown.first = fmt::format("{} ({})", subject, fmt::join(sides.actions, ", "));
        }
        if (!action)
            return false;
        change.action = *action;
        change.before = value(sides.before, {}, sides.sensitiveBefore, subject);
        // If both sides are equal, the value is decoded only once.
        const bool isSame = sides.before == sides.after && sides.sensitiveBefore == sides.sensitiveAfter &&
                            sides.unknown.find("true") == std::string_view::npos;
        change.after = isSame ? change.before : value(sides.after, sides.unknown, sides.sensitiveAfter, subject);
        return true;
    }

    /// The fields of a resource change, as text.
    struct ChangeFields {
        std::string address, previous, module, mode, type, name, provider, reason, deposed;
        std::string_view index, identityBefore, identityAfter;
        Sides sides;
    };

    /// Reads the fields that need no conversion into the change itself.
    bool readChangeFields(ChangeFields& fields, ResourceInstanceChange& change) {
        const auto inChange = [&](std::string_view field) {
            bool done = true;
            if (readSide(field, fields.sides, done))
                return done;
            return field == "replace_paths"      ? readReplacePaths(change.requiredReplace)
                   : field == "importing"        ? readImporting(change.change.importing)
                   : field == "generated_config" ? m_json.string(change.change.generatedConfig)
                   : field == "before_identity"  ? m_json.raw(fields.identityBefore)
                   : field == "after_identity"   ? m_json.raw(fields.identityAfter)
                                                 : m_json.skip();
        };
        return m_json.object([&](std::string_view field) {
            return field == "address"            ? m_json.string(fields.address)
                   : field == "previous_address" ? m_json.string(fields.previous)
                   : field == "module_address"   ? m_json.string(fields.module)
                   : field == "mode"             ? m_json.string(fields.mode)
                   : field == "type"             ? m_json.string(fields.type)
                   : field == "name"             ? m_json.string(fields.name)
                   : field == "index"            ? m_json.raw(fields.index)
                   : field == "provider_name"    ? m_json.string(fields.provider)
                   : field == "deposed"          ? m_json.string(fields.deposed)
                   : field == "action_reason"    ? m_json.string(fields.reason)
                   : field == "change"           ? m_json.object(inChange)
                                                 : m_json.skip();
        });
    }

    bool readReplacePaths(std::vector<values::Path>& paths) {
        return m_json.array([&] {
            std::string_view path;
            if (!m_json.raw(path))
                return false;
            if (values::Path read = pathOf(path); !read.isEmpty())
                paths.push_back(std::move(read));
            return true;
        });
    }

    bool readChange(Target target) {
        if (m_stop.stop_requested())
            return false;
        ChangeFields fields;
        auto change = std::make_shared<ResourceInstanceChange>();
        if (!readChangeFields(fields, *change))
            return false;
        if (fields.mode == "list") {
            const Value identity =
                fields.identityAfter.empty() ? Value() : value(fields.identityAfter, {}, {}, fields.address);
            m_parts.queryResults.push_back({fields.address, fields.type, fields.name, identity});
            return true;
        }
        if (target == Target::Deferred)
            m_parts.deferred.push_back(
                {fields.address.empty() ? fmt::format("{}.{}", fields.type, fields.name) : fields.address,
                 {},
                 nullptr});
        std::optional<addrs::AbsResourceInstance> address = addrs::readAbsResourceInstance(fields.address);
        if (!address)
            address = addressOf(fields.module, fields.mode, fields.type, fields.name, fields.index);
        if (!address) {
            if (target != Target::Deferred)
                m_diagnostics.append(Diagnostic::warning(
                    "A change is not shown", fmt::format("The address {} cannot be read.",
                                                         fields.address.empty() ? "of a change" : fields.address)));
            return true;
        }
        change->address = *std::move(address);
        if (fields.mode == "ephemeral") // it changes nothing
            return true;
        if (complete(*change, fields))
            add(std::move(change), target);
        return true;
    }

    /// Converts the fields. Returns false if the action is unknown.
    bool complete(ResourceInstanceChange& change, const ChangeFields& fields) {
        const auto before = addrs::readAbsResourceInstance(fields.previous);
        change.previousAddress = before ? *before : change.address;
        change.deposed = fields.deposed;
        change.provider.config.provider = providerNamed(fields.provider);
        change.provider.config.module = change.address.module.module();
        change.reason = plans::actionReasonFromJson(fields.reason).value_or(plans::ActionReason::None);
        const std::string address = change.address.toString();
        if (!decode(fields.sides, change.change, address))
            return false;
        if (!fields.identityBefore.empty())
            change.change.beforeIdentity = value(fields.identityBefore, {}, {}, address);
        if (!fields.identityAfter.empty())
            change.change.afterIdentity = value(fields.identityAfter, {}, {}, address);
        return true;
    }

    void add(plans::ResourceInstanceChangePtr change, Target target) {
        switch (target) {
        case Target::Changes:
            plan().changes.add(std::move(change));
            break;
        case Target::Drift:
            plan().drift.push_back(std::move(change));
            break;
        case Target::Deferred:
            m_parts.deferred.back().change = std::move(change);
            break;
        }
    }

    const addrs::Provider& providerNamed(const std::string& name) {
        const auto [at, isNew] = m_providers.try_emplace(name);
        if (isNew)
            at->second = providerOf(name);
        return at->second;
    }

    bool readImporting(std::optional<plans::Importing>& imported) {
        if (m_json.takeNull())
            return true;
        plans::Importing& importing = imported.emplace();
        return m_json.object([&](std::string_view field) {
            if (field == "id")
                return m_json.string(importing.id);
            if (field == "unknown")
                return m_json.boolean(importing.unknown);
            std::string_view identity;
            if (field != "identity")
                return m_json.skip();
            if (!m_json.raw(identity))
                return false;
            importing.identity = value(identity, {}, {}, "an import");
            return true;
        });
    }

    bool readOutput(std::string_view name) {
        plans::OutputChange output;
        output.name = name;
        Sides sides;
        const bool isRead = m_json.object([&](std::string_view field) {
            bool done = true;
            return readSide(field, sides, done) ? done : m_json.skip();
        });
        if (!isRead)
            return false;
        if (!decode(sides, output.change, "the output " + output.name))
            return true;
        output.sensitive = output.change.before.isSensitive() || output.change.after.isSensitive();
        plan().changes.add(std::move(output));
        return true;
    }

    bool readVariable(std::string_view name) {
        std::string_view json;
        const bool isRead =
            m_json.object([&](std::string_view field) { return field == "value" ? m_json.raw(json) : m_json.skip(); });
        if (isRead)
            plan().variables[std::string(name)].value = value(json, {}, {}, "the variable " + std::string(name));
        return isRead;
    }

    bool readRelevantAttribute() {
        plans::ResourceAttribute attribute;
        std::string_view path;
        const bool isRead = m_json.object([&](std::string_view field) {
            return field == "resource"    ? m_json.string(attribute.resource)
                   : field == "attribute" ? m_json.raw(path)
                                          : m_json.skip();
        });
        if (!isRead)
            return false;
        attribute.path = pathOf(path);
        plan().relevantAttributes.push_back(std::move(attribute));
        return true;
    }

    void finish() {
        plan().changes.sort();
        plan().quality = plan().errored ? plans::Quality::Incomplete : plans::Quality::Exact;
        guessProgram();
        guessMode();
        if (!m_parts.isEmpty() || m_parts.isApplyable)
            m_read.terraform = std::make_shared<const plans::TerraformParts>(std::move(m_parts));
        if (const std::string& format = m_read.formatVersion;
            !format.empty() && !format.starts_with("0.") && !format.starts_with("1."))
            m_diagnostics.append(Diagnostic::warning("The plan has a newer format",
                                                     fmt::format("This version of Planlens does not support the format "
                                                                 "version {}. Parts of the plan may be missing.",
                                                                 format)));
        const ConfigDependencies configuration(m_configuration);
        for (const std::string& name : configuration.sensitiveVariables())
            if (const auto variable = plan().variables.find(name); variable != plan().variables.end())
                variable->second.value = variable->second.value.withMark(Mark::sensitive());
        configuration.addTo(plan());
        addStoredDependencies(plan(), m_priorState);
        plan().dependencies.finish();
    }

    /// Guesses the program, whose name is not in the file, from the registry of its providers.
    void guessProgram() {
        using Kind = plans::Program::Kind;
        bool isTerraform = false, isOpenTofu = false;
        for (const auto& [name, provider] : m_providers) {
            isTerraform = isTerraform || provider.hostname() == addrs::terraformRegistry;
            isOpenTofu = isOpenTofu || provider.hostname() == addrs::openTofuRegistry;
        }
        const std::string& version = plan().program.version;
        const bool isOlderThanOpenTofu =
            version.starts_with("0.") ||
            (version.size() > 3 && version.starts_with("1.") && version[2] < '6' && version[3] == '.');
        plan().program.kind = isOlderThanOpenTofu || m_parts.isApplyable || (isTerraform && !isOpenTofu)
                                  ? Kind::Terraform
                                  : Kind::OpenTofu;
    }

    /// Deletes without a reason only occur in destroy plans.
    void guessMode() {
        bool destroys = false;
        for (const plans::ResourceInstanceChangePtr& change : plan().changes.resources()) {
            if (change->change.action == Action::NoOp || !change->deposed.empty())
                continue;
            if (change->change.action != Action::Delete || change->reason != plans::ActionReason::None)
                return;
            destroys = true;
        }
        // Older versions do not write reasons.
        if (destroys && !m_read.formatVersion.starts_with("0."))
            plan().options.mode = plans::Mode::Destroy;
        else if (plan().changes.resources().empty() && !plan().drift.empty())
            plan().options.mode = plans::Mode::RefreshOnly;
    }

    LenientFields m_json;
    std::stop_token m_stop;
    FinishedPlan m_read;
    diags::Diagnostics m_diagnostics;
    std::set<std::string> m_members; // of the top-level object
    std::string_view m_configuration, m_priorState;
    std::map<std::string, addrs::Provider> m_providers;
    UnknownActions m_inferred, m_hidden;
    plans::TerraformParts m_parts;
};

} // namespace

diags::Result<FinishedPlan> readPlanJson(std::string_view text, std::stop_token stop) {
    const JsonText json(text);
    if (json.text().empty())
        return Diagnostic::error("This is not a plan", fmt::format("There is no JSON in it. {}", howToMakePlanJson));
    if (std::optional<FinishedPlan> query = readQueryLog(json.text()))
        return *std::move(query);
    return Reader(json.text(), std::move(stop)).read();
}

} // namespace planlens::formats
