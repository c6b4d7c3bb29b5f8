// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/remote_source.h"

#include "core/values/text/clean_path.h"

#include <algorithm>
#include <optional>

namespace planlens::addrs {

using diags::Unexpected;
using values::cleanPath;

namespace {

/// A source and its forced getter (`git::`).
struct Forced {
    std::string getter;
    std::string source;
};

Forced takeGetter(std::string_view source) {
    const std::size_t mark = source.find("::");
    const bool isGetter = mark != std::string_view::npos && mark > 0 &&
                          std::all_of(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(mark), [](char c) {
                              return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
                          });
    if (!isGetter)
        return {"", std::string(source)};
    return {std::string(source.substr(0, mark)), std::string(source.substr(mark + 2))};
}

/// Whether the text is a URL with a scheme, as URL parsers see it.
bool hasScheme(std::string_view source) {
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    if (source.empty() || !isLetter(source.front()))
        return false;
    for (std::size_t i = 0; i < source.size(); ++i) {
        const char c = source[i];
        if (c == ':')
            return true;
        if (!isLetter(c) && !(c >= '0' && c <= '9') && c != '+' && c != '-' && c != '.')
            return false;
    }
    return false;
}

std::string joined(const std::vector<std::string>& parts, std::size_t from, std::size_t to = SIZE_MAX) {
    std::string out;
    for (std::size_t i = from; i < std::min(to, parts.size()); ++i)
        out += (i > from ? "/" : "") + parts[i];
    return out;
}

using Detection = diags::Expected<std::string, std::string>;

std::optional<Detection> detectGitHub(std::string_view source) {
    if (!source.starts_with("github.com/"))
        return {};
    const std::size_t mark = std::min(source.find('?'), source.size());
    const std::string_view query = source.substr(std::min(mark + 1, source.size()));
    const std::vector<std::string> parts = splitPath(source.substr(0, mark));
    if (parts.size() < 3)
        return Detection(Unexpected{std::string("GitHub URLs should be github.com/username/repo")});
    std::string url = "git::https://" + joined(parts, 0, 3);
    if (!url.ends_with(".git"))
        url += ".git";
    if (parts.size() > 3)
        url += "//" + joined(parts, 3);
    if (!query.empty())
        url += "?" + std::string(query);
    return Detection(std::move(url));
}

/// `git@host:path`.
std::optional<Detection> detectGitOverSsh(std::string_view source) {
    if (!source.starts_with("git@"))
        return {};
    const std::size_t colon = source.find(':');
    if (colon == std::string_view::npos || colon == 4 || colon + 1 == source.size())
        return {};
    std::string_view path = source.substr(colon + 1);
    if (path.size() > 1 && path.starts_with('/'))
        path.remove_prefix(1);
    return Detection("git::ssh://" + std::string(source.substr(0, colon)) + "/" + std::string(path));
}

std::optional<Detection> detectBitbucket(std::string_view source) {
    if (!source.starts_with("bitbucket.org/"))
        return {};
    return Detection(Unexpected{
        std::string("shorthand BitBucket URLs need a question to their server, please use a full URL such as "
                    "git::https://bitbucket.org/username/repo.git")});
}

std::optional<Detection> detectGoogleCloudStorage(std::string_view source) {
    if (source.find(".googleapis.com/") == std::string_view::npos)
        return {};
    const std::vector<std::string> parts = splitPath(source);
    if (parts.size() < 5)
        return Detection(Unexpected{std::string("URL is not a valid GCS URL")});
    return Detection("gcs::https://www.googleapis.com/storage/" + joined(parts, 2));
}

std::optional<Detection> detectS3(std::string_view source) {
    if (source.find(".amazonaws.com/") == std::string_view::npos)
        return {};
    const std::vector<std::string> parts = splitPath(source);
    std::vector<std::string> host;
    for (std::size_t start = 0; start <= parts[0].size();) {
        const std::size_t end = std::min(parts[0].find('.', start), parts[0].size());
        host.push_back(parts[0].substr(start, end - start));
        start = end + 1;
    }
    const std::string path = joined(parts, 1);
    if (host.size() == 3)
        return Detection("s3::https://" + host[0] + ".amazonaws.com/" + path);
    if (host.size() == 4)
        return Detection("s3::https://" + host[1] + ".amazonaws.com/" + host[0] + "/" + path);
    if (host.size() == 5 && host[1] == "s3")
        return Detection("s3::https://s3." + host[2] + ".amazonaws.com/" + host[0] + "/" + path);
    return Detection(Unexpected{std::string("URL is not a valid S3 URL")});
}

std::optional<Detection> detectFolder(std::string_view source) {
    if (source.empty())
        return {};
    if (!source.starts_with('/')) {
        return Detection(
            Unexpected{"OpenTofu cannot detect a supported external module source type for " + std::string(source)});
    }
    return Detection("file:///" + std::string(source.substr(1)));
}

std::optional<Detection> detect(std::string_view source) {
    for (const auto detector :
         {detectGitHub, detectGitOverSsh, detectBitbucket, detectGoogleCloudStorage, detectS3, detectFolder}) {
        if (std::optional<Detection> found = detector(source))
            return found;
    }
    return {};
}

} // namespace

std::vector<std::string> splitPath(std::string_view path) {
    std::vector<std::string> parts;
    for (;;) {
        const std::size_t slash = path.find('/');
        parts.emplace_back(path.substr(0, slash));
        if (slash == std::string_view::npos)
            return parts;
        path.remove_prefix(slash + 1);
    }
}

PackageAndSubdirectory splitSubdirectory(std::string_view source) {
    const std::string_view beforeQuery = source.substr(0, source.find('?'));
    const std::size_t scheme = beforeQuery.find("://");
    const std::size_t mark = beforeQuery.find("//", scheme == std::string_view::npos ? 0 : scheme + 3);
    if (mark == std::string_view::npos)
        return {std::string(source), ""};
    std::string_view subdirectory = source.substr(mark + 2);
    std::string package(source.substr(0, mark));
    if (const std::size_t query = subdirectory.find('?'); query != std::string_view::npos) {
        package += subdirectory.substr(query);
        subdirectory = subdirectory.substr(0, query);
    }
    return {std::move(package), subdirectory.empty() ? "" : cleanPath(subdirectory)};
}

diags::Expected<std::string, std::string> detectRemoteSource(std::string_view source) {
    const Forced forced = takeGetter(source);
    const PackageAndSubdirectory given = splitSubdirectory(forced.source);
    if (hasScheme(given.package))
        return std::string(source);
    std::optional<Detection> found = detect(given.package);
    if (!found)
        return Unexpected{"invalid source string: " + std::string(source)};
    if (!*found)
        return *found;
    const Forced detected = takeGetter(**found);
    const PackageAndSubdirectory parts = splitSubdirectory(detected.source);
    std::string subdirectory = given.subdirectory;
    if (!parts.subdirectory.empty())
        subdirectory = subdirectory.empty() ? parts.subdirectory : cleanPath(parts.subdirectory + "/" + subdirectory);
    std::string result = parts.package;
    if (!subdirectory.empty()) {
        const std::size_t query = std::min(result.find('?'), result.size());
        result.insert(query, "//" + subdirectory);
    }
    const std::string& getter = forced.getter.empty() ? detected.getter : forced.getter;
    return getter.empty() ? result : getter + "::" + result;
}

} // namespace planlens::addrs
