// SPDX-License-Identifier: MPL-2.0
#include "core/configs/assemble/overrides.h"

#include "core/values/conversion/convert.h"

#include <fmt/core.h>

namespace planlens::configs {

using diags::Diagnostics;

namespace {

void checkDependsOn(const std::vector<hcl::Traversal>& dependsOn, Diagnostics& diagnostics) {
    if (!dependsOn.empty())
        diagnostics.error("Unsupported override", "The depends_on argument may not be overridden.",
                          dependsOn.front().range());
}

} // namespace

void overrideVariable(Variable& base, const Variable& given, Diagnostics& diagnostics) {
    if (given.descriptionSet) {
        base.description = given.description;
        base.descriptionSet = true;
    }
    if (given.sensitiveSet)
        base.sensitive = given.sensitive;
    if (given.ephemeralSet)
        base.ephemeral = given.ephemeral;
    if (given.nullableSet)
        base.nullable = given.nullable;
    if (given.constantSet) {
        base.constant = given.constant;
        base.constantSet = true;
    }
    if (given.typeGiven) {
        // Defaults inside the type remain those of the overridden declaration, as in OpenTofu.
        base.constraint.type = given.constraint.type;
        base.typeGiven = true;
    }
    if (given.defaultValue) {
        base.defaultValue = given.defaultValue;
        base.defaultRange = given.defaultRange;
    }
    if (!given.deprecated.empty())
        base.deprecated = given.deprecated;
    // The type and the default must match even if only one of them is overridden.
    if (base.defaultValue) {
        const values::Outcome<values::Value> converted = values::convert(*base.defaultValue, base.constraint.type);
        if (converted) {
            base.defaultValue = *converted;
        } else {
            const char* const reason =
                !given.typeGiven      ? "The overridden default value for this variable is not compatible with the "
                                        "variable's type constraint"
                : !given.defaultValue ? "Overriding this variable's type constraint has made its default value invalid"
                                      : "This variable's default value is not compatible with its type constraint";
            diagnostics.error("Invalid default value for variable",
                              fmt::format("{}: {}.", reason, converted.error().message), given.range);
        }
        if (!base.nullable && base.defaultValue->isNull())
            diagnostics.error("Invalid default value for variable",
                              "A null default value is not valid when nullable=false.", given.range);
    }
}

void overrideOutput(Output& base, const Output& given, Diagnostics& diagnostics) {
    if (!given.description.empty())
        base.description = given.description;
    if (given.expression)
        base.expression = given.expression;
    if (given.sensitiveSet)
        base.sensitive = given.sensitive;
    if (!given.deprecated.empty())
        base.deprecated = given.deprecated;
    if (given.ephemeralSet)
        base.ephemeral = given.ephemeral;
    checkDependsOn(given.dependsOn, diagnostics);
}

void overrideCall(ModuleCall& base, const ModuleCall& given, Diagnostics& diagnostics) {
    if (given.sourceExpression) {
        base.sourceExpression = given.sourceExpression;
        base.sourceRange = given.sourceRange;
    }
    if (given.count)
        base.count = given.count;
    if (given.forEach)
        base.forEach = given.forEach;
    if (!given.providers.empty())
        base.providers = given.providers;
    if (given.versionExpression) {
        base.versionExpression = given.versionExpression;
        base.versionRange = given.versionRange;
    }
    base.config = hcl::mergeOverrideBody(base.config, given.config);
    checkDependsOn(given.dependsOn, diagnostics);
}

void overrideResource(Resource& base, const Resource& given, Diagnostics& diagnostics) {
    if (given.count)
        base.count = given.count;
    if (given.forEach)
        base.forEach = given.forEach;
    if (given.providerRef)
        base.providerRef = given.providerRef;
    if (given.connection) {
        base.connection = given.connection;
        base.connectionRange = given.connectionRange;
    }
    if (given.createBeforeDestroy)
        base.createBeforeDestroy = given.createBeforeDestroy;
    if (given.preventDestroy)
        base.preventDestroy = given.preventDestroy;
    if (given.destroyExpression) {
        base.destroyExpression = given.destroyExpression;
        base.destroy = given.destroy;
    }
    if (!given.ignoreChanges.empty())
        base.ignoreChanges = given.ignoreChanges;
    if (given.ignoreAllChanges)
        base.ignoreAllChanges = true;
    if (!given.provisioners.empty())
        base.provisioners = given.provisioners;
    base.config = hcl::mergeOverrideBody(base.config, given.config);
    checkDependsOn(given.dependsOn, diagnostics);
}

} // namespace planlens::configs
