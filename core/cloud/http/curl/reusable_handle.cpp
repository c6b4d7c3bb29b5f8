// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/http/curl/reusable_handle.h"

#include <chrono>
#include <list>
#include <mutex>
#include <utility>

namespace planlens::cloud::http {
namespace {

using Clock = std::chrono::steady_clock;

// Shorter than servers keep connections that are not used, because a request may be lost if it is sent while the server
// closes the connection.
constexpr auto longestIdle = std::chrono::seconds(4);
constexpr std::size_t mostIdle = 8;

/// Handles whose connections are open, but not in use. Each handle has its own connections, which only the thread that
/// has taken it uses.
class IdleHandles {
public:
    CurlHandle take(const Target& target) {
        const std::scoped_lock lock(m_mutex);
        const Clock::time_point now = Clock::now();
        m_idle.remove_if([&](const Idle& one) { return now - one.since > longestIdle; });
        for (auto one = m_idle.begin(); one != m_idle.end(); ++one)
            if (one->target == target) {
                CurlHandle curl = std::move(one->curl);
                m_idle.erase(one);
                return curl;
            }
        return {nullptr, curl_easy_cleanup};
    }
    void keep(Target target, CurlHandle curl) {
        curl_easy_reset(curl.get());                        // keeps the connection, and forgets buffers of the request
        curl_easy_setopt(curl.get(), CURLOPT_NOSIGNAL, 1L); // closing must not change how the program handles signals
        const std::scoped_lock lock(m_mutex);
        m_idle.push_front({std::move(target), std::move(curl), Clock::now()});
        if (m_idle.size() > mostIdle)
            m_idle.pop_back();
    }

private:
    struct Idle {
        Target target;
        CurlHandle curl;
        Clock::time_point since;
    };
    std::mutex m_mutex;
    std::list<Idle> m_idle; // the last used first
};

IdleHandles& idleHandles() {
    static auto* const handles = new IdleHandles; // not deleted: other threads may use it while the program ends
    return *handles;
}

/// "https://host:port", without a name and a password, which each request has.
std::string serverOf(const std::string& url) {
    const std::size_t scheme = url.find("://"), host = scheme == std::string::npos ? 0 : scheme + 3;
    const std::string authority = url.substr(host, url.find_first_of("/?#", host) - host);
    return url.substr(0, host) + authority.substr(authority.rfind('@') + 1);
}

} // namespace

Target::Target(const Request& request, const Step& step)
    : server(serverOf(step.url))
    , proxy(step.proxy)
    , unixSocket(request.connection.unixSocket)
    , connectTo(request.connection.connectTo)
    , authorities(step.authorities)
    , certificate(request.tls.certificate)
    , privateKey(request.tls.privateKey)
    , skipVerification(request.tls.skipVerification) {}

ReusableHandle::ReusableHandle(const Request& request, const Step& step)
    : m_target(request, step)
    , m_curl(idleHandles().take(m_target)) {
    if (!m_curl)
        m_curl.reset(curl_easy_init());
}

ReusableHandle::~ReusableHandle() {
    if (isReusable)
        idleHandles().keep(std::move(m_target), std::move(m_curl));
}

} // namespace planlens::cloud::http
