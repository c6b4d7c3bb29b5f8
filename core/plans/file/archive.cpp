// SPDX-License-Identifier: MPL-2.0
#include "core/plans/file/message.h"

#include <fmt/core.h>
#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <zip.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include <sys/stat.h>

namespace planlens::plans::file {

bool looksLikePlanFile(std::string_view bytes) {
    return bytes.starts_with("PK\x03\x04");
}

namespace detail {

namespace {

/// Limits far above those of real plans. Larger archives are rejected.
constexpr zip_uint64_t largestArchive = zip_uint64_t{2} << 30U;
/// Plans with thousands of similar objects are compressed to about 1/30. A much higher ratio indicates a zip bomb.
constexpr zip_uint64_t smallEnough = zip_uint64_t{256} << 20U;
constexpr zip_uint64_t mostAlike = 100;
constexpr zip_int64_t mostEntries = 100'000;

diags::Diagnostic damaged(std::string_view why) {
    return diags::Diagnostic::error(
        "Invalid plan file",
        fmt::format("The file is not a saved plan, or it is damaged: {}. Make the plan again.", why));
}

/// The first call of libzip initializes global data about writable sources. A concurrent call may then fail with
/// "read-only archive", so calls are serialized.
zip_t* openSource(zip_source_t* source, int flags, zip_error_t* error) {
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    return zip_open_from_source(source, flags, error);
}

bool leadsOut(std::string_view name) {
    return name.starts_with('/') || name == ".." || name.starts_with("../") || name.ends_with("/..") ||
           name.find("/../") != std::string_view::npos || name.find('\\') != std::string_view::npos;
}

bool isLink(zip_t* archive, zip_uint64_t index) {
    zip_uint8_t system = 0;
    zip_uint32_t attributes = 0;
    return zip_file_get_external_attributes(archive, index, 0, &system, &attributes) == 0 && system == ZIP_OPSYS_UNIX &&
           S_ISLNK(attributes >> 16U);
}

/// Returns the text of an entry; std::nullopt if its size or checksum is wrong. Allocates no more memory than needed.
std::optional<std::string> textOf(zip_t* archive, zip_uint64_t index, zip_uint64_t size) {
    constexpr zip_uint64_t step = zip_uint64_t{1} << 20U;
    zip_file_t* file = zip_fopen_index(archive, index, 0);
    if (!file)
        return {};
    std::string text;
    for (zip_int64_t got = 1; got > 0 && text.size() <= size;) {
        const std::size_t before = text.size();
        // libzip compares the checksum only when reading past the end.
        text.resize(before + std::min(step, size - before + 1));
        got = zip_fread(file, text.data() + before, text.size() - before);
        text.resize(before + (got < 0 ? 0 : static_cast<std::size_t>(got)));
        if (got < 0)
            text.resize(size + 1);
    }
    zip_fclose(file);
    if (text.size() != size)
        return {};
    return text;
}

/// Reads all entries. Returns a short description of the first problem, or an empty text.
std::string readEntries(zip_t* archive, std::size_t archiveSize, std::map<std::string, std::string>& entries) {
    const zip_int64_t count = zip_get_num_entries(archive, 0);
    if (count > mostEntries)
        return "it has too many entries";
    zip_uint64_t total = 0;
    for (zip_uint64_t index = 0; index < static_cast<zip_uint64_t>(count); ++index) {
        zip_stat_t info;
        if (zip_stat_index(archive, index, 0, &info) != 0 || !(info.valid & ZIP_STAT_SIZE) ||
            !(info.valid & ZIP_STAT_NAME))
            return "an entry has no size";
        if (info.size > largestArchive || (total += info.size) > largestArchive)
            return "it is too big";
        if (total > smallEnough && total / mostAlike > archiveSize)
            return fmt::format("its {} bytes would become {} and more", archiveSize, total);
        const std::string name = info.name;
        if (leadsOut(name))
            return "an entry leads out of it";
        if (isLink(archive, index))
            return fmt::format("the entry {} is a link", name);
        if ((info.valid & ZIP_STAT_ENCRYPTION_METHOD) && info.encryption_method != ZIP_EM_NONE)
            return fmt::format("the entry {} is encrypted", name);
        std::optional<std::string> text = textOf(archive, index, info.size);
        if (!text)
            return fmt::format("the entry {} cannot be read", name);
        if (!entries.emplace(name, *std::move(text)).second)
            return fmt::format("it has two entries {}", name);
    }
    return {};
}

} // namespace

diags::Result<std::map<std::string, std::string>> readArchive(std::string_view bytes) {
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
    zip_t* archive = source ? openSource(source, ZIP_RDONLY | ZIP_CHECKCONS, &error) : nullptr;
    if (!archive) {
        if (source)
            zip_source_free(source);
        const diags::Diagnostic diagnostic = damaged(zip_error_strerror(&error));
        zip_error_fini(&error);
        return diagnostic;
    }
    zip_error_fini(&error);
    std::map<std::string, std::string> entries;
    const std::string problem = readEntries(archive, bytes.size(), entries);
    zip_discard(archive);
    if (!problem.empty())
        return damaged(problem);
    return entries;
}

struct PackedEntry::Data {
    /// Data that is freed by finish().
    struct Deflater {
        isal_zstream stream;
        std::array<std::uint8_t, ISAL_DEF_LVL1_MEDIUM> memory;
        std::array<char, 64 * 1024> held; // collects input, because of the overhead of each deflate call
        std::size_t heldSize = 0;
    };
    std::unique_ptr<Deflater> deflater = std::unique_ptr<Deflater>(new Deflater);
    std::string bytes; // compressed
    zip_uint64_t size = 0;
    zip_uint32_t checksum = 0;

    void deflate(std::string_view text) {
        auto* const begin = reinterpret_cast<std::uint8_t*>(const_cast<char*>(text.data()));
        checksum = crc32_gzip_refl(checksum, begin, text.size());
        std::array<std::uint8_t, 16 * 1024> part;
        isal_zstream& stream = deflater->stream;
        stream.next_in = begin;
        stream.avail_in = static_cast<std::uint32_t>(text.size());
        do {
            stream.next_out = part.data();
            stream.avail_out = part.size();
            isal_deflate(&stream); // cannot fail with a valid level and buffer
            bytes.append(reinterpret_cast<const char*>(part.data()), part.size() - stream.avail_out);
        } while (stream.avail_out == 0);
    }
};

PackedEntry::PackedEntry()
    : d(std::make_unique<Data>()) {
    isal_zstream& stream = d->deflater->stream;
    isal_deflate_init(&stream); // raw deflate data without a header
    stream.level = 1;
    stream.level_buf = d->deflater->memory.data();
    stream.level_buf_size = std::uint32_t{ISAL_DEF_LVL1_MEDIUM};
}
PackedEntry::PackedEntry(PackedEntry&&) noexcept = default;
PackedEntry::~PackedEntry() = default;

void PackedEntry::add(std::string_view bytes) {
    Data::Deflater& deflater = *d->deflater;
    d->size += bytes.size();
    while (!bytes.empty()) {
        const std::size_t held =
            bytes.copy(deflater.held.data() + deflater.heldSize, deflater.held.size() - deflater.heldSize);
        bytes.remove_prefix(held);
        deflater.heldSize += held;
        if (deflater.heldSize == deflater.held.size())
            d->deflate({deflater.held.data(), std::exchange(deflater.heldSize, 0)});
    }
}

void PackedEntry::finish() {
    Data::Deflater& deflater = *d->deflater;
    deflater.stream.end_of_stream = 1;
    d->deflate({deflater.held.data(), deflater.heldSize});
    d->deflater.reset();
}

/// A libzip source for the bytes of a packed entry. https://libzip.org/documentation/zip_source_function.html
class PackedSource {
public:
    /// The entry must outlive the archive.
    static zip_source_t* make(zip_t* archive, const PackedEntry& entry) {
        auto source = std::make_unique<PackedSource>(entry);
        zip_source_t* made = zip_source_function(archive, &PackedSource::call, source.get());
        if (made)
            static_cast<void>(source.release()); // freed by ZIP_SOURCE_FREE
        return made;
    }
    explicit PackedSource(const PackedEntry& entry)
        : m_entry(*entry.d) {}

private:
    static zip_int64_t call(void* self, void* data, zip_uint64_t size, zip_source_cmd_t command) {
        auto* source = static_cast<PackedSource*>(self);
        switch (command) {
        case ZIP_SOURCE_SUPPORTS:
            return zip_source_make_command_bitmap(ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT,
                                                  ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE, -1);
        case ZIP_SOURCE_OPEN:
            source->m_read = 0;
            return 0;
        case ZIP_SOURCE_READ: {
            const std::size_t got = source->m_entry.bytes.copy(static_cast<char*>(data), size, source->m_read);
            source->m_read += got;
            return static_cast<zip_int64_t>(got);
        }
        case ZIP_SOURCE_CLOSE:
            return 0;
        case ZIP_SOURCE_STAT: {
            zip_stat_t& info = *static_cast<zip_stat_t*>(data);
            zip_stat_init(&info);
            info.valid = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_CRC;
            info.size = source->m_entry.size;
            info.comp_size = source->m_entry.bytes.size();
            info.comp_method = ZIP_CM_DEFLATE;
            info.crc = source->m_entry.checksum;
            return sizeof(info);
        }
        case ZIP_SOURCE_ERROR: { // no operation fails
            zip_error_t none;
            zip_error_init(&none);
            return zip_error_to_data(&none, data, size);
        }
        case ZIP_SOURCE_FREE:
            delete source;
            return 0;
        default:
            return -1;
        }
    }

    const PackedEntry::Data& m_entry;
    std::size_t m_read = 0;
};

diags::Result<std::string> writeArchive(const std::map<std::string, std::string>& entries,
                                        const std::map<std::string, const PackedEntry*>& packed) {
    zip_error_t error;
    zip_error_init(&error);
    const auto failed = [&](const char* what) {
        diags::Diagnostic diagnostic = diags::Diagnostic::error(
            "Failed to write plan file", fmt::format("The plan could not be put into a file: {}.", what));
        zip_error_fini(&error);
        return diagnostic;
    };
    zip_source_t* target = zip_source_buffer_create(nullptr, 0, 0, &error);
    if (!target)
        return failed(zip_error_strerror(&error));
    zip_source_keep(target);
    zip_t* archive = openSource(target, ZIP_TRUNCATE | ZIP_CREATE, &error);
    if (!archive) {
        zip_source_free(target);
        return failed(zip_error_strerror(&error));
    }
    bool good = true;
    const auto add = [&](const std::string& name, zip_source_t* source) {
        const zip_int64_t index = source ? zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8) : -1;
        if (source && index < 0)
            zip_source_free(source);
        good = good && index >= 0;
        return static_cast<zip_uint64_t>(index);
    };
    for (const auto& [name, text] : entries) {
        const zip_uint64_t index = add(name, zip_source_buffer(archive, text.data(), text.size(), 0));
        if (good)
            zip_set_file_compression(archive, index, ZIP_CM_DEFLATE, 1);
    }
    for (const auto& [name, entry] : packed)
        add(name, PackedSource::make(archive, *entry));
    good =
        good && zip_set_archive_comment(archive, ownComment.data(), static_cast<zip_uint16_t>(ownComment.size())) == 0;
    if (!good || zip_close(archive) != 0) {
        zip_discard(archive);
        zip_source_free(target);
        return failed("the archive could not be finished");
    }
    std::string bytes;
    zip_stat_t info;
    if (zip_source_open(target) == 0) {
        if (zip_source_stat(target, &info) == 0) {
            bytes.resize(info.size);
            const zip_int64_t got = zip_source_read(target, bytes.data(), bytes.size());
            bytes.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
        }
        zip_source_close(target);
    }
    zip_source_free(target);
    zip_error_fini(&error);
    return bytes;
}

} // namespace detail
} // namespace planlens::plans::file
