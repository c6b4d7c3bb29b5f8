// SPDX-License-Identifier: MPL-2.0
#include "core/providers/builtin/terraform_data.h"

#include "core/values/json/json.h"
#include "core/values/operations.h"
#include "core/values/random.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>

namespace planlens::providers::builtin {
namespace {

using values::Type;
using values::Value;

Value unknownId() {
    return values::refineNotNull(Value::unknown(Type::string()));
}

/// Returns the planned output: unknown with the input's type, or null if the input is null.
Value plannedOutput(const Value& input) {
    return input.isNull() ? input : Value::unknown(input.type());
}

struct Parts {
    Value id, input, output, triggersReplace;
    Value toValue() const {
        return Value::object({{"id", id}, {"input", input}, {"output", output}, {"triggers_replace", triggersReplace}});
    }
};

Parts partsOf(const Value& object) {
    return {object.attribute("id"), object.attribute("input"), object.attribute("output"),
            object.attribute("triggers_replace")};
}

} // namespace

const schemas::ResourceSchemaPtr& terraformDataSchema() {
    static const schemas::ResourceSchemaPtr schema = [] {
        schemas::Attribute input;
        input.type = Type::dynamic();
        input.optional = true;
        schemas::Attribute output;
        output.type = Type::dynamic();
        output.computed = true;
        schemas::Attribute id;
        id.type = Type::string();
        id.computed = true;
        schemas::Block block;
        block.attributes = {{"id", id}, {"input", input}, {"output", output}, {"triggers_replace", input}};
        return schemas::ResourceSchema::make(std::move(block));
    }();
    return schema;
}

ProviderDiagnostics validateTerraformData(const Value& config) {
    ProviderDiagnostics diagnostics;
    if (config.isNull())
        return diagnostics;
    for (const std::string_view name : {"id", "output"}) {
        if (!config.attribute(name).isNull())
            diagnostics.push_back({diags::Severity::Error,
                                   values::quoted(name) + " attribute is read-only",
                                   {},
                                   {},
                                   ProviderDiagnostic::About::Nothing});
    }
    return diagnostics;
}

PlanResponse planTerraformData(const PlanRequest& request) {
    PlanResponse response;
    response.planned = request.proposed;
    if (request.proposed.isNull())
        return response;

    Parts planned = partsOf(request.proposed);
    if (request.prior.isNull()) {
        planned.id = unknownId();
        planned.output = plannedOutput(planned.input);
    } else if (request.prior.attribute("triggers_replace") != planned.triggersReplace) {
        response.requiresReplace.push_back(values::Path().attribute("triggers_replace"));
        planned.id = unknownId();
        planned.output = plannedOutput(planned.input);
    } else if (request.prior.attribute("input") != planned.input) {
        planned.output = Value::unknown(planned.input.type());
    }
    response.planned = planned.toValue();
    return response;
}

ApplyResponse applyTerraformData(const ApplyRequest& request) {
    ApplyResponse response;
    response.newState = request.planned;
    if (request.planned.isNull())
        return response;
    Parts parts = partsOf(request.planned);
    if (!parts.output.isKnown())
        parts.output = parts.input;
    if (!parts.id.isKnown())
        parts.id = Value::string(values::randomUuid());
    response.newState = parts.toValue();
    return response;
}

Value terraformDataValue(Value id, Value triggersReplace) {
    return Parts{std::move(id), Value(), Value(), std::move(triggersReplace)}.toValue();
}

MoveResponse moveToTerraformData(const MoveRequest& request) {
    MoveResponse response;
    const auto fail = [&response](std::string summary) {
        response.diagnostics.push_back(
            {diags::Severity::Error, std::move(summary), {}, {}, ProviderDiagnostic::About::Nothing});
    };
    if (request.sourceType != "null_resource" || request.targetType != "terraform_data") {
        fail(fmt::format("unsupported move: {} -> {}; only move from null_resource to terraform_data is supported",
                         request.sourceType, request.targetType));
        return response;
    }
    const Type nullResource =
        Type::object({{"id", Type::string(), false}, {"triggers", Type::map(Type::string()), false}});
    const auto old = values::fromJson(request.sourceJson, nullResource);
    if (!old) {
        fail(values::formatError(old.error()));
        return response;
    }
    Value triggers;
    if (const Value was = old->attribute("triggers"); !was.isNull()) {
        std::vector<std::pair<std::string, Value>> attributes;
        for (std::size_t i = 0; i < was.size(); ++i)
            attributes.emplace_back(was.key(i), was.element(i));
        triggers = Value::object(std::move(attributes));
    }
    response.target = terraformDataValue(old->attribute("id"), triggers);
    response.targetPrivate = request.sourcePrivate;
    return response;
}

} // namespace planlens::providers::builtin
