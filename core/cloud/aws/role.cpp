// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/aws/role.h"

#include "core/cloud/aws/expiry.h"

#include <fmt/core.h>
#include <pugixml.hpp>

namespace planlens::cloud::aws {
namespace {

using diags::Unexpected;

/// The session name is part of logs, so it names this program.
std::string sessionNameOf(const Role& role) {
    if (!role.sessionName.empty())
        return role.sessionName;
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return fmt::format("planlens-{}", std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

http::Parameters parametersOf(const Role& role) {
    http::Parameters parameters{{"RoleArn", role.arn}, {"RoleSessionName", sessionNameOf(role)}};
    if (!role.policy.empty())
        parameters["Policy"] = role.policy;
    for (std::size_t i = 0; i < role.policyArns.size(); ++i)
        parameters[fmt::format("PolicyArns.member.{}.arn", i + 1)] = role.policyArns[i];
    if (role.duration)
        parameters["DurationSeconds"] = std::to_string(role.duration->count());
    return parameters;
}

Found readCredentials(const Outcome& outcome, const char* result) {
    if (!outcome)
        return Unexpected{outcome.error().text};
    pugi::xml_document document;
    const std::string& body = outcome->body;
    document.load_buffer(body.data(), body.size());
    const pugi::xml_node node = document.first_child().child(result).child("Credentials");
    Credentials credentials{node.child_value("AccessKeyId"), node.child_value("SecretAccessKey"),
                            node.child_value("SessionToken"), parseExpiry(node.child_value("Expiration"))};
    if (!credentials.areComplete())
        return Unexpected{std::string("the response of STS contains no credentials")};
    return credentials;
}

} // namespace

Call formCall(std::string_view service, std::string_view operation, http::Parameters parameters,
              const std::string& endpoint, Scope scope) {
    parameters["Action"] = operation;
    parameters["Version"] = service == "IAM" ? "2010-05-08" : "2011-06-15";
    Call call{service, operation, {}, std::move(scope)};
    call.request.method = "POST";
    call.request.url = http::parseUri(endpoint).toString();
    call.request.contentType = "application/x-www-form-urlencoded";
    call.request.body = http::encodedParameters(parameters);
    return call;
}

Found assumeRole(const Sts& sts, const Role& role, const Credentials& by, const std::stop_token& stop) {
    http::Parameters parameters = parametersOf(role);
    if (!role.duration)
        parameters["DurationSeconds"] = "900";
    if (!role.externalId.empty())
        parameters["ExternalId"] = role.externalId;
    std::size_t number = 0;
    for (const auto& [key, value] : role.tags) {
        ++number;
        parameters[fmt::format("Tags.member.{}.Key", number)] = key;
        parameters[fmt::format("Tags.member.{}.Value", number)] = value;
    }
    for (std::size_t i = 0; i < role.transitiveTagKeys.size(); ++i)
        parameters[fmt::format("TransitiveTagKeys.member.{}", i + 1)] = role.transitiveTagKeys[i];
    const Call call = formCall("STS", "AssumeRole", std::move(parameters), sts.endpoint, {"sts", sts.region});
    return readCredentials(sts.caller->send(call, by, stop), "AssumeRoleResult");
}

Found assumeRoleWithWebIdentity(const Sts& sts, const Role& role, const std::string& token,
                                const std::stop_token& stop) {
    http::Parameters parameters = parametersOf(role);
    parameters["WebIdentityToken"] = token;
    const Call call = formCall("STS", "AssumeRoleWithWebIdentity", std::move(parameters), sts.endpoint, {});
    return readCredentials(sts.caller->send(call, {}, stop), "AssumeRoleWithWebIdentityResult");
}

diags::Expected<std::string, ServiceError> callerIdentity(const Sts& sts, const Credentials& credentials,
                                                          const std::stop_token& stop) {
    const Outcome outcome = sts.caller->send(
        formCall("STS", "GetCallerIdentity", {}, sts.endpoint, {"sts", sts.region}), credentials, stop);
    if (!outcome)
        return Unexpected{outcome.error()};
    pugi::xml_document document;
    document.load_buffer(outcome->body.data(), outcome->body.size());
    std::string arn = document.first_child().child("GetCallerIdentityResult").child_value("Arn");
    if (arn.empty())
        return Unexpected{ServiceError{.text = "the response contains no ARN"}};
    return arn;
}

} // namespace planlens::cloud::aws
