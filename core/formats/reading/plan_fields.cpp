// SPDX-License-Identifier: MPL-2.0
#include "core/formats/reading/plan_fields.h"

#include "core/addrs/target.h"
#include "core/formats/masked_value.h"

#include <algorithm>
#include <charconv>

namespace planlens::formats {

using plans::Action;
using values::Value;

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

std::optional<Action> inferredAction(std::string_view before, std::string_view after) {
    const auto isNull = [](std::string_view json) { return json.empty() || json == "null"; };
    if (isNull(before))
        return isNull(after) ? std::nullopt : std::optional(Action::Create);
    return isNull(after) ? Action::Delete : Action::Update;
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

states::CheckStatus checkStatusOf(std::string_view name) {
    return name == "pass"    ? states::CheckStatus::Pass
           : name == "fail"  ? states::CheckStatus::Fail
           : name == "error" ? states::CheckStatus::Error
                             : states::CheckStatus::Unknown;
}

namespace {

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

} // namespace

std::optional<addrs::AbsResourceInstance> addressOf(const std::string& module, const std::string& mode,
                                                    const std::string& type, const std::string& name,
                                                    std::string_view index) {
    const auto in = module.empty() ? addrs::ModuleInstance() : addrs::readModuleInstance(module);
    if (!in || type.empty() || name.empty())
        return {};
    const addrs::ResourceMode resourceMode = mode == "data"        ? addrs::ResourceMode::Data
                                             : mode == "ephemeral" ? addrs::ResourceMode::Ephemeral
                                                                   : addrs::ResourceMode::Managed;
    return addrs::AbsResourceInstance{*in, {resourceMode, type, name}, keyOf(index)};
}

} // namespace planlens::formats
