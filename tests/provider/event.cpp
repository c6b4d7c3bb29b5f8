// SPDX-License-Identifier: MPL-2.0
#include "tests/provider/event.h"

#include "tests/provider/faults.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace planlens::testing {

namespace {

bool matches(const Json& subject, const Json& when) {
    for (const auto& [place, value] : when.items())
        if (at(subject, place) != value)
            return false;
    return true;
}

providers::ProviderDiagnostic diagnosticOf(const Json& json, const values::Value* about) {
    providers::ProviderDiagnostic made;
    made.severity = json.value("severity", "error") == "warning" ? diags::Severity::Warning : diags::Severity::Error;
    made.summary = json.value("summary", "Scripted");
    made.detail = json.value("detail", "");
    if (json.contains("attribute")) {
        const auto paths = pathsOf(about ? *about : values::Value(), json["attribute"].get<std::string>());
        if (!paths.empty())
            made.attribute = paths[0];
    }
    return made;
}

providers::Deferred::Reason reasonOf(const std::string& name) {
    using Reason = providers::Deferred::Reason;
    if (name == "resource_config_unknown")
        return Reason::ResourceConfigUnknown;
    if (name == "provider_config_unknown")
        return Reason::ProviderConfigUnknown;
    return name == "absent_prereq" ? Reason::AbsentPrerequisite : Reason::Unknown;
}

std::string fromHex(const std::string& hex) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        bytes.push_back(static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
    return bytes;
}

bool waitFor(std::chrono::milliseconds time, const std::function<bool()>& isStopped) {
    const auto end = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < end) {
        if (isStopped())
            return false;
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
        std::this_thread::sleep_for(std::clamp(left, std::chrono::milliseconds(0), std::chrono::milliseconds(20)));
    }
    return true;
}

std::chrono::milliseconds delayOf(const Json& action) {
    return std::chrono::milliseconds(action.value("delay_ms", std::int64_t(0)));
}

void doMischief(const Json& action) {
    if (action.contains("stderr"))
        writeToStderr(action["stderr"].get<std::string>());
    if (action.contains("stdout"))
        writeToStdout(action["stdout"].get<std::string>());
    if (action.contains("flood_stderr"))
        floodStderr(action["flood_stderr"].get<std::size_t>());
    if (action.contains("close_sockets"))
        closeSockets();
    if (action.contains("crash"))
        crash(action["crash"].get<std::string>(), action.value("exit_code", 1));
    if (action.contains("hang"))
        hang();
}

} // namespace

Event::Event(const Json& json)
    : call(json.value("call", ""))
    , type(json.value("type", ""))
    , when(json.value("when", Json::object()))
    , action(json) {
    if (json.contains("at")) {
        if (json["at"].is_array())
            at = json["at"].get<std::vector<std::int64_t>>();
        else
            at = {json["at"].get<std::int64_t>()};
    }
}

bool Event::happensAt(std::string_view callName, std::string_view typeName, const Json& subject) const {
    if ((!call.empty() && call != callName) || (!type.empty() && type != typeName) || !matches(subject, when))
        return false;
    const std::int64_t number = ++seen;
    return at.empty() || std::find(at.begin(), at.end(), number) != at.end();
}

bool Happening::before(const std::function<bool()>& isStopped) const {
    for (const Event* event : m_events) {
        if (event->action.value("after", false))
            continue;
        if (!waitFor(delayOf(event->action), isStopped))
            return false;
        doMischief(event->action);
    }
    return true;
}

void Happening::after() const {
    for (const Event* event : m_events)
        if (event->action.value("after", false)) {
            std::this_thread::sleep_for(delayOf(event->action));
            doMischief(event->action);
        }
}

void Happening::change(const Answer& answer) const {
    for (const Event* event : m_events) {
        const Json& action = event->action;
        if (answer.value && action.contains("answer"))
            *answer.value = valueOf(action["answer"], answer.type);
        if (answer.value && action.contains("set") && !answer.value->isNull())
            for (const auto& [place, value] : action["set"].items())
                *answer.value = withValueAt(*answer.value, place, value, answer.type);
        if (answer.privateData && action.contains("private"))
            *answer.privateData = action["private"].get<std::string>();
        if (answer.deferred && action.contains("deferred"))
            *answer.deferred = providers::Deferred{reasonOf(action["deferred"].get<std::string>())};
        if (answer.diagnostics && action.contains("diagnostics"))
            for (const Json& diagnostic : action["diagnostics"])
                answer.diagnostics->push_back(diagnosticOf(diagnostic, answer.value));
    }
}

std::optional<std::string> Happening::rawMsgpack() const {
    const Json& hex = action("msgpack");
    return hex.is_string() ? std::optional(fromHex(hex.get<std::string>())) : std::nullopt;
}

bool Happening::answersJson() const {
    return action("json") == Json(true);
}

std::size_t Happening::extraBytes() const {
    const Json& mebibytes = action("oversize_mib");
    return mebibytes.is_number() ? mebibytes.get<std::size_t>() << 20 : 0;
}

std::optional<Happening::Failure> Happening::failure() const {
    const Json& failure = action("grpc_error");
    if (!failure.is_object())
        return std::nullopt;
    return Failure{failure.value("code", 2), failure.value("message", "scripted")};
}

const Json& Happening::action(const char* name) const {
    static const Json nothing;
    for (const Event* event : m_events)
        if (const auto found = event->action.find(name); found != event->action.end())
            return *found;
    return nothing;
}

} // namespace planlens::testing
