// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/provider.h"
#include "tests/provider/json_value.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace planlens::testing {

/// What a script says under "events": something that happens at some calls, besides or instead of the default.
struct Event {
    std::string call;             // as protocol 6 names it; empty: every call
    std::string type;             // of the resource, or the function's name; empty: every one
    Json when;                    // place → value, of the value the call is about; empty: every one
    std::vector<std::int64_t> at; // the n-th such call of this process, from 1; empty: every one
    Json action;                  // the rest of it
    mutable std::atomic<std::int64_t> seen{0};

    explicit Event(const Json& json);
    bool happensAt(std::string_view callName, std::string_view typeName, const Json& subject) const;
};
using Events = std::vector<std::unique_ptr<Event>>;

/// The answer to a call as far as events can change it; null where the answer has no such part.
struct Answer {
    values::Value* value = nullptr;
    values::Type type = {};
    std::string* privateData = nullptr;
    std::optional<providers::Deferred>* deferred = nullptr;
    providers::ProviderDiagnostics* diagnostics = nullptr;
};

/// The events of one call.
class Happening {
public:
    Happening() = default;
    explicit Happening(std::vector<const Event*> events)
        : m_events(std::move(events)) {}

    /// Waits, floods, crashes … before the answer is worked out. False where a stop ended a wait.
    bool before(const std::function<bool()>& isStopped) const;
    void change(const Answer& answer) const;
    /// The same once the answer is there, where an event says "after".
    void after() const;

    /// Bytes to answer with in place of the encoded value.
    std::optional<std::string> rawMsgpack() const;
    bool answersJson() const;
    /// How many bytes the answer is to be longer than needed.
    std::size_t extraBytes() const;
    struct Failure {
        int code = 0;
        std::string message;
    };
    /// A failure of the call itself rather than an answer.
    std::optional<Failure> failure() const;
    /// The first value of a name among the actions; null where there is none.
    const Json& action(const char* name) const;

private:
    std::vector<const Event*> m_events;
};

} // namespace planlens::testing
