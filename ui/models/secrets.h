// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/plan.h"
#include "core/states/state.h"

#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace planlens::models {

/// Texts that are sensitive anywhere in a plan: they are masked wherever else they occur, for providers copy them into
/// attributes that nobody marked. Very short ones are left out, for they are in everything.
using Secrets = std::vector<std::string>;
/// The texts themselves and as they stand in JSON, base64 and URLs.
Secrets secretsOf(const plans::Plan& plan);
/// Those of a state's objects and outputs, as far as the state itself says what is sensitive.
Secrets secretsOf(const states::State& state);
/// Those in what is marked as sensitive, or (All) in the whole value.
enum class Sensitive { Marked, All };
Secrets secretsOf(const values::Value& value, Sensitive sensitive);

bool holdsSecret(const std::string& text, const Secrets& secrets);

/// Masks many secrets in one pass over a text. Immutable.
class SecretMask {
public:
    SecretMask() = default;
    /// Of secrets with several lines, each longer line is masked too, for logs are told line by line.
    explicit SecretMask(const Secrets& secrets);
    /// The text, and "(sensitive value)" in place of what is secret in it.
    std::string masked(std::string_view text) const;

private:
    static constexpr std::size_t shortest = 4; // bytes, by which secrets are found
    static constexpr std::size_t slots = 1 << 16;
    static std::uint32_t beginningOf(std::string_view text);
    static std::size_t slotOf(std::uint32_t beginning) { return (beginning * 2654435761u) >> 16; }

    std::unordered_map<std::uint32_t, std::vector<std::string>> m_secrets; // by their beginnings
    std::bitset<slots> m_mayBegin;
};

} // namespace planlens::models
