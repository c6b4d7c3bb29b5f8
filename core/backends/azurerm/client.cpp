// SPDX-License-Identifier: MPL-2.0
#include "core/backends/azurerm/client.h"

#include "core/values/text/base64.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>
#include <utility>

namespace planlens::backends::azurerm {
namespace {

using diags::Expected;
using diags::Unexpected;
using states::LockInfo;
using system::IoOutcome;

constexpr const char* lockKey = "terraformlockid"; // of the metadata
constexpr int notFound = 404, conflict = 409, preconditionFailed = 412;

/// The holder of a lock.
struct Holder {
    std::optional<LockInfo> info; // none: missing or unreadable
    std::string problem;          // why there is no information
};

Holder holderIn(const Metadata& metadata) {
    const auto found = metadata.find(lockKey);
    if (found == metadata.end() || found->second.empty())
        return {{}, fmt::format("blob metadata {} was empty", values::quoted(lockKey))};
    const auto json = values::fromBase64(found->second);
    if (!json)
        return {{},
                fmt::format("error in base64 decoding lock string: illegal base64 "
                            "data at input byte {}",
                            json.error())};
    std::optional<LockInfo> info = states::readLockInfo(*json);
    if (!info)
        return {{}, "error decoding json data from lock"};
    return {std::move(info), {}};
}

class AzureClient final : public Client {
public:
    AzureClient(Container container, std::string blob, Snapshots snapshots)
        : m_container(std::move(container))
        , m_blob(std::move(blob))
        , m_snapshots(snapshots) {}

    diags::Diagnostics connect(const std::stop_token& stop) override { return m_container.connect(stop); }
    Expected<std::optional<std::string>, std::string> get(const std::stop_token& stop) override;
    IoOutcome put(const std::string& text) override;
    bool guardsWrites() const override { return true; }
    std::optional<LockFailure> lock(const LockInfo& info, const std::stop_token& stop) override;
    IoOutcome unlock(const std::string& id) override;
    LockStatus lockStatus() override;

private:
    Holder holder(const std::stop_token& stop = {}) const;
    bool isStored(const std::string& text);
    std::optional<LockFailure> createBlob(bool& isLeased, const std::stop_token& stop) const;
    Expected<Metadata, std::string> metadata(const char* purpose) const;
    IoOutcome writeLockInfo(const LockInfo& info) const;
    LockFailure failure(std::string message, const std::stop_token& stop) const;

    Container m_container;
    std::string m_blob;
    Snapshots m_snapshots;
    std::string m_lease;      // held by this object; empty: none
    std::string m_etag;       // of the state that was read or written last; empty: not known
    bool m_isMissing = false; // there was no state
};

Expected<std::optional<std::string>, std::string> AzureClient::get(const std::stop_token& stop) {
    auto blob = m_container.read(m_blob, m_lease, stop);
    if (!blob)
        return Unexpected{"error downloading azure blob: " + blob.error().text};
    m_isMissing = !*blob;
    m_etag.clear();
    if (m_isMissing)
        return std::optional<std::string>();
    m_etag = (*blob)->etag;
    if ((*blob)->text.empty())
        return std::optional<std::string>();
    return std::optional(std::move((*blob)->text));
}

/// Whether this text is the state: an attempt to write it was carried out, but
/// its response was lost.
bool AzureClient::isStored(const std::string& text) {
    const auto blob = m_container.read(m_blob, m_lease, {});
    if (!blob || !*blob || (*blob)->text != text)
        return false;
    m_etag = (*blob)->etag;
    return true;
}

/// The metadata of the blob; empty if there is no blob.
Expected<Metadata, std::string> AzureClient::metadata(const char* purpose) const {
    const auto properties = m_container.properties(m_blob, m_lease);
    if (!properties)
        return Unexpected{fmt::format("error getting blob properties while {}: {}", purpose, properties.error().text)};
    return *properties ? (*properties)->metadata : Metadata();
}

IoOutcome AzureClient::put(const std::string& text) {
    if (m_snapshots == Snapshots::BeforeWrites && !m_isMissing)
        if (const Outcome taken = m_container.takeSnapshot(m_blob, m_lease); !taken)
            return Unexpected{
                fmt::format("error snapshotting Blob {}: {}", m_container.url(m_blob), taken.error().text)};
    const auto kept = metadata("doing Put");
    if (!kept)
        return Unexpected{kept.error()};
    // A lease excludes the writes of other programs.
    Condition condition{.lease = m_lease};
    if (m_lease.empty()) {
        condition.etag = m_etag;
        condition.isNew = m_isMissing;
    }
    const auto written = m_container.write(m_blob, text, *kept, condition);
    if (!written) {
        const BlobError& error = written.error();
        const bool isOther = m_lease.empty() && (error.status == preconditionFailed || error.status == conflict);
        if (!isOther || !isStored(text))
            return Unexpected{"error uploading blob: " + error.text};
    } else {
        m_etag = *written;
    }
    m_isMissing = false;
    return true;
}

Holder AzureClient::holder(const std::stop_token& stop) const {
    const auto kept = m_container.properties(m_blob, m_lease, stop);
    if (!kept)
        return {{}, "error getting lock info: " + kept.error().text};
    return holderIn(*kept ? (*kept)->metadata : Metadata());
}

LockFailure AzureClient::failure(std::string message, const std::stop_token& stop) const {
    Holder found = holder(stop);
    if (!found.problem.empty())
        message += '\n' + found.problem;
    return {std::move(message), std::move(found.info)};
}

/// Creates an empty blob if there is none, because only blobs have leases.
std::optional<LockFailure> AzureClient::createBlob(bool& isLeased, const std::stop_token& stop) const {
    const auto properties = m_container.properties(m_blob, {}, stop);
    if (!properties) { // without the reason, which only the response to reading has
        const auto blob = m_container.read(m_blob, {}, stop);
        return LockFailure{.message =
                               "error downloading azure blob: " + (blob ? properties.error() : blob.error()).text,
                           .isInaccessible = true};
    }
    isLeased = *properties && (*properties)->isLeased;
    if (*properties)
        return {};
    const auto created = m_container.write(m_blob, {}, {}, {.isNew = true}, stop);
    const bool existsNow =
        !created && (created.error().status == conflict || created.error().status == preconditionFailed);
    if (!created && !existsNow)
        return LockFailure{.message = created.error().text, .isInaccessible = created.error().status == notFound};
    return {};
}

IoOutcome AzureClient::writeLockInfo(const LockInfo& info) const {
    auto kept = metadata("writing lock");
    if (!kept)
        return Unexpected{kept.error()};
    (*kept)[lockKey] = values::toBase64(states::writeLockInfo(info));
    if (const Outcome written = m_container.writeMetadata(m_blob, *kept, m_lease); !written)
        return Unexpected{written.error().text};
    return true;
}

std::optional<LockFailure> AzureClient::lock(const LockInfo& given, const std::stop_token& stop) {
    LockInfo info = given;
    info.path = m_container.url(m_blob);
    bool isLeased = false;
    if (auto problem = createBlob(isLeased, stop))
        return problem;
    if (isLeased)
        return failure("state blob is already locked", stop);
    // Repeating this with the same ID succeeds if the response was lost.
    if (const Outcome acquired = m_container.acquireLease(m_blob, info.id, stop); !acquired) {
        std::string message = acquired.error().text;
        const auto isUnknown = [](const BlobError& error) { return error.status == 0 || error.status >= 500; };
        bool mayBeLeased = acquired.error().mayHaveTakenEffect;
        if (mayBeLeased && !stop.stop_requested()) {
            const Outcome released = m_container.releaseLease(m_blob, info.id);
            mayBeLeased = !released && isUnknown(released.error());
            if (mayBeLeased)
                message += '\n' + released.error().text;
        }
        LockFailure failed = failure(std::move(message), stop);
        if (mayBeLeased)
            failed.possibleId = info.id;
        return failed;
    }
    m_lease = info.id;
    m_etag.clear(); // writing the lock information makes a new version
    if (const IoOutcome written = writeLockInfo(info); !written) {
        std::string message = written.error();
        if (const Outcome released = m_container.releaseLease(m_blob, m_lease); !released)
            message +=
                fmt::format("\nThe lease of this attempt is still there: {}. Remove it with \"force-unlock {}\".",
                            released.error().text, m_lease);
        m_lease.clear();
        return LockFailure{std::move(message)};
    }
    return {};
}

IoOutcome AzureClient::unlock(const std::string& id) {
    const Holder found = holder();
    if (!found.info) { // a release that failed has removed it; the lease has the same ID
        if (!m_container.releaseLease(m_blob, id))
            return Unexpected{"failed to retrieve lock info: " + found.problem};
        m_lease.clear();
        m_etag.clear();
        return true;
    }
    const auto refused = [&](const std::string& message) {
        return Unexpected{message + '\n' + states::describe(*found.info)};
    };
    if (found.info->id != id)
        return refused(fmt::format("lock id {} does not match existing lock", values::quoted(id)));
    m_lease = id;
    auto kept = metadata("writing lock");
    if (!kept)
        return refused("failed to delete lock info from metadata: " + kept.error());
    kept->erase(lockKey);
    if (const Outcome written = m_container.writeMetadata(m_blob, *kept, m_lease); !written)
        return refused("failed to delete lock info from metadata: " + written.error().text);
    const Outcome released = m_container.releaseLease(m_blob, m_lease);
    // An attempt whose response was lost has released the lease.
    if (!released && !(released.error().isRepeated && released.error().status == conflict))
        return refused("error when releasing lease for azure lock: " + released.error().text);
    m_lease.clear();
    m_etag.clear();
    return true;
}

LockStatus AzureClient::lockStatus() {
    if (m_lease.empty())
        return LockStatus::Held;
    const auto kept = m_container.properties(m_blob, {}); // a request with a lost lease fails
    if (!kept)
        return LockStatus::Held;
    if (!*kept || !(*kept)->isLeased)
        return LockStatus::Removed;
    const Holder found = holderIn((*kept)->metadata);
    return found.info && found.info->id != m_lease ? LockStatus::Taken : LockStatus::Held;
}

} // namespace

std::string stateBlob(const std::string& key, const std::string& workspace) {
    return workspace == "default" ? key : key + "env:" + workspace;
}

std::unique_ptr<Client> makeClient(Container container, std::string blob, Snapshots snapshots) {
    return std::make_unique<AzureClient>(std::move(container), std::move(blob), snapshots);
}

} // namespace planlens::backends::azurerm
