// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/aws/service.h"

#include "core/cloud/http/retry.h"
#include "core/system/interruptible_sleep.h"
#include "core/version.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

namespace planlens::cloud::aws {
namespace {

using diags::Expected;
using diags::Unexpected;
using http::Failure;
using http::Response;

struct ErrorBody {
    std::string code, message, requestId, region, hostId;
};

ErrorBody readXmlError(const std::string& body) {
    pugi::xml_document document;
    if (!document.load_buffer(body.data(), body.size()))
        return {};
    const auto isError = [](const pugi::xml_node& node) { return std::string_view(node.name()) == "Error"; };
    const pugi::xml_node error = document.find_node(isError);
    pugi::xml_node id = error.child("RequestId");
    if (!id)
        id = document.first_child().child("RequestId");
    return {error.child_value("Code"), error.child_value("Message"), id.child_value(), error.child_value("Region"),
            error.child_value("HostId")};
}

ErrorBody readJsonError(const std::string& body) {
    const nlohmann::json json = nlohmann::json::parse(body, nullptr, false);
    if (!json.is_object())
        return {};
    const auto text = [&](const char* name) {
        const auto it = json.find(name);
        return it != json.end() && it->is_string() ? it->get<std::string>() : std::string();
    };
    ErrorBody error{text("__type"), text("message"), {}, {}, {}};
    if (error.code.empty())
        error.code = text("code");
    if (error.message.empty())
        error.message = text("Message");
    return error;
}

/// The name of an error type, which can be "namespace#Name" or "Name:address".
std::string typeName(std::string_view text) {
    text = text.substr(0, text.find(':'));
    const std::size_t hash = text.rfind('#');
    return std::string(hash == std::string_view::npos ? text : text.substr(hash + 1));
}

/// Responses without a body, as those of HEAD, have only a status.
std::string codeOfStatus(int status) {
    switch (status) {
    case 301:
        return "MovedPermanently";
    case 307:
        return "TemporaryRedirect";
    case 400:
        return "BadRequest";
    case 403:
        return "Forbidden";
    case 404:
        return "NotFound";
    case 412:
        return "PreconditionFailed";
    case 503:
        return "ServiceUnavailable";
    default:
        return fmt::format("{}", status);
    }
}

ServiceError readError(const Call& call, const Response& response) {
    ErrorBody body = response.body.starts_with('{') ? readJsonError(response.body) : readXmlError(response.body);
    if (const std::string_view type = response.header("x-amzn-errortype"); !type.empty())
        body.code = type;
    ServiceError error;
    error.status = response.status;
    error.code = body.code.empty() ? codeOfStatus(response.status) : typeName(body.code);
    error.message = body.message.empty() ? error.code : body.message;
    error.region = response.header("x-amz-bucket-region").empty() ? body.region
                                                                  : std::string(response.header("x-amz-bucket-region"));
    std::string id(response.header("x-amz-request-id"));
    if (id.empty())
        id = response.header("x-amzn-requestid").empty() ? body.requestId
                                                         : std::string(response.header("x-amzn-requestid"));
    std::string host(response.header("x-amz-id-2"));
    if (host.empty())
        host = body.hostId;
    if (call.service == "S3")
        id += ", HostID: " + host;
    constexpr std::array modelled{
        "NoSuchBucket", "NoSuchKey", "NotFound", "ConditionalCheckFailedException", "ResourceNotFoundException",
        // KMS
        "DependencyTimeoutException", "DisabledException", "IncorrectKeyException", "InvalidCiphertextException",
        "InvalidGrantTokenException", "InvalidKeyUsageException", "KMSInternalException", "KMSInvalidStateException",
        "KeyUnavailableException", "NotFoundException"};
    const char* const kind = std::ranges::find(modelled, error.code) == modelled.end() ? "api error " : "";
    error.text = fmt::format("operation error {}: {}, https response error StatusCode: {}, RequestID: {}, {}{}: {}",
                             call.service, call.operation, error.status, id, kind, error.code, error.message);
    return error;
}

bool isThrottled(const std::string& code) {
    constexpr std::array codes{"BandwidthLimitExceeded",
                               "EC2ThrottledException",
                               "LimitExceededException",
                               "PriorRequestNotComplete",
                               "ProvisionedThroughputExceededException",
                               "RequestLimitExceeded",
                               "RequestThrottled",
                               "RequestThrottledException",
                               "SlowDown",
                               "ThrottledException",
                               "Throttling",
                               "ThrottlingException",
                               "TooManyRequestsException",
                               "TransactionInProgressException"};
    return std::ranges::find(codes, code) != codes.end();
}

bool canRetry(const ServiceError& error) {
    constexpr std::array statuses{500, 502, 503, 504};
    return std::ranges::find(statuses, error.status) != statuses.end() || error.is("RequestTimeout") ||
           error.is("RequestTimeoutException") || isThrottled(error.code);
}

bool isSuccess(const Response& response) {
    return response.status >= 200 && response.status < 300;
}

} // namespace

/// Takes over the time of the service if it rejected a signature because of the time of this machine.
bool Caller::correctsClock(const Response& response, const ServiceError& error) {
    constexpr std::array codes{"RequestTimeTooSkewed",      "RequestExpired",
                               "RequestInTheFuture",        "SignatureDoesNotMatch",
                               "InvalidSignatureException", "AuthFailure"};
    const std::string date(response.header("date"));
    std::tm parts{};
    if (std::ranges::find(codes, error.code) == codes.end() ||
        !strptime(date.c_str(), "%a, %d %b %Y %H:%M:%S GMT", &parts))
        return false;
    const std::chrono::seconds offset(timegm(&parts) - std::time(nullptr));
    const auto change = offset - m_clockOffset;
    if (change < std::chrono::minutes(4) && change > -std::chrono::minutes(4))
        return false;
    m_clockOffset = offset;
    return true;
}

Outcome Caller::send(const Call& call, const Credentials& credentials, const std::stop_token& stop) {
    bool isUncertain = false;
    for (int attempt = 1;; ++attempt) {
        http::Request request = call.request;
        request.tls = m_transport.tls;
        request.connection.proxies = m_transport.proxies;
        request.connection.silenceLimit = m_transport.silenceLimit;
        request.redirects = http::Request::Redirects::Returned; // another server would need another signature
        request.encoding = http::Request::Encoding::Identity;   // digests are those of the stored bytes
        if (!call.scope.service.empty())
            sign(request, credentials, call.scope, std::chrono::system_clock::now() + m_clockOffset);
        request.headers.push_back(fmt::format("User-Agent: Planlens/{}", programVersion));
        const Expected<Response, Failure> response = http::performRequest(request, stop);
        if (response && isSuccess(*response))
            return *response;
        ServiceError error;
        isUncertain = isUncertain || http::mayHaveTakenEffect(response);
        bool isRepeated = false;
        if (response) {
            error = readError(call, *response);
            isRepeated = canRetry(error) || correctsClock(*response, error);
        } else {
            error.text = fmt::format("operation error {}: {}, request to {} failed: {}", call.service, call.operation,
                                     http::parseUri(request.url).authority, response.error().message);
            isRepeated = response.error().canRetry;
        }
        if (!isRepeated || stop.stop_requested() || attempt >= m_transport.attempts) {
            if (isRepeated && attempt > 1)
                error.text += fmt::format(" (gave up after {} attempts)", attempt);
            error.mayHaveTakenEffect = isUncertain;
            return Unexpected{std::move(error)};
        }
        system::sleepFor(http::randomWait(attempt - 1, m_transport.firstWait, m_transport.longestWait), stop);
    }
}

} // namespace planlens::cloud::aws
