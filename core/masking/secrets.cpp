// SPDX-License-Identifier: MPL-2.0
#include "core/masking/secrets.h"

#include "core/masking/encoded.h"
#include "core/masking/forms.h"
#include "core/masking/matcher.h"
#include "core/masking/respaced.h"
#include "core/masking/state_secrets.h"
#include "core/plans/plan.h"
#include "core/schemas/values_by_schema.h"
#include "core/states/state.h"
#include "core/states/stored_value.h"
#include "core/values/text/base64.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

namespace planlens::masking {

using values::Value;

namespace {

constexpr std::size_t shortestSecret = 6; // bytes; shorter texts are words that other values contain as well
constexpr std::size_t shortestNumber = 6;
constexpr std::size_t shortestLine = 12; // for lines of a secret with several lines

/// Whether a secret may be a common word, such as "password", which names contain as well.
bool mayBeCommonWord(std::string_view secret) {
    constexpr std::size_t longestWord = 12;
    return secret.size() <= longestWord && std::ranges::all_of(secret, [](char c) { return c >= 'a' && c <= 'z'; });
}

void addPatterns(std::string_view secret, Secrets::Use use, std::vector<Pattern>& patterns) {
    const bool isLong = secret.size() >= longSecret && !mayBeCommonWord(secret);
    const Pattern::Where where = isLong || use == Secrets::Use::Logs ? Pattern::Where::Anywhere : Pattern::Where::Word;
    patterns.push_back({std::string(secret), where});
    for (std::string& form : escapedForms(secret))
        patterns.push_back({std::move(form), where});
    if (!isLong) {
        patterns.push_back({values::toBase64(secret), Pattern::Where::Word});
        return;
    }
    for (std::string& form : hexForms(secret))
        patterns.push_back({std::move(form), Pattern::Where::Anywhere});
    for (std::string& form : base64Forms(secret))
        patterns.push_back({std::move(form), Pattern::Where::Base64});
}

std::string_view withoutOuterSpace(std::string_view text) {
    constexpr std::string_view spaces = " \t\r\n";
    const std::size_t first = text.find_first_not_of(spaces);
    return first == text.npos ? std::string_view() : text.substr(first, text.find_last_not_of(spaces) + 1 - first);
}

std::vector<Pattern> patternsOf(const std::vector<std::string>& secrets, Secrets::Use use) {
    std::vector<Pattern> patterns;
    for (const std::string& secret : secrets) {
        addPatterns(secret, use, patterns);
        // Files often end with a line break, which their users remove.
        if (const std::string_view trimmed = withoutOuterSpace(secret);
            trimmed.size() < secret.size() && trimmed.size() >= shortestSecret)
            addPatterns(trimmed, use, patterns);
        if (use != Secrets::Use::Logs || secret.find('\n') == std::string::npos)
            continue;
        for (std::size_t start = 0; start < secret.size();) {
            const std::size_t end = std::min(secret.find('\n', start), secret.size());
            if (end - start >= shortestLine)
                patterns.push_back({secret.substr(start, end - start), Pattern::Where::Anywhere});
            start = end + 1;
        }
    }
    return patterns;
}

/// Adds the texts of a value that are marked as sensitive or inside a sensitive value.
void collect(const Value& value, bool isInside, std::set<std::string>& secrets) {
    if (!isInside && !value.containsMark(values::Mark::sensitive()))
        return;
    const bool isSecret = isInside || value.isSensitive();
    const Value plain = value.unmarked();
    if (plain.isNull() || !plain.isKnown())
        return;
    if (plain.type().isMapping() || plain.type().isSequence()) {
        for (std::size_t i = 0; i < plain.size(); ++i)
            collect(plain.element(i), isSecret, secrets);
    } else if (isSecret && plain.type().isString()) {
        secrets.insert(plain.asString());
    } else if (isSecret && plain.type().isNumber()) {
        if (std::string number = plain.asNumber().toString(); number.size() >= shortestNumber)
            secrets.insert(std::move(number));
    }
}

/// Adds the texts of attributes that are sensitive or write-only according to the schema.
void collectBySchema(const Value& value, const schemas::Block& block, std::set<std::string>& secrets) {
    if (!block.containsSensitive() && !block.containsWriteOnly())
        return;
    const Value plain = value.unmarkedDeep();
    const auto add = [&](const values::Path& path) {
        if (const auto found = values::applyPath(plain, path))
            collect(*found, true, secrets);
    };
    for (const values::PathMarks& marks : schemas::sensitivePaths(block, plain))
        add(marks.path);
    for (const values::Path& path : schemas::writeOnlyViolations(block, plain))
        add(path);
}

std::vector<std::string> listOf(std::set<std::string>&& secrets) {
    return {secrets.begin(), secrets.end()};
}

} // namespace

/// The search trees are built on first use.
struct Secrets::State {
    struct Matchers {
        Matcher exact;
        RespacedMatcher respaced;
    };
    std::vector<std::string> texts;
    Use use = Use::Views;
    mutable std::once_flag once;
    mutable std::optional<Matchers> made;

    const Matchers& matchers() const {
        std::call_once(once, [this] {
            made.emplace(Matchers{Matcher(patternsOf(texts, use)), RespacedMatcher(texts)});
        });
        return *made;
    }

    /// Returns the ranges that contain secrets, in order.
    std::vector<Span> spansIn(std::string_view text) const {
        const Matchers& search = matchers();
        std::vector<Span> spans = encodedSpans(text, [&](std::string_view decoded) {
            return search.exact.isIn(decoded) || search.respaced.isIn(decoded);
        });
        for (const std::vector<Span>& more : {search.exact.spans(text), search.respaced.spans(text)})
            spans.insert(spans.end(), more.begin(), more.end());
        return merged(std::move(spans));
    }
};

Secrets::Secrets(std::vector<std::string> texts, Use use) {
    std::erase_if(texts, [](const std::string& text) { return text.size() < shortestSecret; });
    if (texts.empty())
        return;
    std::sort(texts.begin(), texts.end());
    texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
    const auto state = std::make_shared<State>();
    state->texts = std::move(texts);
    state->use = use;
    m_state = state;
}

const std::vector<std::string>& Secrets::texts() const {
    static const std::vector<std::string> none;
    return m_state ? m_state->texts : none;
}

Secrets Secrets::with(const Secrets& other) const {
    if (isEmpty() || other.isEmpty())
        return isEmpty() ? other : *this;
    std::vector<std::string> all = texts();
    all.insert(all.end(), other.begin(), other.end());
    return {std::move(all)};
}

bool Secrets::areIn(std::string_view text) const {
    return m_state && text.size() >= shortestSecret && !m_state->spansIn(text).empty();
}

std::string Secrets::masked(std::string_view text, std::string_view mask) const {
    if (!m_state || text.size() < shortestSecret)
        return std::string(text);
    std::string result;
    // An existing mask is kept, even if it contains a short secret.
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t masking = std::min(text.find(mask, start), text.size());
        const std::string_view part = text.substr(start, masking - start);
        std::size_t copied = 0;
        for (const Span& span : m_state->spansIn(part)) {
            result += part.substr(copied, span.begin - copied);
            result += mask;
            copied = span.end;
        }
        result += part.substr(copied);
        if (masking == text.size())
            break;
        result += mask;
        start = masking + mask.size();
    }
    return result;
}

Secrets secretsOf(const Value& value, Sensitive sensitive) {
    std::set<std::string> secrets;
    collect(value, sensitive == Sensitive::All, secrets);
    return listOf(std::move(secrets));
}

Secrets secretsOf(const Value& value, const schemas::Block& block) {
    std::set<std::string> secrets;
    if (!value.isNull() && value.isKnown())
        collectBySchema(value, block, secrets);
    return listOf(std::move(secrets));
}

Secrets secretsOf(const states::State& state) {
    return secretsOf(state, plans::Schemas());
}

namespace {

void collectResource(const addrs::AbsResource& address, const states::Resource& resource, const plans::Schemas& schemas,
                     std::set<std::string>& secrets) {
    const schemas::ResourceSchemaPtr schema =
        plans::resourceSchema(schemas, resource.provider.provider, address.resource);
    const auto collectStored = [&](const states::StoredObjectPtr& stored) {
        if (!stored)
            return;
        if (const auto value = stored->sensitivePaths.empty() ? std::nullopt : states::storedValue(*stored))
            collect(*value, false, secrets);
        if (schema && schema->block.containsSensitive())
            if (const auto object = states::decode(*stored, *schema); object.value)
                collectBySchema(object->value, schema->block, secrets);
    };
    for (const auto& [key, instance] : resource.instances) {
        collectStored(instance.current);
        for (const auto& [deposed, object] : instance.deposed)
            collectStored(object);
    }
}

} // namespace

Secrets secretsOf(const states::State& state, const plans::Schemas& schemas) {
    std::set<std::string> secrets;
    for (const auto& [address, resource] : state.resources())
        collectResource(address, resource, schemas, secrets);
    for (const auto& [name, output] : state.outputs)
        collect(output.value, output.sensitive, secrets);
    return listOf(std::move(secrets));
}

namespace {

enum class Side { Before, Both };

void collectChanges(const plans::Plan& plan, Side side, std::set<std::string>& secrets) {
    for (const auto* changes : {&plan.changes.resources(), &plan.drift})
        for (const plans::ResourceInstanceChangePtr& change : *changes) {
            const schemas::ResourceSchemaPtr schema = plans::resourceSchema(plan, *change);
            const auto add = [&](const Value& value) {
                collect(value, false, secrets);
                if (schema)
                    collectBySchema(value, schema->block, secrets);
            };
            add(change->change.before);
            if (side == Side::Both)
                add(change->change.after);
        }
}

void collectOutputs(const plans::Plan& plan, Side side, std::set<std::string>& secrets) {
    for (const plans::OutputChange& output : plan.changes.outputs()) {
        if (side == Side::Both)
            collect(output.change.after, output.sensitive, secrets);
        // The change does not say whether the output was sensitive before.
        collect(output.change.before, side == Side::Both && output.sensitive, secrets);
    }
}

void collectVariables(const plans::Plan& plan, std::set<std::string>& secrets) {
    for (const auto& [name, variable] : plan.variables)
        collect(variable.value, false, secrets);
}

/// Adds the secrets of everything except variables and outputs.
void collectObjects(const plans::Plan& plan, std::set<std::string>& secrets) {
    collectChanges(plan, Side::Both, secrets);
    if (plan.priorState) // data that was read while planning has no change
        for (const auto& [address, resource] : plan.priorState->resources())
            if (address.resource.mode == addrs::ResourceMode::Data)
                collectResource(address, resource, plan.schemas, secrets);
}

/// Removes the secrets that consist of a text, perhaps followed by white space.
void remove(const std::string& text, std::set<std::string>& secrets) {
    for (auto it = secrets.lower_bound(text); it != secrets.end() && it->starts_with(text);)
        if (it->find_first_not_of(" \t\r\n", text.size()) == std::string::npos)
            it = secrets.erase(it);
        else if (static_cast<unsigned char>((*it)[text.size()]) > ' ')
            break; // white space is sorted before it
        else
            ++it;
}

/// Removes the texts that are a whole value, or a whole element of it, and not marked there.
void removeShown(const Value& value, std::set<std::string>& secrets) {
    if (secrets.empty() || value.isSensitive())
        return;
    const Value plain = value.unmarked();
    if (plain.isNull() || !plain.isKnown())
        return;
    if (plain.type().isMapping() || plain.type().isSequence())
        for (std::size_t i = 0; i < plain.size(); ++i)
            removeShown(plain.element(i), secrets);
    else if (plain.type().isString())
        remove(plain.asString(), secrets);
    else if (plain.type().isNumber())
        secrets.erase(plain.asNumber().toString());
}

/// Returns the secrets of outputs, without the values of variables that are not sensitive, such as a region: all parts
/// of a sensitive output are sensitive.
std::set<std::string> secretsOfOutputs(const plans::Plan& plan, Side side) {
    std::set<std::string> secrets;
    collectOutputs(plan, side, secrets);
    for (const auto& [name, variable] : plan.variables)
        removeShown(variable.value, secrets);
    return secrets;
}

} // namespace

Secrets secretsOf(const plans::Plan& plan) {
    std::set<std::string> secrets;
    collectVariables(plan, secrets);
    collectObjects(plan, secrets);
    secrets.merge(secretsOfOutputs(plan, Side::Both));
    secrets.insert(plan.recorded.secretsOfProviders.begin(), plan.recorded.secretsOfProviders.end());
    return listOf(std::move(secrets));
}

namespace {

/// Adds the secrets of outputs, without attributes of resources that are shown as they are.
void collectHiddenOutputs(const plans::Plan& plan, Side side, std::set<std::string>& secrets) {
    std::set<std::string> ofOutputs = secretsOfOutputs(plan, side);
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources())
        for (const Value* const value : {&change->change.before, &change->change.after})
            removeShown(*value, ofOutputs);
    secrets.merge(ofOutputs);
}

} // namespace

Secrets secretsOfVariables(const plans::Plan& plan) {
    std::set<std::string> secrets;
    collectVariables(plan, secrets);
    return listOf(std::move(secrets));
}

Secrets secretsInOutputTexts(const plans::Plan& plan) {
    std::set<std::string> secrets;
    collectObjects(plan, secrets);
    collectHiddenOutputs(plan, Side::Both, secrets);
    return listOf(std::move(secrets));
}

Secrets secretsInTexts(const plans::Plan& plan) {
    return secretsInOutputTexts(plan).with(secretsOfVariables(plan));
}

Secrets secretsInOutputTexts(const states::State& state, const plans::Plan& plan) {
    return secretsInTexts(state, plan.schemas).with(secretsInOutputTexts(plan));
}

Secrets secretsInTexts(const states::State& state, const plans::Schemas& schemas) {
    std::set<std::string> ofOutputs, secrets;
    for (const auto& [name, output] : state.outputs)
        collect(output.value, output.sensitive, ofOutputs);
    for (const auto& [address, resource] : state.resources()) {
        collectResource(address, resource, schemas, secrets);
        for (const auto& [key, instance] : resource.instances)
            if (const auto value =
                    ofOutputs.empty() || !instance.current ? std::nullopt : states::storedValue(*instance.current))
                removeShown(*value, ofOutputs);
    }
    secrets.merge(ofOutputs);
    return listOf(std::move(secrets));
}

Secrets secretsBefore(const plans::Plan& plan) {
    std::set<std::string> secrets;
    collectChanges(plan, Side::Before, secrets);
    collectHiddenOutputs(plan, Side::Before, secrets);
    return listOf(std::move(secrets));
}

} // namespace planlens::masking
