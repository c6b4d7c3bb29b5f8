// SPDX-License-Identifier: MPL-2.0
#include "core/plans/file/message.h"

#include <fmt/core.h>
#include <zip.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>
#include <mutex>
#include <new>
#include <optional>

#include <sys/stat.h>

namespace planlens::plans::file {

bool looksLikePlanFile(std::string_view bytes) { return bytes.starts_with("PK\x03\x04"); }

namespace detail {

namespace {

/// What saved plans are made of stays far below these, and nothing above them is read.
constexpr zip_uint64_t largestArchive = zip_uint64_t{2} << 30U;
/// Plans of thousands of alike objects become a thirtieth; what becomes so much less is there to fill memory.
constexpr zip_uint64_t smallEnough = zip_uint64_t{256} << 20U;
constexpr zip_uint64_t mostAlike = 100;
constexpr zip_int64_t mostEntries = 100'000;

diags::Diagnostic damaged(std::string_view why) {
    return diags::Diagnostic::error("Invalid plan file", fmt::format("The file is not a saved plan, or it is damaged: {}. Make the plan again.", why));
}

/// libzip notes on the first call which sources can be written, and a second thread that calls meanwhile hears of a "read-only
/// archive"; so one at a time.
zip_t* openSource(zip_source_t* source, int flags, zip_error_t* error) {
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    return zip_open_from_source(source, flags, error);
}

bool leadsOut(std::string_view name) {
    return name.starts_with('/') || name == ".." || name.starts_with("../") || name.ends_with("/..") || name.find("/../") != std::string_view::npos ||
           name.find('\\') != std::string_view::npos;
}

bool isLink(zip_t* archive, zip_uint64_t index) {
    zip_uint8_t system = 0;
    zip_uint32_t attributes = 0;
    return zip_file_get_external_attributes(archive, index, 0, &system, &attributes) == 0 && system == ZIP_OPSYS_UNIX && S_ISLNK(attributes >> 16U);
}

/// The whole text of an entry; nothing where it is not as long as it says, or its checksum is wrong. Takes no more memory
/// than there is text.
std::optional<std::string> textOf(zip_t* archive, zip_uint64_t index, zip_uint64_t size) {
    constexpr zip_uint64_t step = zip_uint64_t{1} << 20U;
    zip_file_t* file = zip_fopen_index(archive, index, 0);
    if (!file)
        return {};
    std::string text;
    for (zip_int64_t got = 1; got > 0 && text.size() <= size;) {
        const std::size_t before = text.size();
        // Only reading past the end compares the checksum.
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

/// Reads all entries; what is wrong with them in a few words.
std::string readEntries(zip_t* archive, std::size_t archiveSize, std::map<std::string, std::string>& entries) {
    const zip_int64_t count = zip_get_num_entries(archive, 0);
    if (count > mostEntries)
        return "it has too many entries";
    zip_uint64_t total = 0;
    for (zip_uint64_t index = 0; index < static_cast<zip_uint64_t>(count); ++index) {
        zip_stat_t info;
        if (zip_stat_index(archive, index, 0, &info) != 0 || !(info.valid & ZIP_STAT_SIZE) || !(info.valid & ZIP_STAT_NAME))
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
    z_stream stream{};
    std::string bytes; // compressed
    zip_uint64_t size = 0;
    zip_uint32_t checksum = 0;

    void deflateAll(int flush) {
        std::array<char, 16 * 1024> part;
        do {
            stream.next_out = reinterpret_cast<Bytef*>(part.data());
            stream.avail_out = part.size();
            deflate(&stream, flush);
            bytes.append(part.data(), part.size() - stream.avail_out);
        } while (stream.avail_out == 0);
    }
};

PackedEntry::PackedEntry() : d(std::make_unique<Data>()) {
    // Negative: deflated data alone, without a header.
    if (deflateInit2(&d->stream, 1, Z_DEFLATED, -MAX_WBITS, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::bad_alloc();
}
PackedEntry::PackedEntry(PackedEntry&&) noexcept = default;
PackedEntry::~PackedEntry() {
    if (d)
        deflateEnd(&d->stream); // once more does nothing
}

void PackedEntry::add(std::string_view bytes) {
    d->size += bytes.size();
    d->checksum = static_cast<zip_uint32_t>(crc32_z(d->checksum, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
    while (!bytes.empty()) {
        const std::string_view part = bytes.substr(0, std::numeric_limits<uInt>::max());
        d->stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(part.data()));
        d->stream.avail_in = static_cast<uInt>(part.size());
        d->deflateAll(Z_NO_FLUSH);
        bytes.remove_prefix(part.size());
    }
}

void PackedEntry::finish() {
    d->deflateAll(Z_FINISH);
    deflateEnd(&d->stream);
}

/// Gives an archive the bytes of a packed entry. https://libzip.org/documentation/zip_source_function.html
class PackedSource {
public:
    /// The entry outlives the archive.
    static zip_source_t* make(zip_t* archive, const PackedEntry& entry) {
        auto source = std::make_unique<PackedSource>(entry);
        zip_source_t* made = zip_source_function(archive, &PackedSource::call, source.get());
        if (made)
            static_cast<void>(source.release()); // it is told to free itself
        return made;
    }
    explicit PackedSource(const PackedEntry& entry) : m_entry(*entry.d) {}

private:
    static zip_int64_t call(void* self, void* data, zip_uint64_t size, zip_source_cmd_t command) {
        auto* source = static_cast<PackedSource*>(self);
        switch (command) {
        case ZIP_SOURCE_SUPPORTS:
            return zip_source_make_command_bitmap(ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE, -1);
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
        case ZIP_SOURCE_ERROR: { // nothing of it fails
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

diags::Result<std::string> writeArchive(const std::map<std::string, std::string>& entries, const std::map<std::string, const PackedEntry*>& packed) {
    zip_error_t error;
    zip_error_init(&error);
    const auto failed = [&](const char* what) {
        diags::Diagnostic diagnostic = diags::Diagnostic::error("Failed to write plan file", fmt::format("The plan could not be put into a file: {}.", what));
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
