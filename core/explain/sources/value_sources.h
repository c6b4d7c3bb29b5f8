// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/explain/definition.h"
#include "core/explain/plan_values.h"
#include "core/explain/sources/configured_blocks.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::explain {

/// The text of a ValueSource::Kind::Call with another value in each plan, not only when applied.
inline constexpr std::string_view planTimeCall = "plantimestamp()";

/// A part of an expression that may have changed the expression's value.
struct ValueSource {
    enum class Kind {
        Reference, // `reference` now reads another value
        Written,   // the text at `range` was edited
        File,      // the content of the file `text` changed
        Call       // the function call `text` returns another value each time
    };
    Kind kind = Kind::Written;
    const plans::Dependency* reference = nullptr;
    values::Path path;                   // within the dependency, or within the data of a file
    std::optional<values::Value> before; // at the path, if known
    std::optional<values::Value> after;
    diags::SourceRange range;
    std::string text;
    bool isCertain = true;         // false: one of several possible sources
    bool isExact = true;           // false: `before` is only what a function returned for the previous value
    diags::SourceRange place = {}; // of File: where the file differs, if its text is known
    /// Of Reference, if its value is the collection of a `for_each`: the keys of the last run, and the explained one.
    const std::set<std::string>* previousKeys = nullptr;
    std::string key = {};
};

/// Returns a text that may have been edited.
inline ValueSource possibleText(const diags::SourceRange& range) {
    ValueSource source;
    source.range = range;
    source.isCertain = false;
    return source;
}

/// Returns the sources of the current value of an expression at a path, compared with its previous value `before`
/// (std::nullopt: unknown; null: there was none). If the value is unknown, these are its unknown references. Otherwise
/// only parts that can explain the difference are returned: branches taken, elements that differ, references whose
/// value changed. `after` is the current value, for expressions that read files. Empty if the value did not change, or
/// if nothing in the expression can change.
std::vector<ValueSource> valueSources(const PlanValues& plan, std::vector<const plans::Dependency*> references,
                                      const hcl::Expression& expression, const values::Path& path,
                                      const std::optional<values::Value>& before,
                                      const std::optional<values::Value>& after = {});

/// Whether an expression makes a list of the instances of a resource or module call that have other keys than in the
/// previous run, so that its elements have other places.
bool hasMovedElements(const PlanValues& plan, std::vector<const plans::Dependency*> references,
                      const hcl::Expression& expression);

/// Whether an object lost keys and gained as many others with the same values.
bool haveKeysChanged(const values::Value& before, const values::Value& after);

/// Whether an argument with this expression had another expression in the previous run, because it had no value then:
/// the expression always has one.
bool isAddedArgument(const PlanValues& plan, std::vector<const plans::Dependency*> references,
                     const hcl::Expression& expression);

/// Returns the root variable that the expression consists of, if its value is its default, which may have been null in
/// the previous run. It is only a possible source: the argument may have been added instead.
std::optional<ValueSource> variableByDefault(const PlanValues& plan, std::vector<const plans::Dependency*> references,
                                             const hcl::Expression& expression);

/// Returns the current value of an expression at a path: null if there is none, std::nullopt if it cannot be evaluated.
std::optional<values::Value> currentValue(const PlanValues& plan, std::vector<const plans::Dependency*> references,
                                          const hcl::Expression& expression, const values::Path& path);

/// The same for a named value.
std::optional<values::Value> currentValue(const PlanValues& plan, const plans::NamedValue& named,
                                          const values::Path& path);

/// Whether all keys that were renamed in the same way are compared, or only the explained one.
enum class RenamedKeys { Together, Alone };

/// Returns the sources of an added or removed key of a `for_each` expression. `previous` contains the keys of the last
/// run: the key was removed if it is one of them, and added otherwise.
struct KeySources {
    std::vector<ValueSource> sources;
    bool areSeveral = false; // `sources` are those of several keys that were renamed in the same way
};
KeySources keySources(const PlanValues& plan, std::vector<const plans::Dependency*> references,
                      const hcl::Expression& expression, const std::string& key, const std::set<std::string>& previous,
                      RenamedKeys renamed);

/// Returns the sources of the instances that a `count` or `for_each` expression declares, compared with those of the
/// last run.
std::vector<ValueSource> instanceSources(const PlanValues& plan, std::vector<const plans::Dependency*> references,
                                         const hcl::Expression& expression, const plans::NamedValue& repetition);

/// Returns the sources of the blocks of a set that differ from those of the last run, if as many were removed, or none.
/// Empty if it is not known which configured block makes one.
std::vector<ValueSource> setBlockSources(const PlanValues& plan, std::vector<const plans::Dependency*> references,
                                         const std::vector<ConfiguredBlock>& blocks, const values::Value& before,
                                         const values::Value& after);

/// Returns the sources of an argument in a generated block, or of the number of these blocks.
std::vector<ValueSource> blockSources(const PlanValues& plan, std::vector<const plans::Dependency*> references,
                                      const GeneratedBlock& block, const std::optional<values::Value>& before,
                                      const std::optional<values::Value>& after);

} // namespace planlens::explain
