// SPDX-License-Identifier: MPL-2.0
#include "core/backends/tool_detached.h"

#include "core/backends/tool.h"
#include "core/backends/types.h"
#include "core/system/environment.h"
#include "core/system/private_directory.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <stop_token>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace planlens::backends {

namespace fs = std::filesystem;
using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;
using nlohmann::json;
using values::Value;

namespace {

enum class Texts { Plain, Templates };

/// Texts of JSON configurations are templates.
std::string escapedTemplate(const std::string& text) {
    std::string escaped;
    for (std::size_t i = 0; i < text.size(); ++i) {
        escaped += text[i];
        if ((text[i] == '$' || text[i] == '%') && i + 1 < text.size() && text[i + 1] == '{')
            escaped += text[i];
    }
    return escaped;
}

json toJson(const Value& value, Texts texts) {
    if (value.isNull())
        return nullptr;
    if (value.type().isBool())
        return value.asBool();
    if (value.type().isNumber()) // a text is converted to a number, and keeps all digits
        return value.asNumber().toString();
    if (value.type().isString())
        return texts == Texts::Templates ? escapedTemplate(value.asString()) : value.asString();
    const bool hasNames = value.type().isMapping();
    json content = hasNames ? json::object() : json::array();
    for (std::size_t i = 0; i < value.size(); ++i) {
        if (hasNames)
            content[value.key(i)] = toJson(value.element(i), texts);
        else
            content.push_back(toJson(value.element(i), texts));
    }
    return content;
}

bool mayBeSecret(std::string name) {
    std::ranges::transform(name, name.begin(),
                           [](unsigned char c) { return c < 0x80 ? static_cast<char>(std::tolower(c)) : '_'; });
    constexpr std::string_view parts[] = {"secret",         "password",   "token",       "credential",
                                          "conn_str",       "access_key", "private_key", "client_key",
                                          "encryption_key", "sas_",       "passphrase",  "certificate_data"};
    return std::ranges::any_of(parts, [&](std::string_view part) { return name.find(part) != std::string::npos; });
}

/// Calls a function with each text of a value, and the name of the argument that contains it.
void forEachText(const Value& value, const std::string& name, const auto& function) {
    if (value.isNull())
        return;
    if (value.type().isString())
        return function(name, value.asString());
    const bool hasNames = value.type().isMapping();
    if (!hasNames && !value.type().isSequence())
        return;
    for (std::size_t i = 0; i < value.size(); ++i)
        forEachText(value.element(i), hasNames ? value.key(i) : name, function);
}

class DetachedState final : public WorkspaceState {
public:
    DetachedState(Tool tool, ToolRun run, DetachedBackend backend, std::string workspace)
        : m_tool(std::move(tool))
        , m_run(std::move(run))
        , m_backend(std::move(backend))
        , m_workspace(std::move(workspace)) {}

    Result<StoredState> read(std::stop_token stop) override;

private:
    diags::Expected<std::vector<system::FileHandle>, std::string> prepare(const fs::path& directory) const;
    void linkFiles(const fs::path& directory) const;
    std::vector<std::string> environment() const;
    std::string withoutSecrets(std::string text) const;

    Tool m_tool;
    ToolRun m_run;
    DetachedBackend m_backend;
    std::string m_workspace;
};

/// Makes what `tofu init` would leave. The result are the files 3, 4, … of the tool, which the directory links to.
diags::Expected<std::vector<system::FileHandle>, std::string> DetachedState::prepare(const fs::path& directory) const {
    const json given = toJson(m_backend.arguments, Texts::Templates);
    const json block =
        m_backend.type == "cloud" ? json{{"cloud", given}} : json{{"backend", json{{m_backend.type, given}}}};
    json arguments = toJson(m_backend.arguments, Texts::Plain);
    // Blocks that are not given are empty collections. The program would take null for a changed configuration.
    if (const BackendType* type = findBackendType(m_backend.type);
        type && !type->nestedBlock.empty() && !arguments.contains(type->nestedBlock))
        arguments[std::string(type->nestedBlock)] = json::array();
    const json initialized{{"version", 3},
                           {"backend", {{"type", m_backend.type}, {"config", std::move(arguments)}, {"hash", 0}}}};
    std::error_code error;
    fs::create_directory(directory / ".terraform", error);
    linkFiles(directory);
    std::vector<system::FileHandle> files;
    const auto add = [&](const fs::path& path, const json& content) -> system::IoOutcome {
        auto file = system::makeMemoryFile(content.dump(-1, ' ', false, json::error_handler_t::replace));
        if (!file)
            return diags::Unexpected{file.error()};
        files.push_back(*std::move(file));
        fs::create_symlink(fmt::format("/proc/self/fd/{}", STDERR_FILENO + files.size()), path, error);
        if (error)
            return diags::Unexpected{system::ioError("symlink", path, error.value())};
        return true;
    };
    system::IoOutcome added = add(directory / "main.tf.json", json{{"terraform", block}});
    if (added)
        added = add(directory / ".terraform" / "terraform.tfstate", initialized);
    if (!added)
        return diags::Unexpected{added.error()};
    return files;
}

/// Whether a file of this name would be part of the configuration.
bool isConfiguration(const std::string& name) {
    constexpr std::string_view endings[] = {".tf", ".tofu", ".tf.json", ".tofu.json", ".tfvars", ".tfvars.json"};
    return std::ranges::any_of(endings, [&](std::string_view ending) { return name.ends_with(ending); });
}

/// Files that arguments name, such as those with credentials, are found at the same relative path.
void DetachedState::linkFiles(const fs::path& directory) const {
    forEachText(m_backend.arguments, {}, [&](const std::string&, const std::string& text) {
        constexpr std::size_t longestPath = 1000;
        const fs::path path = fs::path(text).lexically_normal();
        if (text.empty() || text.size() > longestPath || text.find('\0') != std::string::npos || path.is_absolute() ||
            path.begin()->native().starts_with('.') || isConfiguration(path.filename().string()))
            return;
        std::error_code error;
        const fs::path target = fs::absolute(m_backend.directory / path, error);
        if (error || !fs::is_regular_file(target, error))
            return;
        fs::create_directories((directory / path).parent_path(), error);
        fs::create_symlink(target, directory / path, error);
    });
}

/// Settings for the user's own configuration do not apply here.
std::vector<std::string> DetachedState::environment() const {
    std::vector<std::string> environment = m_run.environment;
    std::erase_if(environment, [](const std::string& entry) {
        const std::string_view name = std::string_view(entry).substr(0, entry.find('='));
        return name.starts_with("TF_CLI_ARGS") || name == "TF_DATA_DIR" || name == "TF_ENCRYPTION";
    });
    std::vector<std::pair<std::string, std::string>> added{{"TF_WORKSPACE", m_workspace}};
    for (const std::string& entry : environment)
        if (constexpr std::string_view file = "TF_CLI_CONFIG_FILE="; entry.starts_with(file))
            added.emplace_back("TF_CLI_CONFIG_FILE", system::absolutePath(entry.substr(file.size())).string());
    return system::withVariables(std::move(environment), added);
}

/// Short secrets are only replaced where they are whole words.
std::string DetachedState::withoutSecrets(std::string text) const {
    constexpr std::size_t shortest = 6;
    constexpr std::string_view mask = "xxxxx";
    const auto isPart = [&](std::size_t at) {
        return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at]));
    };
    forEachText(m_backend.arguments, {}, [&](const std::string& name, const std::string& secret) {
        if (secret.empty() || !mayBeSecret(name))
            return;
        for (std::size_t at = 0; (at = text.find(secret, at)) != std::string::npos;) {
            if (secret.size() < shortest && (isPart(at - 1) || isPart(at + secret.size()))) {
                ++at;
                continue;
            }
            text.replace(at, secret.size(), mask);
            at += mask.size();
        }
    });
    return text;
}

Result<StoredState> DetachedState::read(std::stop_token stop) {
    const system::PrivateDirectory directory;
    const std::stop_callback removal(m_run.forced, [&] { directory.remove(); });
    const auto failed = [](const std::string& why) {
        return Diagnostic::error(
            "Failed to read the state",
            fmt::format("The configuration for the program that reads it cannot be written: {}.", why));
    };
    if (directory.path().empty())
        return failed("no temporary directory can be created");
    const auto files = prepare(directory.path());
    if (!files)
        return failed(files.error());
    ToolRun run = m_run;
    for (const system::FileHandle& file : *files)
        run.descriptors.push_back(file.descriptor());
    run.directory = directory.path();
    run.environment = environment();
    run.variables.clear();
    Result<StoredState> read = makeToolBackend(m_tool, std::move(run), findBackendType(m_backend.type))
                                   ->state(m_workspace)
                                   ->read(std::move(stop));
    Diagnostics diagnostics;
    for (Diagnostic problem : read.diagnostics) {
        problem.summary = withoutSecrets(std::move(problem.summary));
        problem.detail = withoutSecrets(std::move(problem.detail));
        diagnostics.append(std::move(problem));
    }
    read.diagnostics = std::move(diagnostics);
    return read;
}

class Detached final : public Backend {
public:
    Detached(Tool tool, ToolRun run, DetachedBackend backend)
        : m_tool(std::move(tool))
        , m_run(std::move(run))
        , m_backend(std::move(backend)) {}

    Capabilities capabilities() const override {
        const BackendType* const type = findBackendType(m_backend.type);
        return {.workspaces = !type || type->hasWorkspaces};
    }
    std::unique_ptr<WorkspaceState> state(const std::string& workspace) const override {
        return std::make_unique<DetachedState>(m_tool, m_run, m_backend, workspace);
    }

private:
    Tool m_tool;
    ToolRun m_run;
    DetachedBackend m_backend;
};

} // namespace

std::unique_ptr<Backend> makeDetachedBackend(Tool tool, ToolRun run, DetachedBackend backend) {
    return std::make_unique<Detached>(std::move(tool), std::move(run), std::move(backend));
}

} // namespace planlens::backends
