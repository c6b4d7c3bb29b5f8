// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/risk/attribute_path.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Rules that select the parts of a plan to review. Rules are data.
namespace planlens::risk {

enum class Severity { High, Medium, Low };
/// The action on an object, as written in rules. Replace matches replacements in both orders.
enum class RuleAction { Create, Update, Delete, Replace, CreateBeforeDestroy, DestroyBeforeCreate, Forget };
/// Compares matched values with the other side of the change: Any, not present before (New), unchanged (Same), or a
/// lower number or fewer parts (Less).
enum class Since { Any, New, Same, Less };

struct Condition {
    enum class Side { After, Before };
    std::optional<AttributePath> attribute;
    std::vector<std::string> is;    // patterns; at least one value must match one of them
    std::vector<std::string> isNot; // patterns that no value may match
    Side side = Side::After;
    Since change = Since::Any;
};

/// A rule for single objects, or for all objects with one of its actions together (`many`).
struct Rule {
    std::string id, title, detail;
    Severity severity = Severity::Medium;
    std::vector<std::string> kinds;    // patterns of resource types; empty: any
    std::vector<std::string> notKinds; // patterns of excluded resource types
    std::vector<RuleAction> actions;
    std::optional<AttributePath> each; // the parts of the object to which the conditions apply
    std::vector<Condition> when;       // all must be true
    Since change = Since::Any;         // of the part, or of the whole object without labels

    /// The minimum number of objects, or the minimum share of all existing objects if there are enough.
    struct Many {
        std::size_t atLeast = 0;
        double orShare = 2;
        std::size_t ofAtLeast = 1;
    };
    std::optional<Many> many;
    enum class About {
        Actions,       // the action on an object
        Protection,    // removal of prevent_destroy from the configuration
        NotApplied,    // changes in plans::Plan::notApplied
        OnlyDestroyed, // changes in plans::Plan::onlyDestroyed
        Moves          // likely moves, see likelyMoves()
    };
    About about = About::Actions;
};
using Rules = std::vector<Rule>;

/// Parses rules from JSON; resources/risk/rules.json uses most features. An invalid rule is left out and reported as an
/// error.
diags::Result<Rules> readRules(std::string_view json, const std::string& file);
/// Returns the JSON of the built-in rules.
std::string_view builtInText();
Rules builtInRules();
/// Loads the built-in rules, followed by the `rules.json` files of the user (in `personal`) and of the working
/// directory (in `.planlens/`), if any. Rules never replace each other.
diags::Result<Rules> rulesOf(const std::filesystem::path& folder, const std::filesystem::path& personal);
/// Returns the directory of the user's rules: $XDG_CONFIG_HOME/planlens.
std::filesystem::path personalFolder();

} // namespace planlens::risk
