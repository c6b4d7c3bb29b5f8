// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/explain/reason.h"
#include "core/explain/sources/value_sources.h"

#include <functional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace planlens::explain {

struct Definition;
struct Edit;
struct TextEdit;
struct ValueEdits;

/// Whether two roots have the same text.
bool isSameRoot(const Link& a, const Link& b);

/// Whether an argument differs in a part that shows the value of another one of its possible roots, and not that of
/// `root`, so that this one does not explain the whole difference. Only for plans without expressions.
bool hasOtherPart(const Link& argument, const Link& root);

/// Finds the chains of causes from a change to its root causes.
class ChainFinder {
public:
    explicit ChainFinder(const PlanValues& values, PathFilter isWanted = {})
        : m_values(values)
        , m_isWanted(std::move(isWanted)) {}

    /// `path` is the attribute that a reference reads; an empty path is the whole object.
    std::vector<Chain> from(const plans::ResourceInstanceChange& change, const values::Path& path);
    /// Returns the chains of causes that do not determine the action, such as other arguments of a replaced object.
    std::vector<Chain> ofOtherCauses(const plans::ResourceInstanceChange& change);
    /// Removes roots that are as they were when the state was applied, if that is known (EditedInputs). If a chain has
    /// no other one, it gets those that were edited.
    void removeUnedited(const plans::ResourceInstanceChange& change, std::vector<Chain>& chains);

private:
    /// The continuations of a chain after one link.
    struct Tails {
        std::vector<Chain> chains;
        std::vector<Link> oneOf;  // possible roots if undecided
        diags::SourceRange place; // the text that was edited
        bool isEdited = false;    // surely, beside what `chains` lead to
        bool isElsewhere = false; // an earlier chain contains the root
        /// Whether nothing is undecided: there is at most one chain, and it ends with a root.
        bool areDecided() const {
            return oneOf.empty() && (chains.empty() || (chains.size() == 1 && chains.front().back().oneOf.empty()));
        }
        bool isOneRoot() const { return !chains.empty() && areDecided(); }
        bool isEmpty() const { return chains.empty() && oneOf.empty() && place.isEmpty() && !isElsewhere; }
    };
    const plans::Plan& plan() const { return m_values.plan(); }
    Link linkOf(const plans::ResourceInstanceChange& change, const plans::Cause& cause) const;
    bool isIgnored(const plans::ResourceInstanceChange& change, const values::Path& path) const;
    static bool valuesAreSensitive(const plans::ResourceInstanceChange& change, const values::Path& path);
    std::vector<Chain> finished(Link link, Tails tails);
    Tails behind(const plans::ResourceInstanceChange& change, const plans::Cause& cause);
    Tails behindImported(const plans::ResourceInstanceChange& change, const plans::Cause& cause);
    Tails behindArgument(const plans::ResourceInstanceChange& change, const plans::Cause& cause);
    // inferred_roots.cpp
    /// Follows references in plans without expressions. The root is decided if each value has one reference and
    /// `explains`, if any, returns true for a recorded value; otherwise all these values and the change are possible.
    using Explains = std::function<bool(const plans::Dependency&)>;
    Tails inferredBehind(const Link& change, const std::vector<const plans::Dependency*>& references,
                         const Explains& explains) const;
    bool isShownUnchanged(const plans::Dependency& reference) const;
    Tails inferredBehindArgument(const plans::ResourceInstanceChange& change, const plans::Cause& cause) const;
    Tails inferredBehindTrigger(const plans::ResourceInstanceChange& change);
    Tails inferredBehindRepetition(const plans::ResourceInstanceChange& change, const plans::Cause& cause);
    bool isNowRepeatedOtherwise(const plans::NamedValue& repetition, const addrs::InstanceKey& key) const;
    Tails behindSameKey(const std::vector<const plans::Dependency*>& references, const addrs::InstanceKey& key,
                        bool isDeclared);
    Tails behindBlock(const plans::ResourceInstanceChange& change, const plans::Cause& cause);
    Tails behindEntries(const std::vector<DependsOnEntry>& entries);
    Tails behindPending(const plans::ResourceInstanceChange& change, const plans::Cause& cause);
    Tails behindRepetition(const plans::ResourceInstanceChange& change, const plans::Cause& cause);
    bool isRepeatedOtherwise(const plans::NamedValue& repetition, const addrs::InstanceKey& key, bool isDeclared) const;
    void addDifferentBlocks(const std::vector<const plans::Dependency*>& references, GeneratedBlock block,
                            const values::Value& before, const values::Value& after,
                            std::vector<ValueSource>& sources) const;
    void addDifferentArguments(const std::vector<const plans::Dependency*>& references, const hcl::Body& body,
                               const values::Value& before, const values::Value& after,
                               std::vector<ValueSource>& sources) const;
    Tails behindData(const addrs::AbsResourceInstance& address);
    Tails expanded(const plans::DependencyEnd& holder, const std::vector<ValueSource>& sources);
    Tails follow(const plans::DependencyEnd& holder, const ValueSource& source);
    Tails followPossible(const plans::DependencyEnd& holder, const ValueSource& source);
    bool onlyDrifted(const plans::ResourceInstanceChange& change, const values::Path& path) const;
    bool isOfMovedElements(const plans::ResourceInstanceChange& change,
                           const schemas::ArgumentExpression& argument) const;
    std::vector<Chain> followInstance(const addrs::AbsResourceInstance& address, const ValueSource& source);
    ValueSource withPrevious(const plans::NamedValue& named, ValueSource source) const;
    bool isAbsent(const ValueSource& source) const;
    // edits/decide.cpp
    Chain along(std::span<const plans::Dependency* const> references) const;
    std::vector<Chain> chainsTo(const std::vector<const Edit*>& edits);
    std::vector<Chain> chainsTo(const std::vector<TextEdit>& edits, const plans::DependencyEnd& holder) const;
    /// The weight of edits that explain a difference. Strong: there is exactly one, and it hardly does so by chance
    /// (Edit::isTelling).
    enum class Evidence { OfKeys, Weak, Strong };
    bool isText(const Link& root) const;
    class Decision;
    Tails decided(Tails tails, std::vector<Chain> made, const std::set<plans::NamedValue>& tried,
                  const hcl::Expression& expression, Evidence evidence) const;
    Tails decidedByTexts(const std::vector<TextEdit>& texts, const plans::DependencyEnd& holder,
                         const std::set<plans::NamedValue>& tried, const hcl::Expression& expression,
                         Tails tails) const;
    Tails decidedByEdits(const plans::NamedValue& repetition, const hcl::Expression& expression, const std::string& key,
                         Tails tails);
    Tails decidedByEdits(const plans::NamedValue& repetition, const hcl::Expression& expression,
                         const values::Value& before, Tails tails);
    Tails decidedBy(const ValueEdits& edits, const plans::DependencyEnd& holder, const hcl::Expression& expression,
                    Tails tails);
    std::vector<Link> expressionsAlong(const Chain& chain, const plans::DependencyEnd& holder,
                                       const hcl::Expression& expression) const;
    Tails textsAlong(const Chain& chain, const plans::DependencyEnd& holder, const hcl::Expression& expression) const;
    Tails withTexts(Tails tails, const std::vector<Chain>& texts) const;
    void addTextsAlong(Tails& tails, const plans::DependencyEnd& holder, const hcl::Expression& expression) const;
    bool isKnownRoot(const Tails& tails) const;
    bool areInstancesRoots(const Tails& tails, const plans::DependencyEnd& holder) const;
    bool isSmall(const plans::ResourceInstanceChange& change) const;
    bool isRefuted(const Chain& chain) const;
    Tails orLostReference(const plans::ResourceInstanceChange& change, const schemas::ArgumentExpression& argument,
                          Tails tails) const;
    Tails insteadOf(const Chain& refuted, const plans::DependencyEnd& holder, const hcl::Expression& expression);
    static bool isPartOf(const Tails& tails, const values::Value& before);
    bool mayDecide(const plans::ResourceInstanceChange& change, const values::Value& before, const Tails& tails) const;
    Tails decidedByEdits(const plans::ResourceInstanceChange& change, const values::Path& attribute,
                         const schemas::ArgumentExpression& argument, const values::Value& before,
                         const values::Value& after, Tails tails);
    std::optional<Tails> combinedRoots(const plans::ResourceInstanceChange& change, const values::Path& attribute,
                                       const schemas::ArgumentExpression& argument, const values::Value& before,
                                       const values::Value& after, const Tails& tails);
    bool mayBeOfTexts(const Tails& tails, const plans::DependencyEnd& holder, const hcl::Expression& expression) const;
    Tails orCondition(const addrs::AbsResourceInstance& holder, const hcl::Expression& collection,
                      const values::Value& before, const values::Value& after, Tails tails) const;
    Tails doubtedByTexts(const plans::ResourceInstanceChange& change, const values::Path& attribute,
                         const schemas::ArgumentExpression& argument, Tails tails) const;
    void addPossibleText(Tails& tails, const plans::DependencyEnd& holder, const diags::SourceRange& place) const;
    // edits/unedited.cpp
    Tails editedBehind(const plans::ResourceInstanceChange& change, const plans::Cause& cause);
    // named_values.cpp
    std::vector<Chain> followNamed(const plans::NamedValue& named, const ValueSource& source);
    std::vector<Chain> endAtVariable(const plans::NamedValue& variable, const ValueSource& source, Link link,
                                     const diags::SourceRange& declared) const;
    std::vector<Chain> behindReferences(const plans::NamedValue& named, const ValueSource& source, Link link,
                                        const diags::SourceRange& range);
    std::vector<ValueSource> sourcesIn(const Definition& definition, const plans::NamedValue& named,
                                       const ValueSource& source) const;
    std::vector<Chain> behindExpression(const plans::NamedValue& named, const ValueSource& source, Link link,
                                        const Definition& definition);
    /// Returns a previous value with the type of the current one, beside which it is shown.
    static std::optional<values::Value> inTypeOf(const std::optional<values::Value>& after,
                                                 std::optional<values::Value> before);
    Link withDefault(Link variable, const values::Path& path, const diags::SourceRange& given, bool isGiven) const;
    std::vector<ValueSource> instancesOf(const addrs::AbsResourceInstance& address, plans::Dependency::Kind kind,
                                         const diags::SourceRange& range) const;
    std::vector<ValueSource> sensitiveSources(const plans::ResourceInstanceChange& change,
                                              const plans::Cause& cause) const;
    std::vector<ValueSource> referencesIn(const plans::ResourceInstanceChange& change, const plans::Cause& cause);
    Tails orOwnText(const plans::ResourceInstanceChange& change, const plans::Cause& cause, const Tails& tails) const;
    bool isAnyExplaining(const std::vector<ValueSource>& sources, const plans::ResourceInstanceChange& change,
                         const values::Path& path) const;
    bool mayExplain(const plans::Dependency& reference, const plans::ResourceInstanceChange& change,
                    const values::Path& path) const;
    static ValueSource sourceOf(const plans::Dependency& reference);
    bool mayBeCause(const plans::Dependency& reference, bool isUnknown) const;
    /// Returns the origin of a root variable's value.
    plans::Origin originOf(const plans::NamedValue& variable) const;

    const PlanValues& m_values;
    PathFilter m_isWanted; // selects causes of the first change; may be null
    using Seen = std::set<std::pair<plans::DependencyEnd, std::string>>;
    Seen m_seen;
    Seen m_fruitless;                       // in plans without expressions: they lead to no root
    const Seen* m_seenBefore = nullptr;     // the first of several possible sources was followed
    int m_repeated = 0;                     // sources that were followed before it, or for another chain
    int m_depth = 0;                        // of changes
    std::optional<std::string> m_absentKey; // that the object with the explained attribute did not have before
    bool m_isInferred = false;
    bool m_isPossible = false;   // what is followed is one of several possible sources
    bool m_wasElsewhere = false; // an earlier chain contains the root of the last link
};

} // namespace planlens::explain
