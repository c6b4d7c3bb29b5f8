// SPDX-License-Identifier: MPL-2.0
#include "core/plans/change.h"

#include "core/values/msgpack/msgpack.h"

namespace planlens::plans {

using values::Outcome;
using values::Value;

Outcome<DynamicValue> DynamicValue::encode(const Value& value, values::Type type) {
    Outcome<std::string> bytes = values::toMsgpack(value, type);
    if (!bytes)
        return diags::Unexpected{std::move(bytes).error()};
    return DynamicValue{*std::move(bytes)};
}

Outcome<Value> DynamicValue::decode(values::Type type) const {
    return values::fromMsgpack(msgpack, type);
}

Outcome<EncodedChange> EncodedChange::encode(const Change& change, values::Type type) {
    EncodedChange encoded;
    encoded.action = change.action;
    encoded.beforeMarks = change.before.pathMarks();
    encoded.afterMarks = change.after.pathMarks();
    encoded.importing = change.importing;
    encoded.generatedConfig = change.generatedConfig;
    Outcome<DynamicValue> before = DynamicValue::encode(change.before.unmarkedDeep(), type);
    if (!before)
        return diags::Unexpected{std::move(before).error()};
    Outcome<DynamicValue> after = DynamicValue::encode(change.after.unmarkedDeep(), type);
    if (!after)
        return diags::Unexpected{std::move(after).error()};
    encoded.before = *std::move(before);
    encoded.after = *std::move(after);
    return encoded;
}

Outcome<Change> EncodedChange::decode(values::Type type) const {
    Outcome<Value> beforeValue = before.decode(type);
    if (!beforeValue)
        return diags::Unexpected{std::move(beforeValue).error()};
    Outcome<Value> afterValue = after.decode(type);
    if (!afterValue)
        return diags::Unexpected{std::move(afterValue).error()};
    Change change;
    change.action = action;
    change.before = beforeValue->withPathMarks(beforeMarks);
    change.after = afterValue->withPathMarks(afterMarks);
    change.importing = importing;
    change.generatedConfig = generatedConfig;
    return change;
}

ResourceInstanceChange ResourceInstanceChange::simplify(Half half) const {
    ResourceInstanceChange simple;
    simple.address = address;
    simple.previousAddress = previousAddress;
    simple.deposed = deposed;
    simple.provider = provider;
    simple.privateData = privateData;
    simple.change = change;
    const auto nothing = [&] {
        simple.change.action = Action::NoOp;
        simple.change.after = change.before;
        return simple;
    };
    if (half == Half::Destroying) {
        switch (change.action) {
        case Action::Delete:
            return *this;
        case Action::CreateThenDelete:
        case Action::DeleteThenCreate:
            simple.change.action = Action::Delete;
            simple.change.after = Value::null(change.before.type());
            simple.change.afterIdentity = Value::null(change.afterIdentity.type());
            return simple;
        case Action::NoOp:
        case Action::Create:
        case Action::Read:
        case Action::Update:
        case Action::Forget:
        case Action::ForgetThenCreate:
            return nothing();
        }
    }
    switch (change.action) {
    case Action::Delete:
        return nothing();
    case Action::CreateThenDelete:
    case Action::DeleteThenCreate:
    case Action::ForgetThenCreate:
        simple.change.action = Action::Create;
        simple.change.before = Value::null(change.after.type());
        simple.change.beforeIdentity = Value::null(change.beforeIdentity.type());
        return simple;
    case Action::NoOp:
    case Action::Create:
    case Action::Read:
    case Action::Update:
    case Action::Forget:
        break;
    }
    return *this;
}

} // namespace planlens::plans
