// SPDX-License-Identifier: MPL-2.0
#include "core/risk/rules.h"

#include "core/system/environment.h"
#include "core/system/file.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace planlens::risk {

using Json = nlohmann::json;

namespace {

/// An error in a rule; thrown and caught in this file.
struct Mistake {
    std::string text;
};

template <typename T>
using Names = std::initializer_list<std::pair<std::string_view, T>>;

template <typename T>
T named(const Json& json, std::string_view what, Names<T> names) {
    std::string known;
    for (const auto& [name, value] : names) {
        if (json.is_string() && json.get_ref<const std::string&>() == name)
            return value;
        known += (known.empty() ? "" : ", ") + std::string(name);
    }
    throw Mistake{fmt::format("\"{}\" must be one of {}", what, known)};
}

std::string text(const Json& json, std::string_view what) {
    if (!json.is_string() || json.get_ref<const std::string&>().empty())
        throw Mistake{fmt::format("\"{}\" must be a string", what)};
    return json.get<std::string>();
}

std::vector<std::string> texts(const Json& json, std::string_view what) {
    if (!json.is_array() || json.empty())
        throw Mistake{fmt::format("\"{}\" must be a list of strings", what)};
    std::vector<std::string> list;
    for (const Json& element : json)
        list.push_back(text(element, what));
    return list;
}

AttributePath path(const Json& json, std::string_view what) {
    if (auto parsed = AttributePath::parse(text(json, what)))
        return *std::move(parsed);
    throw Mistake{fmt::format("\"{}\" is not an attribute path", what)};
}

double number(const Json& json, std::string_view what) {
    if (!json.is_number() || json.get<double>() <= 0)
        throw Mistake{fmt::format("\"{}\" must be a number greater than zero", what)};
    return json.get<double>();
}

void expectObject(const Json& json, std::string_view what) {
    if (!json.is_object())
        throw Mistake{fmt::format("{} must be an object", what)};
}

Condition condition(const Json& json) {
    expectObject(json, "each of \"when\"");
    Condition made;
    for (const auto& [key, value] : json.items()) {
        if (key == "attribute")
            made.attribute = path(value, key);
        else if (key == "is")
            made.is = texts(value, key);
        else if (key == "isNot")
            made.isNot = texts(value, key);
        else if (key == "side")
            made.side = named<Condition::Side>(
                value, key, {{"before", Condition::Side::Before}, {"after", Condition::Side::After}});
        else if (key == "change")
            made.change = named<Since>(value, key, {{"new", Since::New}, {"same", Since::Same}, {"less", Since::Less}});
        else
            throw Mistake{fmt::format("unknown member \"{}\" in a condition", key)};
    }
    if (!made.attribute || (made.is.empty() && made.isNot.empty() && made.change != Since::Less))
        throw Mistake{"a condition needs an \"attribute\", and \"is\", \"isNot\" or the \"change\" \"less\""};
    return made;
}

void readPlanPart(const Json& json, Rule& rule) {
    expectObject(json, "\"plan\"");
    for (const auto& [key, value] : json.items()) {
        if (key == "protectionRemoved") {
            rule.about = Rule::About::Protection;
            continue;
        }
        if (key == "notApplied") {
            rule.about = Rule::About::NotApplied;
            continue;
        }
        if (key == "onlyDestroyed") {
            rule.about = Rule::About::OnlyDestroyed;
            continue;
        }
        if (key == "likelyMove") {
            rule.about = Rule::About::Moves;
            continue;
        }
        if (!rule.many)
            rule.many = Rule::Many();
        if (key == "atLeast")
            rule.many->atLeast = std::size_t(number(value, key));
        else if (key == "orShare")
            rule.many->orShare = number(value, key);
        else if (key == "ofAtLeast")
            rule.many->ofAtLeast = std::size_t(number(value, key));
        else
            throw Mistake{fmt::format("unknown member \"{}\" in \"plan\"", key)};
    }
}

Rule rule(const Json& json) {
    expectObject(json, "a rule");
    Rule made;
    for (const auto& [key, value] : json.items()) {
        if (key == "id")
            made.id = text(value, key);
        else if (key == "title")
            made.title = text(value, key);
        else if (key == "detail")
            made.detail = text(value, key);
        else if (key == "severity")
            made.severity = named<Severity>(
                value, key, {{"high", Severity::High}, {"medium", Severity::Medium}, {"low", Severity::Low}});
        else if (key == "kinds")
            made.kinds = texts(value, key);
        else if (key == "notKinds")
            made.notKinds = texts(value, key);
        else if (key == "actions") {
            if (!value.is_array())
                throw Mistake{"\"actions\" must be a list"};
            for (const Json& action : value)
                made.actions.push_back(named<RuleAction>(action, key,
                                                         {{"create", RuleAction::Create},
                                                          {"update", RuleAction::Update},
                                                          {"delete", RuleAction::Delete},
                                                          {"replace", RuleAction::Replace},
                                                          {"create-before-destroy", RuleAction::CreateBeforeDestroy},
                                                          {"destroy-before-create", RuleAction::DestroyBeforeCreate},
                                                          {"forget", RuleAction::Forget}}));
        } else if (key == "each")
            made.each = path(value, key);
        else if (key == "when") {
            if (!value.is_array())
                throw Mistake{"\"when\" must be a list of conditions"};
            for (const Json& one : value)
                made.when.push_back(condition(one));
        } else if (key == "change")
            made.change =
                named<Since>(value, key, {{"new", Since::New}, {"same", Since::Same}, {"fewer", Since::Less}});
        else if (key == "plan")
            readPlanPart(value, made);
        else
            throw Mistake{fmt::format("unknown member \"{}\" in a rule", key)};
    }
    if (made.id.empty() || made.title.empty())
        throw Mistake{"a rule needs an \"id\" and a \"title\""};
    if (made.actions.empty() && made.about == Rule::About::Actions)
        throw Mistake{"a rule needs \"actions\""};
    if (made.change == Since::Less && !made.each)
        throw Mistake{"the \"change\" \"fewer\" needs \"each\""};
    return made;
}

void readFile(const std::filesystem::path& file, std::set<std::string>& ids, diags::Result<Rules>& all) {
    const auto bytes = system::readFile(file);
    if (!bytes && bytes.error().isMissing())
        return;
    if (!bytes) {
        all.diagnostics.error("Failed to read rules",
                              fmt::format("The file {} cannot be read ({}). Its rules are ignored.", file.string(),
                                          bytes.error().reason()));
        return;
    }
    diags::Result<Rules> read = readRules(*bytes, file.string());
    all.diagnostics.append(std::move(read.diagnostics));
    for (Rule& one : *read.value)
        if (ids.insert(one.id).second)
            all.value->push_back(std::move(one));
        else
            all.diagnostics.error(
                "Duplicate rule",
                fmt::format("The rule \"{}\" already exists. The one in {} is ignored; give it another id.", one.id,
                            file.string()));
}

} // namespace

diags::Result<Rules> readRules(std::string_view json, const std::string& file) {
    diags::Result<Rules> result;
    result.value.emplace();
    const auto refuse = [&](const std::string& why) {
        result.diagnostics.error("Invalid rules", fmt::format("{}: {}. The invalid rules are ignored.", file, why));
    };
    const Json document = Json::parse(json, nullptr, false);
    if (document.is_discarded()) {
        refuse("the file is not JSON");
        return result;
    }
    if (!document.is_object() || !document.contains("rules") || !document["rules"].is_array()) {
        refuse("expected an object with a list \"rules\"");
        return result;
    }
    std::set<std::string> ids;
    for (std::size_t i = 0; i < document["rules"].size(); ++i) {
        try {
            Rule made = rule(document["rules"][i]);
            if (!ids.insert(made.id).second)
                throw Mistake{fmt::format("the id \"{}\" is already in use", made.id)};
            result.value->push_back(std::move(made));
        } catch (const Mistake& mistake) {
            refuse(fmt::format("rule {}: {}", i + 1, mistake.text));
        }
    }
    return result;
}

Rules builtInRules() {
    return *readRules(builtInText(), "built-in rules").value;
}

diags::Result<Rules> rulesOf(const std::filesystem::path& folder, const std::filesystem::path& personal) {
    diags::Result<Rules> all;
    all.value = builtInRules();
    std::set<std::string> ids;
    for (const Rule& one : *all.value)
        ids.insert(one.id);
    if (!personal.empty())
        readFile(personal / "rules.json", ids, all);
    readFile(folder / ".planlens" / "rules.json", ids, all);
    return all;
}

std::filesystem::path personalFolder() {
    if (const std::string configured = system::environmentText("XDG_CONFIG_HOME"); !configured.empty())
        return std::filesystem::path(configured) / "planlens";
    if (const std::string home = system::environmentText("HOME"); !home.empty())
        return std::filesystem::path(home) / ".config" / "planlens";
    return {};
}

} // namespace planlens::risk
