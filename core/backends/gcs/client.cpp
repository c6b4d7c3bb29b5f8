// SPDX-License-Identifier: MPL-2.0
#include "core/backends/gcs/client.h"

#include "core/backends/remote/error_list.h"
#include "core/system/interruptible_sleep.h"
#include "core/values/text/quoted.h"

#include <algorithm>
#include <filesystem>
#include <fmt/core.h>
#include <utility>

namespace planlens::backends::gcs {
namespace {

using diags::Expected;
using diags::Unexpected;
using states::LockInfo;
using system::IoOutcome;

constexpr int unauthorized = 401, notFound = 404, preconditionFailed = 412;

std::string objectName(const std::string& prefix, const std::string& name) {
    return (std::filesystem::path(prefix) / name).lexically_normal().generic_string();
}

/// The holder of a lock.
struct Holder {
    std::optional<LockInfo> info; // its ID is the generation of the lock; none: missing or unreadable
    std::string ownId;            // the ID that the holder has written
    std::string problem;          // why there is no information
    bool isMissing = false;
};

class GcsClient final : public Client {
public:
    GcsClient(const Settings& settings, const std::string& workspace)
        : m_session(settings.google)
        , m_bucket(m_session, settings.bucket)
        , m_name(stateObject(settings.prefix, workspace))
        , m_lockName(lockObject(settings.prefix, workspace)) {}

    diags::Diagnostics connect(const std::stop_token& stop) override { return m_session.connect(stop); }
    Expected<std::optional<std::string>, std::string> get(const std::stop_token& stop) override;
    IoOutcome put(const std::string& text) override;
    bool guardsWrites() const override { return true; }
    std::optional<LockFailure> lock(const LockInfo& info, const std::stop_token& stop) override;
    IoOutcome unlock(const std::string& id) override;
    LockStatus lockStatus() override;

private:
    bool isStored(const std::string& text);
    Holder holder(const std::stop_token& stop = {}) const;

    cloud::google::Session m_session;
    Bucket m_bucket;
    std::string m_name, m_lockName;
    std::optional<Generation> m_generation; // of the state that was read or written last
    struct HeldLock {
        std::string id;
        Generation generation;
    };
    std::optional<HeldLock> m_lock;
};

Expected<std::optional<std::string>, std::string> GcsClient::get(const std::stop_token& stop) {
    auto object = m_bucket.read(m_name, Encryption::OfSettings, stop);
    if (!object)
        return Unexpected{
            fmt::format("Failed to open state file at {}: {}", m_bucket.url(m_name), object.error().text)};
    if (!*object) {
        // A missing bucket must be noticed before an apply changes anything.
        if (const auto names = m_bucket.list(m_name, stop); !names && names.error().status == notFound)
            return Unexpected{"querying Cloud Storage failed: " + names.error().text};
        m_generation = noGeneration;
        return std::optional<std::string>();
    }
    m_generation.reset();
    if (!(*object)->generation.empty())
        m_generation = (*object)->generation;
    return std::optional(std::move((*object)->text));
}

/// Whether this text is the state: an attempt to write it was carried out, but its response was lost.
bool GcsClient::isStored(const std::string& text) {
    const auto object = m_bucket.read(m_name, Encryption::OfSettings, {});
    if (!object || !*object || (*object)->text != text)
        return false;
    m_generation = (*object)->generation;
    return true;
}

IoOutcome GcsClient::put(const std::string& text) {
    const auto written = m_bucket.write(m_name, text, Encryption::OfSettings, m_generation);
    if (written) {
        m_generation = *written;
        return true;
    }
    const ServiceError& error = written.error();
    if (error.status == preconditionFailed && isStored(text))
        return true;
    const char* const more =
        error.status == preconditionFailed ? "\n\nAnother program has written the state since it was read." : "";
    return Unexpected{fmt::format("Failed to upload state to {}: {}{}", m_bucket.url(m_name), error.text, more)};
}

Holder GcsClient::holder(const std::stop_token& stop) const {
    const auto object = m_bucket.read(m_lockName, Encryption::OfBucket, stop);
    if (!object && object.error().status != notFound)
        return {{}, {}, object.error().text};
    if (!object || !*object)
        return {{}, {}, {}, true};
    std::optional<LockInfo> info = states::readLockInfo((*object)->text);
    if (!info)
        return {{}, {}, fmt::format("the lock information in {} cannot be read", m_bucket.url(m_lockName))};
    std::string ownId = std::exchange(info->id, (*object)->generation);
    return {std::move(info), std::move(ownId), {}};
}

std::optional<LockFailure> GcsClient::lock(const LockInfo& given, const std::stop_token& stop) {
    LockInfo info = given;
    info.path = m_bucket.url(m_lockName);
    for (int attempt = 1;; ++attempt) {
        const auto written = m_bucket.write(m_lockName, states::writeLockInfo(info), Encryption::OfBucket,
                                            Generation(noGeneration), stop);
        if (written) {
            m_lock = HeldLock{info.id, *written};
            return {};
        }
        const ServiceError& error = written.error();
        Holder found = holder(stop);
        if (found.info && found.ownId == info.id) { // an attempt whose response was lost
            m_lock = HeldLock{info.id, found.info->id};
            return {};
        }
        if (found.isMissing && error.status == preconditionFailed && attempt < 5) { // released since
            system::sleepFor(std::chrono::milliseconds(100 * attempt), stop);
            continue;
        }
        const std::string message = fmt::format("writing {} failed: {}", values::quoted(info.path), error.text);
        const bool isUnknown = error.mayHaveTakenEffect && !found.info && !found.isMissing;
        return LockFailure{joinedErrors(message, found.problem), std::move(found.info),
                           error.status == unauthorized || error.status == notFound,
                           isUnknown ? std::optional(std::string()) : std::nullopt};
    }
}

IoOutcome GcsClient::unlock(const std::string& id) {
    const bool isOwn = m_lock && m_lock->id == id;
    const Generation generation = isOwn ? std::exchange(m_lock, std::nullopt)->generation : id;
    const bool isNumber = !generation.empty() && generation.size() < 20 &&
                          std::ranges::all_of(generation, [](char c) { return c >= '0' && c <= '9'; });
    if (!isNumber)
        return Unexpected{fmt::format("Lock ID should be numerical value, got '{}'", id)};
    const cloud::google::Outcome removed = m_bucket.remove(m_lockName, generation, {});
    if (removed)
        return true;
    const ServiceError& error = removed.error();
    if (isOwn && error.isRepeated && error.status == notFound) // removed by an attempt whose response was lost
        return true;
    const Holder found = holder();
    const std::string message = joinedErrors(error.text, found.problem);
    return Unexpected{found.info ? message + '\n' + states::describe(*found.info) : message};
}

LockStatus GcsClient::lockStatus() {
    if (!m_lock)
        return LockStatus::Held;
    const Holder found = holder();
    if (found.isMissing)
        return LockStatus::Removed;
    return found.info && found.info->id != m_lock->generation ? LockStatus::Taken : LockStatus::Held;
}

} // namespace

std::string stateObject(const std::string& prefix, const std::string& workspace) {
    return objectName(prefix, workspace + ".tfstate");
}

std::string lockObject(const std::string& prefix, const std::string& workspace) {
    return objectName(prefix, workspace + ".tflock");
}

std::unique_ptr<Client> makeClient(const Settings& settings, const std::string& workspace) {
    return std::make_unique<GcsClient>(settings, workspace);
}

} // namespace planlens::backends::gcs
