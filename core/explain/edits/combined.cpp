// SPDX-License-Identifier: MPL-2.0
#include "core/explain/edits/other_values.h"
#include "core/explain/edits/value_edits.h"

#include <algorithm>
#include <iterator>

/// Edits of two values that only together make the previous value.
namespace planlens::explain {

using plans::NamedValue;
using values::Path;
using values::Value;

namespace {

constexpr std::size_t mostValues = 4;         // of which two are edited
constexpr std::size_t mostTexts = 24;         // that are tried for each value
constexpr std::size_t mostEvaluations = 1024; // for one expression

/// Searches pairs of texts and flags that select the previous value.
class Search {
public:
    Search(const PlanValues& values, Replay& replay, OtherValues& others, const Path& path, const Value& before,
           const Value& after)
        : m_replay(replay)
        , m_others(others)
        , m_path(path)
        , m_before(before)
        , m_after(after) {
        collectTexts();
        for (const auto& [named, written] : replay.written())
            if (isUsable(written.value) && (written.value.type().isString() || written.value.type().isBool()) &&
                !written.isKey && !values.isProvenKept(named, {}, named))
                m_choices.push_back({named, written, {}});
        if (m_choices.size() < 2 || m_choices.size() > mostValues)
            return;
        for (Choice& choice : m_choices)
            if (!collect(choice)) // one edit is enough
                return;
        for (std::size_t i = 0; i < m_choices.size(); ++i)
            for (std::size_t k = i + 1; k < m_choices.size() && m_found.empty(); ++k)
                tryBoth(m_choices[i], m_choices[k]);
    }

    std::vector<Edit> takeFound() { return std::move(m_found); }

private:
    struct Choice {
        const NamedValue& named;
        const Replay::Written& written;
        std::vector<Value> others;
    };

    void collectTexts() {
        m_texts = m_replay.texts();
        for (const auto& [named, written] : m_replay.written())
            values::walk(written.value, [&](const Path&, const Value& part) {
                for (std::size_t i = 0; isMapping(part) && i < part.size() && m_texts.size() < mostTexts; ++i)
                    m_texts.emplace(part.key(i));
                return m_texts.size() < mostTexts;
            });
    }

    std::optional<Value> valueWith(const Replay::NamedValues& edited) {
        if (m_left == 0)
            return {};
        --m_left;
        return knownAt(m_replay.valueWith(edited), m_path);
    }

    /// Collects the other values of a choice, first those with which the expression can be evaluated. False: one of
    /// them makes the previous value.
    bool collect(Choice& choice) {
        std::vector<Value> all;
        if (choice.written.value.type().isBool())
            all.push_back(Value::boolean(!choice.written.value.asBool()));
        else
            for (const std::string& text : m_texts)
                if (text != choice.written.value.asString())
                    all.push_back(Value::string(text));
        std::vector<Value> failing;
        for (Value& other : all) {
            const std::optional<Value> made = valueWith({{choice.named, other}});
            if (made && isSameValue(m_before, *made))
                return false;
            (made ? choice.others : failing).push_back(std::move(other));
        }
        std::ranges::move(failing, std::back_inserter(choice.others));
        return true;
    }

    void tryBoth(const Choice& first, const Choice& second) {
        struct Found {
            Value first, second;
        };
        std::vector<Found> found;
        for (const Value& one : first.others)
            for (const Value& other : second.others) {
                const Replay::NamedValues edited{{first.named, one}, {second.named, other}};
                const std::optional<Value> made = valueWith(edited);
                if (made && isSameValue(m_before, *made) && !m_others.contradict(edited))
                    found.push_back({one, other});
            }
        if (found.empty())
            return;
        const auto add = [&](const Choice& choice, Value Found::*side, bool isNeeded) {
            if (!isNeeded) // the present value is the same with any other text
                return;
            const Value& before = found.front().*side;
            const bool isOnly =
                std::ranges::all_of(found, [&](const Found& one) { return isSameValue(before, one.*side); });
            m_found.push_back({choice.written.steps,
                               {},
                               isOnly ? before : Value::unknown(before.type()),
                               choice.written.value,
                               before});
        };
        const bool isFirst = isDeciding(first, found.front().first),
                   isSecond = isDeciding(second, found.front().second);
        add(first, &Found::first, isFirst || !isSecond);
        add(second, &Found::second, isSecond || !isFirst);
    }

    /// Whether the present value needs the present one of a choice.
    bool isDeciding(const Choice& choice, const Value& before) {
        const std::optional<Value> made = valueWith({{choice.named, before}});
        return !made || !isSameValue(m_after, *made);
    }

    Replay& m_replay;
    OtherValues& m_others;
    const Path& m_path;
    const Value &m_before, &m_after;
    std::set<std::string> m_texts;
    std::vector<Choice> m_choices;
    std::size_t m_left = mostEvaluations;
    std::vector<Edit> m_found;
};

} // namespace

std::vector<Edit> tryCombinedEdits(const PlanValues& values, const plans::ResourceInstanceChange& change,
                                   const Path& attribute, const schemas::ArgumentExpression& argument,
                                   const Value& before, const Value& after) {
    Replay replay(values, values.dependencies().of(change.address), *argument.expression);
    const std::optional<Value> now = replay.isLarge() ? std::nullopt : knownAt(replay.value(), argument.rest);
    if (!now || !isSameValue(after, *now))
        return {};
    replay.usePreviousObjects();
    OtherValues others(values, change, attribute);
    return Search(values, replay, others, argument.rest, before, after).takeFound();
}

} // namespace planlens::explain
