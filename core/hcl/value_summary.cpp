// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/value_summary.h"

#include "core/hcl/expression.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>

namespace planlens::hcl {
namespace {

using values::Mark;
using values::Type;
using values::Value;

std::string summarizeKnown(const Value& value) {
    const Type type = value.type();
    if (type.isBool())
        return value.asBool() ? "true" : "false";
    if (type.isNumber())
        return value.asNumber().toHashString();
    if (type.isString())
        return values::quoted(value.asString());
    if (type.isCollection() || type.isTuple()) {
        const std::size_t size = value.size();
        if (size == 0)
            return "empty " + type.friendlyName();
        return size == 1 ? type.friendlyName() + " with 1 element"
                         : fmt::format("{} with {} elements", type.friendlyName(), size);
    }
    const auto attributes = type.attributes();
    if (attributes.empty())
        return "object with no attributes";
    if (attributes.size() == 1)
        return "object with 1 attribute " + values::quoted(attributes.front().name);
    return fmt::format("object with {} attributes", attributes.size());
}

std::string describeUnknownCollection(const Value& value) {
    constexpr std::int64_t largestShownLength = 1024;
    const std::string type = value.type().friendlyName();
    const values::Refinement* known = value.refinement();
    const std::int64_t least = known->minLength;
    if (known->maxLength && least == *known->maxLength)
        return fmt::format("is a {} of length {}, known only after apply", type, least);
    const bool hasMost = known->maxLength && *known->maxLength <= largestShownLength;
    if (least != 0 && hasMost)
        return fmt::format("is a {} with between {} and {} elements, known only after apply", type, least,
                           *known->maxLength);
    if (least != 0)
        return fmt::format("is a {} with at least {} elements, known only after apply", type, least);
    if (hasMost)
        return fmt::format("is a {} with up to {} elements, known only after apply", type, *known->maxLength);
    return fmt::format("is a {}, known only after apply", type);
}

std::string describeUnknown(const Value& value, bool isCause) {
    const Type type = value.type();
    if (type.isDynamic())
        return isCause ? "will be known only after apply" : "";
    if (!isCause)
        return fmt::format("is a {}", type.friendlyName());
    if (type.isCollection())
        return describeUnknownCollection(value);
    return fmt::format("is a {}, known only after apply", type.friendlyName());
}

} // namespace

std::string summarizeValue(const Value& value) {
    if (value.hasMark(Mark::sensitive()))
        return "(sensitive value)";
    if (value.hasMark(Mark::ephemeral()))
        return "(ephemeral value)";
    if (value.isNull())
        return "null";
    return value.isKnown() ? summarizeKnown(value.unmarked()) : "(not yet known)";
}

std::string describeValue(const Value& value, const diags::DiagnosticExtra& cause) {
    if (value.hasMark(Mark::sensitive()))
        return cause.causedBySensitive ? "has a sensitive value" : "";
    if (value.hasMark(Mark::ephemeral()))
        return cause.causedBySensitive ? "has an ephemeral value" : "";
    if (!value.isKnown())
        return describeUnknown(value.unmarked(), cause.causedByUnknown);
    return "is " + summarizeValue(value);
}

std::string describeValue(const Value& value) {
    return describeValue(value, {});
}

} // namespace planlens::hcl
