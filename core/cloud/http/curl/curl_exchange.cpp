// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/http/curl/curl_exchange.h"

#include "core/cloud/http/curl/authority_store.h"
#include "core/cloud/http/curl/reusable_handle.h"
#include "core/cloud/server_names.h"
#include "core/values/text/trimmed.h"
#include "core/version.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <ctime>
#include <curl/curl.h>
#include <exception>
#include <fcntl.h>
#include <memory>
#include <openssl/ssl.h>
#include <string_view>

namespace planlens::cloud::http {
namespace {

struct Handle {
    AuthorityStore authorities; // null: libcurl reads them
    ReusableHandle curl;
    using List = std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)>;
    List headers{nullptr, curl_slist_free_all}, connectTo{nullptr, curl_slist_free_all};
    std::array<char, CURL_ERROR_SIZE> error{};
    int sent = 0; // how often the request was sent

    Handle(const Request& request, const Step& step)
        : curl(request, step) {}
    template <typename T>
    void set(CURLoption option, T value) {
        curl_easy_setopt(curl.get(), option, value);
    }
    void addHeader(const char* text) {
        if (curl_slist* const longer = curl_slist_append(headers.get(), text)) {
            (void)headers.release();
            headers.reset(longer);
        }
    }
    /// The text must outlive the request.
    void setBlob(CURLoption option, const std::string& text) {
        if (text.empty())
            return;
        curl_blob blob{const_cast<char*>(text.data()), text.size(), CURL_BLOB_NOCOPY};
        set(option, &blob);
    }
};

/// Blocks SIGPIPE for this thread: OpenSSL raises it when it writes to a connection that the server has closed.
class SigpipeBlock {
public:
    SigpipeBlock() {
        sigemptyset(&m_pipe);
        sigaddset(&m_pipe, SIGPIPE);
        sigset_t pending;
        sigpending(&pending);
        m_wasPending = sigismember(&pending, SIGPIPE) == 1;
        pthread_sigmask(SIG_BLOCK, &m_pipe, &m_before);
    }
    ~SigpipeBlock() {
        const timespec none{};
        if (!m_wasPending)
            sigtimedwait(&m_pipe, nullptr, &none);
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }
    SigpipeBlock(const SigpipeBlock&) = delete;
    SigpipeBlock& operator=(const SigpipeBlock&) = delete;

private:
    sigset_t m_pipe{}, m_before{};
    bool m_wasPending = false;
};

constexpr std::size_t headersLimit = std::size_t{1} << 20U;

/// "1 GiB"; smaller limits in bytes.
std::string sizeText(std::size_t bytes) {
    constexpr std::size_t mebibyte = std::size_t{1} << 20U, gibibyte = std::size_t{1} << 30U;
    return bytes % gibibyte == 0   ? std::to_string(bytes / gibibyte) + " GiB"
           : bytes % mebibyte == 0 ? std::to_string(bytes / mebibyte) + " MiB"
                                   : std::to_string(bytes) + " bytes";
}

std::string tooLarge(const char* part, std::size_t limit) {
    return std::string(part) + " of the server is larger than " + sizeText(limit) +
           ", the limit of Planlens. Check the address of the server";
}

/// The body of the response that is received.
struct BodyReader {
    std::string& body;
    std::size_t limit;
    std::string problem = {}; // why the transfer was ended
};

std::size_t addToBody(char* bytes, std::size_t size, std::size_t count, void* reader) {
    auto& [body, limit, problem] = *static_cast<BodyReader*>(reader);
    try {
        if (size * count > limit - body.size()) {
            problem = tooLarge("the response", limit);
            return 0; // ends the transfer
        }
        if (size * count > body.capacity() - body.size()) // the capacity need not exceed the limit
            body.reserve(std::min(limit, 2 * body.capacity() + size * count));
        body.append(bytes, size * count);
        return size * count;
    } catch (const std::exception&) {
        const std::size_t received = body.size();
        std::string().swap(body);
        problem = "there is not enough memory for the response of the server, of which " + std::to_string(received) +
                  " bytes were received";
        return 0;
    }
}

/// The headers of the response that is received.
struct HeaderReader {
    Response& response;
    std::size_t bytes = 0;
    std::string problem = {}; // why the transfer was ended
};

std::size_t addHeader(char* bytes, std::size_t size, std::size_t count, void* reader) {
    try {
        auto& [response, received, problem] = *static_cast<HeaderReader*>(reader);
        auto& headers = response.headers;
        received += size * count;
        if (received > headersLimit) {
            problem = tooLarge("the header", headersLimit);
            return 0; // ends the transfer
        }
        const std::string_view line(bytes, size * count);
        if (line.starts_with("HTTP/"))
            headers.clear(); // of the proxy, or of "100 Continue"
        if (const std::size_t colon = line.find(':'); colon != std::string_view::npos) {
            std::string name(line.substr(0, colon));
            for (char& letter : name)
                if (letter >= 'A' && letter <= 'Z')
                    letter = static_cast<char>(letter - 'A' + 'a');
            headers.emplace_back(std::move(name), std::string(values::trimmed(line.substr(colon + 1), " \t\r\n")));
        }
        return size * count;
    } catch (const std::exception&) {
        return 0; // ends the transfer
    }
}

int isStopped(void* stop, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
    return static_cast<const std::stop_token*>(stop)->stop_requested() ? 1 : 0;
}

constexpr auto noNamesError = X509_V_ERR_APPLICATION_VERIFICATION;

/// Rejects certificates that name the server only in their common name, as OpenTofu does. libcurl accepts them.
CURLcode setVerification(CURL*, void* given, void* handle) {
    auto* const context = static_cast<SSL_CTX*>(given);
    if (const AuthorityStore& authorities = static_cast<Handle*>(handle)->authorities)
        SSL_CTX_set1_cert_store(context, authorities.get());
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, [](int isValid, X509_STORE_CTX* store) {
        if (isValid == 0 || X509_STORE_CTX_get_error_depth(store) > 0 ||
            hasServerNames(X509_STORE_CTX_get_current_cert(store)))
            return isValid;
        X509_STORE_CTX_set_error(store, noNamesError);
        return 0;
    });
    return CURLE_OK;
}

bool isOpenSsl() {
    const char* const library = curl_version_info(CURLVERSION_NOW)->ssl_version;
    return library && std::string_view(library).starts_with("OpenSSL/");
}

void setProxy(Handle& handle, const std::string& proxy) {
    handle.set(CURLOPT_PROXY, proxy.c_str());
    handle.set(CURLOPT_NOPROXY, ""); // not set: that of the environment
    if (proxy.starts_with("http://") || proxy.find("://") == std::string::npos)
        handle.set(CURLOPT_PROXYPORT, 80L); // if the address has none; the default of libcurl is another one
}

void setConnection(Handle& handle, const Request& request, const Step& step) {
    handle.set(CURLOPT_URL, step.url.c_str());
    handle.set(CURLOPT_PROTOCOLS_STR, "http,https");
    handle.set(CURLOPT_PATH_AS_IS, 1L);
    handle.set(CURLOPT_NOSIGNAL, 1L);
    const Connection& connection = request.connection;
    handle.set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(connection.connectLimit.count()));
    const std::chrono::milliseconds limit = connection.limit.count() > 0 ? connection.limit : std::chrono::hours(1);
    handle.set(CURLOPT_TIMEOUT_MS, static_cast<long>(limit.count()));
    constexpr long lowSpeed = 1000; // bytes per second
    handle.set(CURLOPT_LOW_SPEED_LIMIT, lowSpeed);
    handle.set(CURLOPT_LOW_SPEED_TIME, static_cast<long>(connection.silenceLimit.count()));
    if (!connection.unixSocket.empty())
        handle.set(CURLOPT_UNIX_SOCKET_PATH, connection.unixSocket.c_str());
    if (!connection.connectTo.empty()) {
        handle.connectTo.reset(curl_slist_append(nullptr, ("::" + connection.connectTo).c_str()));
        handle.set(CURLOPT_CONNECT_TO, handle.connectTo.get());
    }
    setProxy(handle, step.proxy);
    if (!request.username.empty() && step.hasCredentials) {
        handle.set(CURLOPT_HTTPAUTH, static_cast<long>(CURLAUTH_BASIC));
        handle.set(CURLOPT_USERNAME, request.username.c_str());
        handle.set(CURLOPT_PASSWORD, request.password.c_str());
    }
    if (request.tls.skipVerification) {
        handle.set(CURLOPT_SSL_VERIFYPEER, 0L);
        handle.set(CURLOPT_SSL_VERIFYHOST, 0L);
    } else if (isOpenSsl()) {
        handle.set(CURLOPT_SSL_CTX_FUNCTION, setVerification);
        handle.set(CURLOPT_SSL_CTX_DATA, &handle);
        if (!step.authorities.empty() && !step.proxy.starts_with("https:"))
            handle.authorities = authorityStore(step.authorities);
    }
    if (!step.authorities.empty()) {
        if (handle.authorities)
            handle.set<const char*>(CURLOPT_CAINFO, nullptr); // not read
        else
            handle.setBlob(CURLOPT_CAINFO_BLOB, step.authorities);
        handle.set<const char*>(CURLOPT_CAPATH, nullptr); // otherwise, those of the system are accepted, too
    }
    handle.setBlob(CURLOPT_SSLCERT_BLOB, request.tls.certificate);
    handle.set(CURLOPT_KEYPASSWD, ""); // not set: libcurl fails to read an encrypted block and crashes
    handle.setBlob(CURLOPT_SSLKEY_BLOB, request.tls.privateKey);
}

/// libcurl sends a request again on a new connection if the server has closed a reused one. The server may have carried
/// it out already, which only the caller can find out.
int refuseRepetition(void* handle, char*, char*, int, int) {
    return ++static_cast<Handle*>(handle)->sent > 1 ? CURL_PREREQFUNC_ABORT : CURL_PREREQFUNC_OK;
}

/// Programs that are started while the connection is open must not inherit it.
int setCloseOnExec(void*, curl_socket_t socket, curlsocktype) {
    return ::fcntl(socket, F_SETFD, FD_CLOEXEC) == 0 ? CURL_SOCKOPT_OK : CURL_SOCKOPT_ERROR;
}

bool isCredential(const std::string& header) {
    const std::string name = header.substr(0, header.find(':'));
    return curl_strequal(name.c_str(), "Authorization") != 0 || curl_strequal(name.c_str(), "Cookie") != 0;
}

void setContent(Handle& handle, const Request& request, const Step& step) {
    for (const std::string& header : request.headers)
        if (step.hasCredentials || !isCredential(header))
            handle.addHeader(header.c_str());
    if (!request.body.empty()) {
        handle.addHeader(("Content-Type: " + request.contentType).c_str());
        handle.addHeader("Expect:"); // no wait for "100 Continue"
        handle.set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
        handle.set(CURLOPT_POSTFIELDS, request.body.data());
    }
    if (request.method == "HEAD")
        handle.set(CURLOPT_NOBODY, 1L); // a custom method would wait for a body
    else
        handle.set(CURLOPT_CUSTOMREQUEST, request.method.c_str());
    if (request.encoding == Request::Encoding::Compressed)
        handle.addHeader("Accept-Encoding: gzip"); // the body is returned as it is sent
    handle.set(CURLOPT_HTTPHEADER, handle.headers.get());
}

constexpr auto unknownAuthorityAdvice =
    "\n\nThe authority that has issued the certificate of the server is not known. If it is an authority of your "
    "organization, configure its certificate (client_ca_certificate_pem of the backend \"http\", custom_ca_bundle of "
    "\"s3\", ca_file of \"consul\", cluster_ca_certificate of \"kubernetes\"), or name a file that has it in "
    "SSL_CERT_FILE.";

/// With TLS 1.3, a server that requires a client certificate rejects the connection after the handshake. If it also
/// closes the connection at once, libcurl only reports that the connection has no peer.
std::string messageOf(const Handle& handle, const Request& request, CURLcode code) {
    const std::string_view message = handle.error[0] != '\0' ? handle.error.data() : curl_easy_strerror(code);
    if (message.find(X509_verify_cert_error_string(noNamesError)) != std::string_view::npos)
        return noNamesProblem;
    if (code == CURLE_PEER_FAILED_VERIFICATION && message.find("issuer") != std::string_view::npos)
        return std::string(message) + unknownAuthorityAdvice;
    if (code == CURLE_OUT_OF_MEMORY)
        return "there is not enough memory, or a line of the header is larger than 100 KiB, the limit of libcurl";
    if (message.find("alert certificate required") != std::string_view::npos)
        return "the server requires a client certificate";
    if (!message.starts_with("getpeername()"))
        return std::string(message);
    std::string problem = "the server closed the connection";
    if (request.url.starts_with("https:") && request.tls.certificate.empty())
        problem += " after the TLS handshake; it may require a client certificate";
    return problem;
}

/// Whether the same request can succeed later.
bool canRetry(CURLcode code) {
    switch (code) {
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_URL_MALFORMAT:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_ABORTED_BY_CALLBACK:
        return false;
    default:
        return true;
    }
}

} // namespace
} // namespace planlens::cloud::http

bool planlensHttpExchange(const char* programVersion, const planlens::cloud::http::Request& request,
                          const planlens::cloud::http::Step& step, const std::stop_token& stop,
                          planlens::cloud::http::Response& response, planlens::cloud::http::Failure& failure) {
    using namespace planlens::cloud::http;
    if (std::string_view(programVersion) != planlens::programVersion) {
        failure = {"the Planlens library for HTTP and this program have different versions. Restart Planlens", false};
        return false;
    }
    static const CURLcode initialized = curl_global_init(CURL_GLOBAL_DEFAULT);
    const SigpipeBlock sigpipe; // also while old connections are closed
    Handle handle(request, step);
    if (initialized != CURLE_OK || !handle.curl.get()) {
        failure = {"the library for HTTP cannot be initialized", false};
        return false;
    }
    setConnection(handle, request, step);
    setContent(handle, request, step);
    handle.set(CURLOPT_ERRORBUFFER, handle.error.data());
    handle.set(CURLOPT_WRITEFUNCTION, addToBody);
    BodyReader body{response.body, request.bodyLimit};
    handle.set(CURLOPT_WRITEDATA, &body);
    handle.set(CURLOPT_HEADERFUNCTION, addHeader);
    HeaderReader headers{.response = response};
    handle.set(CURLOPT_HEADERDATA, &headers);
    handle.set(CURLOPT_NOPROGRESS, 0L);
    handle.set(CURLOPT_XFERINFOFUNCTION, isStopped);
    handle.set(CURLOPT_XFERINFODATA, &stop);
    handle.set(CURLOPT_SOCKOPTFUNCTION, setCloseOnExec);
    if (request.method != "GET" && request.method != "HEAD") {
        handle.set(CURLOPT_PREREQFUNCTION, refuseRepetition);
        handle.set(CURLOPT_PREREQDATA, &handle);
    }
    const CURLcode code = curl_easy_perform(handle.curl.get());
    if (!body.problem.empty() || !headers.problem.empty()) {
        failure = {body.problem.empty() ? std::move(headers.problem) : std::move(body.problem), false, handle.sent > 0};
        return false;
    }
    if (code == CURLE_ABORTED_BY_CALLBACK && handle.sent > 1) {
        failure = {"the server closed the connection", true, true};
        return false;
    }
    if (code != CURLE_OK) {
        failure.message = code == CURLE_ABORTED_BY_CALLBACK ? "stopped" : messageOf(handle, request, code);
        failure.canRetry = canRetry(code);
        failure.wasSent = handle.sent > 0;
        return false;
    }
    if (const char* redirect = nullptr;
        curl_easy_getinfo(handle.curl.get(), CURLINFO_REDIRECT_URL, &redirect) == CURLE_OK && redirect)
        response.redirect = redirect;
    long status = 0;
    curl_easy_getinfo(handle.curl.get(), CURLINFO_RESPONSE_CODE, &status);
    curl_off_t wait = 0;
    curl_easy_getinfo(handle.curl.get(), CURLINFO_RETRY_AFTER, &wait);
    response.status = static_cast<int>(status);
    response.retryAfter = static_cast<int>(wait < 0 ? 0 : wait > 3600 ? 3600 : wait);
    handle.curl.isReusable = true;
    return true;
}
