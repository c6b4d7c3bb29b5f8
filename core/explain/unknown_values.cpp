// SPDX-License-Identifier: MPL-2.0
#include "core/explain/unknown_values.h"

#include "core/explain/definition.h"
#include "core/explain/plan_values.h"
#include "core/hcl/syntax.h"
#include "core/plans/plan.h"
#include "core/values/text/quoted.h"
#include "core/values/text/scalar_text.h"

#include <algorithm>
#include <set>

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

/// Adds the constant parts of an expression: numbers, texts, keys in references, and the texts of templates with "…"
/// for all else.
void addLiterals(const hcl::Expression& expression, std::vector<std::string>& literals) {
    const auto addText = [&](const std::string& text) { literals.push_back(values::quoted(text)); };
    if (const auto* whole = dynamic_cast<const hcl::syntax::Template*>(&expression)) {
        std::string text;
        for (const hcl::ExpressionPtr& part : whole->parts) {
            const std::optional<values::Value> literal = part->asLiteral();
            if (!literal)
                addLiterals(*part, literals);
            text += literal ? values::scalarText(*literal).value_or("") : "…";
        }
        return addText(text);
    }
    const auto* node = dynamic_cast<const hcl::syntax::Node*>(&expression);
    for (const auto& child : node ? node->children() : std::vector<hcl::syntax::Node::Child>())
        addLiterals(*child.expression, literals);
    const auto* scope = dynamic_cast<const hcl::syntax::ScopeTraversal*>(&expression);
    const auto* relative = dynamic_cast<const hcl::syntax::RelativeTraversal*>(&expression);
    if (scope || relative)
        for (const hcl::TraversalStep& step : (scope ? scope->traversal : relative->traversal).steps)
            if (step.kind == hcl::TraversalStep::Kind::Index && step.key.type().isString())
                addText(step.key.asString());
    if (const auto* plain = dynamic_cast<const hcl::syntax::PlainText*>(&expression))
        addText(plain->text.asString());
    const auto* literal = dynamic_cast<const hcl::syntax::LiteralValue*>(&expression);
    if (literal && literal->value.type().isNumber())
        literals.push_back(values::scalarText(literal->value).value_or(""));
}

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
    if (const hcl::ExpressionPtr expression = argumentOf(plan, change, argument).expression) {
        const hcl::ExpressionPtr native = expression->inNativeSyntax(); // of JSON
        addLiterals(native ? *native : *expression, parts);
    }
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
