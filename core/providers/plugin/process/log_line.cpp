// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/process/log_line.h"

#include <nlohmann/json.hpp>
#include <optional>

namespace planlens::providers::plugin {
namespace {

using Json = nlohmann::ordered_json;

std::optional<LogLevel> levelNamed(std::string_view name) {
    if (name == "trace")
        return LogLevel::Trace;
    if (name == "debug")
        return LogLevel::Debug;
    if (name == "info")
        return LogLevel::Info;
    if (name == "warn" || name == "warning")
        return LogLevel::Warning;
    if (name == "error")
        return LogLevel::Error;
    return {};
}

std::string text(const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<LogEntry> parseJson(std::string_view line) {
    if (!line.starts_with('{'))
        return {};
    // Deeper values do not occur in practice, and printing them would need a deep stack.
    constexpr int deepest = 32;
    const auto shallow = [](int depth, Json::parse_event_t, Json&) { return depth < deepest; };
    const Json json = Json::parse(line, shallow, false);
    if (!json.is_object())
        return {};
    LogEntry entry;
    entry.time = "0001-01-01T00:00:00.000000Z"; // Go's zero time
    bool isLog = false;
    for (const auto& [key, value] : json.items()) {
        if (key == "@message") {
            entry.text = text(value);
        } else if (key == "@level") {
            const auto level = levelNamed(text(value));
            isLog = level.has_value();
            entry.level = level.value_or(LogLevel::Debug);
        } else if (key == "@module") {
            entry.module = text(value);
        } else if (key == "@timestamp") {
            entry.time = text(value);
        } else if (!value.is_discarded()) {
            entry.fields.push_back({key, text(value), value.is_string() ? LogField::Form::Text : LogField::Form::Json});
        }
    }
    if (!isLog)
        return {};
    return entry;
}

} // namespace

bool startsPanic(std::string_view line) {
    return line.starts_with("panic: ") || line.starts_with("fatal error: ");
}

LogEntry parseLogLine(std::string_view line) {
    if (auto entry = parseJson(line))
        return *std::move(entry);
    LogEntry entry;
    entry.text = line;
    if (startsPanic(line))
        entry.level = LogLevel::Error;
    else if (const std::size_t close = line.find(']'); line.starts_with('[') && close != line.npos) {
        std::string name(line.substr(1, close - 1));
        for (char& c : name)
            c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : '?';
        entry.level = levelNamed(name).value_or(LogLevel::Debug);
    }
    return entry;
}

} // namespace planlens::providers::plugin
