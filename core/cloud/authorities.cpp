// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/authorities.h"

#include "core/system/directories/listing.h"
#include "core/system/environment.h"
#include "core/system/file.h"
#include "core/values/text/split.h"

#include <filesystem>
#include <memory>
#include <mutex>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

namespace planlens::cloud {
namespace {

namespace fs = std::filesystem;
using system::environmentText;

bool isReadable(std::string_view block) {
    const std::unique_ptr<BIO, decltype(&BIO_free)> text(BIO_new_mem_buf(block.data(), static_cast<int>(block.size())),
                                                         BIO_free);
    const auto noPassphrase = [](char*, int, int, void*) { return -1; };
    const std::unique_ptr<X509, decltype(&X509_free)> certificate(
        text ? PEM_read_bio_X509(text.get(), nullptr, noPassphrase, nullptr) : nullptr, X509_free);
    ERR_clear_error();
    return certificate != nullptr;
}

std::string textOf(const fs::path& path) {
    auto text = system::readFile(path);
    return text ? *std::move(text) + '\n' : std::string();
}

std::string systemFile() {
    std::error_code error;
    for (const char* path : {"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
                             "/etc/ssl/ca-bundle.pem", "/etc/pki/tls/cacert.pem", "/etc/ssl/cert.pem"})
        if (fs::exists(path, error))
            return path;
    return {};
}

/// When a file or folder was changed, as text; empty if it does not exist.
std::string changeTime(const fs::path& path) {
    std::error_code error;
    const fs::file_time_type time = fs::last_write_time(path, error);
    return error ? std::string() : std::to_string(time.time_since_epoch().count());
}

/// The certificates of a file and of folders, and those of the system if one of both is empty.
std::string readAuthorities(const std::string& file, const std::string& folders) {
    std::string texts = file.empty() ? std::string() : textOf(file);
    if (file.empty() || folders.empty())
        texts += textOf(systemFile());
    if (!folders.empty())
        for (const std::string_view folder : values::split(folders, ':')) {
            const auto entries = system::listDirectory(folder);
            for (const auto& [name, isDirectory, isLink] : entries ? *entries : std::vector<system::DirectoryEntry>())
                if (!isDirectory)
                    texts += textOf(fs::path(folder) / name);
        }
    return readableCertificates(texts);
}

} // namespace

std::string readableCertificates(std::string_view text) {
    constexpr std::string_view begin = "-----BEGIN CERTIFICATE-----", end = "-----END CERTIFICATE-----";
    std::string certificates;
    for (std::size_t stop = 0; (stop = text.find(end)) != std::string_view::npos; text.remove_prefix(stop)) {
        const std::size_t start = text.rfind(begin, stop);
        stop += end.size();
        if (start == std::string_view::npos)
            continue;
        if (const std::string_view block = text.substr(start, stop - start); isReadable(block))
            certificates.append(block) += '\n';
    }
    return certificates;
}

std::string authorityFile() {
    std::error_code error;
    const std::string given = environmentText("SSL_CERT_FILE");
    return !given.empty() && fs::exists(given, error) ? given : systemFile();
}

std::string authoritiesOfEnvironment() {
    static std::mutex mutex;
    static std::string lastSource, last;
    const std::string file = environmentText("SSL_CERT_FILE"), folders = environmentText("SSL_CERT_DIR");
    if (file.empty() && folders.empty())
        return {};
    std::string source = file + '\n' + folders + '\n' + changeTime(file);
    for (const std::string_view folder : values::split(folders, ':'))
        source += ' ' + changeTime(folder);
    const std::lock_guard lock(mutex);
    if (source != lastSource) {
        last = readAuthorities(file, folders);
        lastSource = std::move(source);
    }
    return last;
}

} // namespace planlens::cloud
