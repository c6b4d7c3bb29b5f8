// SPDX-License-Identifier: MPL-2.0
#include "core/configs/for_each.h"

#include <fmt/core.h>

namespace planlens::configs {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;
using hcl::Expression;
using values::Mark;
using values::Type;
using values::Value;

namespace {

constexpr std::string_view derivedHead =
    " from resource attributes that cannot be determined until apply, and so OpenTofu cannot determine ";
constexpr std::string_view keysTail =
    "the full set of keys that will identify the instances of this resource.\n\nWhen working with unknown "
    "values in for_each, it's better to ";

std::string unknownForEachDetail(Type type) {
    if (type.isMapping())
        return fmt::format("The \"for_each\" map includes keys derived{}{}define the map keys statically in your "
                           "configuration and place "
                           "apply-time results only in the map values.\n\n",
                           derivedHead, keysTail);
    if (type.isSet() || type.isTuple())
        return fmt::format("The \"for_each\" {} includes values derived{}{}use a map value where the keys are defined "
                           "statically in your "
                           "configuration and where only the values contain apply-time results.\n\n",
                           type.isSet() ? "set" : "tuple", derivedHead, keysTail);
    return fmt::format("The \"for_each\" value includes keys or set values{}what will identify the instances of this "
                       "resource.\n\nWhen working "
                       "with unknown values in for_each, it's better to define the map keys statically in your "
                       "configuration and place apply-time "
                       "results only in the map values.\n\n",
                       derivedHead);
}

/// The cause determines how the message describes the values.
Diagnostic aboutExpression(std::string detail, const Expression& expression, const hcl::Scope& scope,
                           diags::DiagnosticExtra cause = {}) {
    Diagnostic diagnostic = Diagnostic::error("Invalid for_each argument", std::move(detail), expression.range());
    diagnostic.extra = std::move(cause);
    return hcl::withExpressionValues(std::move(diagnostic), expression, &scope);
}

} // namespace

Result<Value> checkForEach(const Expression& expression, const Value& value, const hcl::Scope& scope,
                           UnknownForEach unknowns, std::string_view remedy, TupleForEach tuples) {
    Diagnostics diagnostics;
    const Type type = value.type();
    bool bad = false;
    const auto complain = [&](std::string detail, diags::DiagnosticExtra cause = {}) {
        bad = true;
        diagnostics.append(aboutExpression(std::move(detail), expression, scope, std::move(cause)));
    };
    Diagnostics typeDiagnostics; // OpenTofu reports them after those about the value
    const bool allowedType =
        type.isDynamic() || type.isMapping() || type.isSet() || (type.isTuple() && tuples == TupleForEach::Allowed);
    bool unknown = !value.isKnown();
    if (!allowedType) {
        typeDiagnostics.append(aboutExpression(
            fmt::format(
                "The given \"for_each\" argument value is unsuitable: the \"for_each\" argument must be a {}, and "
                "you have provided a value of type {}.",
                tuples == TupleForEach::Allowed ? "map, set of strings, or a tuple" : "map, or set of strings",
                type.friendlyName()),
            expression, scope));
        bad = true;
    } else if (type.isSet()) {
        if (!type.elementType().isString() && !type.elementType().isDynamic()) {
            typeDiagnostics.append(
                aboutExpression(fmt::format("The given \"for_each\" argument value is unsuitable: \"for_each\" "
                                            "supports sets of strings, but you have provided a "
                                            "set containing type {}.",
                                            type.elementType().friendlyName()),
                                expression, scope));
            bad = true;
        } else if (!value.isWhollyKnown()) {
            unknown = true;
        } else if (!value.isNull()) {
            const Value elements = value.unmarkedDeep();
            for (std::size_t i = 0; i < elements.size(); ++i) {
                if (elements.element(i).isNull()) {
                    typeDiagnostics.append(aboutExpression("The given \"for_each\" argument value is unsuitable: "
                                                           "\"for_each\" sets must not contain null values.",
                                                           expression, scope));
                    bad = true;
                    break;
                }
            }
        }
    }
    if (unknown && unknowns == UnknownForEach::Refused && !(bad && !allowedType && value.isKnown()))
        complain(unknownForEachDetail(allowedType ? type : Type::dynamic()) + std::string(remedy),
                 {.causedByUnknown = true});
    if (value.isNull())
        complain("The given \"for_each\" argument value is unsuitable: the given \"for_each\" argument value is null.");
    if (value.hasMark(Mark::sensitive()))
        complain("Sensitive values, or values derived from sensitive values, cannot be used as for_each arguments. If "
                 "used, the sensitive value "
                 "could be exposed as a resource instance key.",
                 {.causedBySensitive = true});
    if (value.hasMark(Mark::ephemeral()))
        complain("Ephemeral values, or values derived from ephemeral values, cannot be used as for_each arguments. If "
                 "used, the ephemeral value "
                 "could be exposed as a resource instance key.",
                 {.causedBySensitive = true});
    diagnostics.append(std::move(typeDiagnostics));
    if (bad)
        return diagnostics;
    return {unknown ? Value::unknown(type) : value, std::move(diagnostics)};
}

} // namespace planlens::configs
