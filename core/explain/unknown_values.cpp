// SPDX-License-Identifier: MPL-2.0
#include "core/explain/unknown_values.h"

#include "core/explain/definition.h"
#include "core/explain/plan_values.h"
#include "core/plans/plan.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

namespace planlens::explain {

namespace {

/// Whether the configured value of an argument is the cause.
bool isOfArgument(const plans::Cause& cause) {
    return cause.kind == plans::Cause::Kind::Argument || cause.kind == plans::Cause::Kind::Unknown;
}

/// Whether a reference may be part of an argument. Some plans only contain the source range of a reference. It is then
/// compared with the range of the argument if the change has one; for created objects, any reference matches.
bool isAbout(const plans::Dependency& dependency, const values::Path& argument,
             const plans::ResourceInstanceChange* change) {
    if (dependency.kind != plans::Dependency::Kind::Reference)
        return false;
    const bool isNamed = !dependency.dependentPath.isEmpty();
    if (isNamed && (!areRelated(argument, dependency.dependentPath) || dependency.range.isEmpty()))
        return areRelated(argument, dependency.dependentPath);
    bool hasArguments = false;
    for (const plans::Cause& cause : change ? change->causes : std::vector<plans::Cause>()) {
        // References named within an argument can only be distinguished by their ranges.
        if (!isOfArgument(cause) || cause.range.isEmpty() || (isNamed && !areRelated(argument, cause.path)))
            continue;
        hasArguments = true;
        if (areRelated(argument, cause.path) && isInside(dependency.range, cause.range))
            return true;
    }
    return !hasArguments;
}

bool isUnknownAt(const plans::ResourceInstanceChange* change, const values::Path& path) {
    if (!change || change->change.action == plans::Action::NoOp)
        return false;
    const values::Value after = change->change.after.unmarkedDeep();
    const auto found = values::applyPath(after, path);
    return !(found ? *found : after).isWhollyKnown();
}

/// The literals in the source text of an expression: the constant parts of texts and templates, and numbers.
class Literals {
public:
    explicit Literals(std::string_view text)
        : m_text(text) {}

    std::vector<std::string> take() {
        const bool isTemplate = m_text.starts_with("<<");
        while (m_at < m_text.size())
            isTemplate ? addText('\0') : addExpression('\0');
        return std::move(m_found);
    }

private:
    void add(std::string literal) {
        if (!literal.empty())
            m_found.push_back(std::move(literal));
    }
    /// Reads up to the end of an expression.
    void addExpression(char end) {
        std::size_t braces = 0;
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (c == end && braces == 0)
                break;
            braces += c == '{';
            braces -= c == '}' && braces > 0;
            if (c == '"') {
                ++m_at;
                addText('"');
            } else if (isName(c)) {
                addName();
                continue;
            }
            ++m_at;
        }
    }
    /// Adds a number, and skips the names of references and functions with their indexes.
    void addName() {
        const std::size_t start = m_at;
        while (m_at < m_text.size() && (isName(m_text[m_at]) || m_text[m_at] == '.'))
            ++m_at;
        const bool isIndex = start > 0 && m_text[start - 1] == '[';
        if (std::isdigit(static_cast<unsigned char>(m_text[start])) && !isIndex)
            add(std::string(m_text.substr(start, m_at - start)));
    }
    /// Reads up to the end of a text or template.
    void addText(char end) {
        std::string literal;
        while (m_at < m_text.size() && m_text[m_at] != end) {
            if (m_text[m_at] == '\\' && end == '"' && m_at + 1 < m_text.size())
                literal += m_text[m_at++];
            if (m_text.substr(m_at).starts_with("${") || m_text.substr(m_at).starts_with("%{")) {
                m_at += 2;
                addExpression('}');
                literal += "…";
            } else {
                literal += m_text[m_at];
            }
            ++m_at;
        }
        if (literal != "…")
            add("\"" + literal + "\"");
    }
    static bool isName(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-'; }

    const std::string_view m_text;
    std::size_t m_at = 0;
    std::vector<std::string> m_found;
};

} // namespace

std::vector<UnknownSource> unknownSources(const plans::Plan& plan, const addrs::AbsResourceInstance& address,
                                          const values::Path& argument) {
    std::vector<UnknownSource> found;
    const plans::ResourceInstanceChange* change = plan.changes.resource(address);
    std::set<plans::NamedValue> seen;
    std::vector<plans::DependencyEnd> pending{address};
    // If some references name the argument, others belong to something else, such as a condition.
    const std::vector<const plans::Dependency*> own = plan.dependencies.of(address);
    const bool isNamed = std::any_of(own.begin(), own.end(), [&](const plans::Dependency* one) {
        return !one->dependentPath.isEmpty() &&
               (argument.hasPrefix(one->dependentPath) || one->dependentPath.hasPrefix(argument));
    });
    for (std::size_t next = 0; next < pending.size(); ++next) {
        for (const plans::Dependency* dependency : plan.dependencies.of(pending[next])) {
            if (next == 0 &&
                (!isAbout(*dependency, argument, change) || (isNamed && dependency->dependentPath.isEmpty())))
                continue;
            if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&dependency->dependency)) {
                const UnknownSource source{*instance, dependency->dependencyPath};
                if (!(*instance == address) && isUnknownAt(plan.changes.resource(*instance), source.path) &&
                    std::find(found.begin(), found.end(), source) == found.end())
                    found.push_back(source);
            } else if (const auto& named = std::get<plans::NamedValue>(dependency->dependency);
                       seen.insert(named).second) {
                pending.push_back(named);
            }
        }
    }
    return found;
}

std::vector<std::string> unknownParts(const plans::Plan& plan, const plans::ResourceInstanceChange& change,
                                      const values::Path& argument) {
    std::vector<std::string> parts;
    for (const UnknownSource& source : unknownSources(plan, change.address, argument)) {
        addrs::AbsResourceInstance named = source.address;
        if (named.module == change.address.module)
            named.module = {};
        parts.push_back(named.toString() + source.path.toString());
    }
    const diags::SourceRange range = argumentOf(plan, change, argument).range;
    if (const auto text = range.isEmpty() ? std::nullopt : sourceText(plan, range))
        for (std::string& literal : Literals(*text).take())
            parts.push_back(std::move(literal));
    return parts;
}

bool isComputed(const plans::Plan& plan, const plans::ResourceInstanceChange& change, const values::Path& attribute) {
    if (attribute.isEmpty())
        return false;
    const auto* root = std::get_if<values::AttributeStep>(&attribute[0]);
    if (const schemas::ResourceSchemaPtr schema = plans::resourceSchema(plan, change); schema && root) {
        const auto it = std::find_if(schema->block.attributes.begin(), schema->block.attributes.end(),
                                     [&](const auto& entry) { return entry.first == root->name; });
        if (it != schema->block.attributes.end() && !it->second.nested && !(it->second.computed && it->second.optional))
            return it->second.computed;
    }
    for (const plans::Dependency* dependency : plan.dependencies.of(change.address))
        if (isAbout(*dependency, attribute, &change))
            return false;
    return std::none_of(change.causes.begin(), change.causes.end(), [&](const plans::Cause& cause) {
        return isOfArgument(cause) && attribute.hasPrefix(cause.path);
    });
}

} // namespace planlens::explain
