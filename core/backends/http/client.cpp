// SPDX-License-Identifier: MPL-2.0
#include "core/backends/http/client.h"

#include "core/system/interruptible_sleep.h"
#include "core/values/text/base64.h"
#include "core/values/text/digest.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <fmt/core.h>
#include <utility>

namespace planlens::backends::http {
namespace {

using cloud::http::Failure;
using cloud::http::Request;
using cloud::http::Response;
using diags::Expected;
using diags::Unexpected;

enum Status { Ok = 200, Created = 201, NoContent = 204, Unauthorized = 401, Forbidden = 403, NotFound = 404 };
enum {
    Conflict = 409,
    Locked = 423,
    TooManyRequests = 429,
    ServerError = 500,
    NotImplemented = 501,
    Unavailable = 503
};

/// The address with an additional query parameter.
std::string withParameter(std::string address, const std::string& name, const std::string& value) {
    address.resize(std::min(address.find('#'), address.size()));
    return address + (address.find('?') == std::string::npos ? '?' : '&') + name + '=' + value;
}

/// The address with escapes for characters of its path that cannot be sent as they are.
std::string withEscapes(const std::string& address) {
    constexpr std::string_view allowed = "-_.~!$&'()*+,;=:@[]/%";
    const std::size_t scheme = address.find("://"),
                      path = address.find('/', scheme == std::string::npos ? 0 : scheme + 3);
    std::string escaped;
    for (std::size_t i = 0; i < address.size(); ++i) {
        const auto c = static_cast<unsigned char>(address[i]);
        if (address[i] == '?' || address[i] == '#')
            return escaped + address.substr(i);
        const bool isAllowed = (c < 0x80 && std::isalnum(c) != 0) || allowed.find(address[i]) != std::string_view::npos;
        escaped +=
            i < path || isAllowed || c < 0x20 || c == 0x7f ? std::string(1, address[i]) : fmt::format("%{:02X}", c);
    }
    return escaped;
}

std::string unexpectedStatus(int status) {
    return fmt::format("Unexpected HTTP response code {}", status);
}

class HttpClient final : public Client {
public:
    explicit HttpClient(Settings settings)
        : m_settings(std::move(settings)) {}

    Expected<std::optional<std::string>, std::string> get(const std::stop_token& stop) override;
    system::IoOutcome put(const std::string& text) override;
    bool guardsWrites() const override { return false; }
    bool hasLocks() const override { return !m_settings.unlockAddress.empty(); }
    std::optional<LockFailure> lock(const states::LockInfo& info, const std::stop_token& stop) override;
    system::IoOutcome unlock(const std::string& id) override;
    system::IoOutcome checkLock() override;

private:
    /// The response to a request. The server may have carried out an earlier attempt.
    struct Sent {
        Expected<Response, std::string> response;
        bool mayHaveTakenEffect = false;
    };
    Sent send(const std::string& method, const std::string& address, const std::string& body, std::string_view purpose,
              const std::stop_token& stop = {}) const;
    std::chrono::seconds waitAfter(const Expected<Response, Failure>& response, int attempt) const;

    Settings m_settings;
    std::optional<states::LockInfo> m_lock; // held by this object
    std::atomic<bool> m_isLockLost = false; // the server has refused a write because of another lock
};

/// The holder of a lock that the server does not describe.
states::LockInfo unknownHolder() {
    states::LockInfo holder;
    holder.id = holder.who = "unknown";
    holder.info = "the response of the server does not describe the holder";
    holder.created = "0001-01-01T00:00:00Z";
    return holder;
}

bool canRetry(const Expected<Response, Failure>& response) {
    if (!response)
        return response.error().canRetry;
    return response->status == TooManyRequests ||
           (response->status >= ServerError && response->status != NotImplemented);
}

std::chrono::seconds HttpClient::waitAfter(const Expected<Response, Failure>& response, int attempt) const {
    if (response && response->retryAfter > 0 &&
        (response->status == TooManyRequests || response->status == Unavailable))
        return std::min(std::chrono::seconds(response->retryAfter), m_settings.longestWait);
    const std::chrono::seconds wait = m_settings.shortestWait * (1LL << std::min(attempt, 20));
    return std::min(wait, m_settings.longestWait);
}

/// Repeats the request while the server cannot be reached or reports errors of its own.
HttpClient::Sent HttpClient::send(const std::string& method, const std::string& address, const std::string& body,
                                  std::string_view purpose, const std::stop_token& stop) const {
    Request request{.method = method,
                    .url = withEscapes(address),
                    .body = body,
                    .headers = m_settings.headers,
                    .username = m_settings.username,
                    .password = m_settings.password,
                    .tls = m_settings.tls};
    if (!body.empty())
        request.headers.push_back("Content-MD5: " + values::toBase64(values::md5(body)));
    bool isUncertain = false;
    for (int attempt = 0;; ++attempt) {
        const Expected<Response, Failure> response = cloud::http::performRequest(request, stop);
        isUncertain = isUncertain || cloud::http::mayHaveTakenEffect(response);
        if (!canRetry(response) && response)
            return {*response, isUncertain};
        if (canRetry(response) && attempt < m_settings.retries && !stop.stop_requested()) {
            system::sleepFor(waitAfter(response, attempt), stop);
            continue;
        }
        const std::string cause = response ? fmt::format(": the server responded with status {}", response->status)
                                           : ": " + response.error().message;
        return {Unexpected{fmt::format("Failed to {}: {} {} giving up after {} attempt(s){}", purpose, method,
                                       addressForMessages(address), attempt + 1, cause)},
                isUncertain};
    }
}

Expected<std::optional<std::string>, std::string> HttpClient::get(const std::stop_token& stop) {
    auto response = send("GET", m_settings.address, {}, "get state", stop).response;
    if (!response)
        return Unexpected{std::move(response.error())};
    switch (response->status) {
    case Ok:
        return response->body.empty() ? std::nullopt : std::optional(std::move(response->body));
    case NoContent:
    case NotFound:
        return std::optional<std::string>();
    case Unauthorized:
        return Unexpected{std::string("HTTP remote state endpoint requires auth")};
    case Forbidden:
        return Unexpected{std::string("HTTP remote state endpoint invalid auth")};
    default:
        return Unexpected{unexpectedStatus(response->status)};
    }
}

system::IoOutcome HttpClient::put(const std::string& text) {
    const std::string address = m_lock ? withParameter(m_settings.address, "ID", m_lock->id) : m_settings.address;
    const auto response = send(m_settings.updateMethod, address, text, "upload state").response;
    if (!response)
        return Unexpected{response.error()};
    if (response->status == Ok || response->status == Created || response->status == NoContent)
        return true;
    std::string message = fmt::format("HTTP error: {}", response->status);
    if (response->status != Conflict && response->status != Locked)
        return Unexpected{std::move(message)};
    m_isLockLost = m_lock.has_value();
    if (const auto holder = states::readLockInfo(response->body); holder && !(m_lock && holder->id == m_lock->id))
        message += "\n" + states::describe(*holder);
    return Unexpected{std::move(message)};
}

system::IoOutcome HttpClient::checkLock() {
    if (m_isLockLost)
        return Unexpected{std::string("the server has refused to write the state, because the lock is lost")};
    return true;
}

std::optional<LockFailure> HttpClient::lock(const states::LockInfo& info, const std::stop_token& stop) {
    if (m_settings.lockAddress.empty())
        return {};
    const auto [response, mayBeLocked] =
        send(m_settings.lockMethod, m_settings.lockAddress, states::writeLockInfo(info), "lock", stop);
    const auto possibleId = mayBeLocked ? std::optional(info.id) : std::nullopt;
    if (!response)
        return LockFailure{.message = response.error(), .possibleId = possibleId};
    switch (response->status) {
    case Ok:
        m_lock = info;
        m_isLockLost = false;
        return {};
    case Unauthorized:
        return LockFailure{"HTTP remote state endpoint requires auth"};
    case Forbidden:
        return LockFailure{"HTTP remote state endpoint invalid auth"};
    case Conflict:
    case Locked:
        if (const std::optional<states::LockInfo> holder = states::readLockInfo(response->body)) {
            if (holder->id == info.id) { // an attempt whose response was lost
                m_lock = info;
                m_isLockLost = false;
                return {};
            }
            return LockFailure{"HTTP remote state already locked: ID=" + holder->id, holder};
        }
        return LockFailure{"HTTP remote state already locked, failed to unmarshal body", unknownHolder(), false,
                           possibleId};
    default:
        return LockFailure{.message = unexpectedStatus(response->status), .possibleId = possibleId};
    }
}

system::IoOutcome HttpClient::unlock(const std::string& id) {
    if (m_settings.unlockAddress.empty())
        return true;
    states::LockInfo info;
    info.id = id;
    info.created = "0001-01-01T00:00:00Z"; // the time of an unknown lock, as servers get it from the reference
    if (m_lock && m_lock->id == id)
        info = *std::exchange(m_lock, std::nullopt);
    const auto response =
        send(m_settings.unlockMethod, m_settings.unlockAddress, states::writeLockInfo(info), "unlock").response;
    if (!response)
        return Unexpected{response.error()};
    if (response->status == Ok)
        return true;
    return Unexpected{unexpectedStatus(response->status)};
}

} // namespace

std::unique_ptr<Client> makeClient(Settings settings) {
    return std::make_unique<HttpClient>(std::move(settings));
}

std::string addressForMessages(const std::string& address) {
    std::string text = address.substr(0, address.find('#'));
    if (const std::size_t query = text.find('?'); query != std::string::npos)
        text.replace(query, std::string::npos, "?xxxxx");
    const std::size_t start = text.find("://");
    if (start == std::string::npos)
        return text;
    const std::size_t host = start + 3, end = std::min(text.find('/', host), text.size());
    const std::size_t at = text.rfind('@', end);
    const std::size_t colon = text.find(':', host);
    if (at != std::string::npos && at > host && colon < at)
        text.replace(colon + 1, at - colon - 1, "xxxxx");
    return text;
}

} // namespace planlens::backends::http
