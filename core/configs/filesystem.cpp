// SPDX-License-Identifier: MPL-2.0
#include "core/configs/file_systems.h"
#include "core/configs/load.h"

#include "core/system/directories/listing.h"
#include "core/system/file.h"

#include <algorithm>
#include <cerrno>
#include <set>

namespace planlens::configs {

namespace {

namespace fs = std::filesystem;

fs::path normalized(const fs::path& path) {
    fs::path result = path.lexically_normal();
    if (!result.has_filename() && result.has_parent_path())
        result = result.parent_path();
    return result.empty() ? fs::path(".") : result;
}

class RealFileSystem final : public FileSystem {
public:
    std::optional<std::vector<Entry>> list(const fs::path& directory) const override {
        auto entries = listDirectory(directory);
        return entries ? std::optional(*std::move(entries)) : std::nullopt;
    }
    Content read(const fs::path& file) const override {
        auto text = system::readFile(file);
        if (!text)
            return diags::Unexpected{text.error()};
        return std::make_shared<const std::string>(*std::move(text));
    }
};

class MemoryFileSystem final : public FileSystem {
public:
    explicit MemoryFileSystem(std::map<std::string, std::string> files) {
        for (auto& [name, text] : files)
            m_files.emplace(fs::path(name).lexically_normal().string(),
                            std::make_shared<const std::string>(std::move(text)));
    }
    std::optional<std::vector<Entry>> list(const fs::path& directory) const override {
        // Compares prefixes of names. Files that are relative to "../b" may be anywhere.
        std::string prefix = normalized(directory).string();
        prefix = prefix == "." ? "" : prefix.ends_with('/') ? prefix : prefix + '/';
        std::map<std::string, bool> entries;
        for (auto it = m_files.lower_bound(prefix); it != m_files.end() && it->first.starts_with(prefix); ++it) {
            const std::string_view rest = std::string_view(it->first).substr(prefix.size());
            const std::size_t slash = rest.find('/');
            const std::string first(rest.substr(0, slash));
            if (!first.empty() && first != "..")
                entries[first] |= slash != std::string_view::npos;
        }
        if (entries.empty())
            return {};
        std::vector<Entry> list;
        for (const auto& [name, isDirectory] : entries)
            list.push_back({name, isDirectory});
        return list;
    }
    Content read(const fs::path& file) const override {
        const auto it = m_files.find(normalized(file).string());
        if (it == m_files.end())
            return diags::Unexpected{system::ReadError{"open", file, ENOENT}};
        return it->second;
    }

private:
    std::map<std::string, std::shared_ptr<const std::string>> m_files;
};

} // namespace

diags::Expected<std::vector<FileSystem::Entry>, system::ReadError> listDirectory(const fs::path& directory) {
    auto listed = system::listDirectory(directory);
    if (!listed)
        return diags::Unexpected{listed.error()};
    std::vector<FileSystem::Entry> entries;
    for (system::DirectoryEntry& entry : *listed)
        entries.push_back({std::move(entry.name), entry.isDirectory});
    return entries;
}

std::shared_ptr<const FileSystem> realFileSystem() {
    static const auto real = std::make_shared<const RealFileSystem>();
    return real;
}

std::shared_ptr<const FileSystem> memoryFileSystem(std::map<std::string, std::string> files) {
    return std::make_shared<const MemoryFileSystem>(std::move(files));
}

} // namespace planlens::configs
