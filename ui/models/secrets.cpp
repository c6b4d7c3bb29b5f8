// SPDX-License-Identifier: MPL-2.0
#include "ui/models/secrets.h"

#include "core/values/json.h"

#include <QByteArray>
#include <QCoreApplication>

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>

namespace planlens::models {

using values::Value;

namespace {

constexpr std::size_t shortestSecret = 4;
constexpr std::size_t shortestNumber = 6; // shorter ones are in everything
constexpr std::size_t shortestLine = 12;  // of a secret with several

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
    } else if (isSecret && plain.type().isNumber()) {
        if (std::string number = plain.asNumber().toString(); number.size() >= shortestNumber)
            secrets.insert(std::move(number));
    }
}

} // namespace

Secrets secretsOf(const Value& value, Sensitive sensitive) {
    std::set<std::string> secrets;
    collect(value, sensitive == Sensitive::All, secrets);
    return {secrets.begin(), secrets.end()};
}

Secrets secretsOf(const states::State& state) {
    std::set<std::string> secrets;
    const auto collectStored = [&](const states::StoredObjectPtr& stored) {
        if (!stored || stored->sensitivePaths.empty())
            return;
        if (const auto value = values::fromSimpleJson(stored->attributesJson))
            collect(value->withPathMarks(stored->sensitivePaths), false, secrets);
    };
    for (const auto& [address, resource] : state.resources())
        for (const auto& [key, instance] : resource.instances) {
            collectStored(instance.current);
            for (const auto& [deposed, object] : instance.deposed)
                collectStored(object);
        }
    for (const auto& [name, output] : state.outputs)
        collect(output.value, output.sensitive, secrets);
    return {secrets.begin(), secrets.end()};
}

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

std::uint32_t SecretMask::beginningOf(std::string_view text) {
    std::uint32_t beginning = 0;
    std::memcpy(&beginning, text.data(), shortest);
    return beginning;
}

SecretMask::SecretMask(const Secrets& secrets) {
    const auto add = [this](std::string_view secret) {
        const std::uint32_t beginning = beginningOf(secret);
        m_secrets[beginning].emplace_back(secret);
        m_mayBegin.set(slotOf(beginning));
    };
    for (const std::string_view secret : secrets) {
        if (secret.size() < shortest)
            continue;
        add(secret);
        if (secret.find('\n') == std::string_view::npos)
            continue;
        for (std::size_t start = 0; start < secret.size();) {
            const std::size_t end = std::min(secret.find('\n', start), secret.size());
            if (end - start >= shortestLine)
                add(secret.substr(start, end - start));
            start = end + 1;
        }
    }
}

std::string SecretMask::masked(std::string_view text) const {
    if (m_secrets.empty() || text.size() < shortest)
        return std::string(text);
    const std::string mask = QCoreApplication::translate("planlens::AttributeRows", "(sensitive value)").toStdString();
    std::string result;
    std::size_t told = 0; // up to where the result has the text, or a mask for it
    std::size_t secretEnd = 0;
    for (std::size_t at = 0; at + shortest <= text.size(); ++at) {
        if (text[at] == '(' && text.substr(at).starts_with(mask)) {
            at += mask.size() - 1; // masked before
            continue;
        }
        const std::uint32_t beginning = beginningOf(text.substr(at));
        if (!m_mayBegin.test(slotOf(beginning)))
            continue;
        const auto candidates = m_secrets.find(beginning);
        if (candidates == m_secrets.end())
            continue;
        std::size_t length = 0;
        for (const std::string& secret : candidates->second)
            if (secret.size() > length && text.substr(at).starts_with(secret))
                length = secret.size();
        if (length == 0)
            continue;
        // One that overlaps the one before is masked with it.
        if (at >= secretEnd) {
            result += text.substr(told, at - told);
            result += mask;
        }
        secretEnd = std::max(secretEnd, at + length);
        told = secretEnd;
    }
    return result += text.substr(std::min(told, text.size()));
}

} // namespace planlens::models
