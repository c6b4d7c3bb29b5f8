// SPDX-License-Identifier: MPL-2.0
#include "core/formats/reading/plan_reader.h"

#include "core/addrs/target.h"
#include "core/formats/json_text.h"
#include "core/formats/masked_value.h"
#include "core/formats/reading/config_dependencies.h"
#include "core/formats/reading/query_log.h"
#include "core/states/file/json_fields.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

namespace planlens::formats {

using diags::Diagnostic;
using plans::Action;
using plans::ResourceInstanceChange;
using states::JsonFields;
using values::Mark;
using values::Value;

namespace {

constexpr auto cannotBeRead = "The plan cannot be read";
constexpr auto howToMake =
    "Make one with \"tofu plan -out=FILE\" and \"tofu show -json FILE\" (or with terraform in place of tofu).";

/// Fields of unexpected types are ignored, because other programs write these files too.
bool readText(JsonFields& json, std::string& out) {
    return json.peek() == '"' ? json.string(out) : json.skip();
}
bool readFlag(JsonFields& json, bool& out) {
    const char first = json.peek();
    return first == 't' || first == 'f' ? json.boolean(out) : json.skip();
}
template <typename OnElement>
bool readArray(JsonFields& json, OnElement onElement) {
    return json.peek() == '[' ? json.array(onElement) : json.skip();
}
template <typename OnField>
bool readObject(JsonFields& json, OnField onField) {
    return json.peek() == '{' ? json.object(onField) : json.skip();
}

std::optional<Action> actionOf(const std::vector<std::string>& names) {
    const auto are = [&](std::initializer_list<std::string_view> wanted) {
        return std::equal(names.begin(), names.end(), wanted.begin(), wanted.end());
    };
    if (names.empty() || are({"no-op"}))
        return Action::NoOp;
    if (are({"create"}))
        return Action::Create;
    if (are({"read"}))
        return Action::Read;
    if (are({"update"}))
        return Action::Update;
    if (are({"delete", "create"}))
        return Action::DeleteThenCreate;
    if (are({"create", "delete"}))
        return Action::CreateThenDelete;
    if (are({"delete"}))
        return Action::Delete;
    if (are({"forget"}))
        return Action::Forget;
    if (are({"forget", "create"}) || are({"create", "forget"}))
        return Action::ForgetThenCreate;
    return {};
}

addrs::InstanceKey keyOf(std::string_view json) {
    const values::Outcome<Value> value = readMaskedValue(json, {}, {});
    if (value && value->type().isString() && !value->isNull())
        return value->asString();
    std::int64_t index = 0;
    const auto [end, error] = std::from_chars(json.data(), json.data() + json.size(), index);
    if (error == std::errc() && end == json.data() + json.size())
        return index;
    return {};
}

values::Path pathOf(std::string_view json) {
    values::Path path;
    const values::Outcome<Value> steps = readMaskedValue(json, {}, {});
    if (!steps || !steps->type().isTuple())
        return path;
    for (std::size_t i = 0; i < steps->size(); ++i) {
        const Value& step = steps->element(i);
        if (step.isNull())
            break;
        if (step.type().isString())
            path.push(values::AttributeStep{step.asString()});
        else if (step.type().isNumber())
            path.push(values::IndexStep{step});
        else
            break; // a set element, which has no index here
    }
    return path;
}

addrs::Provider providerOf(const std::string& text) {
    // Before 0.13, providers had a name without a source.
    if (text.find('/') == std::string::npos)
        return addrs::Provider::implied(text, addrs::terraformRegistry);
    diags::Result<addrs::Provider> provider = addrs::parseProviderSource(text);
    return provider.value ? *std::move(provider.value) : addrs::Provider();
}

states::CheckStatus statusOf(std::string_view name) {
    return name == "pass"    ? states::CheckStatus::Pass
           : name == "fail"  ? states::CheckStatus::Fail
           : name == "error" ? states::CheckStatus::Error
                             : states::CheckStatus::Unknown;
}

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
        if (Diagnostic problem = whatItIsInstead(); !problem.summary.empty())
            return problem;
        if (!isWhole) {
            const std::string where =
                m_json.field().empty() ? std::string() : fmt::format(" near \"{}\"", m_json.field());
            return Diagnostic::error(cannotBeRead,
                                     fmt::format("The file is damaged or cut off{}. {}", where, howToMake));
        }
        if (!m_unknownActions.empty())
            m_diagnostics.append(Diagnostic::warning(
                "Some changes are not shown",
                fmt::format("{} of the plan's changes have an action that this version of Planlens does not know: {}.",
                            m_unknownActions.size(), m_unknownActions.front())));
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
            return readText(m_json, m_read.formatVersion);
        if (name == "terraform_version")
            return readText(m_json, plan().program.version);
        if (name == "resource_changes")
            return readArray(m_json, [this] { return readChange(Target::Changes); });
        if (name == "resource_drift")
            return readArray(m_json, [this] { return readChange(Target::Drift); });
        if (name == "output_changes")
            return readObject(m_json, [this](std::string_view output) { return readOutput(output); });
        if (name == "configuration")
            return m_json.raw(m_configuration);
        if (name == "prior_state")
            return m_json.raw(m_priorState);
        if (name == "variables")
            return readObject(m_json, [this](std::string_view variable) { return readVariable(variable); });
        if (name == "relevant_attributes")
            return readArray(m_json, [this] { return readRelevantAttribute(); });
        if (name == "checks")
            return readArray(m_json, [this] { return readCheck(); });
        if (name == "timestamp")
            return readText(m_json, plan().timestampText);
        if (name == "errored")
            return readFlag(m_json, plan().errored);
        if (name == "deferred_changes")
            return readArray(m_json, [this] { return readDeferred(); });
        if (name == "action_invocations")
            return readArray(m_json, [this] { return readAction({}); });
        if (name == "deferred_action_invocations")
            return readArray(m_json, [this] { return readDeferredAction(); });
        if (name == "complete")
            return readFlag(m_json, m_parts.isComplete);
        if (name == "applyable")
            return readFlag(m_json, m_parts.isApplyable.emplace());
        return m_json.skip();
    }

    bool readDeferred() {
        plans::DeferredChange deferred;
        const std::size_t before = m_parts.deferred.size();
        const bool isRead = readObject(m_json, [&](std::string_view field) {
            return field == "reason"            ? readText(m_json, deferred.reason)
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
        const bool isRead = readObject(m_json, [&](std::string_view field) {
            return field == "reason"              ? readText(m_json, reason)
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
            return field == "triggering_resource_address" ? readText(m_json, action.trigger)
                   : field == "action_trigger_event"      ? readText(m_json, action.event)
                                                          : m_json.skip();
        };
        const bool isRead = readObject(m_json, [&](std::string_view field) {
            return field == "address"                    ? readText(m_json, action.address)
                   : field == "type"                     ? readText(m_json, type)
                   : field == "name"                     ? readText(m_json, name)
                   : field == "config_values"            ? m_json.raw(config)
                   : field == "config_unknown"           ? m_json.raw(unknown)
                   : field == "config_sensitive"         ? m_json.raw(sensitive)
                   : field == "lifecycle_action_trigger" ? readObject(m_json, inTrigger)
                                                         : m_json.skip();
        });
        if (action.address.empty())
            action.address = fmt::format("action.{}.{}", type, name);
        if (isRead && !config.empty())
            action.config = value(config, unknown, sensitive, action.address);
        m_parts.actions.push_back(std::move(action));
        return isRead;
    }

    /// The error for a file that is not a plan. The message is empty if it is a plan.
    Diagnostic whatItIsInstead() const {
        const auto has = [this](const char* name) { return m_members.contains(name); };
        if (has("resource_changes") || has("planned_values") || has("output_changes") || has("configuration"))
            return {};
        if (has("values") || (has("format_version") && m_members.size() <= 3 && has("terraform_version")))
            return Diagnostic::error("This is a state, not a plan",
                                     fmt::format("The file says what there is, not what is to change. Open the folder "
                                                 "of the configuration to plan it, or open a plan. {}",
                                                 howToMake));
        if (has("version") && (has("lineage") || has("serial")))
            return Diagnostic::error("This is a state file, not a plan",
                                     fmt::format("It says what there is, not what is to change. Open the folder of the "
                                                 "configuration to plan it, or open a plan. {}",
                                                 howToMake));
        if (has("@level") || has("@message"))
            return Diagnostic::error(
                "This is a log of planning, not a plan",
                fmt::format("The option -json of \"tofu plan\" writes messages, which do not hold the plan. {}",
                            howToMake));
        if (has("provider_schemas"))
            return Diagnostic::error("These are schemas of providers, not a plan", howToMake);
        if (has("format_version"))
            return {};
        return Diagnostic::error("This is not a plan",
                                 fmt::format("The file has nothing of the JSON of a plan. {}", howToMake));
    }

    enum class Target { Changes, Drift, Deferred };
    struct Sides {
        std::vector<std::string> actions;
        std::string_view before, after, unknown, sensitiveBefore, sensitiveAfter;
    };

    /// Reads a field that resource and output changes share. Returns whether it was one; `done` is the result of
    /// reading.
    bool readSide(std::string_view name, Sides& sides, bool& done) {
        const auto raw = [&](std::string_view& text) {
            done = m_json.raw(text);
            return true;
        };
        if (name == "actions") {
            done = readArray(m_json, [&] { return readText(m_json, sides.actions.emplace_back()); });
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

    bool decode(const Sides& sides, plans::Change& change, const std::string& subject) {
        const std::optional<Action> action = actionOf(sides.actions);
        if (!action) {
            m_unknownActions.push_back(subject);
            return false;
        }
        change.action = *action;
        change.before = value(sides.before, {}, sides.sensitiveBefore, subject);
        // If both sides are equal, the value is decoded only once.
        const bool isSame = sides.before == sides.after && sides.sensitiveBefore == sides.sensitiveAfter &&
                            sides.unknown.find("true") == std::string_view::npos;
        change.after = isSame ? change.before : value(sides.after, sides.unknown, sides.sensitiveAfter, subject);
        return true;
    }

    bool readChange(Target target) {
        if (m_stop.stop_requested())
            return false;
        std::string address, previous, module, mode, type, name, provider, reason, deposed;
        std::string_view index;
        auto change = std::make_shared<ResourceInstanceChange>();
        Sides sides;
        std::string_view identityBefore, identityAfter;
        const auto inChange = [&](std::string_view field) {
            bool done = true;
            if (readSide(field, sides, done))
                return done;
            if (field == "replace_paths")
                return readArray(m_json, [&] {
                    std::string_view path;
                    if (!m_json.raw(path))
                        return false;
                    if (values::Path read = pathOf(path); !read.isEmpty())
                        change->requiredReplace.push_back(std::move(read));
                    return true;
                });
            if (field == "importing")
                return m_json.takeNull() || readImporting(change->change.importing.emplace());
            if (field == "generated_config")
                return readText(m_json, change->change.generatedConfig);
            if (field == "before_identity")
                return m_json.raw(identityBefore);
            if (field == "after_identity")
                return m_json.raw(identityAfter);
            return m_json.skip();
        };
        const bool isRead = readObject(m_json, [&](std::string_view field) {
            return field == "address"            ? readText(m_json, address)
                   : field == "previous_address" ? readText(m_json, previous)
                   : field == "module_address"   ? readText(m_json, module)
                   : field == "mode"             ? readText(m_json, mode)
                   : field == "type"             ? readText(m_json, type)
                   : field == "name"             ? readText(m_json, name)
                   : field == "index"            ? m_json.raw(index)
                   : field == "provider_name"    ? readText(m_json, provider)
                   : field == "deposed"          ? readText(m_json, deposed)
                   : field == "action_reason"    ? readText(m_json, reason)
                   : field == "change"           ? readObject(m_json, inChange)
                                                 : m_json.skip();
        });
        if (!isRead)
            return false;
        if (mode == "list") {
            m_parts.queryResults.push_back(
                {address, type, name, identityAfter.empty() ? Value() : value(identityAfter, {}, {}, address)});
            return true;
        }
        if (target == Target::Deferred)
            m_parts.deferred.push_back({address.empty() ? fmt::format("{}.{}", type, name) : address, {}, nullptr});
        if (!locate(*change, address, module, mode, type, name, index)) {
            if (target == Target::Deferred)
                return true;
            m_diagnostics.append(
                Diagnostic::warning("A change is not shown", fmt::format("The address {} cannot be read.",
                                                                         address.empty() ? "of a change" : address)));
            return true;
        }
        const auto before = addrs::readAbsResourceInstance(previous);
        change->previousAddress = before ? *before : change->address;
        change->deposed = std::move(deposed);
        change->provider.config.provider = providerNamed(provider);
        change->provider.config.module = change->address.module.module();
        change->reason = plans::actionReasonFromJson(reason).value_or(plans::ActionReason::None);
        if (!decode(sides, change->change, change->address.toString()))
            return true;
        if (!identityBefore.empty())
            change->change.beforeIdentity = value(identityBefore, {}, {}, change->address.toString());
        if (!identityAfter.empty())
            change->change.afterIdentity = value(identityAfter, {}, {}, change->address.toString());
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
        return true;
    }

    /// Uses the fields beside the address, which have the same information, also for addresses in older formats.
    static bool locate(ResourceInstanceChange& change, const std::string& address, const std::string& module,
                       const std::string& mode, const std::string& type, const std::string& name,
                       std::string_view index) {
        if (auto read = addrs::readAbsResourceInstance(address)) {
            change.address = *std::move(read);
            return true;
        }
        const auto in = module.empty() ? addrs::ModuleInstance() : addrs::readModuleInstance(module);
        if (!in || type.empty() || name.empty())
            return false;
        change.address.module = *in;
        change.address.resource = {mode == "data"        ? addrs::ResourceMode::Data
                                   : mode == "ephemeral" ? addrs::ResourceMode::Ephemeral
                                                         : addrs::ResourceMode::Managed,
                                   type, name};
        change.address.key = keyOf(index);
        return true;
    }

    const addrs::Provider& providerNamed(const std::string& name) {
        const auto [at, isNew] = m_providers.try_emplace(name);
        if (isNew)
            at->second = providerOf(name);
        return at->second;
    }

    bool readImporting(plans::Importing& importing) {
        return readObject(m_json, [&](std::string_view field) {
            if (field == "id")
                return readText(m_json, importing.id);
            if (field == "unknown")
                return readFlag(m_json, importing.unknown);
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
        const bool isRead = readObject(m_json, [&](std::string_view field) {
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
        const bool isRead = readObject(
            m_json, [&](std::string_view field) { return field == "value" ? m_json.raw(json) : m_json.skip(); });
        if (isRead)
            plan().variables[std::string(name)].value = value(json, {}, {}, "the variable " + std::string(name));
        return isRead;
    }

    bool readRelevantAttribute() {
        plans::ResourceAttribute attribute;
        std::string_view path;
        const bool isRead = readObject(m_json, [&](std::string_view field) {
            return field == "resource"    ? readText(m_json, attribute.resource)
                   : field == "attribute" ? m_json.raw(path)
                                          : m_json.skip();
        });
        if (!isRead)
            return false;
        attribute.path = pathOf(path);
        plan().relevantAttributes.push_back(std::move(attribute));
        return true;
    }

    bool readAddress(std::string& display, std::string* kind) {
        return readObject(m_json, [&](std::string_view field) {
            return field == "to_display"     ? readText(m_json, display)
                   : field == "kind" && kind ? readText(m_json, *kind)
                                             : m_json.skip();
        });
    }

    bool readCheck() {
        std::string address, kind, status;
        states::CheckResult result;
        const auto readObjectResult = [&] {
            std::string object, objectStatus;
            states::CheckObjectResult one;
            const bool isRead = readObject(m_json, [&](std::string_view field) {
                if (field == "address")
                    return readAddress(object, nullptr);
                if (field == "status")
                    return readText(m_json, objectStatus);
                if (field != "problems")
                    return m_json.skip();
                return readArray(m_json, [&] {
                    return readObject(m_json, [&](std::string_view part) {
                        return part == "message" ? readText(m_json, one.failureMessages.emplace_back()) : m_json.skip();
                    });
                });
            });
            one.status = statusOf(objectStatus);
            if (isRead)
                result.objects[object] = std::move(one);
            return isRead;
        };
        const bool isRead = readObject(m_json, [&](std::string_view field) {
            return field == "address"     ? readAddress(address, &kind)
                   : field == "status"    ? readText(m_json, status)
                   : field == "instances" ? readArray(m_json, readObjectResult)
                                          : m_json.skip();
        });
        if (!isRead)
            return false;
        result.kind = kind == "output_value" ? states::CheckableKind::OutputValue
                      : kind == "check"      ? states::CheckableKind::Check
                      : kind == "var"        ? states::CheckableKind::InputVariable
                                             : states::CheckableKind::Resource;
        result.status = statusOf(status);
        result.objectsKnown = result.status != states::CheckStatus::Unknown || !result.objects.empty();
        if (!address.empty())
            plan().checks[address] = std::move(result);
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
            m_diagnostics.append(Diagnostic::warning("The plan is of a newer format",
                                                     fmt::format("It is of format version {}, which this version of "
                                                                 "Planlens does not know: something may be missing.",
                                                                 format)));
        const ConfigDependencies configuration(m_configuration);
        for (const std::string& name : configuration.sensitiveVariables())
            if (const auto variable = plan().variables.find(name); variable != plan().variables.end())
                variable->second.value = variable->second.value.withMark(Mark::sensitive());
        configuration.addTo(plan());
        addStoredDependencies(plan(), m_priorState);
        plan().dependencies.finish();
    }

    /// The file does not contain the program's name, but the registry of its providers indicates it.
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

    /// Deletes without a reason occur only in destroy plans.
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
            plan().mode = plans::Mode::Destroy;
        else if (plan().changes.resources().empty() && !plan().drift.empty())
            plan().mode = plans::Mode::RefreshOnly;
    }

    JsonFields m_json;
    std::stop_token m_stop;
    FinishedPlan m_read;
    diags::Diagnostics m_diagnostics;
    std::set<std::string> m_members; // of the top-level object
    std::string_view m_configuration, m_priorState;
    std::map<std::string, addrs::Provider> m_providers;
    std::vector<std::string> m_unknownActions; // names of the subjects
    plans::TerraformParts m_parts;
};

} // namespace

diags::Result<FinishedPlan> readPlanJson(std::string_view text, std::stop_token stop) {
    const JsonText json(text);
    if (json.text().empty())
        return Diagnostic::error("This is not a plan", fmt::format("There is no JSON in it. {}", howToMake));
    if (std::optional<FinishedPlan> query = readQueryLog(json.text()))
        return *std::move(query);
    return Reader(json.text(), std::move(stop)).read();
}

} // namespace planlens::formats
