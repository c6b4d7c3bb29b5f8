// SPDX-License-Identifier: MPL-2.0
#include "core/projects/results/inputs.h"

#include "core/configs/installed_modules.h"
#include "core/configs/load.h"
#include "core/projects/repository/path_pattern.h"
#include "core/system/directories/listing.h"
#include "core/system/file.h"
#include "core/system/shell_words.h"
#include "core/values/text/digest.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace planlens::projects {

namespace fs = std::filesystem;

namespace {

std::string inFolder(const std::string& folder, const std::string& name) {
    return folder == "." ? name : folder + "/" + name;
}

/// Finds the files below a folder that match a pattern.
class Matches {
public:
    Matches(const fs::path& root, std::string folder, const std::string& pattern, std::set<std::string>& files)
        : m_base(root / folder)
        , m_folder(std::move(folder))
        , m_pattern(pattern)
        , m_isDeep(pattern.find('/') != std::string::npos || pattern.find("**") != std::string::npos)
        , m_files(files) {}

    void add(const std::string& below = {}) {
        constexpr std::size_t most = 10000;
        const auto entries = system::listDirectory(m_base / below);
        for (const auto& [name, isDirectory, isLink] : entries ? *entries : std::vector<system::DirectoryEntry>()) {
            if (++m_seen >= most)
                return;
            const std::string relative = below + name;
            std::error_code ignored;
            if (isDirectory && !isLink && m_isDeep && name != ".terraform")
                add(relative + '/');
            else if (!isDirectory && fs::is_regular_file(m_base / relative, ignored) &&
                     matchesPattern(m_pattern, relative))
                m_files.insert(inFolder(m_folder, relative));
        }
    }

private:
    const fs::path m_base;
    const std::string m_folder;
    const std::string& m_pattern;
    const bool m_isDeep;
    std::set<std::string>& m_files;
    std::size_t m_seen = 0;
};

/// The folders of installed modules: of packages, and of local modules, also outside of the repository. Relative to the
/// root. Empty if modules.json is damaged, which planning reports.
std::set<std::string> installedFolders(const fs::path& root, const Project& project) {
    const auto installed = configs::readInstalledModules(
        *configs::realFileSystem(), root / inFolder(project.directory, ".terraform/modules/modules.json"));
    std::set<std::string> folders;
    for (const auto& [call, module] : installed.value.value_or(configs::InstalledModules()))
        folders.insert((fs::path(project.directory) / module.directory).lexically_normal().generic_string());
    return folders;
}

} // namespace

std::string sha256Hex(std::string_view bytes) {
    return values::toHex(values::sha256(bytes));
}

std::string environmentHash(const std::vector<std::string>& environment, const std::string& backend) {
    static const std::set<std::string_view> names{
        "ARM_SUBSCRIPTION_ID", "ARM_TENANT_ID",  "AWS_DEFAULT_REGION", "HOME",        "AWS_PROFILE",
        "AWS_REGION",          "GOOGLE_PROJECT", "GOOGLE_REGION",      "TF_CLI_ARGS", "TF_CLI_ARGS_plan",
        "TF_DATA_DIR",         "TF_WORKSPACE",   "TF_CLI_CONFIG_FILE"};
    constexpr std::size_t digits = 8;
    std::set<std::string> texts;
    for (const std::string& text : environment)
        if (text.starts_with("TF_VAR_") || names.contains(std::string_view(text).substr(0, text.find('='))))
            texts.insert(text);
    std::string all = backend.empty() ? "" : backend + "\n";
    for (const std::string& text : texts)
        all += std::to_string(text.size()) + ":" + text + "\n";
    return sha256Hex(all).substr(0, digits);
}

std::vector<std::string> inputFiles(const Repository& repository, const Project& project) {
    std::set<std::string> files(project.configFiles.begin(), project.configFiles.end());
    files.insert(project.readFiles.begin(), project.readFiles.end());
    for (const std::string& name : project.variableFiles)
        files.insert((fs::path(project.directory) / name).lexically_normal().generic_string());
    const auto entries = system::listDirectory(repository.root / project.directory);
    for (const auto& [name, isDirectory, isLink] : entries ? *entries : std::vector<system::DirectoryEntry>())
        if (name == "terraform.tfvars" || name == "terraform.tfvars.json" || name.ends_with(".auto.tfvars") ||
            name.ends_with(".auto.tfvars.json") || name == ".terraform.lock.hcl")
            files.insert(inFolder(project.directory, name));
    // Modules and the selected workspace, as `tofu init` and `tofu workspace select` leave them.
    for (const char* name : {".terraform/modules/modules.json", ".terraform/environment"})
        files.insert(inFolder(project.directory, name));
    for (const std::string& folder : installedFolders(repository.root, project))
        for (const char* const pattern : {"*.tf", "*.tofu", "*.tf.json", "*.tofu.json"})
            Matches(repository.root, folder, pattern, files).add();
    for (const auto& [folder, pattern] : project.patterns)
        Matches(repository.root, folder, pattern, files).add();
    return {files.begin(), files.end()};
}

const InputHashes::Content& InputHashes::contentOf(const std::string& file) {
    {
        const std::lock_guard lock(m_mutex);
        if (const auto it = m_contents.find(file); it != m_contents.end())
            return it->second;
    }
    Content content;
    std::error_code error;
    if (!std::filesystem::is_regular_file(m_root / file, error))
        content.hash = "none"; // also FIFOs and devices, which may have no end
    else if (const auto bytes = system::readFile(m_root / file))
        content = {sha256Hex(*bytes), bytes->size()};
    const std::lock_guard lock(m_mutex);
    return m_contents.emplace(file, std::move(content)).first->second;
}

std::string InputHashes::hashOf(const Repository& repository, const Project& project,
                                const std::vector<std::string>& options) {
    std::string all = project.directory + "\n" + project.workspace + "\n";
    for (const std::string& option : options)
        all += option + "\n";
    for (const std::string& file : inputFiles(repository, project))
        all += file + "\n" + contentOf(file).hash + "\n";
    return sha256Hex(all);
}

std::string InputHashes::configurationHashOf(const Project& project) {
    std::string all;
    for (const std::string& file : project.configFiles)
        all += file + "\n" + contentOf(file).hash + "\n";
    return sha256Hex(all);
}

std::string configuredBackend(const fs::path& root, const Project& project) {
    const auto text = system::readFile(root / inFolder(project.directory, ".terraform/terraform.tfstate"));
    const nlohmann::json record = text ? nlohmann::json::parse(*text, nullptr, false) : nlohmann::json();
    return record.is_object() && record.contains("backend") ? record["backend"].dump() : std::string();
}

std::vector<std::string> planArguments(const std::vector<std::string>& environment) {
    std::vector<std::string> all;
    for (const std::string_view name : {"TF_CLI_ARGS=", "TF_CLI_ARGS_plan="})
        for (const std::string& text : environment)
            if (text.starts_with(name))
                if (const auto words = system::splitWords(text.substr(name.size()), system::Operators::EndTheText))
                    all.insert(all.end(), words->begin(), words->end());
    return all;
}

std::string namedVariableFiles(const fs::path& folder, const std::vector<std::string>& environment) {
    constexpr std::string_view option = "-var-file";
    std::string all;
    for (const std::string& argument : planArguments(environment)) {
        std::string_view word = argument;
        word.remove_prefix(word.starts_with("--") ? 1 : 0);
        if (!word.starts_with(option) || word.size() <= option.size() + 1)
            continue;
        const fs::path file = folder / word.substr(option.size() + 1);
        std::error_code error;
        const auto content = fs::is_regular_file(file, error) ? system::readFile(file) : std::string();
        all += fmt::format("{} {}\n", word, sha256Hex(content ? *content : std::string()));
    }
    return all;
}

std::uintmax_t InputHashes::sizeOf(const Project& project) {
    std::uintmax_t size = 0;
    for (const std::string& file : project.configFiles)
        size += contentOf(file).size;
    return size;
}

std::optional<StateIdentity> stateIdentity(const fs::path& file) {
    const auto text = system::readFileIfExists(file);
    return text ? stateIdentityIn(*text) : std::nullopt;
}

std::optional<StateIdentity> stateIdentityIn(const std::string& text) {
    if (text.empty())
        return StateIdentity();
    // Only the members at the top are kept, so that large states need no memory.
    const auto keepTop = [](int depth, nlohmann::json::parse_event_t event, nlohmann::json& parsed) {
        return depth <= 1 && (event != nlohmann::json::parse_event_t::key || parsed == "lineage" || parsed == "serial");
    };
    const nlohmann::json json = nlohmann::json::parse(text, keepTop, false);
    if (!json.is_object())
        return {};
    StateIdentity identity;
    if (const auto it = json.find("lineage"); it != json.end() && it->is_string())
        identity.lineage = it->get<std::string>();
    if (const auto it = json.find("serial"); it != json.end() && it->is_number_unsigned())
        identity.serial = it->get<std::uint64_t>();
    return identity;
}

} // namespace planlens::projects
