// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/risk/attribute_path.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What in a plan deserves a second look, by rules that are data.
namespace planlens::risk {

enum class Severity { High, Medium, Low };
/// What is done to an object, as rules name it; replacing counts as CreateBeforeDestroy too where that is its order.
enum class Deed { Create, Update, Delete, Replace, CreateBeforeDestroy, Forget };
/// What has to have become of what was found: anything, it was not there before, or it was the same before.
enum class Since { Any, New, Same };

struct Condition {
    enum class Side { After, Before };
    std::optional<AttributePath> attribute;
    std::vector<std::string> is;    // patterns, one of which has to be like a value that is found
    std::vector<std::string> isNot; // patterns that no value may be like
    Side side = Side::After;
    Since change = Since::Any;
};

/// A rule for objects one by one, or for all that its actions are done to together.
struct Rule {
    std::string id, title, detail;
    Severity severity = Severity::Medium;
    std::vector<std::string> kinds;    // patterns of types of resources; empty: any
    std::vector<std::string> notKinds; // patterns
    std::vector<Deed> deeds;
    std::optional<AttributePath> each; // parts of the object that conditions are about
    std::vector<Condition> when;       // all of them
    Since change = Since::Any;         // of the part, or the whole object but for labels

    /// How many there have to be at least, or which share of all objects where there are enough of them.
    struct Many {
        std::size_t atLeast = 0;
        double orShare = 2;
        std::size_t ofAtLeast = 1;
    };
    std::optional<Many> many;
    enum class About {
        Deeds,      // what is done to the object
        Protection, // prevent_destroy, which only configurations have
        LeftOut,    // plans::Plan::notApplied
        Moves       // an object that is created elsewhere in the plan looks like it
    };
    About about = About::Deeds;
};
using Rules = std::vector<Rule>;

/// Rules as JSON; resources/risk/rules.json shows all there is. A rule with a mistake is left out and an error says
/// why.
diags::Result<Rules> readRules(std::string_view json, const std::string& file);
/// The text of those that come with the program.
std::string_view builtInText();
Rules builtInRules();
/// Those that come with the program, then those of the person and of the folder (`rules.json` in the one and in
/// `.planlens/` of the other), where there are such files. No rule takes the place of another one.
diags::Result<Rules> rulesOf(const std::filesystem::path& folder, const std::filesystem::path& personal);
/// Where a person's own rules are: $XDG_CONFIG_HOME/planlens.
std::filesystem::path personalFolder();

} // namespace planlens::risk
