// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/explain/reason.h"

#include <string>

namespace planlens::explain {

/// Formats a value on one line: JSON; "(known after apply)" or "(sensitive value)". Empty if the text is long or itself
/// JSON: a part of it may be a part of a secret, which would not be found in it.
std::string valueText(const std::optional<values::Value>& value, bool isSensitive);
/// Returns the subject of a link: an address, `var.x`, a file, or a call such as `timestamp()`.
std::string subjectText(const Link& link);
/// Returns the subject with the part of it that changed: `var.sizes.web`, `users[2].name` of a file.
std::string partText(const Link& link);
/// Returns the source range to edit for this step, if any: that of the root's value, or of the argument or reference.
const diags::SourceRange& placeOf(const Link& link);
/// Returns a place such as "main.tf:6", or the option or environment variable of a root variable. Empty: unknown.
std::string placeText(const plans::Plan& plan, const Link& link);
/// Returns the change at a step, without full stop and place: "`input` changed from "a" to "b"". `next` is the step
/// that causes it, if any.
std::string stepText(const plans::Plan& plan, const Link& link, const Link* next = nullptr);
/// Whether a chain ends at an argument or instance whose expression plan JSON does not contain: its only possible root
/// is itself.
bool isUnexplained(const plans::Plan& plan, const Link& root);
/// Returns the steps of a chain, one line each: "local.kind: its value changed from 1 to 2 (main.tf:8)". If the root is
/// undecided, a line with the possible roots follows: "one of: var.a (main.tf:2), var.b (main.tf:5)". Empty for the
/// first of the chains if it has no other steps than the summary.
std::vector<std::string> chainLines(const plans::Plan& plan, const std::vector<Chain>& chains, const Chain& chain);
/// Returns one sentence: the action, and the root cause with its place and the steps between them.
std::string summary(const plans::Plan& plan, const plans::ResourceInstanceChange& change,
                    const std::vector<Chain>& chains, const Translation& translation = {});

/// A change that depends on another one through values that differ.
struct Affected {
    addrs::AbsResourceInstance address;
    values::Path path; // of the argument that contains the reference
    plans::Dependency::Kind kind = plans::Dependency::Kind::Reference;
};
/// Returns the reason why it is affected: "`input` refers to it".
std::string affectedText(const Affected& affected, const Translation& translation = {});

} // namespace planlens::explain
