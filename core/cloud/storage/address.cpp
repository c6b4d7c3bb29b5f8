// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/storage/address.h"

#include "core/values/text/credentials.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <optional>
#include <utility>

namespace planlens::cloud::storage {
namespace {

using diags::Diagnostic;

struct Scheme {
    std::string_view text;
    Address::Kind kind;
    std::string_view form;
};
constexpr std::array schemes{
    Scheme{"s3://", Address::Kind::S3, "s3://BUCKET/PREFIX"},
    Scheme{"gs://", Address::Kind::Gcs, "gs://BUCKET/PREFIX"},
    Scheme{"azblob://", Address::Kind::AzureBlob, "azblob://ACCOUNT/CONTAINER/PREFIX"},
};

const Scheme* schemeOf(std::string_view text) {
    const auto* const found =
        std::ranges::find_if(schemes, [&](const Scheme& scheme) { return text.starts_with(scheme.text); });
    return found == schemes.end() ? nullptr : found;
}

/// Removes the text up to the next slash from the rest, and returns it.
std::string takeSegment(std::string_view& rest) {
    const std::size_t end = std::min(rest.find('/'), rest.size());
    std::string segment(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return segment;
}

/// Letters, digits, dots, hyphens and underscores: the names that buckets and accounts may have.
bool isName(std::string_view text) {
    return text.size() >= 3 && text.front() != '.' && text.front() != '-' && std::ranges::all_of(text, [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
                      c == '-' || c == '_';
           });
}

std::string problemOfPrefix(std::string_view prefix) {
    constexpr std::size_t longest = 512; // keys of objects have at most 1024 bytes
    if (prefix.size() > longest)
        return "the prefix is longer than 512 bytes";
    if (std::ranges::any_of(prefix, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }))
        return "the prefix contains control characters";
    if (prefix.find_first_of("\\?#") != std::string_view::npos)
        return "the prefix contains one of the characters \\ ? #";
    while (!prefix.empty()) {
        const std::string segment = takeSegment(prefix);
        if (segment.empty() || segment == "." || segment == "..")
            return "a part of the prefix is empty, \".\" or \"..\"";
    }
    return {};
}

} // namespace

std::string Address::toString() const {
    const auto* const scheme =
        std::ranges::find_if(schemes, [&](const Scheme& candidate) { return candidate.kind == kind; });
    std::string text = std::string(scheme->text) + (account.empty() ? "" : account + '/') + bucket;
    if (!prefix.empty())
        text += '/' + prefix.substr(0, prefix.size() - 1);
    return text;
}

bool isAddress(std::string_view text) {
    return schemeOf(text) != nullptr;
}

diags::Result<Address> parseAddress(std::string_view text) {
    const Scheme* const scheme = schemeOf(text);
    const auto invalid = [&](std::string_view why) {
        return Diagnostic::error("Invalid address of an object store",
                                 fmt::format("\"{}\" is not valid: {}. The form is {}. Credentials, regions and "
                                             "endpoints are not part of it; they come from the environment.",
                                             values::withoutCredentials(text), why,
                                             scheme ? scheme->form : schemes.front().form));
    };
    if (!scheme)
        return invalid("the scheme is not s3, gs or azblob");
    std::string_view rest = text.substr(scheme->text.size());
    Address address{scheme->kind, {}, {}, {}};
    if (scheme->kind == Address::Kind::AzureBlob) {
        address.account = takeSegment(rest);
        if (!isName(address.account))
            return invalid(address.account.empty() ? "there is no account" : "this is not the name of an account");
    }
    address.bucket = takeSegment(rest);
    const bool isContainer = scheme->kind == Address::Kind::AzureBlob;
    if (address.bucket.empty())
        return invalid(isContainer ? "there is no container" : "there is no bucket");
    if (!isName(address.bucket))
        return invalid(isContainer ? "this is not the name of a container" : "this is not the name of a bucket");
    if (rest.ends_with('/'))
        rest.remove_suffix(1);
    if (const std::string problem = problemOfPrefix(rest); !problem.empty())
        return invalid(problem);
    if (!rest.empty())
        address.prefix = std::string(rest) + '/';
    return address;
}

} // namespace planlens::cloud::storage
