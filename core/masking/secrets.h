// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::values {
class Value;
}
namespace planlens::states {
class State;
}
namespace planlens::plans {
struct Plan;
}

/// Masking of secrets: a secret is hidden where it is marked as sensitive, and wherever else its text occurs.
namespace planlens::masking {

/// The replacement for a secret.
inline constexpr std::string_view maskText = "(sensitive value)";
/// The minimum length, in bytes, at which a secret is masked within other text. Shorter ones, and those that may be a
/// common word, are only masked as whole words, because they occur as part of many other texts.
inline constexpr std::size_t longSecret = 8;

/// The sensitive texts of a plan. They are masked wherever they occur, also in their JSON, base64 and URL forms,
/// because providers copy them to attributes that are not marked. Immutable, cheap to copy, thread-safe.
class Secrets {
public:
    /// Logs: short secrets are masked within words too, and so are single lines of secrets with several lines.
    enum class Use { Views, Logs };

    Secrets() = default;
    Secrets(std::vector<std::string> texts, Use use = Use::Views);
    Secrets(std::initializer_list<std::string> texts)
        : Secrets(std::vector<std::string>(texts)) {}

    bool isEmpty() const { return !m_state; }
    /// The secret texts, sorted.
    const std::vector<std::string>& texts() const;
    std::vector<std::string>::const_iterator begin() const { return texts().begin(); }
    std::vector<std::string>::const_iterator end() const { return texts().end(); }

    /// Returns the union of both, for views.
    Secrets with(const Secrets& other) const;
    /// Whether a text contains any of the secrets. One pass, regardless of their number.
    bool areIn(std::string_view text) const;
    /// Returns the text with each secret replaced by the mask.
    std::string masked(std::string_view text, std::string_view mask = maskText) const;

private:
    struct State;
    std::shared_ptr<const State> m_state;
};

/// Returns the secrets of variables, resources, drift and outputs: values marked as sensitive, and attributes that are
/// sensitive by schema. Those that only providers were sent or returned are among them if the plan was made by this
/// program, not if it was read from a file.
Secrets secretsOf(const plans::Plan& plan);
/// Returns the secrets of a plan that commands mask in the texts of outputs. A sensitive output does not hide the
/// attribute that it shows, and a value that only a variable marks as sensitive is shown: the configuration decides
/// what outputs show, for example with `nonsensitive`.
Secrets secretsInOutputTexts(const plans::Plan& plan);
/// Returns the secrets of a plan that commands mask in all other texts: the same, and those of variables.
Secrets secretsInTexts(const plans::Plan& plan);
Secrets secretsOfVariables(const plans::Plan& plan);
/// Returns the secrets of a plan that are already sensitive in objects and outputs before it, by their marks in the
/// state or by schema.
Secrets secretsBefore(const plans::Plan& plan);
/// Returns the secrets of objects and outputs that the state itself marks as sensitive.
Secrets secretsOf(const states::State& state);
/// Selects the secrets in the sensitive parts of a value (Marked) or in all of it (All).
enum class Sensitive { Marked, All };
Secrets secretsOf(const values::Value& value, Sensitive sensitive);

} // namespace planlens::masking
