// SPDX-License-Identifier: MPL-2.0
#include "core/projects/groups/folding.h"

#include "core/projects/groups/identifiers.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace planlens::projects {

namespace {

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

/// "small", "2xlarge", also of an instance type: "t3.small".
bool isSize(std::string_view word) {
    static const std::set<std::string_view> sizes{"basic", "big",  "free", "huge",  "large", "medium",
                                                  "micro", "mini", "nano", "small", "tiny",  "premium",
                                                  "metal", "xs",   "xl",   "xxl"};
    word.remove_prefix(word.rfind('.') + 1);
    word.remove_prefix(runOf(word, isDigit));
    return sizes.contains(word) || (word.starts_with('x') && sizes.contains(word.substr(1)));
}

/// "1.28", "v2", "2026-01-31"
bool isVersion(std::string_view word) {
    const std::size_t prefix = word.starts_with('v') ? 1 : 0;
    const std::string_view number = word.substr(prefix);
    const std::size_t digits = runOf(number, isDigit);
    return digits > 0 &&
           runOf(number, [](char c) { return isDigit(c) || c == '.' || c == '-' || c == '_'; }) == number.size() &&
           (prefix > 0 || digits < number.size());
}

bool isSpecific(std::string_view word) {
    constexpr std::size_t shortest = 2, longest = 100, fewestDigits = 5;
    const bool isNumber = std::all_of(word.begin(), word.end(), isDigit);
    return word.size() >= (isNumber ? fewestDigits : shortest) && word.size() <= longest && !isGeneric(word) &&
           !isSize(word) && !isVersion(word);
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

/// Whether a word is at the start of a text and ends at a boundary, or before the letter of an availability zone.
bool startsWithWord(std::string_view text, const std::string& word) {
    const std::size_t end = word.size();
    return text.starts_with(word) &&
           (endsAt(text, end) || (isAwsRegion(word) && text[end] >= 'a' && text[end] <= 'f' && endsAt(text, end + 1)));
}

bool isLower(char c) {
    return c >= 'a' && c <= 'z';
}

/// "Payments-Api" of "payments-api", as the function `title` writes it. These separators become spaces.
std::string titleCase(std::string text, std::string_view separators) {
    bool isStart = true;
    for (char& c : text) {
        if (isStart && isLower(c))
            c = char(c - 'a' + 'A');
        isStart = !isWordCharacter(c);
        if (separators.find(c) != std::string_view::npos)
            c = ' ';
    }
    return text;
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
    addTitleCase();
}

/// Tags and descriptions often write names so. Roles get a capital too, so that another spelling stays another value.
void ProjectWords::addTitleCase() {
    constexpr std::size_t shortest = 3; // "Id" and "In" are words of their own
    std::map<std::string, std::string> titles;
    for (const auto& [word, role] : m_words)
        if (word.size() >= shortest && isLower(word[0]))
            for (const std::string_view separators : {"", "-_."})
                titles.emplace(titleCase(word, separators), titleCase(role.substr(0, 1), "") + role.substr(1));
    for (const auto& [title, role] : titles)
        add(title, role);
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

void ProjectWords::setIds(const std::map<std::string, std::string>& ids) {
    for (const auto& [id, object] : ids) {
        std::string role = fold(object).text;
        for (const std::string_view bracket : {"‹", "›"})
            for (std::size_t at; (at = role.find(bracket)) != std::string::npos;)
                role.erase(at, bracket.size());
        m_ids.emplace(id, "‹" + role + "›");
    }
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

/// Replaces the account of the project, or its region: one that is only mentioned in changes, only in ARNs. Returns the
/// length of the replaced text, or 0.
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
    if (m_own.isRegionKnown && isAwsRegion(m_own.region) && startsWithWord(rest, m_own.region)) {
        add("‹region›", m_own.region, true);
        return m_own.region.size();
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

Folded ProjectWords::fold(std::string_view text, const GeneratedIds& isGenerated) const {
    Folded folded;
    for (std::size_t i = 0; i < text.size();) {
        if (i > 0 && isWordCharacter(text[i - 1])) {
            folded.text += text[i++];
            continue;
        }
        const std::string_view rest = text.substr(i);
        const std::string* role = nullptr;
        const std::size_t length = longestWord(rest, role, startsWithWord);
        Identifier identifier = identifierAt(rest, text.substr(0, i));
        const std::string_view id = rest.substr(0, identifier.length);
        const auto object = identifier.length > 0 ? m_ids.find(id) : m_ids.end();
        if (identifier.length > 0 && object == m_ids.end() && isGenerated && !isGenerated(id, identifier.placeholder))
            identifier = {};
        if (role && length >= identifier.length) {
            folded.text += "‹" + *role + "›";
            folded.hasNames = true;
            i += length;
        } else if (identifier.length > 0) {
            if (object == m_ids.end())
                folded.text += rest.substr(0, identifier.keptPrefix);
            folded.text += object == m_ids.end() ? identifier.placeholder : object->second;
            folded.ids.push_back({folded.text.size(), std::string(id), identifier.placeholder != timeMark});
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
