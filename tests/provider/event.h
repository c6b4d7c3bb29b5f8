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

/// An entry of "events" in a script: an action at certain calls, in addition to the default or instead of it.
struct Event {
    std::string call;             // named as in protocol 6; empty: every call
    std::string type;             // resource type or function name; empty: every one
    Json when;                    // path → value, in the value that the call is about; empty: always
    std::vector<std::int64_t> at; // the numbers of matching calls of this process, from 1; empty: all
    Json action;                  // the other members
    mutable std::atomic<std::int64_t> seen{0};

    explicit Event(const Json& json);
    bool happensAt(std::string_view callName, std::string_view typeName, const Json& subject) const;
};
using Events = std::vector<std::unique_ptr<Event>>;

/// The parts of the response to a call that events can change; null if the response has no such part.
struct Answer {
    values::Value* value = nullptr;
    values::Type type = {};
    std::string* privateData = nullptr;
    std::optional<providers::Deferred>* deferred = nullptr;
    providers::ProviderDiagnostics* diagnostics = nullptr;
};

/// The events that apply to one call.
class Happening {
public:
    Happening() = default;
    explicit Happening(std::vector<const Event*> events)
        : m_events(std::move(events)) {}

    /// Runs actions before the response is computed: waits, floods, crashes … Returns false if a stop ended a wait.
    bool before(const std::function<bool()>& isStopped) const;
    void change(const Answer& answer) const;
    /// Runs the actions of events with "after", once the response is computed.
    void after() const;

    /// Returns bytes to send instead of the encoded value.
    std::optional<std::string> rawMsgpack() const;
    bool answersJson() const;
    /// Returns the number of extra bytes in the response.
    std::size_t extraBytes() const;
    struct Failure {
        int code = 0;
        std::string message;
    };
    /// Returns a failure of the call itself, instead of a response.
    std::optional<Failure> failure() const;
    /// Returns the first action of this name; null if there is none.
    const Json& action(const char* name) const;

private:
    std::vector<const Event*> m_events;
};

} // namespace planlens::testing
