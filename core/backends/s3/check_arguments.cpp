// SPDX-License-Identifier: MPL-2.0
#include "core/backends/s3/settings.h"
#include "core/cloud/arguments.h"
#include "core/cloud/aws/arn.h"
#include "core/lang/functions/time/timestamp.h"
#include "core/system/environment.h"
#include "core/values/text/quoted.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <fmt/format.h>
#include <re2/re2.h>

namespace planlens::backends::s3 {
namespace {

using cloud::argumentError;
using cloud::aws::arnProblem;
using cloud::aws::arnResource;
using diags::Diagnostic;
using diags::Diagnostics;

Diagnostic aboutArgument(Diagnostic diagnostic, const char* argument) {
    return std::move(diagnostic).withCode(diags::ErrorCode::InvalidBackendArgument, argument);
}

bool isVariableSet(const char* name) {
    return !system::environmentText(name).empty();
}

void checkKmsKey(const std::string& key, Diagnostics& problems) {
    constexpr const char* uuid = "[a-f0-9]{8}-[a-f0-9]{4}-[1-5][a-f0-9]{3}-[ab89][a-f0-9]{3}-[a-f0-9]{12}";
    constexpr const char *multiRegion = "mrk-[a-f0-9]{32}", *alias = "alias/[a-zA-Z0-9/_-]+";
    if (arnProblem(key).empty()) {
        const re2::RE2 pattern(fmt::format("(?:key/(?:{}|{})|{})", uuid, multiRegion, alias));
        if (!re2::RE2::FullMatch(arnResource(key), pattern))
            problems.append(argumentError("kms_key_id", "Invalid KMS Key ARN",
                                          "Value must be a valid KMS Key ARN, got " + values::quoted(key)));
        return;
    }
    // The anchors belong to the first and the last alternative only, as in the reference.
    const re2::RE2 pattern(fmt::format("^{}|{}|{}$", uuid, multiRegion, alias));
    if (!re2::RE2::PartialMatch(key, pattern))
        problems.append(argumentError("kms_key_id", "Invalid KMS Key ID",
                                      "Value must be a valid KMS Key ID, got " + values::quoted(key)));
}

void checkPlaces(const cloud::Arguments& given, Diagnostics& problems) {
    if (given.text("bucket").empty())
        problems.append(
            argumentError("bucket", "Invalid bucket value", "The \"bucket\" attribute value must not be empty."));
    const std::string key = given.text("key");
    if (key.empty())
        problems.append(argumentError("key", "Invalid key value", "The \"key\" attribute value must not be empty."));
    else if (key.starts_with('/') || key.ends_with('/'))
        problems.append(argumentError("key", "Invalid key value",
                                      "The \"key\" attribute value must not start or end with with \"/\"."));
    if (given.text("region").empty() && !isVariableSet("AWS_REGION") && !isVariableSet("AWS_DEFAULT_REGION"))
        problems.append(argumentError("region", "Missing region value",
                                      "The \"region\" attribute or the \"AWS_REGION\" or \"AWS_DEFAULT_REGION\" "
                                      "environment variables must be set."));
    if (const std::string kmsKey = given.text("kms_key_id"); !kmsKey.empty()) {
        const auto conflict = [&](const char* other, const char* source) {
            problems.error("Invalid encryption configuration",
                           fmt::format("Only one of \"kms_key_id\" and {0}\"{1}\" can be set.\n\nThe \"kms_key_id\" is "
                                       "used for encryption with KMS-Managed Keys (SSE-KMS)\nwhile \"{1}\" is used for "
                                       "encryption with customer-managed keys (SSE-C).\nPlease choose one or the "
                                       "other.",
                                       source, other));
        };
        if (!given.text("sse_customer_key").empty())
            conflict("sse_customer_key", "");
        else if (isVariableSet("AWS_SSE_CUSTOMER_KEY"))
            conflict("AWS_SSE_CUSTOMER_KEY", "the environment variable ");
        checkKmsKey(kmsKey, problems);
    }
    if (const std::string prefix = given.text("workspace_key_prefix"); prefix.starts_with('/') || prefix.ends_with('/'))
        problems.append(argumentError("workspace_key_prefix", "Invalid workspace_key_prefix value",
                                      "The \"workspace_key_prefix\" attribute value must not start with \"/\"."));
}

/// "endpoints.s3" is in a nested object.
bool has(const cloud::Arguments& given, const std::string& path) {
    const std::size_t dot = path.find('.');
    return dot == std::string::npos ? given.has(path.c_str())
                                    : given.nested(path.substr(0, dot).c_str()).has(path.substr(dot + 1).c_str());
}

void checkConflict(const cloud::Arguments& given, const std::vector<std::string>& paths, Diagnostics& problems) {
    if (std::ranges::count_if(paths, [&](const std::string& path) { return has(given, path); }) > 1)
        problems.error("Invalid Attribute Combination",
                       fmt::format("Only one of {} can be set.", fmt::join(paths, ", ")));
}

void warnDeprecated(const cloud::Arguments& given, const char* name, const char* replacement, Diagnostics& problems) {
    if (given.has(name))
        problems.append(aboutArgument(
            Diagnostic::warning("Deprecated Parameter",
                                fmt::format("Parameter \"{}\" is deprecated. Use \"{}\" instead.", name, replacement)),
            name));
}

/// The checks of a nested object with the arguments of a role.
class RoleCheck {
public:
    RoleCheck(const cloud::Arguments& role, const char* name, Diagnostics& problems)
        : m_role(role)
        , m_name(name)
        , m_problems(problems) {}

    void notEmpty(const char* argument) {
        const auto text = m_role.given(argument);
        if (text && text->find_first_not_of(" \t\r\n\v\f") == std::string::npos)
            error("Invalid Value", "The value cannot be empty or all whitespace");
    }
    void duration() {
        const auto text = m_role.given("duration");
        if (!text)
            return;
        const auto nanoseconds = lang::parseDuration(*text);
        if (!nanoseconds)
            return error("Invalid Duration", fmt::format("The value {} cannot be parsed as a duration: {}",
                                                         values::quoted(*text), nanoseconds.error()));
        const std::chrono::nanoseconds given(*nanoseconds);
        if (given < std::chrono::minutes(15) || given > std::chrono::hours(12))
            error("Invalid Duration", "Duration must be between 15m0s and 12h0m0s, had " + *text);
    }
    void policyArns() {
        const std::vector<std::string> arns = m_role.list("policy_arns");
        std::string list;
        for (const std::string& arn : arns)
            list += (list.empty() ? "" : " ") + values::quoted(arn);
        for (const std::string& arn : arns) {
            if (const std::string problem = arnProblem(arn); !problem.empty())
                return error("Invalid ARN",
                             fmt::format("The value [{}] cannot be parsed as an ARN: {}", list, problem));
            if (!arnResource(arn).starts_with("policy/"))
                error("Invalid IAM Policy ARN", fmt::format("Value must be a valid IAM Policy ARN, got [{}]", list));
        }
    }
    void error(const char* summary, const std::string& detail) {
        m_problems.append(argumentError(m_name, summary, detail));
    }

private:
    const cloud::Arguments& m_role;
    const char* m_name;
    Diagnostics& m_problems;
};

/// The older arguments of a role, with those that replace them, by name.
constexpr std::array<std::pair<const char*, const char*>, 8> olderRoleArguments{{
    {"assume_role_duration_seconds", "assume_role.duration"},
    {"assume_role_policy", "assume_role.policy"},
    {"assume_role_policy_arns", "assume_role.policy_arns"},
    {"assume_role_tags", "assume_role.tags"},
    {"assume_role_transitive_tag_keys", "assume_role.transitive_tag_keys"},
    {"external_id", "assume_role.external_id"},
    {"role_arn", "assume_role.role_arn"},
    {"session_name", "assume_role.session_name"},
}};

void checkRole(const cloud::Arguments& given, Diagnostics& problems) {
    const cloud::Arguments role = given.nested("assume_role");
    if (!role.isNull()) {
        RoleCheck check(role, "assume_role", problems);
        if (role.text("role_arn").empty())
            check.error("Missing Required Value",
                        "The attribute \"assume_role.role_arn\" is required by the backend.\n\nRefer to the backend "
                        "documentation for additional information which attributes are required.");
        check.duration();
        for (const char* name : {"external_id", "policy", "session_name"})
            check.notEmpty(name);
        check.policyArns();
    }
    std::string list;
    std::size_t width = 0;
    for (const auto& [name, replacement] : olderRoleArguments)
        if (given.has(name))
            width = std::max(width, std::string_view(name).size());
    for (const auto& [name, replacement] : olderRoleArguments)
        if (given.has(name))
            list += fmt::format("  * {:<{}} -> {}\n", name, width, replacement);
    if (list.empty())
        return;
    if (role.isNull())
        problems.warning("Deprecated Parameters",
                         "The following parameters have been deprecated. Replace them as follows:\n" + list);
    else
        problems.error("Conflicting Parameters", "The following deprecated parameters conflict with the parameter "
                                                 "\"assume_role\". Replace them as follows:\n" +
                                                     list);
}

void checkWebIdentity(const cloud::Arguments& given, Diagnostics& problems) {
    const cloud::Arguments identity = given.nested("assume_role_with_web_identity");
    if (identity.isNull())
        return;
    checkConflict(identity, {"web_identity_token", "web_identity_token_file"}, problems);
    RoleCheck check(identity, "assume_role_with_web_identity", problems);
    check.notEmpty("session_name");
    check.notEmpty("policy");
    check.policyArns();
    check.duration();
}

} // namespace

Diagnostics checkArguments(const values::Value& value) {
    const cloud::Arguments given(value);
    Diagnostics problems;
    checkPlaces(given, problems);
    checkConflict(given, {"shared_credentials_file", "shared_credentials_files"}, problems);
    warnDeprecated(given, "shared_credentials_file", "shared_credentials_files", problems);
    warnDeprecated(given, "force_path_style", "use_path_style", problems);
    checkConflict(given, {"force_path_style", "use_path_style"}, problems);
    checkRole(given, problems);
    checkWebIdentity(given, problems);
    checkConflict(given, {"allowed_account_ids", "forbidden_account_ids"}, problems);
    if (const auto mode = given.given("retry_mode"); mode && *mode != "standard" && *mode != "adaptive")
        problems.append(
            argumentError("retry_mode", "Invalid retry mode", "Valid values are \"standard\" and \"adaptive\"."));
    for (const cloud::storage::s3::EndpointNames& names : cloud::storage::s3::endpointNames())
        if (names.argument)
            checkConflict(given, {names.argument, names.deprecated}, problems);
    for (Diagnostic& problem : problems)
        if (problem.code == diags::ErrorCode::None)
            problem = aboutArgument(std::move(problem), ""); // about several
    return problems;
}

} // namespace planlens::backends::s3
