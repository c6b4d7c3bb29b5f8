// SPDX-License-Identifier: MPL-2.0
#include "core/backends/consul/client.h"

#include "core/lang/functions/compression/deflate.h"
#include "core/values/text/digest.h"
#include "core/values/text/quoted.h"
#include "core/values/text/trimmed.h"

#include <atomic>
#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace planlens::backends::consul {
namespace {

using diags::Expected;
using diags::Unexpected;
using nlohmann::json;
using states::LockInfo;
using system::IoOutcome;

constexpr std::size_t partSize = 524'288; // the usual limit of the server

/// The entries with the parts of a state.
struct Parts {
    std::string hash; // of the uncompressed state
    std::vector<std::string> keys;
};

std::optional<Parts> partsIn(const std::string& value) {
    if (value.find("current-hash") == std::string::npos)
        return {};
    const json index = json::parse(value, nullptr, false);
    if (!index.is_object() || !index.contains("current-hash") || !index["current-hash"].is_string())
        return {};
    Parts parts{index["current-hash"].get<std::string>(), {}};
    if (const auto keys = index.find("chunks"); keys != index.end() && keys->is_array())
        for (const json& key : *keys)
            if (key.is_string())
                parts.keys.push_back(key.get<std::string>());
    return parts;
}

/// The same text as the reference writes.
std::string textOf(const Parts& parts) {
    const std::string plain =
        json{{"chunks", parts.keys}, {"current-hash", parts.hash}}.dump(-1, ' ', false, json::error_handler_t::replace);
    std::string text;
    for (const char letter : plain)
        if (letter == '<' || letter == '>' || letter == '&')
            text += fmt::format("\\u{:04x}", static_cast<unsigned char>(letter));
        else
            text += letter;
    return text;
}

std::string folderOfParts(const std::string& path, const std::string& hash) {
    return fmt::format("{}/tfstate.{}/", values::trimmedEnd(path, "/"), hash);
}

class ConsulClient final : public Client {
public:
    ConsulClient(const Settings& settings, std::string path)
        : m_path(std::move(path))
        , m_isCompressed(settings.isCompressed)
        , m_locks(settings.locks)
        , m_server(settings.server)
        , m_lock(m_server, m_path, settings.times) {}

    Expected<std::optional<std::string>, std::string> get(const std::stop_token& stop) override;
    IoOutcome put(const std::string& text) override;
    bool guardsWrites() const override { return m_locks; }
    bool hasLocks() const override { return m_locks; }
    std::optional<LockFailure> lock(const LockInfo& info, const std::stop_token& stop) override;
    IoOutcome unlock(const std::string& id) override;
    IoOutcome checkLock() override;

private:
    /// The content of the path.
    struct Known {
        std::uint64_t index = 0; // of the entry; 0: there is none
        std::string partsHash;   // empty: the state is not in parts
    };

    struct Joined {
        std::string text, missingKey;
    };
    ApiResult<Joined> joined(const Parts& parts, const std::stop_token& stop) const;
    Expected<std::optional<std::string>, std::string> unpacked(std::string stored, const std::string& hash) const;
    IoOutcome lockAgain();
    ApiResult<bool> replace(const std::string& value, const std::string& partsHash);
    ApiResult<bool> replaceInParts(const std::string& payload, const std::string& hash);

    const std::string m_path;
    const bool m_isCompressed, m_locks;
    const Server m_server;
    std::optional<LockInfo> m_held;
    std::atomic<bool> m_wasLost = false;
    Known m_known;
    SessionLock m_lock;
};

ApiResult<ConsulClient::Joined> ConsulClient::joined(const Parts& parts, const std::stop_token& stop) const {
    Joined result;
    for (const std::string& key : parts.keys) {
        const ApiResult<ReadEntry> part = m_server.read(key, stop);
        if (!part)
            return Unexpected{part.error()};
        if (!part->entry)
            return Joined{{}, key};
        result.text += part->entry->value;
    }
    return result;
}

Expected<std::optional<std::string>, std::string> ConsulClient::unpacked(std::string stored,
                                                                         const std::string& hash) const {
    if (stored.starts_with('\x1f')) {
        lang::Unzipped unzipped = lang::gunzip(stored);
        if (unzipped.error)
            return Unexpected{*std::move(unzipped.error)};
        stored = std::move(unzipped.bytes);
    }
    if (!hash.empty() && values::toHex(values::md5(stored)) != hash)
        return Unexpected{std::string("The remote state does not match the expected hash")};
    return std::optional(std::move(stored));
}

Expected<std::optional<std::string>, std::string> ConsulClient::get(const std::stop_token& stop) {
    for (int attempt = 1;; ++attempt) {
        ApiResult<ReadEntry> read = m_server.read(m_path, stop);
        if (!read)
            return Unexpected{read.error().text};
        m_known = {};
        if (!read->entry)
            return std::optional<std::string>();
        const std::optional<Parts> parts = partsIn(read->entry->value);
        m_known = {read->entry->modifyIndex, parts ? parts->hash : std::string()};
        if (!parts)
            return unpacked(std::move(read->entry->value), {});
        ApiResult<Joined> state = joined(*parts, stop);
        if (!state)
            return Unexpected{state.error().text};
        if (state->missingKey.empty())
            return unpacked(std::move(state->text), parts->hash);
        // Another program may have replaced the state, and removed these parts.
        const ApiResult<ReadEntry> again = m_server.read(m_path, stop);
        const bool isSame = !again || !again->entry || again->entry->modifyIndex == m_known.index;
        if (isSame || attempt >= 5)
            return Unexpected{fmt::format("Key {} could not be found", values::quoted(state->missingKey))};
    }
}

/// Replaces the entry at the path if it is still the one that was read or written last.
ApiResult<bool> ConsulClient::replace(const std::string& value, const std::string& partsHash) {
    constexpr int conflict = 409;
    ApiResult<std::uint64_t> index = m_server.replace(m_path, value, m_known.index);
    if (!index && index.error().status == conflict) {
        // An earlier attempt may have been carried out.
        const ApiResult<ReadEntry> found = m_server.read(m_path, {});
        if (found && found->entry && found->entry->value == value)
            index = found->entry->modifyIndex;
    }
    if (!index)
        return Unexpected{std::move(index.error())};
    // Parts that cannot be removed do no harm.
    if (!m_known.partsHash.empty() && m_known.partsHash != partsHash)
        (void)m_server.removeTree(folderOfParts(m_path, m_known.partsHash), {});
    m_known = {*index, partsHash};
    return true;
}

ApiResult<bool> ConsulClient::replaceInParts(const std::string& payload, const std::string& hash) {
    Parts parts{hash, {}};
    for (std::size_t start = 0; start < payload.size(); start += partSize) {
        parts.keys.push_back(folderOfParts(m_path, hash) + std::to_string(parts.keys.size()));
        const ApiResult<bool> written = m_server.write(parts.keys.back(), payload.substr(start, partSize), {});
        if (!written)
            return Unexpected{written.error()};
    }
    return replace(textOf(parts), hash);
}

IoOutcome ConsulClient::put(const std::string& text) {
    if (const IoOutcome locked = lockAgain(); !locked)
        return locked;
    const std::string payload = m_isCompressed ? lang::gzip(text) : text;
    ApiResult<bool> stored = replace(payload, {});
    // The limit is part of the configuration of the server.
    if (!stored && stored.error().text.find("too large") != std::string::npos)
        stored = replaceInParts(payload, values::toHex(values::md5(text)));
    if (!stored)
        return Unexpected{stored.error().text};
    return true;
}

std::optional<LockFailure> ConsulClient::lock(const LockInfo& info, const std::stop_token& stop) {
    if (!m_locks)
        return {};
    auto failure = m_lock.take(info, stop);
    if (!failure)
        m_held = info;
    return failure;
}

/// Takes a lost lock again, to save the state. Only a state that has not changed since is replaced.
IoOutcome ConsulClient::lockAgain() {
    if (!m_held || (m_lock.isTaken() && !m_lock.isLost()))
        return true;
    m_wasLost = true;
    (void)m_lock.release();
    const std::optional<LockFailure> failure = m_lock.take(*m_held, {});
    if (!failure)
        return true;
    const std::string reason =
        failure->holder ? failure->message + '\n' + states::describe(*failure->holder) : failure->message;
    return Unexpected{"the lock of the state was lost, and could not be taken again: " + reason};
}

IoOutcome ConsulClient::unlock(const std::string& id) {
    if (!m_locks)
        return true;
    if (!m_held || m_held->id != id)
        return m_lock.endHolder(id);
    m_held.reset();
    return m_lock.release();
}

IoOutcome ConsulClient::checkLock() {
    if (m_wasLost)
        return Unexpected{std::string(endedSession)};
    return m_lock.check();
}

} // namespace

std::string statePath(const std::string& path, const std::string& workspace) {
    return workspace == "default" ? path : path + "-env:" + workspace;
}

std::unique_ptr<Client> makeClient(const Settings& settings, const std::string& workspace) {
    return std::make_unique<ConsulClient>(settings, statePath(settings.path, workspace));
}

IoOutcome deleteState(const Settings& settings, const std::string& workspace, const std::stop_token& stop) {
    const Server server(settings.server);
    const std::string path = statePath(settings.path, workspace);
    const ApiResult<ReadEntry> found = server.read(path, stop);
    if (!found)
        return Unexpected{found.error().text};
    if (const ApiResult<bool> removed = server.remove(path, stop); !removed)
        return Unexpected{removed.error().text};
    if (const auto parts = found->entry ? partsIn(found->entry->value) : std::nullopt)
        if (const ApiResult<bool> removed = server.removeTree(folderOfParts(path, parts->hash), stop); !removed)
            return Unexpected{removed.error().text};
    return true;
}

} // namespace planlens::backends::consul
