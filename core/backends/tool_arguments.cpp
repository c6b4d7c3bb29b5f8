// SPDX-License-Identifier: MPL-2.0
#include "core/backends/tool_arguments.h"

#include "core/backends/remote/argument_schemas.h"
#include "core/cloud/arguments.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::backends {

using cloud::argumentError;
using diags::Diagnostics;
using values::Type;
using values::Value;

namespace {

/// The prefix and the key of a state.
void checkKey(const cloud::Arguments& given, const char* prefixName, Diagnostics& problems) {
    const std::string key = given.text("key"), prefix = given.text("prefix");
    if (key.starts_with('/') || key.ends_with('/'))
        problems.append(argumentError("key", "key can not start and end with '/'"));
    if (prefix.starts_with('/') || prefix.starts_with("./"))
        problems.append(argumentError("prefix", fmt::format("{} must not start with '/' or './'", prefixName)));
}

void checkAccess(const cloud::Arguments& given, std::initializer_list<std::string_view> allowed,
                 const std::string& problem, Diagnostics& problems) {
    if (const auto acl = given.given("acl"); acl && std::ranges::find(allowed, *acl) == allowed.end())
        problems.append(argumentError("acl", problem));
}

/// The only block `assume_role`; null if there is none.
Value roleOf(const Value& arguments) {
    const Value* const blocks = arguments.isNull() ? nullptr : arguments.find("assume_role");
    return blocks && !blocks->isNull() && blocks->size() == 1 ? blocks->element(0) : Value();
}

} // namespace

const schemas::Block& cosArguments() {
    static const schemas::Block schema = [] {
        schemas::Block block;
        Attributes& all = block.attributes;
        addArguments(all, {"bucket"}, Type::string(), Need::Required);
        addArguments(all, {"region"}, Type::string(), unlessSet("TENCENTCLOUD_REGION"));
        addArguments(all, {"secret_id", "secret_key", "security_token", "prefix", "key", "acl"}, Type::string());
        addArguments(all, {"encrypt", "accelerate"}, Type::boolean());
        Attributes role;
        addArguments(role, {"role_arn"}, Type::string(), unlessSet("TENCENTCLOUD_ASSUME_ROLE_ARN"));
        addArguments(role, {"session_name"}, Type::string(), unlessSet("TENCENTCLOUD_ASSUME_ROLE_SESSION_NAME"));
        addArguments(role, {"session_duration"}, Type::number());
        addArguments(role, {"policy"}, Type::string());
        addBlock(block, "assume_role", schemas::NestingMode::Set, std::move(role));
        return block;
    }();
    return schema;
}

Diagnostics checkCosArguments(const Value& arguments) {
    const cloud::Arguments given(arguments);
    Diagnostics problems = missingArguments(cosArguments(), arguments);
    checkKey(given, "prefix", problems);
    checkAccess(given, {"private", "public-read"},
                fmt::format("acl value invalid, expected private or public-read, got {}", given.text("acl")), problems);
    constexpr int longest = 43200; // seconds
    if (const auto seconds = cloud::Arguments(roleOf(arguments)).number("session_duration");
        seconds && (*seconds < 0 || *seconds > longest))
        problems.append(
            argumentError("assume_role", fmt::format("\"assume_role.0.session_duration\" cannot be {}: {}",
                                                     *seconds < 0 ? "lower than 0" : "higher than 43200", *seconds)));
    return problems;
}

const schemas::Block& ossArguments() {
    static const schemas::Block schema = [] {
        schemas::Block block;
        Attributes& all = block.attributes;
        addArguments(all, {"bucket"}, Type::string(), Need::Required);
        addArguments(all,
                     {"access_key", "secret_key", "security_token", "ecs_role_name", "region", "sts_endpoint",
                      "tablestore_endpoint", "endpoint", "prefix", "key", "tablestore_table", "acl",
                      "shared_credentials_file", "profile", "assume_role_role_arn", "assume_role_session_name",
                      "assume_role_policy"},
                     Type::string());
        addArguments(all, {"encrypt"}, Type::boolean());
        addArguments(all, {"assume_role_session_expiration"}, Type::number());
        Attributes role; // the reference has a default for the ARN, so that it can be missing
        addArguments(role, {"role_arn", "session_name", "policy"}, Type::string());
        addArguments(role, {"session_expiration"}, Type::number());
        addBlock(block, "assume_role", schemas::NestingMode::Set, std::move(role));
        return block;
    }();
    return schema;
}

Diagnostics checkOssArguments(const Value& arguments) {
    const cloud::Arguments given(arguments);
    Diagnostics problems = missingArguments(ossArguments(), arguments);
    checkKey(given, "workspace_key_prefix", problems);
    checkAccess(given, {"", "private", "public-read", "public-read-write"},
                fmt::format("\"acl\" must be a valid ACL value , expected private, public-read or public-read-write, "
                            "got {}",
                            values::quoted(given.text("acl"))),
                problems);
    constexpr int shortest = 900, longest = 3600; // seconds
    const auto checkExpiration = [&](const std::optional<int>& seconds, const char* argument, const char* path) {
        if (seconds && (*seconds < shortest || *seconds > longest))
            problems.append(argumentError(argument, fmt::format("expected {} to be in the range ({} - {}), got {}",
                                                                path, shortest, longest, *seconds)));
    };
    checkExpiration(given.number("assume_role_session_expiration"), "assume_role_session_expiration",
                    "assume_role_session_expiration");
    checkExpiration(cloud::Arguments(roleOf(arguments)).number("session_expiration"), "assume_role",
                    "assume_role.0.session_expiration");
    return problems;
}

} // namespace planlens::backends
