// SPDX-License-Identifier: MPL-2.0
#include "core/projects/results/reads.h"

#include "core/projects/results/json_reading.h"
#include "core/system/environment.h"
#include "core/system/file.h"

#include <nlohmann/json.hpp>

namespace planlens::projects {

namespace fs = std::filesystem;
using formats::JsonWriter;

namespace {

std::string hashOfFile(const fs::path& file) {
    std::error_code error;
    if (!fs::is_regular_file(file, error))
        return "none"; // also FIFOs and devices, which may have no end
    const auto bytes = system::readFile(file);
    return bytes ? sha256Hex(*bytes) : "unreadable";
}

std::string hashOfPattern(const fs::path& pattern) {
    const std::string text = pattern.string(), folder = lang::folderOfPattern(text);
    std::string names;
    for (const std::string& match : lang::matchesOf(text))
        names += fs::path(match).lexically_relative(folder).generic_string() + "\n";
    return sha256Hex(names);
}

/// The file that a `terraform_remote_state` data source reads; empty if it is not a local file, or not known.
fs::path stateFileOf(const nlohmann::json& attributes, const fs::path& folder) {
    if (!attributes.is_object() || attributes.value("backend", nlohmann::json()) != "local")
        return {};
    const nlohmann::json workspace = attributes.value("workspace", nlohmann::json());
    if (!workspace.is_null() && workspace != "default")
        return {};
    nlohmann::json config = attributes.value("config", nlohmann::json());
    if (config.is_object() && config.contains("value") && config.contains("type"))
        config = nlohmann::json(config["value"]);
    if (!config.is_object())
        return {};
    for (const auto& [name, value] : config.items())
        if (name != "path" && !value.is_null())
            return {};
    const nlohmann::json path = config.value("path", nlohmann::json());
    return (folder / (path.is_string() ? path.get<std::string>() : "terraform.tfstate")).lexically_normal();
}

void addStates(Reads& reads, const states::State& prior, const fs::path& folder) {
    for (const auto& [address, resource] : prior.resources()) {
        if (address.resource.mode == addrs::ResourceMode::Managed)
            continue;
        for (const auto& [key, instance] : resource.instances) {
            fs::path file;
            if (instance.current && address.resource.type == "terraform_remote_state")
                file = stateFileOf(nlohmann::json::parse(instance.current->attributesJson, nullptr, false), folder);
            if (file.empty())
                reads.hasOthers = true;
            else
                reads.states.emplace(file.string(), hashOfFile(file));
        }
    }
}

std::string relativeTo(const std::string& path, const fs::path& root) {
    const std::string relative = fs::path(path).lexically_relative(root).generic_string();
    return relative.empty() || relative.starts_with("..") ? path : relative;
}

using Hashes = std::map<std::string, std::string>;

void writeHashes(JsonWriter& out, std::string_view name, const Hashes& hashes) {
    out.key(name).beginObject();
    for (const auto& [path, hash] : hashes)
        out.key(path).string(hash);
    out.endObject();
}

Hashes readHashes(const Json& from) {
    Hashes hashes;
    for (const std::string& path : from.keys)
        hashes.emplace(path, textOf(from, path));
    return hashes;
}

} // namespace

Reads readsOf(const lang::FilesRead& files, const states::State* prior, const fs::path& folder) {
    Reads reads;
    const std::vector<std::string> paths = files.files(), patterns = files.patterns();
    for (const std::string& path : paths)
        reads.files.emplace(path, hashOfFile(path));
    for (const std::string& pattern : patterns)
        reads.patterns.emplace(pattern, hashOfPattern(pattern));
    reads.hasOthers =
        files.usesTime() || paths.size() >= lang::FilesRead::most || patterns.size() >= lang::FilesRead::most;
    if (prior)
        addStates(reads, *prior, folder);
    return reads;
}

Reads withoutSecrets(Reads reads, const masking::Secrets& secrets) {
    const auto isSecret = [&](const auto& entry) { return secrets.areIn(entry.first); };
    if (std::erase_if(reads.files, isSecret) + std::erase_if(reads.patterns, isSecret) +
            std::erase_if(reads.states, isSecret) >
        0)
        reads.hasOthers = true;
    return reads;
}

Reads relativeTo(const Reads& reads, const fs::path& root) {
    Reads made{{}, {}, reads.states, reads.hasOthers};
    for (const auto& [path, hash] : reads.files)
        made.files.emplace(relativeTo(path, root), hash);
    for (const auto& [pattern, hash] : reads.patterns)
        made.patterns.emplace(relativeTo(pattern, root), hash);
    return made;
}

std::string changedRead(const Reads& reads, const fs::path& directory, const std::set<std::string>& known) {
    const fs::path root = system::absolutePath(directory).lexically_normal(); // as when it was planned
    for (const auto& [path, hash] : reads.files)
        if (hashOfFile(root / path) != hash)
            return path;
    for (const auto& [pattern, hash] : reads.patterns)
        if (hashOfPattern(root / pattern) != hash)
            return pattern;
    for (const auto& [file, hash] : reads.states)
        if (!known.contains(file) && hashOfFile(file) != hash)
            return file;
    return {};
}

void writeReads(JsonWriter& out, const Reads& reads) {
    out.key("reads").beginObject();
    writeHashes(out, "files", reads.files);
    writeHashes(out, "patterns", reads.patterns);
    writeHashes(out, "states", reads.states);
    out.optional("others", reads.hasOthers);
    out.endObject();
}

Reads readReads(const Json& from) {
    return {readHashes(member(from, "files")), readHashes(member(from, "patterns")), readHashes(member(from, "states")),
            flagOf(from, "others")};
}

} // namespace planlens::projects
