// SPDX-License-Identifier: MPL-2.0
#include "core/explain/sources/source_finder.h"

#include <algorithm>
#include <numeric>
#include <set>

/// Sources of `for` expressions, and of the entries of those that make maps.
namespace planlens::explain {

namespace syntax = hcl::syntax;
using values::Path;
using values::Type;
using values::Value;

/// The entries that a `for` expression makes of a collection whose elements are known.
class SourceFinder::Entries {
public:
    /// `path`: within the map. `previous`: keys of the previous map, if all of it is searched.
    Entries(SourceFinder& finder, const syntax::ForExpression& loop, const Value& collection, const Path& path,
            const Before& before, const std::set<std::string>& previous)
        : m_finder(finder)
        , m_loop(loop)
        , m_collection(collection)
        , m_path(path)
        , m_wanted(keyOf(path))
        , m_before(before)
        , m_previous(previous) {
        if (m_wanted) {
            m_elements = finder.elementsOf(loop, collection, *m_wanted);
        } else {
            m_elements.resize(collection.size());
            std::iota(m_elements.begin(), m_elements.end(), std::size_t(0));
        }
    }

    Sources sources() {
        if (!m_previous.empty() && !m_loop.condition && m_previous.size() == m_elements.size() && !isAnyKept())
            if (Sources found = m_finder.pairedTexts(m_loop, *m_loop.key, m_collection, m_elements, m_previous);
                !found.empty())
                return found;
        compareKeys();
        for (const std::size_t i : m_elements)
            addElement(i);
        const bool isShorter = m_wanted ? !m_seen.contains(*m_wanted) : !std::ranges::includes(m_seen, m_previous);
        if (isShorter)
            addMissing();
        Sources found = allOf(std::move(m_groups));
        return found.empty() && m_before ? written(m_loop.range()) : found;
    }

private:
    bool isAnyKept() const {
        return std::ranges::any_of(m_previous, [&](const std::string& key) {
            return !m_finder.elementsOf(m_loop, m_collection, key).empty();
        });
    }

    /// Finds the references in the key, such as a prefix of all keys, and whether their values have changed. Without
    /// such references, only the collection decides.
    void compareKeys() {
        std::vector<Sources> parts;
        m_finder.addFreeParts(*m_loop.key, {m_loop.keyVariable, m_loop.valueVariable}, parts);
        m_ofAllKeys = allOf(std::move(parts));
        m_keys = m_ofAllKeys.empty() ? Keys::Kept : Keys::Unknown;
        if (m_keys == Keys::Unknown && !m_wanted && m_finder.m_scope == &m_finder.m_recorded)
            m_keys = isAnyKept() ? Keys::Kept : m_previous.size() == m_elements.size() ? Keys::Replaced : Keys::Unknown;
    }

    /// Whether the condition includes the bound element. If it cannot be evaluated, it does for elements of the current
    /// value, or of the previous one.
    bool isKept(const std::string& key) const {
        if (!m_loop.condition)
            return true;
        if (const std::optional<Value> kept = m_finder.evaluated(*m_loop.condition))
            return isSameValue(Value::boolean(true), *kept);
        const Before& current = m_finder.m_current;
        if (m_wanted)
            return m_wanted == key && current && !current->isNull();
        return (current && isMapping(*current) ? *current : *m_before).find(key) != nullptr;
    }

    /// Returns the sources of an element of the collection, or of its key.
    Sources decidedBy(const Path& element, const Before& was) const {
        if (m_keys == Keys::Replaced)
            return m_ofAllKeys;
        Sources found = m_finder.find(*m_loop.collection, element, was);
        return m_keys == Keys::Kept ? found : m_finder.oneOf({std::move(found), m_ofAllKeys});
    }

    Sources orKey(Sources sources) const {
        const bool isReplaced = m_finder.m_previousKeys == PreviousKeys::Replaced && !isName(*m_loop.key);
        return isReplaced ? m_finder.oneOf({std::move(sources), written(m_loop.key->range())}) : sources;
    }

    void addElement(std::size_t i) {
        Path element;
        const bool isNewElement = m_finder.inElement(m_loop, m_collection, i, [&](const Path& at) {
            element = at;
            const std::optional<std::string> key = m_finder.keyIn(m_loop);
            if (!key || !isKept(*key))
                return false;
            m_seen.insert(*key);
            const bool isNew = m_wanted ? m_before && m_before->isNull() && m_path.size() == 1 : !m_before->find(*key);
            if (isNew)
                return !m_wanted || m_wanted == *key;
            if (m_collection.type().isSet() && !m_loop.valueVariable.empty())
                m_finder.m_bound[m_loop.valueVariable].isKey = true; // the entry had the same element
            addExisting(*key);
            return false;
        });
        if (!isNewElement)
            return;
        Sources added = decidedBy(element, Value::null(Type::dynamic()));
        if (m_loop.condition)
            added = m_finder.oneOf({std::move(added), m_finder.conditionOf(m_loop, m_collection, i, m_before)});
        added = m_finder.orLostCondition(std::move(added), m_loop, m_collection, i, [&](std::size_t other) {
            return m_finder.inElement(m_loop, m_collection, other, [&](const Path&) {
                const std::optional<std::string> key = m_finder.keyIn(m_loop);
                return key && m_finder.existed(*key, m_before);
            });
        });
        m_groups.push_back(orKey(std::move(added)));
    }

    /// Adds the sources of the value of the bound element, which existed.
    void addExisting(const std::string& key) {
        const Before& current = m_finder.m_current;
        if (!m_wanted)
            m_groups.push_back(m_finder.find(*m_loop.value, {}, *m_before->find(key),
                                             current && isMapping(*current)
                                                 ? Before(valueAt(*current, Path().index(std::string_view(key))))
                                                 : std::nullopt));
        else if (m_wanted == key)
            m_groups.push_back(m_finder.find(*m_loop.value, withoutFirst(m_path), m_before, current));
    }

    /// Adds the sources of entries that are not there any longer.
    void addMissing() {
        std::set<std::string> missing = m_wanted ? std::set{*m_wanted} : m_previous;
        std::erase_if(missing, [&](const std::string& key) { return m_seen.contains(key); });
        if (Sources found = m_finder.excluded(m_loop, m_collection, missing, m_before); !found.empty()) {
            m_groups.push_back(std::move(found));
            return;
        }
        Sources gone = decidedBy({}, {});
        if (m_loop.condition)
            gone = m_finder.oneOf({std::move(gone), m_finder.anyPart(*m_loop.condition, {})});
        m_groups.push_back(orKey(std::move(gone)));
    }

    SourceFinder& m_finder;
    const syntax::ForExpression& m_loop;
    const Value& m_collection;
    const Path& m_path;
    std::optional<std::string> m_wanted; // key of the searched entry; nullopt: all
    const Before& m_before;
    const std::set<std::string>& m_previous;
    std::vector<std::size_t> m_elements; // of the collection, which may make the searched entries
    Sources m_ofAllKeys;                 // references in the key
    enum class Keys { Kept, Replaced, Unknown } m_keys = Keys::Unknown;
    std::set<std::string> m_seen; // keys of present entries
    std::vector<Sources> m_groups;
};

bool SourceFinder::isName(const Expression& expression) {
    const auto* wrap = dynamic_cast<const syntax::TemplateWrap*>(&expression);
    return dynamic_cast<const syntax::ScopeTraversal*>(wrap ? wrap->wrapped.get() : &expression) != nullptr;
}

SourceFinder::Sources SourceFinder::forEach(const syntax::ForExpression& expression, const Path& path,
                                            const Before& before) {
    const std::optional<std::string> wanted = keyOf(path);
    const std::optional<Value> collection = evaluated(*expression.collection);
    std::set<std::string> previous; // keys
    for (std::size_t i = 0; !wanted && before && isMapping(*before) && i < before->size(); ++i)
        previous.emplace(before->key(i));
    if (!collection || !(isMapping(*collection) || isSequence(*collection))) {
        Sources found = forUnpaired(expression, path, before, collection ? std::set<std::string>() : previous);
        return found.empty() ? anyPart(expression, before) : found;
    }
    if (path.isEmpty() || (before && before->isNull()))
        if (Sources found = otherCondition(expression, *collection, before); !found.empty())
            return found;
    if (!expression.key)
        return forTuple(expression, *collection, path, before);
    if (expression.group && wanted)
        if (Sources found = inGroup(expression, *collection, path, before); !found.empty())
            return found;
    if (!wanted && before && isMapping(*before) && m_current && isMapping(*m_current))
        if (Sources found = rewrittenKeys(expression, *before, *m_current); !found.empty())
            return found;
    if (!previous.empty())
        if (Sources found = renamedEntries(expression, *collection, previous); !found.empty())
            return found;
    if (expression.group || (!wanted && (!before || !isMapping(*before))))
        return anyPart(expression, before);
    return Entries(*this, expression, *collection, path, before, previous).sources();
}

/// Returns the sources if the elements of the collection are not known; empty if any part may be one.
SourceFinder::Sources SourceFinder::forUnpaired(const syntax::ForExpression& expression, const Path& path,
                                                const Before& before, const std::set<std::string>& previous) {
    if (const std::optional<std::string> wanted = keyOf(path)) {
        if (Sources found = ofNamedFile(expression, *wanted, withoutFirst(path), before); !found.empty())
            return found;
        if (before && !before->isNull()) // the condition decides whether an element exists, not its value
            if (Sources found = anyPartOf(expression, Condition::Omitted); !found.empty())
                return found;
    }
    std::set<std::string> present;
    const bool isMade = expression.key && !isName(*expression.key);
    for (std::size_t i = 0; isMade && m_current && isMapping(*m_current) && i < m_current->size(); ++i)
        present.emplace(m_current->key(i));
    const bool areAllRenamed = present.size() > 1 && renamedKeys(previous, present).size() == present.size();
    return areAllRenamed ? written(expression.key->range()) : Sources(); // all keys, in the same way
}

/// Returns the sources of an element of a group, or of a new group.
SourceFinder::Sources SourceFinder::inGroup(const syntax::ForExpression& expression, const Value& collection,
                                            const Path& path, const Before& before) {
    const std::string key = keyOf(path).value_or("");
    if (path.size() == 1 && before && before->isNull()) {
        std::vector<Sources> groups;
        if (m_previousKeys == PreviousKeys::Replaced && !isName(*expression.key))
            groups.push_back(written(expression.key->range()));
        for (const std::size_t i : elementsOf(expression, collection, key))
            inElement(expression, collection, i, [&](const Path&) {
                groups.push_back(find(*expression.key, {}, {}));
                return true;
            });
        if (Sources found = oneOf(std::move(groups)); !found.empty())
            return found;
    }
    Sources found;
    if (std::optional<std::size_t> left = indexAt(withoutFirst(path)))
        for (const std::size_t i : elementsOf(expression, collection, key)) {
            const bool isReached = inElement(expression, collection, i, [&](const Path&) {
                if (!isIncluded(expression) || (*left)-- > 0)
                    return false;
                found = find(*expression.value, withoutFirst(path, 2), before, m_current);
                return true;
            });
            if (isReached)
                break;
        }
    return found;
}

} // namespace planlens::explain
