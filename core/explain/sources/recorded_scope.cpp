// SPDX-License-Identifier: MPL-2.0
#include "core/explain/sources/recorded_scope.h"

#include "core/addrs/reference.h"
#include "core/lang/functions.h"

#include <algorithm>

namespace planlens::explain {

using values::Value;

namespace {

diags::Result<Value> notRecorded() {
    return {Value::dynamicUnknown(), diags::Diagnostic::error("Value not recorded", {}, {})};
}

/// Returns the directory of a file, which is that of the module.
std::string folderOf(const std::string& file) {
    const std::size_t slash = file.rfind('/');
    return slash == std::string::npos ? "." : file.substr(0, slash);
}

/// Returns the key with which a reference selects an instance; no key if it does not.
addrs::InstanceKey keyIn(const hcl::Traversal& traversal) {
    const auto isIndex = [](const hcl::TraversalStep& step) { return step.kind == hcl::TraversalStep::Kind::Index; };
    const diags::Result<addrs::Reference> reference = std::ranges::any_of(traversal.steps, isIndex)
                                                          ? addrs::parseReference(traversal)
                                                          : diags::Result<addrs::Reference>();
    if (!reference.value)
        return {};
    if (const auto* resource = std::get_if<addrs::ResourceInstance>(&reference->subject))
        return resource->key;
    if (const auto* output = std::get_if<addrs::ModuleCallInstanceOutput>(&reference->subject))
        return output->key;
    const auto* module = std::get_if<addrs::ModuleCallInstance>(&reference->subject);
    return module ? module->key : addrs::InstanceKey();
}

/// Returns the key of the instance to which a reference led; no key if it did not lead to one.
addrs::InstanceKey keyOf(const plans::Dependency& reference) {
    if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&reference.dependency))
        return instance->key;
    const auto& named = std::get<plans::NamedValue>(reference.dependency);
    const bool isOutput = named.kind == plans::NamedValue::Kind::Output && !named.module.isRoot();
    return isOutput ? named.module.path.back().key : addrs::InstanceKey();
}

} // namespace

/// Returns the position of a byte in the text without edits.
std::uint32_t RecordedScope::unedited(std::uint32_t byte) const {
    for (auto piece = m_edited.rbegin(); piece != m_edited.rend(); ++piece) {
        std::uint32_t start = piece->start; // in the edited text
        for (auto before = piece + 1; before != m_edited.rend(); ++before)
            start += std::uint32_t(before->text.size()) - (before->end - before->start);
        if (byte >= start + piece->text.size())
            return byte - (start + std::uint32_t(piece->text.size())) + piece->end;
    }
    return byte;
}

bool isWorkspace(const hcl::Traversal& traversal) {
    return (traversal.rootName() == "terraform" || traversal.rootName() == "tofu") && traversal.steps.size() == 2 &&
           traversal.steps[1].name == "workspace";
}

std::vector<const plans::Dependency*> RecordedScope::at(const diags::SourceRange& range) const {
    const std::uint32_t start = unedited(range.start.byte), end = unedited(range.end.byte);
    std::vector<const plans::Dependency*> found, exact;
    for (const plans::Dependency* reference : m_references)
        if (reference->kind == plans::Dependency::Kind::Reference && reference->range.filename == range.filename &&
            reference->range.start.byte == start && !range.isEmpty()) {
            found.push_back(reference);
            if (reference->range.end.byte == end)
                exact.push_back(reference);
        }
    return exact.empty() ? found : exact;
}

diags::Result<Value> RecordedScope::resolve(const hcl::Traversal& traversal) const {
    const std::vector<const plans::Dependency*> found = at(traversal.range());
    if (!found.empty()) {
        const auto isOfRemoved = [&](const plans::Dependency* one) {
            return isOfInstances(one) && m_replaced.contains(one);
        };
        const auto removed = std::ranges::find_if(found, isOfRemoved);
        const plans::Dependency* read = removed == found.end() ? found.front() : *removed;
        if (const addrs::InstanceKey key = found.size() > 1 ? keyIn(traversal) : addrs::InstanceKey(); !key.isNone())
            for (const plans::Dependency* one : found) // a loop reads others at the same place
                if (keyOf(*one) == key) {
                    read = one;
                    break;
                }
        if (const auto replaced = m_replaced.find(read); replaced != m_replaced.end())
            return replaced->second ? *replaced->second : notRecorded();
        return read->isInvalid ? notRecorded() : read->value.unmarkedDeep();
    }
    if (traversal.rootName() == "path" && traversal.steps.size() == 2 && traversal.steps[1].name == "module")
        return Value::string(folderOf(traversal.range().filename.str()));
    if (traversal.rootName() == "path" && traversal.steps.size() == 2 && traversal.steps[1].name == "root")
        return Value::string(".");
    if (isWorkspace(traversal))
        return Value::string(m_workspace);
    m_isMissing = true;
    return notRecorded();
}

bool RecordedScope::indexSelectsInstance(const hcl::Traversal& traversal) const {
    const diags::SourceRange range = traversal.range();
    return std::ranges::any_of(at(range), [&](const plans::Dependency* reference) {
        const auto* named = std::get_if<plans::NamedValue>(&reference->dependency);
        return reference->range.end.byte > unedited(range.end.byte) &&
               (!named || named->kind == plans::NamedValue::Kind::Output);
    });
}

const hcl::Function* RecordedScope::function(std::string_view name) const {
    static const std::shared_ptr<const lang::FunctionTable> functions =
        lang::makeFunctionTable({.baseDirectory = ".", .pure = true});
    const std::string_view builtIn = builtInName(name);
    const bool isRendered = m_rendersTemplates && builtIn == "templatefile";
    const hcl::Function* usual = isRendered         ? m_files.templateFile(*functions->find("templatestring"))
                                 : readsFiles(name) ? m_files.function(builtIn)
                                                    : functions->find(name);
    const hcl::Function* keeping = m_files.decoder(builtIn, usual);
    const hcl::Function* found = keeping ? keeping : usual;
    m_isMissing |= !found;
    return found;
}

} // namespace planlens::explain
