// SPDX-License-Identifier: MPL-2.0
#include "core/projects/groups/identifiers.h"

#include <cctype>

namespace planlens::projects {

bool isAwsRegion(std::string_view word) {
    return word.size() > 2 && isDigit(word.back()) && word[word.size() - 2] == '-' &&
           std::count(word.begin(), word.end(), '-') >= 2 && !isDigit(word.front());
}

namespace {

bool isHex(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool isUuid(std::string_view text) {
    constexpr std::size_t length = 36;
    if (text.size() < length || !endsAt(text, length))
        return false;
    for (std::size_t i = 0; i < length; ++i)
        if (i == 8 || i == 13 || i == 18 || i == 23 ? text[i] != '-' : !isHex(text[i]))
            return false;
    return true;
}

/// "2026-01-31T12:00:00Z", with fractions and offsets.
std::size_t timeLength(std::string_view text) {
    constexpr std::string_view form = "0000-00-00T00:00:00";
    if (text.size() <= form.size())
        return 0;
    for (std::size_t i = 0; i < form.size(); ++i)
        if (form[i] == '0' ? !isDigit(text[i]) : text[i] != form[i])
            return 0;
    std::size_t end = form.size();
    if (text[end] == '.')
        end += 1 + runOf(text.substr(end + 1), isDigit);
    if (end < text.size() && text[end] == 'Z')
        return end + 1;
    constexpr std::size_t offset = 6; // "+01:00"
    return end + offset <= text.size() && (text[end] == '+' || text[end] == '-') ? end + offset : 0;
}

/// A SHA-256 hash in base64, such as `source_code_hash`.
bool isBase64Hash(std::string_view text) {
    constexpr std::size_t length = 44;
    const auto isBase64 = [](char c) { return (isWordCharacter(c) && !(c & 0x80)) || c == '+' || c == '/'; };
    const std::size_t digits = runOf(text, isBase64);
    const auto has = [&](int (*is)(int)) {
        return std::ranges::any_of(text.substr(0, digits), [is](unsigned char c) { return is(c) != 0; });
    };
    return digits + 1 == length && text.size() >= length && text[digits] == '=' &&
           (text.size() == length || (text[length] != '=' && endsAt(text, length))) && has(std::isdigit) &&
           has(std::isupper) && has(std::islower);
}

/// The length of a label that a cloud generated for a host, such as that of a load balancer; 0 if there is none.
std::size_t generatedLabel(std::string_view text) {
    struct Form {
        std::size_t least, most; // characters
        std::string_view rest;   // of the host
    };
    constexpr Form forms[] = {{8, 10, ".elb.amazonaws.com"},
                              {12, 12, ".rds.amazonaws.com"},
                              {6, 6, ".cache.amazonaws.com"},
                              {10, 10, ".execute-api."},
                              {13, 14, ".cloudfront.net"}};
    const std::size_t length = runOf(text, [](char c) { return (c >= 'a' && c <= 'z') || isDigit(c); });
    const std::size_t host = runOf(text, [](char c) { return isWordCharacter(c) || c == '.' || c == '-'; });
    if (host <= length || text[length] != '.' ||
        std::none_of(text.begin(), text.begin() + std::ptrdiff_t(length), isDigit))
        return 0;
    const std::string_view rest = text.substr(length, host - length);
    return std::ranges::any_of(forms,
                               [&](const Form& form) {
                                   return length >= form.least && length <= form.most &&
                                          rest.find(form.rest) != std::string_view::npos;
                               })
               ? length
               : 0;
}

/// Identifiers of AWS that have other forms: "Z0123456789ABC" of a zone, "eu-west-1_Ab1Cd2Ef3" of a user pool, and the
/// end of the ARN of a secret.
Identifier awsIdentifierAt(std::string_view text, std::string_view before) {
    constexpr std::size_t shortestZone = 12, longestZone = 32, pool = 9, secretEnd = 6;
    const auto isUpper = [](char c) { return (c >= 'A' && c <= 'Z') || isDigit(c); };
    const auto isAlphanumeric = [](char c) { return isWordCharacter(c) && !(c & 0x80); };
    if (const std::size_t zone = runOf(text, isUpper);
        text.starts_with('Z') && zone >= shortestZone && zone <= longestZone && endsAt(text, zone) &&
        std::any_of(text.begin(), text.begin() + std::ptrdiff_t(zone), isDigit))
        return {zone, idMark};
    if (const std::size_t region = text.substr(0, longestZone).find('_');
        region != std::string_view::npos && isAwsRegion(text.substr(0, region))) {
        const std::string_view rest = text.substr(region + 1);
        if (runOf(rest, isAlphanumeric) == pool && endsAt(rest, pool))
            return {region + 1 + pool, idMark, region + 1};
    }
    if (before.ends_with('-') && before.find(":secretsmanager:") != std::string_view::npos &&
        runOf(text, isAlphanumeric) == secretEnd && endsAt(text, secretEnd))
        return {secretEnd, idMark};
    return {};
}

} // namespace

Identifier identifierAt(std::string_view text, std::string_view before) {
    constexpr std::size_t uuid = 36, base64Hash = 44, shortestHash = 16;
    if (isUuid(text))
        return {uuid, idMark};
    if (isBase64Hash(text))
        return {base64Hash, hashMark};
    if (const std::size_t length = timeLength(text); length > 0)
        return {length, timeMark};
    const std::size_t hex = runOf(text, isHex);
    const auto hasBoth = [](std::string_view part) {
        return std::any_of(part.begin(), part.end(), isDigit) && !std::all_of(part.begin(), part.end(), isDigit);
    };
    if (hex >= shortestHash && endsAt(text, hex) && hasBoth(text.substr(0, hex)))
        return {hex, hashMark};
    // "vpc-0123456789abcdef0", as services of AWS name their objects.
    constexpr std::size_t longestPrefix = 12;
    const std::size_t prefix = runOf(text, [](char c) { return (c >= 'a' && c <= 'z') || isDigit(c); });
    if (prefix > 0 && prefix <= longestPrefix && prefix < text.size() && text[prefix] == '-') {
        const std::string_view rest = text.substr(prefix + 1);
        const std::size_t length = runOf(rest, isHex);
        if ((length == 8 || length == 17) && endsAt(rest, length) && hasBoth(rest.substr(0, length)))
            return {prefix + 1 + length, idMark, prefix + 1};
    }
    if (const std::size_t label = generatedLabel(text); label > 0)
        return {label, idMark};
    return awsIdentifierAt(text, before);
}

std::vector<std::string> identifiersIn(std::string_view text) {
    std::vector<std::string> found;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i > 0 && isWordCharacter(text[i - 1]))
            continue;
        const Identifier identifier = identifierAt(text.substr(i), text.substr(0, i));
        if (identifier.length == 0)
            continue;
        if (identifier.placeholder != timeMark)
            found.emplace_back(text.substr(i, identifier.length));
        i += identifier.length - 1;
    }
    return found;
}

} // namespace planlens::projects
