// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/explain/sources/recorded_scope.h"
#include "core/explain/sources/value_sources.h"
#include "core/hcl/syntax.h"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <utility>

namespace planlens::explain {

/// Implements valueSources(). One instance for one expression of one change or named value.
class SourceFinder {
public:
    using Before = std::optional<values::Value>; // std::nullopt: unknown; null: there was none
    using Sources = std::vector<ValueSource>;
    using Expression = hcl::Expression;

    SourceFinder(const PlanValues& plan, std::vector<const plans::Dependency*> references)
        : m_plan(plan)
        , m_recorded(std::move(references), plan.files(), plan.workspace())
        , m_scope(&m_recorded) {}

    /// Returns the sources of the value of an expression at a path. If `before` is wholly unknown, something existed,
    /// and its value does not matter. `now` is the current value, for expressions that cannot be evaluated here.
    Sources find(const Expression& expression, const values::Path& path, const Before& before, Before now = {});
    /// Returns the references whose previous values, which other objects show, lead to the previous value. Empty if
    /// they are not known, or lead to another value.
    Sources replayed(const Expression& expression, const values::Path& path, const values::Value& before) const;
    /// Whether the text of a number was edited together with the only references that changed (`found`): with their
    /// previous values, which other objects show, it does not make the previous number.
    bool isEditedBeside(const Expression& expression, const values::Value& before, const Sources& found) const;
    /// Returns the sources of a value that differs only in its type.
    Sources ofType(const Expression& expression, const values::Path& path, const values::Value& before,
                   const values::Value& after) const;
    /// Whether the value can be null although the expression has no null value now.
    bool canBeNull(const Expression& expression) const;
    bool canBeNull(const plans::Dependency& reference) const;
    /// See variableByDefault() in value_sources.h.
    std::optional<ValueSource> variableByDefault(const Expression& expression) const;
    /// Evaluates an expression in the current scope, in which names of loops may be bound.
    std::optional<values::Value> valueIn(const Expression& expression, const values::Path& path) const;
    /// Returns the current value at a path; std::nullopt if the expression cannot be evaluated.
    std::optional<values::Value> evaluated(const Expression& expression, const values::Path& path = {}) const;
    /// See RecordedScope.
    void renderTemplates() const { m_recorded.renderTemplates(); }
    /// As evaluated(), with other values of some references. `edited`: pieces that are replaced in the expression's
    /// text.
    std::optional<values::Value> valueWith(RecordedScope::Values references, const Expression& expression,
                                           const values::Path& path, std::vector<EditedText> edited = {}) const;
    /// Returns the removed keys by the added ones that replaced them, if this key is one of several that were renamed
    /// in the same way while others were kept; otherwise an empty map. `previous`: the keys in the last run.
    std::map<std::string, std::string> renamedWith(const Expression& expression, const std::string& key,
                                                   const std::set<std::string>& previous);
    /// Returns the sources of an added or removed key of a `for_each` expression. `renamed`: as renamedWith() returns
    /// it.
    Sources findKey(const Expression& expression, const std::string& key, const std::set<std::string>& previous,
                    const std::map<std::string, std::string>& renamed);
    /// See hasMovedElements() in value_sources.h.
    bool hasMovedElements(const Expression& expression) const;
    /// Returns the sources of all keys of a `for_each` expression.
    Sources findKeys(const Expression& expression, const std::set<std::string>& previous);

    /// Returns the previous value of a reference to a resource some of whose instances were removed; std::nullopt for
    /// other references.
    std::optional<values::Value> withRemoved(const hcl::Traversal& traversal) const;
    /// Returns the reference that an expression consists of; null for other expressions and names of loops.
    const plans::Dependency* onlyReference(const Expression& expression) const;
    /// Whether other objects show that the value of a reference is that of the previous run.
    bool isKept(const ValueSource& source) const;
    PlanValues::Kept keptStatus(const ValueSource& source) const;
    /// Whether there are sources, and all are kept.
    bool areKept(const Sources& sources) const;
    /// Removes certain sources that are kept. If all are, the text at the range was edited.
    Sources withoutKept(Sources sources, const diags::SourceRange& range) const;
    /// Removes possible sources that the expression does not read now, such as those in a branch that is not taken.
    Sources withoutUnread(Sources sources, const Expression& expression);
    /// Adds the text at the range as a possible source beside others that are perhaps kept.
    Sources withDoubts(Sources sources, const diags::SourceRange& range) const;
    static Sources written(const diags::SourceRange& range);

    /// Returns the sources of an argument in a generated block.
    Sources findInBlock(const GeneratedBlock& block, const Before& before, const Before& now);
    Sources findInBlocks(const std::vector<ConfiguredBlock>& blocks, const values::Value& before,
                         const values::Value& now);

private:
    struct Bound;

    // replayed_sources.cpp: the expression with the previous values of its references, as far as they are known
    using Replayed = PlanValues::Replayed;
    values::Path selectedElement(const Expression& expression, const hcl::Traversal& reference) const;
    const std::vector<Replayed>& changedReferences(const Expression& expression) const;
    /// Returns the value of a named value with the previous values of what it refers to; std::nullopt if none is known.
    static const std::optional<values::Value>& replayedValue(const PlanValues& plan, const plans::NamedValue& named);
    static RecordedScope::Values previousValues(std::span<const Replayed> references,
                                                const Replayed* without = nullptr);
    std::optional<values::Value> evaluatedBefore(const Expression& expression, const values::Path& path) const;

    // source_finder.cpp
    Sources changed(const Expression& expression, const values::Path& path, const Before& before);
    /// Whether an expression refers to an instance that does not exist.
    bool readsMissing(const Expression& expression) const;
    /// Whether an expression refers to a resource or module call whose instances are all removed.
    bool readsRemoved(const Expression& expression) const;
    /// Whether a text has all literals of a template, and not those of the other expression.
    static bool hasLiteralsOf(const Expression& expression, const Expression& other, const values::Value& text);
    bool shareReference(const Expression& a, const Expression& b) const;
    bool mayHaveBeen(const Expression& expression, const values::Path& path, const values::Value& value) const;
    Sources flipped(const Expression& expression, const values::Path& path, const Before& before);
    Sources conditional(const hcl::syntax::Conditional& expression, const values::Path& path, const Before& before);
    Sources binary(const hcl::syntax::BinaryOperation& expression, const Before& before);
    Sources droppedBeside(const hcl::syntax::TemplateJoin& joined, const values::Value& before);
    Sources rewrittenBody(const hcl::syntax::TemplateJoin& joined, const values::Value& before);
    /// Treats every part of the expression as a possible cause.
    Sources anyPart(const Expression& expression, const Before& before);
    /// The same for a `for` expression. Without its condition if that only selects elements that exist.
    enum class Condition { Included, Omitted };
    /// Removes instances whose attributes at all of these paths are the same.
    void keepRead(Sources& sources, const std::vector<values::Path>& read) const;
    Sources anyPartOf(const hcl::syntax::ForExpression& expression, Condition condition);
    bool isListed(const Expression& expression) const;
    static std::vector<values::Path> pathsRead(const hcl::syntax::ForExpression& expression);
    Sources readAttributes(const hcl::syntax::ForExpression& expression);
    void addFreeParts(const Expression& expression, std::set<std::string> bound, std::vector<Sources>& groups);
    /// Adds the references that an expression reads now. Conditions that cannot be evaluated select all.
    void addReads(const Expression& expression, PlanValues::References& reads);
    /// Whether the expression refers to nothing and calls no function.
    static bool isLiteral(const Expression& expression);
    /// Whether an expression compares a value with null.
    static bool isNullTest(const Expression& expression);
    /// Whether the value of an expression depends on a literal argument, operand or condition, which may be edited.
    static bool hasLiteralPart(const Expression& expression);

    // block_sources.cpp
    /// Calls a function with the iterator of a `dynamic` block bound to one element of its collection.
    void inBlock(const ConfiguredBlock& block, const values::Value& collection, std::size_t i,
                 const std::function<void()>& call);
    Sources pairedBlocks(const GeneratedBlock& block, const values::Value& collection, const values::Value& before,
                         const values::Value& now);
    bool makes(const ConfiguredBlock& block, const values::Value& made) const;
    Sources ofAddedBlock(const std::vector<ConfiguredBlock>& blocks, const values::Value& added);
    Sources inNestedBlocks(const ConfiguredBlock& block, const std::string& type, const values::Value& before,
                           const values::Value& now);
    Sources inMadeBlock(const std::vector<ConfiguredBlock>& blocks, const values::Value& before,
                        const values::Value& now);

    // reference_sources.cpp
    std::optional<values::Path> newKeyOf(const plans::Dependency& reference) const;
    Sources references(const hcl::Traversal& traversal, const values::Path& path, const Before& before);
    bool isOfOtherAttribute(const Expression& expression, const values::Path& path, const values::Value& before) const;
    /// Whether another element than the selected one has the previous value, which it hardly has by chance.
    bool isOfOtherElement(const Expression& source, const values::Path& steps, const values::Path& path,
                          const values::Value& before) const;
    Sources renamedElement(const Bound& element, const values::Value& key, const values::Value& before);
    Sources traversal(const hcl::syntax::ScopeTraversal& expression, const values::Path& path, const Before& before);
    Sources index(const hcl::syntax::Index& expression, const values::Path& path, const Before& before);
    /// References that select an instance by a key: the source is the instance, or the key if it is not a literal.
    Sources instanceByKey(const hcl::syntax::Index& expression, const values::Path& path, const Before& before);
    bool isOfOtherInstance(const ValueSource& selected, const values::Value& before) const;
    Sources selected(const Expression& collection, const Expression& key, const values::Path& path,
                     const Before& before);
    Sources splat(const hcl::syntax::Splat& expression, const values::Path& path, const Before& before);

    // unknown_sources.cpp
    Sources unknown(const Expression& expression, const values::Path& path);
    Sources unknownParts(const Expression& expression);
    Sources unknownReferences(const std::vector<hcl::Traversal>& traversals);

    // collection_sources.cpp
    /// An argument of a function, or an element of its last argument if that is expanded.
    struct Argument {
        const Expression* expression = nullptr;
        values::Path path; // in the expression
        Before value;      // std::nullopt: it cannot be evaluated
    };
    std::vector<Argument> argumentsOf(const hcl::syntax::FunctionCall& call) const;
    Sources object(const hcl::syntax::ObjectConstructor& expression, const values::Path& path, const Before& before);
    Sources tuple(const hcl::syntax::TupleConstructor& expression, const values::Path& path, const Before& before);
    Sources merge(const hcl::syntax::FunctionCall& call, const values::Path& path, const Before& before);
    Sources replacedKeys(const std::vector<Argument>& arguments, const values::Value& before, const values::Value& now);
    /// Whether an argument of merge() can have had a key in the previous run although its own text was the same.
    bool mayHaveKey(const Expression& expression, const std::string& key) const;
    std::optional<bool> hadKey(const Expression& expression, const std::string& key) const;
    Sources concat(const hcl::syntax::FunctionCall& call, const values::Path& path, const Before& before);
    std::optional<Sources> elementOfLists(const std::vector<Argument>& lists, const values::Path& path,
                                          const Before& before);
    Sources changedInSets(const std::vector<Argument>& lists, const values::Value& before);
    Sources onlyDifferentList(const std::vector<Argument>& lists, const values::Value& before);
    /// Returns the sources of an element of the first argument, or of the whole set.
    Sources toSet(const hcl::syntax::FunctionCall& call, const values::Path& path, const Before& before);
    /// Returns the sources of the differences between two values, member by member.
    Sources differences(const Expression& expression, const values::Path& path, const values::Value& before,
                        const values::Value& after);

    // condition_sources.cpp
    bool isIncluded(const hcl::syntax::ForExpression& expression);
    bool existed(const std::string& key, const Before& before) const;
    bool includesEqualElement(const hcl::syntax::ForExpression& expression, const values::Value& collection,
                              std::size_t i, const Before& before);
    Sources conditionOf(const hcl::syntax::ForExpression& expression, const values::Value& collection, std::size_t i,
                        const Before& before);
    bool mayHaveExcluded(const values::Value& collection, std::size_t i,
                         const std::function<bool(std::size_t)>& wasIncluded) const;
    bool hadElement(const hcl::syntax::ForExpression& expression, const values::Value& collection, std::size_t i) const;
    Sources orLostCondition(Sources added, const hcl::syntax::ForExpression& expression,
                            const values::Value& collection, std::size_t i,
                            const std::function<bool(std::size_t)>& wasIncluded) const;
    Sources otherCondition(const hcl::syntax::ForExpression& expression, const values::Value& collection,
                           const Before& before);
    Sources excluded(const hcl::syntax::ForExpression& expression, const values::Value& collection,
                     const std::set<std::string>& keys, const Before& before);

    // loop_entries.cpp
    /// Whether an expression is only a name and its attributes.
    static bool isName(const Expression& expression);
    class Entries;
    Sources forEach(const hcl::syntax::ForExpression& expression, const values::Path& path, const Before& before);
    Sources forUnpaired(const hcl::syntax::ForExpression& expression, const values::Path& path, const Before& before,
                        const std::set<std::string>& previous);
    Sources inGroup(const hcl::syntax::ForExpression& expression, const values::Value& collection,
                    const values::Path& path, const Before& before);

    // loop_sources.cpp
    bool inElement(const hcl::syntax::ForExpression& expression, const values::Value& collection, std::size_t i,
                   const std::function<bool(const values::Path& element)>& call);
    /// Returns the key of the element that inElement() binds, or its value in a list; std::nullopt if it is not a known
    /// text.
    std::optional<std::string> keyIn(const hcl::syntax::ForExpression& expression) const;
    std::vector<std::size_t> elementsOf(const hcl::syntax::ForExpression& expression, const values::Value& collection,
                                        const std::string& key);
    Sources forTuple(const hcl::syntax::ForExpression& expression, const values::Value& collection,
                     const values::Path& path, const Before& before);
    Sources resized(const hcl::syntax::ForExpression& expression, const values::Value& collection,
                    const std::vector<std::size_t>& included, const values::Value& before);
    /// Returns the keys of the previous run if the expression is a resource or module call whose instances have other
    /// keys now; null otherwise.
    const std::set<std::string>* otherInstances(const Expression& expression, const values::Value& collection) const;
    Sources movedElements(const hcl::syntax::ForExpression& expression, const values::Value& collection,
                          const values::Path& path, const Before& before, const std::set<std::string>& previous);
    /// Returns the text that shares most with another one at its start and end.
    static std::vector<std::string>::iterator closestTo(const std::string& text, std::vector<std::string>& others);
    Sources pairedTexts(const hcl::syntax::ForExpression& expression, const Expression& part,
                        const values::Value& collection, const std::vector<std::size_t>& included,
                        const std::set<std::string>& previous);
    enum class Elements { All, Some };
    /// Returns the sources of elements that changed in the same way: those that they have in common, or else the text
    /// that makes all of them.
    static Sources inCommon(std::vector<Sources> groups, const Expression& text, Elements changed);
    Sources ofNamedFile(const hcl::syntax::ForExpression& expression, const std::string& key, const values::Path& path,
                        const Before& before);

    // key_sources.cpp
    Sources gainedTexts(const hcl::syntax::ForExpression& expression, const values::Value& collection,
                        const std::vector<std::size_t>& included, const Before& before);
    Sources renamedEntries(const hcl::syntax::ForExpression& expression, const values::Value& collection,
                           const std::set<std::string>& previous);
    /// Returns the removed keys by the added ones that replaced them.
    static std::map<std::string, std::string> renamedKeys(const std::set<std::string>& previous,
                                                          const std::set<std::string>& present);
    static values::Value withRenamed(const values::Value& collection,
                                     const std::map<std::string, std::string>& renamed);
    bool isAnyExcluded(const hcl::syntax::ForExpression& expression, const values::Value& collection,
                       const std::map<std::string, std::string>& renamed);
    struct MadeKey {
        const hcl::syntax::Template* text = nullptr;
        std::string key;
        std::vector<std::string> parts; // the texts between the literals
    };
    void addMadeKeys(const Expression& expression, std::vector<MadeKey>& made);
    Sources rewrittenKeys(const Expression& expression, const values::Value& before, const values::Value& after);

    // literal_sources.cpp
    /// Returns the text of a literal from one of its lines on, if it is written on several lines.
    static Sources writtenFrom(const Expression& literal, std::string_view text, std::ptrdiff_t line);
    /// Returns the first line of a literal that the previous text does not contain.
    static Sources editedLine(const Expression& literal, const std::string& text, const std::string& before);
    /// Returns a literal in the present result that the previous one would contain if it had not been edited. Empty if
    /// there is none.
    Sources editedLiteral(const Expression& expression, const values::Value& before) const;

    // text_sources.cpp
    struct Piece {
        const Expression* expression = nullptr;
        std::optional<std::string> text; // current value
        bool isLiteral = false;
    };
    Sources call(const hcl::syntax::FunctionCall& call, const values::Path& path, const Before& before);
    std::optional<values::Value> unread(const Expression& expression, const values::Path& path) const;
    Sources firstUsable(const hcl::syntax::FunctionCall& call, const values::Path& path, const Before& before);
    static bool areExchanged(const std::vector<Piece>& pieces, const std::string& before);
    Sources text(std::vector<Piece> pieces, const Before& before);
    /// Derives the text of the only piece that cannot be evaluated from the current text.
    void complete(std::vector<Piece>& pieces) const;
    Sources textAroundUnknown(const std::vector<Piece>& pieces, const std::string& before);
    Sources besideEdited(const Piece& literal, const std::vector<Piece>& pieces, const std::string& before);
    static std::optional<std::string> replacedText(const std::vector<Piece>& pieces, const Piece& piece,
                                                   const std::string& before);
    Sources textBetweenLiterals(const std::vector<Piece>& pieces, const std::string& before);
    std::optional<std::string> formatted(const std::string& verb, const std::optional<values::Value>& value) const;
    Sources format(const hcl::syntax::FunctionCall& call, const Before& before);
    static std::optional<std::string> otherSeparator(const values::Value& elements, const std::string& present,
                                                     const std::string& before);
    static std::optional<std::vector<std::string>> joinedParts(const values::Value& elements,
                                                               const std::string& separator, std::string_view text);
    Sources join(const hcl::syntax::FunctionCall& call, const Before& before);

    // inverse_sources.cpp: values of arguments, derived from the previous result
    Sources operation(const hcl::syntax::BinaryOperation& expression, const Before& before);
    std::optional<Sources> inverse(const hcl::syntax::FunctionCall& call, std::string_view name,
                                   const values::Path& path, const Before& before);
    Sources encoded(const hcl::syntax::FunctionCall& call, std::string_view decoder, const Before& before);
    Before argumentBefore(const hcl::syntax::FunctionCall& call, const values::Value& argument,
                          const values::Value& result, const Before& before) const;
    bool isOnlyArgument(const hcl::syntax::FunctionCall& call, const values::Value& argument) const;
    Sources identity(const hcl::syntax::FunctionCall& call, const values::Path& path, const Before& before);
    Sources members(const hcl::syntax::FunctionCall& call, const values::Path& path, const Before& before);
    /// Whether a function with its present literal arguments cannot have returned the previous value.
    bool isOtherCall(const hcl::syntax::FunctionCall& call, std::string_view name, const Before& before) const;
    Sources subnet(const hcl::syntax::FunctionCall& call, const Before& before);
    Sources keyed(const hcl::syntax::FunctionCall& call, std::string_view name, const values::Path& path,
                  const Before& before);

    // file_sources.cpp
    static ValueSource fileSource(std::string name, const diags::SourceRange& range);
    std::optional<ValueSource> listedFile(const Expression& files, const std::optional<values::Value>& name) const;
    Sources fileCall(const hcl::syntax::FunctionCall& call, const Before& before);
    Sources decodedFile(const hcl::syntax::FunctionCall& call, std::string_view decoder, const values::Path& path,
                        const Before& before);
    Sources templateFile(const hcl::syntax::FunctionCall& call, const Before& before);
    Sources orOtherFile(Sources found, const Expression& name);
    Sources inTemplate(const std::string& file, const hcl::syntax::FunctionCall& call, const Before& before);

    static bool isSameSource(const ValueSource& a, const ValueSource& b);
    static Sources allOf(std::vector<Sources> groups);
    /// Without edited text if one of the others is known to have changed.
    Sources oneOf(std::vector<Sources> groups) const;
    /// Whether the plan shows that the value of a reference differs from that of the previous run.
    bool isEvident(const ValueSource& source) const;

    using Names = std::map<std::string, Bound, std::less<>>;
    /// A name that a `for` expression binds to an element of its collection.
    struct Bound {
        const Expression* collection = nullptr;
        values::Path path; // of the element
        const hcl::Scope* outer = nullptr;
        bool isKey = false;        // of the element
        bool isIndex = false;      // the key is the position in a list
        bool isIterator = false;   // `value` is the element
        bool isArgument = false;   // of a template: the collection is its expression, or that of all arguments
        bool mayBeRenamed = false; // the key may have been another one in the previous run
        std::shared_ptr<const Names> names = {}; // that the collection can contain; null: none
    };

    const PlanValues& m_plan;
    RecordedScope m_recorded;
    const hcl::Scope* m_scope;
    Names m_bound;
    Before m_current; // the value of the innermost expression at the path that is searched, if known
    /// The keys of the last run, beside the present ones: None only beside several, Replaced if all differ.
    const std::set<std::string>* m_keys = nullptr; // of the previous run, if a key of `for_each` is explained
    enum class PreviousKeys { Unknown, None, Some, Replaced } m_previousKeys = PreviousKeys::Unknown;
    bool m_isRenaming = false; // the keys of the outermost loop are compared with those that they replaced
    int m_depth = 0;
};

} // namespace planlens::explain
