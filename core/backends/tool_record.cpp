// SPDX-License-Identifier: MPL-2.0
#include "core/backends/tool_record.h"

#include "core/system/environment.h"
#include "core/system/file.h"

#include <nlohmann/json.hpp>

#include <cstring>

#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>

namespace planlens::backends {

namespace fs = std::filesystem;

namespace {

using nlohmann::json;

std::string textAt(const system::FileHandle& file, std::uint64_t offset, std::size_t most) {
    std::string text(most, '\0');
    const auto count = file.readAt(text, static_cast<off_t>(offset));
    text.resize(count ? *count : 0);
    return text;
}

template <typename T>
bool readAt(const system::FileHandle& file, std::uint64_t offset, T& target) {
    const auto count = file.readAt({reinterpret_cast<char*>(&target), sizeof(target)}, static_cast<off_t>(offset));
    return count && *count == sizeof(target);
}

/// The start of a section of an ELF file for this machine type; empty if there is none.
std::string sectionOf(const system::FileHandle& file, std::string_view name, std::size_t most) {
    Elf64_Ehdr header;
    Elf64_Shdr names;
    if (!readAt(file, 0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB ||
        header.e_shentsize != sizeof(Elf64_Shdr) ||
        !readAt(file, header.e_shoff + std::uint64_t(header.e_shstrndx) * sizeof(Elf64_Shdr), names))
        return {};
    for (std::uint64_t i = 0; i < header.e_shnum; ++i) {
        Elf64_Shdr section;
        if (!readAt(file, header.e_shoff + i * sizeof(section), section))
            return {};
        if (textAt(file, names.sh_offset + section.sh_name, name.size() + 1) == std::string(name) + '\0')
            return textAt(file, section.sh_offset, std::min<std::uint64_t>(section.sh_size, most));
    }
    return {};
}

/// Reads a Go string with its length prefix, and removes it from `bytes`.
std::string_view takeText(std::string_view& bytes) {
    std::uint64_t length = 0;
    for (unsigned shift = 0; !bytes.empty() && shift < 63; shift += 7) {
        const auto byte = static_cast<unsigned char>(bytes.front());
        bytes.remove_prefix(1);
        length |= std::uint64_t(byte & 0x7fU) << shift;
        if (byte < 0x80)
            break;
    }
    const std::string_view text = bytes.substr(0, length);
    bytes.remove_prefix(text.size());
    return text;
}

/// The main package of a Go program, from its build information. https://pkg.go.dev/debug/buildinfo
std::string mainPackage(const fs::path& path) {
    const auto file = system::FileHandle::open(path, O_RDONLY);
    if (!file)
        return {};
    const std::string section = sectionOf(*file, ".go.buildinfo", 4096);
    constexpr std::size_t headerSize = 32, flagsAt = 15, sentinelSize = 16;
    constexpr unsigned hasTextsInside = 2; // format since Go 1.18
    if (!section.starts_with("\xff Go buildinf:") || section.size() < headerSize ||
        !(static_cast<unsigned char>(section[flagsAt]) & hasTextsInside))
        return {};
    std::string_view rest = std::string_view(section).substr(headerSize);
    takeText(rest); // the compiler version
    const std::string_view about = takeText(rest);
    constexpr std::string_view key = "path\t";
    const std::string_view line =
        about.substr(std::min(sentinelSize, about.size()), about.find('\n') - std::min(sentinelSize, about.size()));
    return line.starts_with(key) ? std::string(line.substr(key.size())) : std::string();
}

bool isToolItself(const fs::path& path) {
    const std::string package = mainPackage(path);
    return package == "github.com/opentofu/opentofu/cmd/tofu" || package == "github.com/hashicorp/terraform";
}

/// Metadata that changes when the file is replaced or written.
json identityOf(const fs::path& path) {
    struct stat info {};
    if (stat(path.c_str(), &info) != 0)
        return {};
    const auto nanoseconds = [](const timespec& time) {
        return std::int64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
    };
    return {info.st_dev, info.st_ino, info.st_size, nanoseconds(info.st_mtim), nanoseconds(info.st_ctim)};
}

fs::path recordPath() {
    if (const std::string configured = system::environmentText("XDG_CACHE_HOME"); configured.starts_with('/'))
        return fs::path(configured) / "planlens" / "tools.json";
    const std::string home = system::environmentText("HOME");
    return home.starts_with('/') ? fs::path(home) / ".cache" / "planlens" / "tools.json" : fs::path();
}

json readRecords() {
    const auto text = system::readFileIfExists(recordPath());
    json records = text ? json::parse(*text, nullptr, false) : json();
    return records.is_object() ? records : json::object();
}

} // namespace

std::optional<plans::Program> recordedProgram(const fs::path& path) {
    const json records = readRecords();
    const auto found = records.find(path.string());
    if (found == records.end() || !found->is_object() || found->value("file", json()) != identityOf(path))
        return {};
    const json version = found->value("version", json()), isTerraform = found->value("terraform", json());
    if (!version.is_string() || !isTerraform.is_boolean())
        return {};
    return plans::Program{isTerraform.get<bool>() ? plans::Program::Kind::Terraform : plans::Program::Kind::OpenTofu,
                          version.get<std::string>()};
}

void recordProgram(const fs::path& path, const plans::Program& program) {
    const fs::path file = recordPath();
    const json identity = identityOf(path);
    if (file.empty() || identity.is_null() || !isToolItself(path))
        return;
    std::error_code ignored;
    fs::create_directories(file.parent_path(), ignored);
    json records = readRecords();
    records[path.string()] = {{"file", identity},
                              {"terraform", program.kind == plans::Program::Kind::Terraform},
                              {"version", program.version}};
    static_cast<void>(
        system::replaceFile(file, records.dump(-1, ' ', false, json::error_handler_t::replace) + "\n", 0600));
}

} // namespace planlens::backends
