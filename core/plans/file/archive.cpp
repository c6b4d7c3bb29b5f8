// SPDX-License-Identifier: MPL-2.0
#include "core/plans/file/message.h"

#include <fmt/core.h>
#include <zip.h>

namespace planlens::plans::file {

bool looksLikePlanFile(std::string_view bytes) { return bytes.starts_with("PK\x03\x04"); }

namespace detail {

namespace {

constexpr zip_uint64_t largestEntry = zip_uint64_t{1} << 30U;
constexpr zip_uint64_t largestArchive = zip_uint64_t{2} << 30U;
constexpr zip_int64_t mostEntries = 100'000;

diags::Diagnostic damaged(std::string_view why) {
    return diags::Diagnostic::error("Invalid plan file", fmt::format("The file is not a saved plan, or it is damaged: {}. Make the plan again.", why));
}

} // namespace

diags::Result<std::map<std::string, std::string>> readArchive(std::string_view bytes) {
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
    zip_t* archive = source ? zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &error) : nullptr;
    if (!archive) {
        if (source)
            zip_source_free(source);
        const diags::Diagnostic diagnostic = damaged(zip_error_strerror(&error));
        zip_error_fini(&error);
        return diagnostic;
    }
    zip_error_fini(&error);
    std::map<std::string, std::string> entries;
    zip_uint64_t total = 0;
    std::string problem;
    const zip_int64_t count = zip_get_num_entries(archive, 0);
    if (count > mostEntries)
        problem = "it has too many entries";
    for (zip_int64_t i = 0; problem.empty() && i < count; ++i) {
        zip_stat_t info;
        const auto index = static_cast<zip_uint64_t>(i);
        if (zip_stat_index(archive, index, 0, &info) != 0 || !(info.valid & ZIP_STAT_SIZE) || !(info.valid & ZIP_STAT_NAME)) {
            problem = "an entry has no size";
            break;
        }
        total += info.size;
        if (info.size > largestEntry || total > largestArchive) {
            problem = "it is too big";
            break;
        }
        const std::string name = info.name;
        if (name.starts_with('/') || name == ".." || name.starts_with("../") || name.find("/../") != std::string::npos) {
            problem = "an entry leads out of it";
            break;
        }
        zip_file_t* file = zip_fopen_index(archive, index, 0);
        std::string text(info.size, '\0');
        const zip_int64_t got = file ? zip_fread(file, text.data(), text.size()) : -1;
        // Only reading past the end compares the checksum.
        char past = 0;
        const bool atEnd = file && zip_fread(file, &past, 1) == 0;
        if (file)
            zip_fclose(file);
        if (got != static_cast<zip_int64_t>(text.size()) || !atEnd) {
            problem = fmt::format("the entry {} cannot be read", name);
            break;
        }
        entries.insert_or_assign(name, std::move(text));
    }
    zip_discard(archive);
    if (!problem.empty())
        return damaged(problem);
    return entries;
}

diags::Result<std::string> writeArchive(const std::map<std::string, std::string>& entries) {
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
    zip_t* archive = zip_open_from_source(target, ZIP_TRUNCATE | ZIP_CREATE, &error);
    if (!archive) {
        zip_source_free(target);
        return failed(zip_error_strerror(&error));
    }
    for (const auto& [name, text] : entries) {
        zip_source_t* source = zip_source_buffer(archive, text.data(), text.size(), 0);
        const zip_int64_t index = source ? zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8) : -1;
        if (index < 0) {
            if (source)
                zip_source_free(source);
            zip_discard(archive);
            zip_source_free(target);
            return failed("an entry could not be added");
        }
        zip_set_file_compression(archive, static_cast<zip_uint64_t>(index), ZIP_CM_DEFLATE, 1);
    }
    if (zip_close(archive) != 0) {
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
