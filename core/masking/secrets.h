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

/// What is secret is shown nowhere: neither where it is marked, nor where else it stands.
namespace planlens::masking {

/// What stands in place of a secret.
inline constexpr std::string_view maskText = "(sensitive value)";
/// Characters from which on a secret is masked wherever it is part of a text; shorter ones only as words of their own,
/// for they are part of much that is not secret.
inline constexpr std::size_t longSecret = 8;

/// Texts that are sensitive somewhere in a plan. They are masked wherever else they stand, also as JSON, base64 and
/// URLs have them, for providers copy them into attributes that nobody marked. Immutable, cheap to copy, for any
/// thread.
class Secrets {
public:
    /// Where short ones are masked, and whether lines are: logs tell texts line by line and in the midst of others.
    enum class Use { Views, Logs };

    Secrets() = default;
    Secrets(std::vector<std::string> texts, Use use = Use::Views);
    Secrets(std::initializer_list<std::string> texts)
        : Secrets(std::vector<std::string>(texts)) {}

    bool isEmpty() const { return !m_state; }
    /// The texts themselves; sorted.
    const std::vector<std::string>& texts() const;
    std::vector<std::string>::const_iterator begin() const { return texts().begin(); }
    std::vector<std::string>::const_iterator end() const { return texts().end(); }

    /// Whether any of them is in a text. One pass, however many there are.
    bool areIn(std::string_view text) const;
    /// The text with a mask in place of what is secret in it.
    std::string masked(std::string_view text, std::string_view mask = maskText) const;

private:
    struct State;
    std::shared_ptr<const State> m_state;
};

/// Those of variables, resources, drift and outputs, by the marks of values and by the schemas.
Secrets secretsOf(const plans::Plan& plan);
/// Those of a state's objects and outputs, as far as the state itself says what is sensitive.
Secrets secretsOf(const states::State& state);
/// Those in what is marked as sensitive, or (All) in the whole value.
enum class Sensitive { Marked, All };
Secrets secretsOf(const values::Value& value, Sensitive sensitive);

} // namespace planlens::masking
