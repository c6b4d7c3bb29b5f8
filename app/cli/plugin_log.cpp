// SPDX-License-Identifier: MPL-2.0
#include "app/cli/plugin_log.h"

#include "core/formats/json_writer.h"
#include "core/system/file.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <ctime>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace planlens::cli {

using providers::plugin::LogEntry;
using providers::plugin::LogField;
using providers::plugin::LogLevel;

namespace {

using Json = nlohmann::json;

constexpr std::array<std::pair<std::string_view, LogLevel>, 5> levels{{{"TRACE", LogLevel::Trace},
                                                                       {"DEBUG", LogLevel::Debug},
                                                                       {"INFO", LogLevel::Info},
                                                                       {"WARN", LogLevel::Warning},
                                                                       {"ERROR", LogLevel::Error}}};

std::string_view nameOf(LogLevel level) {
    return std::find_if(levels.begin(), levels.end(), [level](const auto& named) { return named.second == level; })
        ->first;
}

std::string variable(const std::vector<std::string>& environment, std::string_view name) {
    for (const std::string_view entry : environment)
        if (entry.starts_with(name) && entry.substr(name.size()).starts_with('='))
            return std::string(entry.substr(name.size() + 1));
    return {};
}

std::string upperCase(std::string text) {
    for (char& c : text)
        if (c >= 'a' && c <= 'z')
            c = static_cast<char>(c - 'a' + 'A');
    return text;
}

/// nullopt if logging is off.
std::optional<LogLevel> parseLevel(const std::string& name) {
    if (name.empty() || name == "OFF")
        return {};
    if (name == "JSON")
        return LogLevel::Trace;
    for (const auto& [known, level] : levels)
        if (known == name)
            return level;
    fmt::print(stderr,
               "[WARN] Invalid log level: {}. Defaulting to level: TRACE. Valid levels are: [TRACE DEBUG INFO WARN "
               "ERROR OFF]\n",
               values::quoted(name));
    return LogLevel::Trace;
}

/// The local time with the given number of fractional digits, and an offset with or without a colon.
std::string timeText(std::chrono::system_clock::time_point time, LogForm form) {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
    const auto micros =
        std::chrono::duration_cast<std::chrono::microseconds>(time - std::chrono::system_clock::from_time_t(seconds))
            .count();
    std::tm parts{};
    ::localtime_r(&seconds, &parts);
    const long offset = parts.tm_gmtoff / 60;
    std::string text = fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.", parts.tm_year + 1900, parts.tm_mon + 1,
                                   parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
    text += form == LogForm::Json ? fmt::format("{:06}", micros) : fmt::format("{:03}", micros / 1000);
    if (offset == 0)
        return text + "Z";
    return text + fmt::format("{}{:02}{}{:02}", offset < 0 ? '-' : '+', std::abs(offset) / 60,
                              form == LogForm::Json ? ":" : "", std::abs(offset) % 60);
}

/// Reformats the plugin's "2006-01-02T15:04:05.000000Z07:00" to three digits without colon; returns other texts
/// unchanged.
std::string shortened(const std::string& time) {
    constexpr std::size_t point = 19, fraction = 6;
    if (time.size() <= point + 1 + fraction || time[point] != '.')
        return time;
    std::string zone = time.substr(point + 1 + fraction);
    std::erase(zone, ':');
    return time.substr(0, point + 4) + zone;
}

/// A number as printed by Go for a 64-bit float.
std::string goNumber(double number) {
    std::array<char, 64> buffer;
    const auto scientific =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::scientific);
    const std::string text(buffer.data(), scientific.ptr);
    const std::size_t e = text.find('e');
    const int exponent = e == std::string::npos ? 0 : std::atoi(text.c_str() + e + 1);
    constexpr int least = -4, most = 6;
    if (exponent < least || exponent >= most)
        return text;
    const auto fixed = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::fixed);
    return std::string(buffer.data(), fixed.ptr);
}

/// A decoded JSON value as printed by Go.
std::string goText(const Json& value) {
    if (value.is_string())
        return value.get<std::string>();
    if (value.is_null())
        return "<nil>";
    if (value.is_number())
        return goNumber(value.get<double>());
    if (value.is_boolean())
        return value.get<bool>() ? "true" : "false";
    std::string text;
    for (const auto& [key, element] : value.items())
        text += (text.empty() ? "" : " ") + (value.is_object() ? key + ":" : std::string()) + goText(element);
    return (value.is_object() ? "map[" : "[") + text + "]";
}

/// A list as printed by go-hclog.
std::string listText(const Json& list) {
    std::string text;
    for (const Json& element : list) {
        std::string one = goText(element);
        if (one.find_first_of(" \t\n\r") != std::string::npos)
            one = values::quoted(one);
        text += (text.empty() ? "" : ", ") + one;
    }
    return "[" + text + "]";
}

std::string escaped(std::string_view text, bool inQuotes) {
    // go-hclog escapes what Go would quote, except for backslashes.
    std::string result;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find_first_of("\\\"", start), text.size());
        const std::string quoted = values::quoted(text.substr(start, end - start));
        result += std::string_view(quoted).substr(1, quoted.size() - 2);
        if (end < text.size())
            result += text[end] == '"' && inQuotes ? std::string("\\\"") : std::string(1, text[end]);
        start = end + 1;
    }
    return result;
}

/// With members in order, and with HTML characters escaped, as in Go.
std::string goJson(const Json& value) {
    std::string json;
    for (const char c : value.dump(-1, ' ', false, Json::error_handler_t::replace))
        json += c == '<' ? "\\u003c" : c == '>' ? "\\u003e" : c == '&' ? "\\u0026" : std::string(1, c);
    return json;
}

void appendField(std::string& line, const std::string& name, const std::string& value) {
    if (value.empty()) {
        line += " " + name + "=\"\"";
    } else if (value.find('\n') != std::string::npos) {
        line += "\n  " + name + "=\n";
        for (std::size_t start = 0; start < value.size();) {
            const std::size_t end = std::min(value.find('\n', start), value.size());
            line += "  | " + escaped(std::string_view(value).substr(start, end - start), false) + "\n";
            start = end + 1;
        }
        line += "  ";
    } else {
        const bool isPlain =
            std::all_of(value.begin(), value.end(), [](unsigned char c) { return c >= '-' && c <= '~'; });
        line += " " + name + "=" + (isPlain ? value : "\"" + escaped(value, true) + "\"");
    }
}

std::string textLine(const LogEntry& entry, const std::string& name, std::chrono::system_clock::time_point time) {
    const std::string_view level = nameOf(entry.level);
    std::string line =
        fmt::format("{} [{}]{} {}", timeText(time, LogForm::Text), level, level.size() < 5 ? " " : "", name);
    if (!entry.text.empty())
        line += ": " + entry.text;
    if (!entry.fields.empty() || !entry.module.empty() || !entry.time.empty())
        line += ':';
    for (const LogField& field : entry.fields) {
        const Json value =
            field.form == LogField::Form::Json ? Json::parse(field.value, nullptr, false) : Json(field.value);
        if (value.is_array())
            line += " " + field.name + "=" + listText(value);
        else
            appendField(line, field.name, value.is_discarded() ? field.value : goText(value));
    }
    if (!entry.module.empty())
        appendField(line, "@module", entry.module);
    if (!entry.time.empty())
        appendField(line, "timestamp", shortened(entry.time));
    return line + "\n";
}

std::string jsonLine(const LogEntry& entry, const std::string& name, std::chrono::system_clock::time_point time) {
    std::map<std::string, std::string> members; // values as JSON
    const auto set = [&](const std::string& key, std::string_view text) {
        std::string& json = members[key];
        json.clear();
        values::appendJsonString(json, text);
    };
    std::string level(nameOf(entry.level));
    for (char& c : level)
        c = static_cast<char>(c - 'A' + 'a');
    set("@level", level);
    set("@message", entry.text);
    set("@module", entry.module.empty() ? name : entry.module);
    set("@timestamp", timeText(time, LogForm::Json));
    for (const LogField& field : entry.fields)
        if (const Json value = field.form == LogField::Form::Json ? Json::parse(field.value, nullptr, false)
                                                                  : Json(Json::value_t::discarded);
            value.is_discarded())
            set(field.name, field.value);
        else
            members[field.name] = goJson(value);
    if (!entry.time.empty())
        set("timestamp", shortened(entry.time));
    std::string line;
    formats::JsonWriter writer(line);
    writer.beginObject();
    for (const auto& [key, json] : members)
        writer.key(key).raw(json);
    writer.endObject();
    return line + "\n";
}

/// An open file, or standard error.
class LogTarget {
public:
    explicit LogTarget(const std::string& path) {
        if (path.empty())
            return;
        auto file = system::FileHandle::open(path, O_CREAT | O_RDWR | O_APPEND | O_NONBLOCK);
        if (file)
            m_file = *std::move(file);
        else
            fmt::print(stderr, "Error opening log file: {}\n", file.error());
    }
    void write(std::string_view line) {
        const std::lock_guard lock(m_mutex);
        while (!line.empty() && !m_isUnread) {
            const int target = m_file.isOpen() ? m_file.descriptor() : STDERR_FILENO;
            const ssize_t written = ::write(target, line.data(), line.size());
            if (written < 0 && errno == EAGAIN)
                m_isUnread = !isReadSoon(target);
            else if (written <= 0 && errno != EINTR)
                return; // there is no other place to report it
            line.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
        }
    }

private:
    /// Whether the reader of a full FIFO continues. Without one, providers and the program would wait for ever.
    static bool isReadSoon(int target) {
        constexpr int longest = 8000; // ms
        pollfd wanted{target, POLLOUT, 0};
        return ::poll(&wanted, 1, longest) > 0;
    }

    std::mutex m_mutex;
    system::FileHandle m_file;
    bool m_isUnread = false;
};

} // namespace

std::string logLine(const LogEntry& entry, LogForm form, std::chrono::system_clock::time_point time) {
    const std::string name = entry.program.empty() ? "provider" : "provider." + entry.program;
    return form == LogForm::Json ? jsonLine(entry, name, time) : textLine(entry, name, time);
}

providers::DefaultRegistry::Log pluginLog(const std::vector<std::string>& environment,
                                          std::function<std::string(std::string_view text)> masked) {
    const auto named = [&](std::string_view name) { return upperCase(variable(environment, name)); };
    const std::string all = named("TF_LOG"), ofProviders = named("TF_LOG_PROVIDER");
    const std::string ofForm = all.empty() ? named("TF_LOG_CORE") : all;
    const std::optional<LogLevel> general = parseLevel(ofForm);
    const auto target = std::make_shared<LogTarget>(variable(environment, "TF_LOG_PATH"));
    const std::optional<LogLevel> least =
        ofProviders.empty() ? (all.empty() ? std::nullopt : general) : parseLevel(ofProviders);
    if (!least)
        return {};
    return [target, least = *least, form = ofForm == "JSON" ? LogForm::Json : LogForm::Text,
            masked = std::move(masked)](const LogEntry& entry) {
        if (entry.level < least)
            return;
        LogEntry shown = entry;
        shown.text = masked(entry.text);
        for (LogField& field : shown.fields)
            field.value = masked(field.value);
        target->write(logLine(shown, form, std::chrono::system_clock::now()));
    };
}

} // namespace planlens::cli
