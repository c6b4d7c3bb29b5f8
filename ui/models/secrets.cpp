// SPDX-License-Identifier: MPL-2.0
#include "ui/models/secrets.h"

#include "core/values/json.h"

#include <QByteArray>

#include <algorithm>
#include <set>
#include <utility>

namespace planlens::models {

using values::Value;

namespace {

constexpr std::size_t shortestSecret = 4;

/// A text as it is, and as it stands in JSON, base64 and URLs.
void addForms(const std::string& secret, std::set<std::string>& secrets) {
    secrets.insert(secret);
    std::string json;
    values::appendJsonString(json, secret);
    json = json.substr(1, json.size() - 2);
    secrets.insert(json);
    // Others than Go do not escape these.
    for (const auto& [escaped, plain] : {std::pair("\\u003c", "<"), std::pair("\\u003e", ">"), std::pair("\\u0026", "&")})
        for (std::size_t at = json.find(escaped); at != std::string::npos; at = json.find(escaped, at))
            json.replace(at, 6, plain);
    secrets.insert(json);
    const QByteArray bytes = QByteArray::fromStdString(secret);
    secrets.insert(bytes.toBase64().toStdString());
    secrets.insert(bytes.toPercentEncoding().toStdString());
}

/// Adds the texts in a value that are sensitive themselves or inside something that is.
void collect(const Value& value, bool isInside, std::set<std::string>& secrets) {
    if (!isInside && !value.containsMark(values::Mark::sensitive()))
        return;
    const bool isSecret = isInside || value.isSensitive();
    const Value plain = value.unmarked();
    if (plain.isNull() || !plain.isKnown())
        return;
    if (plain.type().isObject() || plain.type().isMap() || plain.type().isList() || plain.type().isTuple() || plain.type().isSet()) {
        for (std::size_t i = 0; i < plain.size(); ++i)
            collect(plain.element(i), isSecret, secrets);
    } else if (isSecret && plain.type().isString() && plain.asString().size() >= shortestSecret) {
        addForms(plain.asString(), secrets);
    }
}

} // namespace

Secrets secretsOf(const plans::Plan& plan) {
    std::set<std::string> secrets;
    for (const auto& [name, variable] : plan.variables)
        collect(variable.value, false, secrets);
    for (const auto* changes : {&plan.changes.resources(), &plan.drift})
        for (const plans::ResourceInstanceChangePtr& change : *changes) {
            collect(change->change.before, false, secrets);
            collect(change->change.after, false, secrets);
        }
    for (const plans::OutputChange& output : plan.changes.outputs()) {
        collect(output.change.before, output.sensitive, secrets);
        collect(output.change.after, output.sensitive, secrets);
    }
    return {secrets.begin(), secrets.end()};
}

bool holdsSecret(const std::string& text, const Secrets& secrets) {
    return std::any_of(secrets.begin(), secrets.end(), [&](const std::string& secret) { return text.find(secret) != std::string::npos; });
}

} // namespace planlens::models
