// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/builtins.h"
#include "core/values/path.h"

namespace planlens::lang {
namespace {

using values::Mark;

Parameter anyValue() {
    return parameter("value", Type::dynamic(), {Allow::Unknown, Allow::Null, Allow::Marked, Allow::DynamicType});
}

TypeOutcome typeOfArgument(Arguments arguments) {
    return arguments[0].type();
}

MarkSet without(Mark mark, MarkSet marks) {
    marks.erase(mark);
    return marks;
}

/// Replaces ephemeral values by nulls. For an unknown value it is not known yet whether it is ephemeral.
Value withNullForEphemeral(const values::Path&, const Value& value) {
    const MarkSet marks = without(Mark::ephemeral(), value.marks());
    if (value.isNull())
        return Value::null(value.type()).withMarks(marks);
    if (!value.isKnown())
        return Value::unknown(value.type()).withMarks(marks);
    return value.hasMark(Mark::ephemeral()) ? Value::null(value.type()).withMarks(marks) : value;
}

} // namespace

void addMarks(FunctionList& functions) {
    add(functions,
        {.name = "sensitive",
         .parameters = {anyValue()},
         .nullness = Nullness::MayBeNull,
         .type = typeOfArgument,
         .call = [](Arguments arguments, Type) -> ValueOutcome { return arguments[0].withMark(Mark::sensitive()); }});
    add(functions, {.name = "nonsensitive",
                    .parameters = {anyValue()},
                    .nullness = Nullness::MayBeNull,
                    .type = typeOfArgument,
                    .call = [](Arguments arguments, Type) -> ValueOutcome {
                        return arguments[0].unmarked().withMarks(without(Mark::sensitive(), arguments[0].marks()));
                    }});
    add(functions, {.name = "issensitive",
                    .parameters = {anyValue()},
                    .type = always(Type::boolean()),
                    .call = [](Arguments arguments, Type type) -> ValueOutcome {
                        return arguments[0].isKnown() ? Value::boolean(arguments[0].isSensitive()) : unknown(type);
                    }});
    add(functions, {.name = "ephemeralasnull",
                    .parameters = {anyValue()},
                    .nullness = Nullness::MayBeNull,
                    .type = typeOfArgument,
                    .call = [](Arguments arguments, Type) -> ValueOutcome {
                        return values::transform(arguments[0], withNullForEphemeral);
                    }});
}

} // namespace planlens::lang
