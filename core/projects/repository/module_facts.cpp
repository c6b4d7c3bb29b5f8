// SPDX-License-Identifier: MPL-2.0
#include "core/projects/repository/module_facts.h"

#include "core/configs/file_names.h"
#include "core/hcl/json/json_syntax.h"
#include "core/hcl/syntax.h"
#include "core/hcl/syntax/parser.h"
#include "core/projects/repository/file_references.h"
#include "core/projects/repository/modules/module_calls.h"
#include "core/system/directories/listing.h"
#include "core/system/file.h"
#include "core/values/text/quoted.h"
#include "core/values/text/scalar_text.h"

#include <algorithm>
#include <fmt/core.h>
#include <set>
#include <string_view>

namespace planlens::projects {

namespace fs = std::filesystem;
using values::Value;

namespace {

struct ParsedFile {
    std::string name;
    std::shared_ptr<const std::string> text;
    hcl::BodyPtr body;
};

/// Calls a function for each block of a type with these labels.
template <typename F>
void forEachBlock(const std::vector<ParsedFile>& files, const hcl::BlockSchema& header, const F& use) {
    for (const ParsedFile& file : files)
        if (const diags::Result<hcl::BodyContent> content = file.body->knownContent({{}, {header}}); content.value)
            for (const hcl::Block& block : content->blocks)
                use(block);
}

LocalExpressions localsOf(const std::vector<ParsedFile>& files) {
    LocalExpressions locals;
    forEachBlock(files, {"locals", {}}, [&](const hcl::Block& block) {
        if (auto attributes = block.body->justAttributes(); attributes.value)
            locals.merge(*attributes.value);
    });
    return locals;
}

/// A scope with the local values of a module that are constant. They may refer to each other.
ConstantScope scopeOf(const ModuleFolders& folders, LocalExpressions rest, const ConstantScope::Values& variables,
                      const ConstantScope::Values& others) {
    constexpr std::size_t longestText = 1 << 20; // texts that double each other would need all memory
    ConstantScope::Values locals;
    for (bool isNew = true; isNew;) {
        isNew = false;
        const ConstantScope scope(folders, locals, variables, others);
        for (auto it = rest.begin(); it != rest.end();) {
            if (std::optional<Value> value = constant(*it->second.expression, scope)) {
                if (!value->type().isString() || value->asString().size() <= longestText)
                    locals.emplace_back(it->first, *std::move(value));
                it = rest.erase(it);
                isNew = true;
            } else {
                ++it;
            }
        }
    }
    return ConstantScope(folders, locals, variables, others);
}

/// The default values of the variables of a module.
ConstantScope::Values defaultsOf(const std::vector<ParsedFile>& files) {
    ConstantScope::Values defaults;
    forEachBlock(files, {"variable", {"name"}}, [&](const hcl::Block& block) {
        const diags::Result<hcl::BodyContent> content = block.body->knownContent({{{"default"}}, {}});
        const hcl::Attribute* const attribute = content.value ? content->attribute("default") : nullptr;
        if (std::optional<Value> value =
                attribute ? constant(*attribute->expression, ConstantScope(ModuleFolders())) : std::nullopt)
            defaults.emplace_back(block.labels.front(), *std::move(value));
    });
    return defaults;
}

/// Collects the texts of a value that can be paths.
void addPaths(std::set<std::string>& paths, const Value& value) {
    constexpr std::size_t longest = 500;
    if (value.type().isString()) {
        const std::string text = value.asString();
        if (text.size() < longest && text.find_first_of("./") != std::string::npos && !text.starts_with('/') &&
            text.find("//") == std::string::npos)
            paths.insert(text);
    } else if (value.type().isMapping() || value.type().isSequence() || value.type().isSet()) {
        for (std::size_t i = 0; i < value.size(); ++i)
            if (!value.element(i).isNull())
                addPaths(paths, value.element(i));
    }
}

/// The arguments of module calls and the default values of variables that can be paths.
std::set<std::string> pathsOfVariables(const std::vector<ParsedFile>& files, const ConstantScope::Values& defaults,
                                       const ConstantScope& scope) {
    std::set<std::string> paths;
    for (const auto& [name, value] : defaults)
        addPaths(paths, value);
    forEachBlock(files, {"module", {"name"}}, [&](const hcl::Block& block) {
        const auto attributes = block.body->justAttributes();
        if (attributes.value)
            for (const auto& [name, attribute] : *attributes)
                if (const std::optional<Value> value = constant(*attribute.expression, scope);
                    value && name != "source" && name != "version")
                    addPaths(paths, *value);
    });
    return paths;
}

void addSetting(BackendFacts& backend, const std::string& name, const Value& value) {
    if (value.isNull())
        return;
    if (std::optional<std::string> text = values::scalarText(value))
        backend.settings[name] = *std::move(text);
    else if (value.type().isMapping())
        for (std::size_t i = 0; i < value.size(); ++i)
            addSetting(backend, name + "." + value.key(i), value.element(i));
}

/// Adds an argument of a backend: its value, by default values if necessary, and what it can be otherwise.
void addSetting(BackendFacts& backend, const std::string& name, const hcl::Expression& expression,
                const ModuleScopes& scopes) {
    if (const std::optional<Value> value = constant(expression, scopes.constants)) {
        addSetting(backend, name, *value);
        return;
    }
    if (const std::optional<Value> value = constant(expression, scopes.possible))
        addSetting(backend, name, *value);
    else
        backend.isComplete = false;
    for (std::string& text : possibleTexts(expression, scopes))
        backend.possible[name].insert(std::move(text));
}

void addSettings(BackendFacts& backend, const hcl::Body& body, const std::string& prefix, const ModuleScopes& scopes) {
    const diags::Result<std::map<std::string, hcl::Attribute, std::less<>>> attributes = body.justAttributes();
    if (attributes.value)
        for (const auto& [name, attribute] : *attributes)
            addSetting(backend, prefix + name, *attribute.expression, scopes);
    if (const auto* native = dynamic_cast<const hcl::syntax::NativeBody*>(&body))
        for (const hcl::Block& block : native->blocks)
            addSettings(backend, *block.body, prefix + block.type + ".", scopes);
}

BackendFacts backendOf(std::string type, const hcl::Body& body, const ModuleScopes& scopes) {
    BackendFacts backend{std::move(type), {}, {}, true};
    addSettings(backend, body, {}, scopes);
    return backend;
}

void readRequiredProviders(ModuleFacts& facts, const hcl::Body& body, const ConstantScope& scope) {
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

void readTerraformBlock(ModuleFacts& facts, const hcl::Body& body, const ModuleScopes& scopes) {
    const hcl::BodySchema schema{{}, {{"backend", {"type"}}, {"cloud", {}}, {"required_providers", {}}}};
    const diags::Result<hcl::BodyContent> content = body.knownContent(schema);
    if (!content.value)
        return;
    for (const hcl::Block& block : content->blocks) {
        if (block.type == "required_providers")
            readRequiredProviders(facts, *block.body, scopes.constants);
        else
            facts.backend = backendOf(block.type == "cloud" ? "cloud" : block.labels.front(), *block.body, scopes);
    }
}

/// Whether an expression is `terraform.workspace`.
bool isOwnWorkspace(const hcl::Expression& expression) {
    const std::optional<hcl::Traversal> traversal = expression.asTraversal();
    return traversal && traversal->toString() == "terraform.workspace";
}

/// Adds the arguments of `config`: an object in the text, or a value such as that of `merge`.
void addConfig(BackendFacts& backend, const hcl::Expression& config, const ModuleScopes& scopes) {
    const auto entries = config.asMap();
    for (const hcl::ExpressionPair& entry : entries.value_or(std::vector<hcl::ExpressionPair>())) {
        const std::string keyword = entry.key->asKeyword();
        addSetting(backend, keyword.empty() ? constantText(*entry.key, scopes.constants).value_or("") : keyword,
                   *entry.value, scopes);
    }
    if (entries)
        return;
    const std::optional<Value> value = constant(config, scopes.possible);
    if (value && value->type().isMapping())
        for (std::size_t i = 0; i < value->size(); ++i)
            addSetting(backend, value->key(i), value->element(i));
    else
        backend.isComplete = false;
}

RemoteState remoteStateOf(std::string address, const hcl::BodyContent& content, const ModuleScopes& scopes) {
    RemoteState state;
    state.address = std::move(address);
    const auto textOf = [&](std::string_view attribute, std::string& text) {
        const hcl::Attribute* found = content.attribute(attribute);
        const std::optional<std::string> value =
            found ? constantText(*found->expression, scopes.possible) : std::nullopt;
        text = value.value_or("");
        state.backend.isComplete =
            state.backend.isComplete && (!found || constant(*found->expression, scopes.constants).has_value());
        return !found || value;
    };
    (void)textOf("backend", state.backend.type);
    state.isWorkspaceKnown = textOf("workspace", state.workspace);
    if (const hcl::Attribute* workspace = content.attribute("workspace"))
        state.hasOwnWorkspace = isOwnWorkspace(*workspace->expression);
    if (const hcl::Attribute* config = content.attribute("config"))
        addConfig(state.backend, *config->expression, scopes);
    return state;
}

/// The keys and values of the instances of a resource; nullopt if these are not known or many.
std::optional<std::vector<std::pair<std::string, Value>>> instancesOf(const hcl::BodyContent& content,
                                                                      const ConstantScope& scope) {
    constexpr std::size_t most = 100;
    const hcl::Attribute* const forEach = content.attribute("for_each");
    const std::optional<Value> all = forEach ? constant(*forEach->expression, scope) : std::nullopt;
    if (!all || !(all->type().isMapping() || all->type().isSet()) || all->size() > most)
        return {};
    std::vector<std::pair<std::string, Value>> instances;
    for (std::size_t i = 0; i < all->size(); ++i) {
        const std::optional<std::string> key =
            all->type().isMapping() ? all->key(i) : values::scalarText(all->element(i));
        if (!key)
            return {};
        instances.emplace_back(*key, all->element(i));
    }
    return instances;
}

void readRemoteStates(ModuleFacts& facts, const std::string& name, const hcl::Body& body, const ModuleScopes& scopes) {
    const diags::Result<hcl::BodyContent> content =
        body.knownContent({{{"backend"}, {"config"}, {"workspace"}, {"for_each"}}, {}});
    if (!content.value)
        return;
    const std::string address = "data.terraform_remote_state." + name;
    const auto instances = instancesOf(*content, scopes.possible);
    if (!instances)
        facts.remoteStates.push_back(remoteStateOf(address, *content, scopes));
    for (const auto& [key, value] : instances.value_or(std::vector<std::pair<std::string, Value>>())) {
        const Value each = Value::object({{"key", Value::string(key)}, {"value", value}});
        const ConstantScope constants = scopes.constants.with("each", each),
                            possible = scopes.possible.with("each", each);
        facts.remoteStates.push_back(
            remoteStateOf(fmt::format("{}[{}]", address, values::quoted(key)), *content, {constants, possible}));
        if (!constant(*content->attribute("for_each")->expression, scopes.constants))
            facts.remoteStates.back().backend.isComplete = false;
    }
}

void readBody(ModuleFacts& facts, ModuleCalls& calls, const hcl::Body& body, const ModuleScopes& scopes) {
    const hcl::BodySchema schema{{},
                                 {{"terraform", {}},
                                  {"module", {"name"}},
                                  {"provider", {"name"}},
                                  {"resource", {"type", "name"}},
                                  {"data", {"type", "name"}},
                                  {"ephemeral", {"type", "name"}},
                                  {"variable", {"name"}},
                                  {"output", {"name"}},
                                  {"check", {"name"}},
                                  {"locals", {}},
                                  {"language", {}},
                                  {"moved", {}},
                                  {"import", {}},
                                  {"removed", {}}}};
    const diags::Result<hcl::BodyContent> content = body.content(schema);
    facts.hasErrors = facts.hasErrors || content.hasErrors();
    if (!content.value)
        return;
    for (const hcl::Block& block : content->blocks) {
        if (block.type == "terraform")
            readTerraformBlock(facts, *block.body, scopes);
        else if (block.type == "module")
            calls.add(block.labels.front(), *block.body);
        else if (block.type == "provider")
            facts.configuresProviders = true;
        else if (block.type == "resource" || block.type == "data")
            ++facts.resources;
        if (block.type == "data" && block.labels.front() == "terraform_remote_state")
            readRemoteStates(facts, block.labels.back(), *block.body, scopes);
    }
}

/// Whether the paths of a module can depend on the folder of the root module.
bool usesRoot(std::string_view text) {
    constexpr std::string_view names[] = {"path.root", "path.cwd", "abspath", "dirname", "basename"};
    return std::ranges::any_of(names, [&](std::string_view name) { return text.find(name) != std::string_view::npos; });
}

/// Whether a file has arguments for a backend block, by the usual names.
bool isBackendFile(const std::string& name) {
    return name.ends_with(".tfbackend") || name.ends_with(".backend") ||
           (name.starts_with("backend") && (name.ends_with(".hcl") || name.ends_with(".conf")));
}

/// Adds what the files beside a module can add to its backend block.
void addBackendFiles(BackendFacts& backend, const fs::path& folder, const ModuleScopes& scopes) {
    const auto entries = system::listDirectory(folder);
    for (const system::DirectoryEntry& entry : entries ? *entries : std::vector<system::DirectoryEntry>()) {
        const std::string& name = entry.name;
        if (!isBackendFile(name))
            continue;
        const auto text = system::readFile(folder / name);
        if (!text)
            continue;
        const diags::Result<hcl::File> file = hcl::parseNative(std::make_shared<const std::string>(*text), name);
        if (!file.value || !file->body)
            continue;
        BackendFacts more;
        addSettings(more, *file->body, {}, scopes);
        for (const auto& [argument, value] : more.settings)
            backend.possible[argument].insert(value);
    }
}

/// The configuration files, override files last. Adds the names of all symbolic links in the folder.
std::vector<std::string> configFiles(const fs::path& folder, ModuleFacts& facts) {
    std::vector<std::string> names;
    const auto entries = system::listDirectory(folder);
    if (!entries && !entries.error().isMissingDirectory()) {
        facts.hasErrors = true;
        facts.unreadable.push_back(entries.error());
    }
    for (const auto& [name, isDirectory, isLink] : entries ? *entries : std::vector<system::DirectoryEntry>()) {
        if (isLink)
            facts.links.push_back(name);
        if (!configs::configExtension(name).empty() && !configs::isIgnored(name))
            names.push_back(name);
    }
    std::erase_if(names, [all = names](const std::string& name) { // main.tofu replaces main.tf
        const std::string_view extension = configs::configExtension(name);
        const std::string stem = name.substr(0, name.size() - extension.size());
        return extension.starts_with(".tf") &&
               std::ranges::count(all, stem + ".tofu" + std::string(extension.substr(3)));
    });
    const auto isOverride = [](const std::string& name) {
        const std::string stem = name.substr(0, name.size() - configs::configExtension(name).size());
        return stem == "override" || stem.ends_with("_override");
    };
    std::sort(names.begin(), names.end());
    std::stable_partition(names.begin(), names.end(), [&](const std::string& name) { return !isOverride(name); });
    return names;
}

} // namespace

ModuleFacts moduleFacts(const fs::path& folder, const ModuleInputs& inputs) {
    ModuleFacts facts;
    std::vector<ParsedFile> files;
    for (const std::string& name : configFiles(folder, facts)) {
        facts.files.push_back(name);
        auto text = system::readFile(folder / name);
        if (!text) {
            facts.hasErrors = true;
            if (!text.error().isMissing()) // a dangling link
                facts.unreadable.push_back(text.error());
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
    const ConstantScope::Values defaults = defaultsOf(files);
    ConstantScope::Values known, possibleValues = inputs.variables, others;
    for (const auto& variable : inputs.variables)
        if (!hasUnknownParts(variable.second))
            known.push_back(variable);
    for (const auto& value : defaults)
        if (std::ranges::find(inputs.variables, value.first, &ConstantScope::Values::value_type::first) ==
            inputs.variables.end()) {
            possibleValues.push_back(value);
            if (inputs.areComplete)
                known.push_back(value);
        }
    if (!inputs.workspace.empty())
        others.emplace_back("terraform", Value::object({{"workspace", Value::string(inputs.workspace)}}));
    const ModuleFolders folders{folder.generic_string(), (inputs.root.empty() ? folder : inputs.root).generic_string()};
    const LocalExpressions locals = localsOf(files);
    const ConstantScope scope = scopeOf(folders, locals, known, others),
                        possible = scopeOf(folders, locals, possibleValues, others);
    const ModuleScopes scopes{scope, possible};
    ModuleCalls calls({folders, locals, scopes});
    FileReferences references(scopes, locals, folders);
    for (const ParsedFile& file : files) {
        readBody(facts, calls, *file.body, scopes);
        facts.usesRoot = facts.usesRoot || usesRoot(*file.text);
        if (file.name.ends_with(".json")) {
            diags::Diagnostics ignored;
            references.visit(hcl::json::parse(*file.text, diags::InternedName(file.name), ignored));
        } else if (const auto* native = dynamic_cast<const hcl::syntax::NativeBody*>(file.body.get())) {
            references.visit(*native);
        }
    }
    calls.addTo(facts);
    if (facts.backend)
        addBackendFiles(*facts.backend, folder, scopes);
    const auto isIncomplete = [](const BackendFacts& backend) {
        return !backend.isComplete || !backend.possible.empty();
    };
    facts.dependsOnInputs = facts.hasComputedSources || (facts.backend && isIncomplete(*facts.backend)) ||
                            std::ranges::any_of(facts.remoteStates, [&](const RemoteState& state) {
                                return state.hasOwnWorkspace || isIncomplete(state.backend);
                            });
    std::sort(facts.files.begin(), facts.files.end());
    facts.hasComputedPaths = references.hasComputedPaths;
    facts.unresolved.assign(references.unresolved.begin(), references.unresolved.end());
    facts.references.assign(references.found.begin(), references.found.end());
    const std::set<std::string> paths = pathsOfVariables(files, defaults, scope);
    facts.possibleFiles.assign(paths.begin(), paths.end());
    std::sort(facts.remoteStates.begin(), facts.remoteStates.end(),
              [](const RemoteState& a, const RemoteState& b) { return a.address < b.address; });
    return facts;
}

} // namespace planlens::projects
