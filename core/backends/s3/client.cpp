// SPDX-License-Identifier: MPL-2.0
#include "core/backends/s3/client.h"

#include "core/backends/remote/error_list.h"
#include "core/backends/s3/lock_table.h"
#include "core/system/interruptible_sleep.h"
#include "core/values/text/digest.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>
#include <utility>
#include <vector>

namespace planlens::backends::s3 {
namespace {

using diags::Expected;
using diags::Unexpected;
using states::LockInfo;
using system::IoOutcome;

constexpr std::string_view digestSuffix = "-md5", lockFileSuffix = ".tflock";

/// The holder of a lock.
struct Holder {
    std::optional<LockInfo> info; // none: nobody, or it cannot be read
    std::string text;             // as it is stored
    std::string problem;          // why there is no information
    bool isMissing = false;
};

/// An error, and who holds the lock if that is known.
std::string textOf(const LockFailure& failure) {
    return failure.holder ? failure.message + '\n' + states::describe(*failure.holder) : failure.message;
}

/// Whether all requests of these credentials, or to this bucket, fail in the same way.
bool concernsAllRequests(const ServiceError& error) {
    return error.status == 403 || error.is("NoSuchBucket") || error.is("ExpiredToken") ||
           error.is("ExpiredTokenException");
}

/// The ID of a lock that could not be written, if it may be stored nevertheless.
std::optional<std::string> possibleId(const ServiceError& error, const Holder& holder, const LockInfo& info) {
    const bool isUnknown = error.mayHaveTakenEffect && !holder.info && !holder.isMissing;
    return isUnknown ? std::optional(info.id) : std::nullopt;
}

class S3Client final : public Client {
public:
    S3Client(const Settings& settings, std::string key)
        : m_settings(settings)
        , m_key(std::move(key))
        , m_session(settings.aws)
        , m_store(m_session, settings.store)
        , m_table(m_session, settings.table) {}

    diags::Diagnostics connect(const std::stop_token& stop) override { return m_session.connect(stop); }
    Expected<std::optional<std::string>, std::string> get(const std::stop_token& stop) override;
    IoOutcome put(const std::string& text) override;
    void setOwnTextTest(std::function<bool(const std::string& text)> test) override { m_isOwnText = std::move(test); }
    bool guardsWrites() const override { return false; }
    bool hasLocks() const override { return m_settings.usesLockFile || !m_settings.table.empty(); }
    std::optional<LockFailure> lock(const LockInfo& info, const std::stop_token& stop) override;
    IoOutcome unlock(const std::string& id) override;
    LockStatus lockStatus() override;

private:
    bool hasTable() const { return !m_settings.table.empty(); }
    std::string lockId() const { return m_settings.store.bucket + '/' + m_key; }
    std::string lockFile() const { return m_key + std::string(lockFileSuffix); }
    std::string storedDigest(const std::stop_token& stop) const;
    Holder lockFileHolder(const std::stop_token& stop = {}) const;
    Holder tableHolder(const std::stop_token& stop = {}) const;
    std::optional<LockFailure> writeLockFile(const LockInfo& info, const std::stop_token& stop) const;
    std::optional<LockFailure> writeTableLock(const LockInfo& info, const std::stop_token& stop) const;
    std::optional<LockFailure> removeLockFile(const std::string& id) const;
    std::optional<LockFailure> removeTableLock(const std::string& id) const;

    Settings m_settings;
    std::string m_key;
    cloud::aws::Session m_session;
    Bucket m_store;
    LockTable m_table;
    std::function<bool(const std::string& text)> m_isOwnText; // may be empty
    std::string m_lock;                                       // the ID of the lock that this object holds; empty: none
};

/// The digest of the state in the table; empty if there is none. A digest that cannot be read does not prevent reading
/// the state, as in the reference.
std::string S3Client::storedDigest(const std::stop_token& stop) const {
    if (!hasTable())
        return {};
    const auto digest = m_table.read(lockId() + std::string(digestSuffix), "Digest", stop);
    constexpr std::size_t size = 32;
    if (!digest || !*digest || (*digest)->size() != size ||
        (*digest)->find_first_not_of("0123456789abcdefABCDEF") != std::string::npos)
        return {};
    std::string text = **digest;
    for (char& letter : text)
        if (letter >= 'A' && letter <= 'F')
            letter = static_cast<char>(letter - 'A' + 'a');
    return text;
}

Expected<std::optional<std::string>, std::string> S3Client::get(const std::stop_token& stop) {
    using Clock = std::chrono::steady_clock;
    for (const Clock::time_point start = Clock::now();;) {
        auto text = m_store.readIfExists(m_key, stop);
        if (!text)
            return Unexpected{messageOf(text.error())};
        const bool exists = *text && !(*text)->empty();
        const std::string digest = exists ? values::toHex(values::md5(**text)) : std::string();
        const std::string expected = storedDigest(stop);
        if (expected.empty() || expected == digest || (exists && m_isOwnText && m_isOwnText(**text)))
            return exists ? *std::move(text) : std::optional<std::string>();
        if (Clock::now() - start >= m_settings.digestLimit || stop.stop_requested())
            return Unexpected{fmt::format(
                "state data in S3 does not have the expected content.\n\nThis may be caused by unusually long delays "
                "in "
                "S3 processing a previous state\nupdate.  Please wait for a minute or two and try again. If this "
                "problem\npersists, and neither S3 nor DynamoDB are experiencing an outage, you may need\nto manually "
                "verify the remote state and update the Digest value stored in the\nDynamoDB table to the following "
                "value: {}\n",
                digest)};
        system::sleepFor(m_settings.digestWait, stop);
    }
}

IoOutcome S3Client::put(const std::string& text) {
    if (const cloud::aws::Outcome written = m_store.write(m_key, text, m_settings.stateTags, Writing::Always); !written)
        return Unexpected{"failed to upload state: " + messageOf(written.error())};
    if (!hasTable())
        return true;
    // The reference ignores this error. The next program could not read the state then.
    const std::string item = lockId() + std::string(digestSuffix), digest = values::toHex(values::md5(text));
    const cloud::aws::Outcome noted = m_table.write(item, "Digest", digest, LockTable::Writing::Always);
    if (!noted)
        return Unexpected{fmt::format(
            "failed to store state MD5: {}\n\nThe state itself is stored. Other programs cannot read it until the "
            "attribute \"Digest\" of the item {} in the DynamoDB table {} is {}.",
            noted.error().text, values::quoted(item), values::quoted(m_table.name()), values::quoted(digest))};
    return true;
}

Holder S3Client::lockFileHolder(const std::stop_token& stop) const {
    auto text = m_store.read(lockFile(), stop);
    if (!text)
        return {{}, {}, messageOf(text.error()), text.error().is("NoSuchKey")};
    std::optional<LockInfo> info = states::readLockInfo(*text);
    if (!info)
        return {{},
                {},
                fmt::format(
                    "unable to json parse the lock info {} from bucket {}. If no other program uses the state, delete "
                    "this object",
                    values::quoted(lockFile()), values::quoted(m_settings.store.bucket))};
    return {std::move(info), *std::move(text), {}};
}

Holder S3Client::tableHolder(const std::stop_token& stop) const {
    auto text = m_table.read(lockId(), "Info", stop);
    if (!text)
        return {{}, {}, text.error().text};
    if (!*text)
        return {{},
                {},
                fmt::format("no lock info found for: {} within the DynamoDB table: {}", values::quoted(lockId()),
                            m_table.name()),
                true};
    std::optional<LockInfo> info = states::readLockInfo(**text);
    if (!info)
        return {
            {}, {}, fmt::format("the lock info of {} in the DynamoDB table cannot be read", values::quoted(lockId()))};
    return {std::move(info), **std::move(text), {}};
}

std::optional<LockFailure> S3Client::writeLockFile(const LockInfo& info, const std::stop_token& stop) const {
    for (int attempt = 1;; ++attempt) {
        const cloud::aws::Outcome written =
            m_store.write(lockFile(), states::writeLockInfo(info), m_settings.lockTags, Writing::OnlyNew, stop);
        if (written)
            return {};
        const ServiceError& error = written.error();
        const Holder holder = lockFileHolder(stop);
        if (holder.info && holder.info->id == info.id) // an attempt whose response was lost
            return {};
        // Another program was writing the object, or has removed it since.
        if (holder.isMissing && (error.status == 409 || error.status == 412) && attempt < 5) {
            system::sleepFor(std::chrono::milliseconds(100 * attempt), stop);
            continue;
        }
        return LockFailure{joinedErrors(messageOf(error), concernsAllRequests(error) ? std::string() : holder.problem),
                           holder.info, false, possibleId(error, holder, info)};
    }
}

std::optional<LockFailure> S3Client::writeTableLock(const LockInfo& info, const std::stop_token& stop) const {
    for (int attempt = 1;; ++attempt) {
        const cloud::aws::Outcome written =
            m_table.write(lockId(), "Info", states::writeLockInfo(info), LockTable::Writing::OnlyNew, stop);
        if (written)
            return {};
        const Holder holder = tableHolder(stop);
        if (holder.info && holder.info->id == info.id) // an attempt whose response was lost
            return {};
        if (holder.isMissing && written.error().is("ConditionalCheckFailedException") && attempt < 5)
            continue; // released since
        const std::string more = concernsAllRequests(written.error()) ? std::string() : holder.problem;
        return LockFailure{joinedErrors(written.error().text, more), holder.info, false,
                           possibleId(written.error(), holder, info)};
    }
}

std::optional<LockFailure> S3Client::lock(const LockInfo& given, const std::stop_token& stop) {
    LockInfo info = given;
    info.path = lockId();
    if (m_settings.usesLockFile)
        if (auto failure = writeLockFile(info, stop))
            return failure;
    auto failure = hasTable() ? writeTableLock(info, stop) : std::nullopt;
    if (!failure && (m_settings.usesLockFile || hasTable()))
        m_lock = info.id;
    if (failure && m_settings.usesLockFile)
        if (const auto left = removeLockFile(info.id)) {
            failure->message += "\nThe lock file of this attempt is still there: " + textOf(*left);
            failure->possibleId = info.id;
        }
    return failure;
}

/// std::nullopt if the lock is removed, as below.
std::optional<LockFailure> S3Client::removeLockFile(const std::string& id) const {
    const Holder holder = lockFileHolder();
    if (!holder.info)
        return LockFailure{"failed to retrieve s3 lock info: " + holder.problem};
    if (holder.info->id != id)
        return LockFailure{fmt::format("lock id {} from s3 does not match existing lock", values::quoted(id)),
                           holder.info};
    if (const cloud::aws::Outcome removed = m_store.remove(lockFile(), {}); !removed)
        return LockFailure{messageOf(removed.error()), holder.info};
    return {};
}

std::optional<LockFailure> S3Client::removeTableLock(const std::string& id) const {
    const Holder holder = tableHolder();
    if (!holder.info)
        return LockFailure{"failed to retrieve lock info: " + holder.problem};
    if (holder.info->id != id)
        return LockFailure{fmt::format("lock id {} does not match existing lock", values::quoted(id)), holder.info};
    const cloud::aws::Outcome removed = m_table.removeLock(lockId(), holder.text);
    if (removed || tableHolder().isMissing) // removed by an attempt whose response was lost
        return {};
    return LockFailure{removed.error().text, holder.info};
}

IoOutcome S3Client::unlock(const std::string& id) {
    m_lock.clear();
    // Both are tried, so that an error of one leaves only that one.
    std::optional<LockFailure> file, item;
    if (m_settings.usesLockFile)
        file = removeLockFile(id);
    if (hasTable())
        item = removeTableLock(id);
    if (file && item)
        return Unexpected{textOf({errorList({file->message, item->message}), file->holder})};
    if (file)
        return Unexpected{(hasTable() ? "dynamoDB lock released but s3 failed: " : "") + textOf(*file)};
    if (item)
        return Unexpected{(m_settings.usesLockFile ? "s3 lock released but dynamoDB failed: " : "") + textOf(*item)};
    return true;
}

LockStatus S3Client::lockStatus() {
    if (m_lock.empty())
        return LockStatus::Held;
    std::vector<Holder> holders;
    if (m_settings.usesLockFile)
        holders.push_back(lockFileHolder());
    if (hasTable())
        holders.push_back(tableHolder());
    LockStatus status = LockStatus::Held;
    for (const Holder& holder : holders) {
        if (holder.info && holder.info->id != m_lock)
            return LockStatus::Taken;
        if (holder.isMissing)
            status = LockStatus::Removed;
    }
    return status;
}

} // namespace

std::unique_ptr<Client> makeClient(const Settings& settings, const std::string& key) {
    return std::make_unique<S3Client>(settings, key);
}

Expected<bool, std::string> deleteState(const Settings& settings, cloud::aws::Session& session, const std::string& key,
                                        const std::stop_token& stop) {
    const cloud::aws::Outcome removed = Bucket(session, settings.store).remove(key, stop);
    if (!removed)
        return Unexpected{messageOf(removed.error())};
    if (settings.table.empty())
        return true;
    const std::string id = settings.store.bucket + '/' + key + std::string(digestSuffix);
    if (const cloud::aws::Outcome noted = LockTable(session, settings.table).remove(id); !noted)
        return Unexpected{"the state is deleted, but not its digest: " + noted.error().text};
    return true;
}

} // namespace planlens::backends::s3
