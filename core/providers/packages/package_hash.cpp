// SPDX-License-Identifier: MPL-2.0
#include "core/providers/packages/package_hash.h"

#include "core/system/directories/listing.h"
#include "core/system/file.h"
#include "core/values/text/base64.h"
#include "core/values/text/digest.h"

#include <openssl/evp.h>

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <system_error>

namespace planlens::providers {

namespace fs = std::filesystem;
using diags::Expected;
using diags::Unexpected;

namespace {

constexpr std::size_t blockSize = std::size_t{1} << 18;

using Digest = std::array<unsigned char, 32>;

class Sha256 {
public:
    Sha256() { EVP_DigestInit_ex(m_context.get(), EVP_sha256(), nullptr); }
    void add(const void* data, std::size_t size) { EVP_DigestUpdate(m_context.get(), data, size); }
    Digest finish() {
        Digest digest{};
        EVP_DigestFinal_ex(m_context.get(), digest.data(), nullptr);
        return digest;
    }

private:
    struct Free {
        void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
    };
    std::unique_ptr<EVP_MD_CTX, Free> m_context{EVP_MD_CTX_new()};
};

Expected<Digest, std::string> fileDigest(const fs::path& path, std::vector<char>& buffer) {
    std::error_code error;
    if (fs::is_other(path, error)) // a device may have no end
        return Unexpected(path.string() + " is not a regular file");
    const auto file = system::FileHandle::open(path, O_RDONLY);
    if (!file)
        return Unexpected(file.error());
    Sha256 sha;
    for (off_t position = 0;;) {
        const auto count = file->readAt(buffer, position);
        if (!count)
            return Unexpected(system::ioError("read", path, count.error()));
        if (*count == 0)
            return sha.finish();
        sha.add(buffer.data(), *count);
        position += static_cast<off_t>(*count);
    }
}

/// Adds the names of all files in a directory of a package and below, relative to the package. Does not follow
/// directory links.
Expected<bool, std::string> addFiles(const fs::path& package, const std::string& directory,
                                     std::vector<std::string>& names) {
    const auto entries = system::listDirectory(package / directory);
    if (!entries)
        return Unexpected(entries.error().toString());
    for (const auto& [name, isDirectory, isLink] : *entries) {
        if (!isDirectory || isLink)
            names.push_back(directory + name);
        else if (auto added = addFiles(package, directory + name + '/', names); !added)
            return added;
    }
    return true;
}

/// Returns the names of all files in a package, sorted.
Expected<std::vector<std::string>, std::string> filesOf(const fs::path& package) {
    std::error_code error;
    if (!fs::is_directory(package, error))
        return Unexpected(package.string() + " is not a directory");
    std::vector<std::string> names;
    if (auto added = addFiles(package, {}, names); !added)
        return Unexpected(added.error());
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace

Expected<std::string, std::string> packageHash(const fs::path& package) {
    std::error_code error;
    const fs::path folder = fs::canonical(package, error);
    if (error)
        return Unexpected(system::ioError("lstat", package, error.value()));
    const auto names = filesOf(folder);
    if (!names)
        return Unexpected(names.error());
    std::vector<char> buffer(blockSize);
    Sha256 all;
    for (const std::string& name : *names) {
        if (name.find('\n') != std::string::npos)
            return Unexpected(std::string("dirhash: filenames with newlines are not supported"));
        const auto digest = fileDigest(folder / name, buffer);
        if (!digest)
            return Unexpected(digest.error());
        const std::string line =
            values::toHex({reinterpret_cast<const char*>(digest->data()), digest->size()}) + "  " + name + "\n";
        all.add(line.data(), line.size());
    }
    const Digest digest = all.finish();
    return "h1:" + values::toBase64({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

std::vector<FileIdentity> packageIdentity(const fs::path& package) {
    std::error_code error;
    const fs::path folder = fs::canonical(package, error);
    if (error)
        return {};
    const auto names = filesOf(folder);
    if (!names)
        return {};
    std::vector<FileIdentity> files;
    for (const std::string& name : *names) {
        struct stat status {};
        if (::stat((folder / name).c_str(), &status) != 0)
            return {};
        files.push_back({name, status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size),
                         status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec});
    }
    return files;
}

} // namespace planlens::providers
