// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/google/session.h"

#include "core/cloud/google/credential_chain.h"
#include "core/cloud/json_object.h"
#include "core/diags/join_messages.h"
#include "core/version.h"

#include <cctype>
#include <fmt/core.h>
#include <utility>

namespace planlens::cloud::google {
namespace {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Unexpected;

constexpr int unauthorized = 401;

/// The text of an error response as the reference has it.
std::string errorText(const http::Response& response) {
    const auto body = JsonObject::parse(response.body);
    const auto error = body ? body->object("error") : std::nullopt;
    const std::string message = error ? error->text("message") : std::string();
    const std::vector<JsonObject> errors = error ? error->objects("errors") : std::vector<JsonObject>();
    if (message.empty() && errors.empty())
        return fmt::format("googleapi: got HTTP response code {} with body: {}", response.status, response.body);
    std::string text = fmt::format("googleapi: Error {}: {}", response.status, message);
    if (errors.size() == 1 && errors[0].text("message") == message)
        return text + ", " + errors[0].text("reason");
    if (!errors.empty())
        text += "\nMore details:\n";
    for (const JsonObject& one : errors)
        text += fmt::format("Reason: {}, Message: {}\n", one.text("reason"), one.text("message"));
    return text;
}

/// "Get" of "GET".
std::string nameOf(const std::string& method) {
    std::string name = method;
    for (std::size_t i = 1; i < name.size(); ++i)
        name[i] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
    return name;
}

} // namespace

Diagnostics Session::check(const std::stop_token& stop) const {
    return CredentialChain(m_settings).check(stop);
}

Diagnostics Session::connect(const std::stop_token& stop) {
    using std::chrono::system_clock;
    constexpr std::chrono::minutes early(4);
    if (m_isConnected && (!m_token.expires || *m_token.expires > system_clock::now() + early))
        return {};
    CredentialChain chain(m_settings);
    auto token = chain.find(stop);
    if (!token) {
        const bool isStillValid = m_isConnected && m_token.expires && *m_token.expires > system_clock::now();
        return isStillValid ? Diagnostics() : Diagnostics(std::move(token.error()));
    }
    m_token = *std::move(token);
    m_source = chain.source();
    m_isConnected = true;
    return {};
}

http::Request Session::authorized(const http::Request& request) const {
    http::Request complete = request;
    if (!m_token.value.empty())
        complete.headers.push_back("Authorization: Bearer " + m_token.value);
    if (!m_token.quotaProject.empty())
        complete.headers.push_back("X-Goog-User-Project: " + m_token.quotaProject);
    complete.headers.push_back(fmt::format("User-Agent: Planlens/{}", programVersion));
    complete.redirects = http::Request::Redirects::Returned; // another server must not get the token
    complete.encoding = http::Request::Encoding::Identity;   // digests are those of the stored bytes
    return complete;
}

Outcome Session::sendOnce(const http::Request& request, const std::stop_token& stop) const {
    http::Attempts attempts =
        http::performRepeatedly([&] { return authorized(request); },
                                [](const http::Response& response) { return http::isTemporaryStatus(response.status); },
                                m_settings.retries, stop);
    if (attempts.response && attempts.response->status >= 200 && attempts.response->status < 300)
        return *std::move(attempts.response);
    ServiceError error{.text = {}, .isRepeated = attempts.count > 1, .mayHaveTakenEffect = attempts.mayHaveTakenEffect};
    if (attempts.response) {
        error.text = errorText(*attempts.response);
        error.status = attempts.response->status;
        error.body = attempts.response->body;
    } else {
        error.text =
            fmt::format("{} \"{}\": {}", nameOf(request.method), request.url, attempts.response.error().message);
    }
    if (attempts.hasGivenUp && attempts.count > 1)
        error.text += fmt::format(" (gave up after {} attempts)", attempts.count);
    return Unexpected{std::move(error)};
}

Outcome Session::send(const http::Request& request, const std::stop_token& stop) {
    if (const Diagnostics problems = connect(stop); problems.hasErrors())
        return Unexpected{ServiceError{.text = diags::paragraphs(problems[0])}};
    Outcome outcome = sendOnce(request, stop);
    // Tokens can be revoked or expire early.
    if (!outcome && outcome.error().status == unauthorized && canRenew()) {
        m_isConnected = false;
        if (!connect(stop).hasErrors())
            outcome = sendOnce(request, stop);
    }
    if (!outcome && outcome.error().status == unauthorized && !m_source.empty()) {
        outcome.error().advice = fmt::format(
            "The credentials are not valid or have expired. They are those of {}. {}", m_source,
            canRenew() ? "Renew them, for example with \"gcloud auth application-default login\", and try again."
                       : "Get a new token, for example with \"gcloud auth print-access-token\", and try again.");
        outcome.error().text += "\n\n" + outcome.error().advice;
    }
    return outcome;
}

} // namespace planlens::cloud::google
