// SPDX-License-Identifier: MPL-2.0
#include "core/projects/repository/module_facts.h"

#include "core/addrs/module_source.h"
#include "core/configs/file_names.h"
#include "core/hcl/json/json_syntax.h"
#include "core/hcl/syntax.h"
#include "core/hcl/syntax/parser.h"
#include "core/system/file.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace planlens::projects {

namespace fs = std::filesystem;
using values::Value;

namespace {

constexpr std::string_view inModule = "@module@", inRoot = "@root@";

struct ParsedFile {
    std::string name;
    std::shared_ptr<const std::string> text;
    hcl::BodyPtr body;
};

using LocalValues = std::vector<std::pair<std::string, Value>>;

/// A scope in which only paths and these local values exist.
hcl::MapScope constantScope(const LocalValues& locals) {
    LocalValues variables{{"path", Value::object({{"cwd", Value::string(inRoot)},
                                                  {"module", Value::string(inModule)},
                                                  {"root", Value::string(inRoot)}})}};
    if (!locals.empty())
        variables.emplace_back("local", Value::object(locals));
    return hcl::MapScope(std::move(variables));
}

/// The value of an expression of constants and values of the scope.
std::optional<Value> constant(const hcl::Expression& expression, const hcl::Scope& scope) {
    const diags::Result<Value> result = expression.evaluate(&scope);
    if (!result.isOk() || !result->isWhollyKnown() || result->containsMarked() || result->isNull())
        return {};
    return *result;
}
std::optional<std::string> constantText(const hcl::Expression& expression, const hcl::Scope& scope) {
    const std::optional<Value> value = constant(expression, scope);
    return value && value->type().isString() ? std::optional(value->asString()) : std::nullopt;
}

/// The local values of a module that are constant texts, such as folders. They may refer to each other.
LocalValues constantLocals(const std::vector<ParsedFile>& files) {
    std::map<std::string, hcl::Attribute, std::less<>> others;
    for (const ParsedFile& file : files) {
        const diags::Result<hcl::BodyContent> content = file.body->knownContent({{}, {{"locals", {}}}});
        if (!content.value)
            continue;
        for (const hcl::Block& block : content->blocks)
            if (auto attributes = block.body->justAttributes(); attributes.value)
                others.merge(*attributes.value);
    }
    LocalValues locals;
    for (bool isNew = true; isNew;) {
        isNew = false;
        const hcl::MapScope scope = constantScope(locals);
        for (auto it = others.begin(); it != others.end();) {
            if (std::optional<std::string> text = constantText(*it->second.expression, scope)) {
                locals.emplace_back(it->first, Value::string(*std::move(text)));
                it = others.erase(it);
                isNew = true;
            } else {
                ++it;
            }
        }
    }
    return locals;
}

/// Removes the marker of a base folder from a path. Absolute paths have no base.
std::optional<FileReference> referenceTo(std::string path) {
    FileReference reference;
    if (path.starts_with(inModule)) {
        reference.base = FileReference::Base::Module;
        path.erase(0, inModule.size());
    } else if (path.starts_with(inRoot)) {
        path.erase(0, inRoot.size());
    } else if (path.starts_with('/') || path.starts_with('~')) {
        return {};
    }
    while (path.starts_with('/'))
        path.erase(0, 1);
    reference.path = fs::path(path.empty() ? "." : path).lexically_normal().generic_string();
    return reference;
}

bool readsFile(std::string_view function) {
    constexpr std::string_view names[] = {"file",       "filebase64",  "filebase64sha256", "filebase64sha512",
                                          "fileexists", "filemd5",     "filesha1",         "filesha256",
                                          "filesha512", "templatefile"};
    if (function.starts_with("core::"))
        function.remove_prefix(6);
    return std::find(std::begin(names), std::end(names), function) != std::end(names);
}
bool listsFiles(std::string_view function) {
    return function == "fileset" || function == "core::fileset";
}

/// A pattern that matches this text only.
std::string literalPattern(std::string_view text) {
    std::string pattern;
    for (const char c : text) {
        if (std::string_view("*?[{\\").find(c) != std::string_view::npos)
            pattern += '\\';
        pattern += c;
    }
    return pattern;
}

/// Collects the files that functions read, from the expressions of both syntaxes.
class ReferenceCollector {
public:
    explicit ReferenceCollector(const hcl::Scope& scope)
        : m_scope(scope) {}
    void visit(const hcl::syntax::NativeBody& body) {
        for (const hcl::Attribute& attribute : body.attributes)
            visit(*attribute.expression);
        for (const hcl::Block& block : body.blocks)
            if (const auto* inner = dynamic_cast<const hcl::syntax::NativeBody*>(block.body.get()))
                visit(*inner);
    }
    /// Texts in JSON are templates.
    void visit(const hcl::json::Node& node) {
        if (node.kind == hcl::json::Node::Kind::String && node.text.find("${") != std::string::npos)
            if (const diags::Result<hcl::ExpressionPtr> parsed = hcl::parseTemplate(node.text, "json"); parsed.value)
                visit(**parsed);
        for (const hcl::json::Node& element : node.elements)
            visit(element);
        for (const hcl::json::Property& property : node.properties)
            visit(property.value);
    }
    std::set<FileReference> found;

private:
    void visit(const hcl::Expression& expression) {
        const auto* node = dynamic_cast<const hcl::syntax::Node*>(&expression);
        if (!node)
            return;
        if (const auto* call = dynamic_cast<const hcl::syntax::FunctionCall*>(node))
            visitCall(*call);
        for (const hcl::syntax::Node::Child& child : node->children())
            if (child.expression)
                visit(*child.expression);
    }
    void visitCall(const hcl::syntax::FunctionCall& call) {
        if (call.arguments.empty() || (!readsFile(call.name) && !listsFiles(call.name)))
            return;
        std::optional<FileReference> reference = referenceIn(*call.arguments.front());
        if (!reference)
            return;
        if (listsFiles(call.name)) {
            const std::optional<std::string> pattern =
                call.arguments.size() > 1 ? constantText(*call.arguments[1], m_scope) : std::nullopt;
            reference->path += (reference->isPattern ? "/" : "\n") + pattern.value_or("**");
            reference->isPattern = true;
        }
        found.insert(*std::move(reference));
    }
    /// A path, or a pattern if only the start of the path is constant.
    std::optional<FileReference> referenceIn(const hcl::Expression& argument) const {
        if (const std::optional<std::string> path = constantText(argument, m_scope))
            return referenceTo(*path);
        const auto* const parts = dynamic_cast<const hcl::syntax::Template*>(&argument);
        if (!parts)
            return {};
        std::string start, pattern; // before the first part that is not constant, and from there on
        for (const hcl::ExpressionPtr& part : parts->parts) {
            const std::optional<std::string> text = constantText(*part, m_scope);
            if (!text)
                pattern += "*";
            else if (pattern.empty())
                start += *text;
            else
                pattern += literalPattern(*text);
        }
        const std::size_t slash = start.rfind('/');
        if (slash == std::string::npos || slash == 0)
            return {};
        std::optional<FileReference> reference = referenceTo(start.substr(0, slash));
        if (reference) {
            reference->path += "\n" + literalPattern(start.substr(slash + 1)) + pattern;
            reference->isPattern = true;
        }
        return reference;
    }

    const hcl::Scope& m_scope;
};

void addSetting(BackendFacts& backend, const std::string& name, const Value& value) {
    if (value.isNull())
        return;
    if (value.type().isString())
        backend.settings[name] = value.asString();
    else if (value.type().isBool())
        backend.settings[name] = value.asBool() ? "true" : "false";
    else if (value.type().isNumber())
        backend.settings[name] = value.asNumber().toString();
    else if (value.type().isObject() || value.type().isMap())
        for (std::size_t i = 0; i < value.size(); ++i)
            addSetting(backend, name + "." + value.key(i), value.element(i));
}

void addSettings(BackendFacts& backend, const hcl::Body& body, const std::string& prefix, const hcl::Scope& scope) {
    const diags::Result<std::map<std::string, hcl::Attribute, std::less<>>> attributes = body.justAttributes();
    if (attributes.value)
        for (const auto& [name, attribute] : *attributes) {
            if (const std::optional<Value> value = constant(*attribute.expression, scope))
                addSetting(backend, prefix + name, *value);
            else
                backend.isComplete = false;
        }
    if (const auto* native = dynamic_cast<const hcl::syntax::NativeBody*>(&body))
        for (const hcl::Block& block : native->blocks)
            addSettings(backend, *block.body, prefix + block.type + ".", scope);
}

BackendFacts backendOf(std::string type, const hcl::Body& body, const hcl::Scope& scope) {
    BackendFacts backend{std::move(type), {}, true};
    addSettings(backend, body, {}, scope);
    return backend;
}

void readRequiredProviders(ModuleFacts& facts, const hcl::Body& body, const hcl::Scope& scope) {
    facts.requiresProviders = true;
    const auto attributes = body.justAttributes();
    if (!attributes.value)
        return;
    for (const auto& [name, attribute] : *attributes) {
        RequiredProvider& provider = facts.providers[name];
        if (const std::optional<std::string> version = constantText(*attribute.expression, scope)) {
            provider.version = *version;
            continue;
        }
        const auto entries = attribute.expression->asMap();
        for (const hcl::ExpressionPair& entry : entries.value_or(std::vector<hcl::ExpressionPair>())) {
            const std::string key =
                entry.key->asKeyword().empty() ? constantText(*entry.key, scope).value_or("") : entry.key->asKeyword();
            const std::optional<std::string> text = constantText(*entry.value, scope);
            if (key == "source" && text)
                provider.source = *text;
            if (key == "version" && text)
                provider.version = *text;
        }
    }
}

void readTerraformBlock(ModuleFacts& facts, const hcl::Body& body, const hcl::Scope& scope) {
    const hcl::BodySchema schema{{}, {{"backend", {"type"}}, {"cloud", {}}, {"required_providers", {}}}};
    const diags::Result<hcl::BodyContent> content = body.knownContent(schema);
    if (!content.value)
        return;
    for (const hcl::Block& block : content->blocks) {
        if (block.type == "required_providers")
            readRequiredProviders(facts, *block.body, scope);
        else
            facts.backend = backendOf(block.type == "cloud" ? "cloud" : block.labels.front(), *block.body, scope);
    }
}

void readModuleCall(std::set<std::string>& local, std::set<std::string>& remote, const hcl::Body& body,
                    const hcl::Scope& scope) {
    const diags::Result<hcl::BodyContent> content = body.knownContent({{{"source"}}, {}});
    const hcl::Attribute* source = content.value ? content->attribute("source") : nullptr;
    const std::optional<std::string> text = source ? constantText(*source->expression, scope) : std::nullopt;
    if (text)
        (addrs::isLocalModuleSource(*text) ? local : remote).insert(*text);
}

void readRemoteState(ModuleFacts& facts, const std::string& name, const hcl::Body& body, const hcl::Scope& scope) {
    const diags::Result<hcl::BodyContent> content = body.knownContent({{{"backend"}, {"config"}, {"workspace"}}, {}});
    if (!content.value)
        return;
    RemoteState state;
    state.address = "data.terraform_remote_state." + name;
    const auto textOf = [&](std::string_view attribute, std::string& text) {
        const hcl::Attribute* found = content->attribute(attribute);
        const std::optional<std::string> value = found ? constantText(*found->expression, scope) : std::nullopt;
        text = value.value_or("");
        return !found || value;
    };
    state.backend.isComplete = textOf("backend", state.backend.type) && textOf("workspace", state.workspace);
    if (const hcl::Attribute* config = content->attribute("config")) {
        const auto entries = config->expression->asMap();
        state.backend.isComplete = state.backend.isComplete && entries;
        for (const hcl::ExpressionPair& entry : entries.value_or(std::vector<hcl::ExpressionPair>())) {
            const std::string key =
                entry.key->asKeyword().empty() ? constantText(*entry.key, scope).value_or("") : entry.key->asKeyword();
            if (const std::optional<Value> value = constant(*entry.value, scope))
                addSetting(state.backend, key, *value);
            else
                state.backend.isComplete = false;
        }
    }
    facts.remoteStates.push_back(std::move(state));
}

struct Sources {
    std::set<std::string> local, remote;
};

void readBody(ModuleFacts& facts, Sources& sources, const hcl::Body& body, const hcl::Scope& scope) {
    const hcl::BodySchema schema{{},
                                 {{"terraform", {}},
                                  {"module", {"name"}},
                                  {"provider", {"name"}},
                                  {"resource", {"type", "name"}},
                                  {"data", {"type", "name"}}}};
    const diags::Result<hcl::BodyContent> content = body.knownContent(schema);
    if (!content.value)
        return;
    for (const hcl::Block& block : content->blocks) {
        if (block.type == "terraform")
            readTerraformBlock(facts, *block.body, scope);
        else if (block.type == "module")
            readModuleCall(sources.local, sources.remote, *block.body, scope);
        else if (block.type == "provider")
            facts.configuresProviders = true;
        else
            ++facts.resources;
        if (block.type == "data" && block.labels.front() == "terraform_remote_state")
            readRemoteState(facts, block.labels.back(), *block.body, scope);
    }
}

/// The configuration files, override files last. Adds the names of all symbolic links in the folder.
std::vector<std::string> configFiles(const fs::path& folder, std::vector<std::string>& links) {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        const std::string name = it->path().filename().string();
        std::error_code ignored;
        if (it->is_symlink(ignored))
            links.push_back(name);
        if (!configs::configExtension(name).empty() && !configs::isIgnored(name))
            names.push_back(name);
    }
    const auto isOverride = [](const std::string& name) {
        const std::string stem = name.substr(0, name.size() - configs::configExtension(name).size());
        return stem == "override" || stem.ends_with("_override");
    };
    std::sort(names.begin(), names.end());
    std::stable_partition(names.begin(), names.end(), [&](const std::string& name) { return !isOverride(name); });
    return names;
}

} // namespace

ModuleFacts moduleFacts(const fs::path& folder) {
    ModuleFacts facts;
    std::vector<ParsedFile> files;
    for (const std::string& name : configFiles(folder, facts.links)) {
        facts.files.push_back(name);
        auto text = system::readFile(folder / name);
        if (!text) {
            facts.hasErrors = true;
            continue;
        }
        const auto shared = std::make_shared<const std::string>(*std::move(text));
        const diags::Result<hcl::File> file =
            name.ends_with(".json") ? hcl::parseJson(shared, name) : hcl::parseNative(shared, name);
        facts.hasErrors = facts.hasErrors || file.hasErrors();
        if (!file.value || !file->body)
            continue;
        files.push_back({name, shared, file->body});
    }
    const hcl::MapScope scope = constantScope(constantLocals(files));
    Sources sources;
    ReferenceCollector references(scope);
    for (const ParsedFile& file : files) {
        readBody(facts, sources, *file.body, scope);
        if (file.name.ends_with(".json")) {
            diags::Diagnostics ignored;
            references.visit(hcl::json::parse(*file.text, diags::InternedName(file.name), ignored));
        } else if (const auto* native = dynamic_cast<const hcl::syntax::NativeBody*>(file.body.get())) {
            references.visit(*native);
        }
    }
    std::sort(facts.files.begin(), facts.files.end());
    facts.localModules.assign(sources.local.begin(), sources.local.end());
    facts.remoteModules.assign(sources.remote.begin(), sources.remote.end());
    facts.references.assign(references.found.begin(), references.found.end());
    std::sort(facts.remoteStates.begin(), facts.remoteStates.end(),
              [](const RemoteState& a, const RemoteState& b) { return a.address < b.address; });
    return facts;
}

} // namespace planlens::projects
