// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/explain/edits/text_edits.h"
#include "core/schemas/decode.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace planlens::explain {

/// An argument of an object, which an edit contradicts if it makes another value than the known ones.
struct ComparedArgument {
    enum class Compared { Whole, Kept /* the parts that are the same as in the last run */ };

    schemas::ArgumentExpression argument;
    values::Value before, after;
    Replay replay;
    Compared compared;

    /// Returns std::nullopt if the values are not known, or if the argument cannot be evaluated.
    static std::optional<ComparedArgument> of(const PlanValues& values, const plans::ResourceInstanceChange& change,
                                              const values::Path& path, Compared compared);
    bool isDifferent(const std::optional<values::Value>& made) const;
    /// The same for the part of the value that is compared.
    bool isDifferent(const values::Value& part) const;
};

/// The arguments of objects that depend on a value. Their unchanged parts show the previous value.
class Witnesses {
public:
    Witnesses(const PlanValues& values, const plans::NamedValue& named);

    /// Whether the part of the value at `path` cannot have been `part` in the last run. Possible: another value may
    /// have compensated for it.
    enum class Contradiction { None, Possible, Certain };
    Contradiction contradict(const values::Path& path, const values::Value& part);
    bool isEmpty() const { return m_arguments.empty(); }

private:
    void add(const plans::ResourceInstanceChange& change, const values::Path& path);
    Contradiction contradictionOf(ComparedArgument& argument, const values::Path& path, const values::Value& part,
                                  const values::Value& now) const;

    const PlanValues& m_values;
    const plans::NamedValue m_named;
    std::vector<ComparedArgument> m_arguments;
    struct KnownResult {
        values::Path path;
        values::Value part;
        Contradiction contradiction;
    };
    std::vector<KnownResult> m_known; // of earlier calls
};

/// Returns the witnesses of a value, which are collected once.
Witnesses& witnessesOf(const PlanValues& values, const plans::NamedValue& named);

/// Other values of the plan, which an edit contradicts if it makes another value than the present one and that of the
/// last run: the parts of the object that are the same as in the last run, the explained argument of other instances of
/// the resource, and witnesses of the edited value. Collected when the first edit is found.
class OtherValues {
public:
    OtherValues(const PlanValues& values, const plans::ResourceInstanceChange& change, const values::Path& explained)
        : m_values(values)
        , m_change(change)
        , m_explained(explained) {}

    bool contradict(const Edit& edit);
    bool contradict(const TextEdit& edit);
    bool contradict(const Replay::NamedValues& edited);
    /// Whether another changed instance has contradicted an edit since the last call.
    bool takeContradictionByInstance() { return std::exchange(m_isContradictedByInstance, false); }

private:
    bool contradictAny(const auto& edit);
    void collect();
    void add(const plans::ResourceInstanceChange& one, const values::Path& path, ComparedArgument::Compared compared);

    const PlanValues& m_values;
    const plans::ResourceInstanceChange& m_change;
    const values::Path& m_explained;
    std::optional<std::vector<ComparedArgument>> m_all;
    bool m_isContradictedByInstance = false; // by another changed instance, since the last call
};

} // namespace planlens::explain
