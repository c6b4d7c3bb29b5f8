// SPDX-License-Identifier: MPL-2.0
#include "core/findings/blocks.h"

#include "core/configs/config.h"

#include <algorithm>
#include <charconv>
#include <span>

namespace planlens::findings {

namespace {

/// Returns the components of a path, without "." and with ".." resolved if possible.
std::vector<std::string> partsOf(std::string_view path) {
    std::vector<std::string> parts;
    while (!path.empty()) {
        const std::size_t end = std::min(path.find('/'), path.size());
        const std::string_view part = path.substr(0, end);
        path.remove_prefix(std::min(end + 1, path.size()));
        if (part == ".." && !parts.empty() && parts.back() != "..")
            parts.pop_back();
        else if (!part.empty() && part != ".")
            parts.emplace_back(part);
    }
    return parts;
}

std::string joined(std::span<const std::string> parts) {
    std::string path;
    for (const std::string& part : parts)
        path += (path.empty() ? "" : "/") + part;
    return path;
}

/// Returns the path of a file URI, or of a URI reference without a scheme.
std::string pathOf(std::string_view uri) {
    constexpr std::string_view scheme = "file://";
    if (!uri.starts_with(scheme))
        return std::string(uri);
    uri.remove_prefix(scheme.size());
    std::string path;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        unsigned int code = 0;
        const bool isEscape =
            uri[i] == '%' && i + 2 < uri.size() &&
            std::from_chars(uri.data() + i + 1, uri.data() + i + 3, code, 16).ptr == uri.data() + i + 3;
        path += isEscape ? static_cast<char>(code) : uri[i];
        i += isEscape ? 2 : 0;
    }
    return path;
}

/// Returns the last line of the block with the given header. In JSON, only the first line is known.
std::uint32_t lastLine(const diags::Sources& sources, const diags::SourceRange& header) {
    const diags::Sources::File* const file = sources.find(header.filename.str());
    if (!file || !file->text)
        return header.start.line;
    const diags::BlockHeader* const block = file->blockAt(header.start.byte);
    if (!block)
        return header.start.line;
    const std::string_view text = std::string_view(*file->text).substr(0, block->endByte);
    const std::size_t start = std::min<std::size_t>(header.start.byte, text.size());
    return header.start.line + std::uint32_t(std::count(text.begin() + std::ptrdiff_t(start), text.end(), '\n'));
}

} // namespace

Blocks::Blocks(const configs::Config& config)
    : m_folder(partsOf(std::filesystem::absolute(config.directory).lexically_normal().string())) {
    config.forEachModule([&](const configs::ModuleNode& node) {
        for (const auto& [address, resource] : node.module.resources) {
            const addrs::ConfigResource found{node.path, resource.address};
            const std::string file = joined(partsOf(resource.range.filename.str()));
            const std::uint32_t first = resource.range.start.line;
            m_byFile[file].push_back({found, first, lastLine(config.sources, resource.range)});
            m_places.emplace(found, Place{file, first});
        }
    });
}

std::optional<addrs::ConfigResource> Blocks::at(std::string_view file, std::uint32_t line) const {
    const std::vector<std::string> parts = partsOf(pathOf(file));
    // The path may start with directories above the configuration.
    for (std::size_t around = 0; around < parts.size() && around <= m_folder.size(); ++around) {
        if (!std::equal(parts.begin(), parts.begin() + std::ptrdiff_t(around), m_folder.end() - std::ptrdiff_t(around)))
            continue;
        const auto found = m_byFile.find(joined(std::span(parts).subspan(around)));
        if (found == m_byFile.end())
            continue;
        for (const Block& block : found->second)
            if (block.first <= line && line <= block.last)
                return block.resource;
        return std::nullopt;
    }
    return std::nullopt;
}

std::optional<Blocks::Place> Blocks::placeOf(const addrs::ConfigResource& resource) const {
    const auto found = m_places.find(resource);
    return found == m_places.end() ? std::nullopt : std::optional(found->second);
}

} // namespace planlens::findings
