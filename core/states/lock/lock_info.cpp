// SPDX-License-Identifier: MPL-2.0
#include "core/states/lock/lock_info.h"

#include "core/states/file/json_fields.h"
#include "core/values/json/json.h"
#include "core/values/random.h"
#include "core/version.h"

#include <array>
#include <chrono>
#include <fmt/chrono.h>
#include <pwd.h>
#include <unistd.h>

namespace planlens::states {
namespace {

/// Returns the current time in RFC 3339 format with trailing zeros of the fraction removed.
std::string now() {
    using namespace std::chrono;
    const auto time = system_clock::now();
    const auto seconds = floor<std::chrono::seconds>(time);
    std::string text = fmt::format("{:%Y-%m-%dT%H:%M:%S}", fmt::gmtime(system_clock::to_time_t(seconds)));
    std::string fraction = fmt::format(".{:09}", duration_cast<nanoseconds>(time - seconds).count());
    while (fraction.back() == '0' || fraction.back() == '.') {
        fraction.pop_back();
        if (fraction.empty())
            break;
    }
    return text + fraction + "Z";
}

/// Converts the time to the format of messages: "2024-01-02 03:04:05.12 +0000 UTC".
std::string readableTime(std::string time) {
    if (time.size() < 20 || time[10] != 'T' || time.back() != 'Z')
        return time;
    time[10] = ' ';
    time.pop_back();
    return time + " +0000 UTC";
}

std::string userAtHost() {
    std::array<char, 4096> buffer{};
    passwd entry{};
    passwd* found = nullptr;
    std::string who;
    if (::getpwuid_r(::getuid(), &entry, buffer.data(), buffer.size(), &found) == 0 && found)
        who = found->pw_name;
    std::array<char, 256> host{};
    if (::gethostname(host.data(), host.size() - 1) != 0)
        host[0] = '\0';
    return who + "@" + host.data();
}

} // namespace

std::filesystem::path lockInfoPath(const std::filesystem::path& statePath) {
    std::string name = statePath.filename().string();
    if (name.starts_with('.'))
        name.erase(0, 1);
    return statePath.parent_path() / ("." + name + ".lock.info");
}

LockInfo newLockInfo(std::string_view operation, const std::filesystem::path& statePath) {
    LockInfo info;
    info.id = values::randomUuid();
    info.operation = operation;
    info.info = fmt::format("held by Planlens {}", programVersion);
    info.who = userAtHost();
    info.version = referenceVersion;
    info.created = now();
    info.path = statePath.string();
    return info;
}

std::string writeLockInfo(const LockInfo& info) {
    std::string out = "{";
    const auto field = [&out](std::string_view name, std::string_view value) {
        if (out.size() > 1)
            out += ',';
        values::appendJsonString(out, name);
        out += ':';
        values::appendJsonString(out, value);
    };
    field("ID", info.id);
    field("Operation", info.operation);
    field("Info", info.info);
    field("Who", info.who);
    field("Version", info.version);
    field("Created", info.created);
    field("Path", info.path);
    return out + "}";
}

std::optional<LockInfo> readLockInfo(std::string_view json) {
    values::JsonScanner scanner(json);
    if (!scanner.skipValue() || !scanner.atEnd())
        return {};
    LockInfo info;
    JsonFields fields(json);
    const bool ok = fields.object([&](std::string_view name) {
        if (name == "ID")
            return fields.string(info.id);
        if (name == "Operation")
            return fields.string(info.operation);
        if (name == "Info")
            return fields.string(info.info);
        if (name == "Who")
            return fields.string(info.who);
        if (name == "Version")
            return fields.string(info.version);
        if (name == "Created")
            return fields.string(info.created);
        return name == "Path" ? fields.string(info.path) : fields.skip();
    });
    return ok ? std::optional(std::move(info)) : std::nullopt;
}

std::string describe(const LockInfo& info) {
    return fmt::format(
        "Lock Info:\n  ID:        {}\n  Path:      {}\n  Operation: {}\n  Who:       {}\n  Version:   {}\n"
        "  Created:   {}\n  Info:      {}\n",
        info.id, info.path, info.operation, info.who, info.version, readableTime(info.created), info.info);
}

diags::Diagnostic lockError(const std::string& cause) {
    return diags::Diagnostic::error(
        "Error acquiring the state lock",
        fmt::format(
            "Error message: {}\n\nOpenTofu acquires a state lock to protect the state from being written\nby multiple "
            "users at the same time. Please resolve the issue above and try\nagain. For most commands, you can disable "
            "locking with the \"-lock=false\"\nflag, but this is not recommended.",
            cause));
}

} // namespace planlens::states
