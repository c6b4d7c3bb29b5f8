// SPDX-License-Identifier: MPL-2.0
#include "core/projects/groups/folding.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace planlens::projects {

namespace {

bool isHex(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// Words that are values of settings, such as roles and schemes, or directories of many repositories. They never
/// identify a project.
bool isGeneric(std::string_view word) {
    static const std::set<std::string_view> words{
        "admin",       "administrator", "all",        "allow",       "anonymous", "any",      "apps",     "auto",
        "block",       "clusters",      "config",     "contributor", "default",   "deny",     "disable",  "disabled",
        "edit",        "editor",        "enable",     "enabled",     "envs",      "everyone", "exposed",  "external",
        "false",       "full",          "high",       "http",        "https",     "infra",    "insecure", "internal",
        "internet",    "latest",        "limited",    "live",        "low",       "main",     "managed",  "medium",
        "modules",     "none",          "null",       "off",         "on",        "open",     "optional", "owner",
        "poweruser",   "private",       "privileged", "projects",    "public",    "read",     "reader",   "readonly",
        "readwrite",   "required",      "restricted", "root",        "secure",    "stack",    "stacks",   "standard",
        "superuser",   "suspended",     "sysadmin",   "teams",       "terraform", "tofu",     "true",     "trusted",
        "unencrypted", "unrestricted",  "untrusted",  "viewer",      "write",     "writer"};
    std::string lower(word);
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return words.contains(lower);
}

bool isSpecific(std::string_view word) {
    constexpr std::size_t shortest = 2, longest = 100, fewestDigits = 5;
    const bool isNumber = std::all_of(word.begin(), word.end(), isDigit);
    return word.size() >= (isNumber ? fewestDigits : shortest) && word.size() <= longest && !isGeneric(word);
}

std::vector<std::string> split(const std::string& text, std::string_view separators) {
    std::vector<std::string> parts;
    std::size_t start = 0;
    while (start <= text.size()) {
        const std::size_t end = std::min(text.find_first_of(separators, start), text.size());
        if (end > start)
            parts.push_back(text.substr(start, end - start));
        start = end + 1;
    }
    return parts;
}

/// The length of an identifier at the start of a text, which is a word boundary; 0 if there is none.
struct Identifier {
    std::size_t length = 0;
    std::string_view placeholder;
    std::size_t keptPrefix = 0; // "sg-" of "sg-0123456789abcdef0"
};

std::size_t runOf(std::string_view text, bool (*fits)(char)) {
    return std::size_t(std::find_if_not(text.begin(), text.end(), fits) - text.begin());
}
bool endsAt(std::string_view text, std::size_t position) {
    return position >= text.size() || !isWordCharacter(text[position]);
}

/// "eu-west-1"
bool isAwsRegion(std::string_view word) {
    return word.size() > 2 && isDigit(word.back()) && word[word.size() - 2] == '-' &&
           std::count(word.begin(), word.end(), '-') >= 2 && !isDigit(word.front());
}
/// Whether a word is at the start of a text and ends at a boundary, or before the letter of an availability zone.
bool startsWithWord(std::string_view text, const std::string& word) {
    const std::size_t end = word.size();
    return text.starts_with(word) &&
           (endsAt(text, end) || (isAwsRegion(word) && text[end] >= 'a' && text[end] <= 'f' && endsAt(text, end + 1)));
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
        return {zone, "‹id›"};
    if (const std::size_t region = text.substr(0, longestZone).find('_');
        region != std::string_view::npos && isAwsRegion(text.substr(0, region))) {
        const std::string_view rest = text.substr(region + 1);
        if (runOf(rest, isAlphanumeric) == pool && endsAt(rest, pool))
            return {region + 1 + pool, "‹id›", region + 1};
    }
    if (before.ends_with('-') && before.find(":secretsmanager:") != std::string_view::npos &&
        runOf(text, isAlphanumeric) == secretEnd && endsAt(text, secretEnd))
        return {secretEnd, "‹id›"};
    return {};
}

/// `before` is the text in front of it.
Identifier identifierAt(std::string_view text, std::string_view before) {
    constexpr std::size_t uuid = 36, base64Hash = 44, shortestHash = 16;
    if (isUuid(text))
        return {uuid, "‹id›"};
    if (isBase64Hash(text))
        return {base64Hash, "‹hash›"};
    if (const std::size_t length = timeLength(text); length > 0)
        return {length, "‹time›"};
    const std::size_t hex = runOf(text, isHex);
    const auto hasBoth = [](std::string_view part) {
        return std::any_of(part.begin(), part.end(), isDigit) && !std::all_of(part.begin(), part.end(), isDigit);
    };
    if (hex >= shortestHash && endsAt(text, hex) && hasBoth(text.substr(0, hex)))
        return {hex, "‹hash›"};
    // "vpc-0123456789abcdef0", as services of AWS name their objects.
    constexpr std::size_t longestPrefix = 12;
    const std::size_t prefix = runOf(text, [](char c) { return (c >= 'a' && c <= 'z') || isDigit(c); });
    if (prefix > 0 && prefix <= longestPrefix && prefix < text.size() && text[prefix] == '-') {
        const std::string_view rest = text.substr(prefix + 1);
        const std::size_t length = runOf(rest, isHex);
        if ((length == 8 || length == 17) && endsAt(rest, length) &&
            std::any_of(rest.begin(), rest.begin() + std::ptrdiff_t(length), isDigit))
            return {prefix + 1 + length, "‹id›", prefix + 1};
    }
    if (const std::size_t label = generatedLabel(text); label > 0)
        return {label, "‹id›"};
    return awsIdentifierAt(text, before);
}

bool isNameOfObject(std::string_view variable) {
    return variable.find_first_of(". ") != std::string_view::npos;
}

} // namespace

ProjectWords::ProjectWords(const std::string& directory, const std::string& workspace,
                           const std::map<std::string, std::string>& variables) {
    for (const auto& [name, value] : variables) {
        if (isNameOfObject(name)) {
            m_names.emplace(name, value);
        } else if (isAccount(value) && m_own.account.empty() && name.find("account") != std::string::npos) {
            m_own.account = value;
            m_own.isAccountKnown = true;
        } else {
            add(value, name);
        }
    }
    if (workspace != "default")
        add(workspace, "workspace");
    const std::vector<std::string> folders = split(directory, "/");
    for (std::size_t i = 0; i < folders.size(); ++i) {
        const std::string depth = std::to_string(folders.size() - i);
        add(folders[i], "project " + depth);
        // Several parts in one: "payments-prod" is named as a whole and by its parts.
        const std::vector<std::string> parts = split(folders[i], "-_.");
        for (std::size_t k = 0; parts.size() > 1 && k < parts.size(); ++k)
            add(parts[k], "project " + depth + "." + std::to_string(parts.size() - k));
    }
}

void ProjectWords::add(const std::string& word, const std::string& role) {
    if (isSpecific(word))
        m_words.emplace(word, role);
}

void ProjectWords::useName(const std::string& object) {
    if (const auto name = m_names.find(object); name != m_names.end())
        add(name->second, object);
}

void ProjectWords::setOwn(OwnValues own) {
    if (!m_own.isAccountKnown) {
        m_own.account = std::move(own.account);
        m_own.isAccountKnown = own.isAccountKnown;
    }
    m_own.region = std::move(own.region);
    m_own.isRegionKnown = own.isRegionKnown;
}

void ProjectWords::count(std::map<std::string, std::size_t>& counts) const {
    for (const auto& [word, role] : m_words)
        ++counts[word];
}

void ProjectWords::remove(const std::map<std::string, std::size_t>& counts, std::size_t projects) {
    std::erase_if(m_words, [&](const auto& item) {
        const auto it = counts.find(item.first);
        return projects > 1 && it != counts.end() && it->second == projects;
    });
}

namespace {

/// "‹id›" that ends at a position.
std::string placeholderBefore(const std::string& text, std::size_t end) {
    const std::size_t start = text.rfind("‹", end - 1);
    return text.substr(start, end - start);
}

} // namespace

std::string Folded::numbered(IdNumbers& numbers) const {
    std::string result;
    std::size_t copied = 0;
    for (const Id& id : ids) {
        if (!id.isNumbered)
            continue;
        std::map<std::string, std::size_t>& known = numbers[placeholderBefore(text, id.end)];
        const std::size_t number = known.emplace(id.value, known.size() + 1).first->second;
        if (number == 1)
            continue;
        const std::size_t close = id.end - std::string_view("›").size();
        result += text.substr(copied, close - copied) + " " + std::to_string(number);
        copied = close;
    }
    return result + text.substr(copied);
}

/// Replaces the account of the project, or the region of an ARN. Returns the length of the replaced text, or 0.
std::size_t ProjectWords::addOwn(std::string_view rest, Folded& folded) const {
    const auto add = [&](std::string_view placeholder, const std::string& value, bool isKnown) {
        folded.text += placeholder;
        if (isKnown)
            folded.hasNames = true;
        else
            folded.ids.push_back({folded.text.size(), value, false});
    };
    if (!m_own.account.empty() && rest.starts_with(m_own.account) && endsAt(rest, m_own.account.size())) {
        add("‹account›", m_own.account, m_own.isAccountKnown);
        return m_own.account.size();
    }
    if (m_own.region.empty() || !rest.starts_with("arn:"))
        return 0;
    const auto [start, end] = regionOfArn(rest);
    if (end == 0 || rest.substr(start, end - start) != m_own.region)
        return 0;
    folded.text += rest.substr(0, start);
    add("‹region›", m_own.region, m_own.isRegionKnown);
    return end;
}

/// The length of the longest word at the start of a text, and its role; 0 if there is none.
std::size_t ProjectWords::longestWord(std::string_view rest, const std::string*& role,
                                      bool (*fits)(std::string_view text, const std::string& word)) const {
    std::size_t length = 0;
    for (auto it = m_words.upper_bound(rest); it != m_words.begin();) {
        --it;
        if (it->first.empty() || it->first[0] != rest[0])
            break;
        if (it->first.size() > length && fits(rest, it->first)) {
            length = it->first.size();
            role = &it->second;
        }
    }
    return length;
}

/// Replaces words of the project without separators, as in "stshopprod01": names of some objects only have letters and
/// digits. A single word may be a part of any other one. Returns the length of the replaced text, or 0.
std::size_t ProjectWords::addJoined(std::string_view rest, Folded& folded) const {
    constexpr std::size_t shortestText = 6;
    const std::string_view text =
        rest.substr(0, runOf(rest, [](char c) { return (c >= 'a' && c <= 'z') || isDigit(c); }));
    if (text.size() < shortestText || !endsAt(rest, text.size()))
        return 0;
    constexpr auto fits = [](std::string_view from, const std::string& word) {
        constexpr std::size_t shortestWord = 3;
        return word.size() >= shortestWord && from.starts_with(word);
    };
    std::string made;
    bool isFolded = false;
    for (std::size_t i = 0; i < text.size();) {
        std::string words;
        std::size_t end = i, count = 0;
        const std::string* role = nullptr;
        while (const std::size_t length = longestWord(text.substr(end), role, fits)) {
            words += "‹" + *role + "›";
            end += length;
            ++count;
        }
        isFolded = isFolded || count > 1;
        made += count > 1 ? words : std::string(text.substr(i, std::max(end, i + 1) - i));
        i = std::max(end, i + 1);
    }
    if (!isFolded)
        return 0;
    folded.text += made;
    folded.hasNames = true;
    return text.size();
}

Folded ProjectWords::fold(std::string_view text) const {
    Folded folded;
    for (std::size_t i = 0; i < text.size();) {
        if (i > 0 && isWordCharacter(text[i - 1])) {
            folded.text += text[i++];
            continue;
        }
        const std::string_view rest = text.substr(i);
        const std::string* role = nullptr;
        const std::size_t length = longestWord(rest, role, startsWithWord);
        const Identifier identifier = identifierAt(rest, text.substr(0, i));
        if (role && length >= identifier.length) {
            folded.text += "‹" + *role + "›";
            folded.hasNames = true;
            i += length;
        } else if (identifier.length > 0) {
            folded.text += rest.substr(0, identifier.keptPrefix);
            folded.text += identifier.placeholder;
            folded.ids.push_back({folded.text.size(), std::string(rest.substr(0, identifier.length)),
                                  identifier.placeholder != "‹time›"});
            i += identifier.length;
        } else if (const std::size_t own = addOwn(rest, folded); own > 0) {
            i += own;
        } else if (const std::size_t joined = addJoined(rest, folded); joined > 0) {
            i += joined;
        } else {
            folded.text += text[i++];
        }
    }
    return folded;
}

} // namespace planlens::projects
