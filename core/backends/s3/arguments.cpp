// SPDX-License-Identifier: MPL-2.0
#include "core/backends/s3/arguments.h"

#include "core/backends/s3/s3.h"
#include "core/system/environment.h"

#include <charconv>

namespace planlens::backends {

using values::Type;
using values::Value;

namespace s3 {

std::string Arguments::text(const char* name, std::initializer_list<const char*> variables) const {
    if (const auto found = given(name))
        return *found;
    for (const char* variable : variables)
        if (const std::string found = system::environmentVariable(variable).value_or(""); !found.empty())
            return found;
    return {};
}

std::optional<int> Arguments::number(const char* name) const {
    const Value found = value(name);
    if (found.isNull())
        return std::nullopt;
    const std::string text = found.asNumber().toString();
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

std::vector<std::string> Arguments::list(const char* name) const {
    const Value found = value(name);
    std::vector<std::string> result;
    for (std::size_t i = 0; !found.isNull() && i < found.size(); ++i)
        if (const Value element = found.element(i); !element.isNull())
            result.push_back(element.asString());
    return result;
}

std::map<std::string, std::string> Arguments::map(const char* name) const {
    const Value found = value(name);
    std::map<std::string, std::string> result;
    for (std::size_t i = 0; !found.isNull() && i < found.size(); ++i)
        if (const Value element = found.element(i); !element.isNull())
            result[found.key(i)] = element.asString();
    return result;
}

} // namespace s3

namespace {

using schemas::Attribute;
using Attributes = std::map<std::string, Attribute, std::less<>>;

enum class Need { Optional, Required };

void add(Attributes& attributes, std::initializer_list<const char*> names, Type type, Need need = Need::Optional) {
    for (const char* name : names) {
        Attribute attribute;
        attribute.type = type;
        attribute.required = need == Need::Required;
        attribute.optional = need == Need::Optional;
        attributes.emplace(name, std::move(attribute));
    }
}

void addNested(Attributes& attributes, const char* name, Attributes nested) {
    Attribute attribute;
    attribute.optional = true;
    attribute.nested = std::make_shared<const schemas::ObjectType>(
        schemas::ObjectType{std::move(nested), schemas::NestingMode::Single});
    attributes.emplace(name, std::move(attribute));
}

Attributes roleArguments() {
    Attributes attributes;
    add(attributes, {"role_arn"}, Type::string(), Need::Required);
    add(attributes, {"duration", "external_id", "policy", "session_name"}, Type::string());
    add(attributes, {"policy_arns", "transitive_tag_keys"}, Type::set(Type::string()));
    add(attributes, {"tags"}, Type::map(Type::string()));
    return attributes;
}

Attributes webIdentityArguments() {
    Attributes attributes;
    add(attributes, {"role_arn", "web_identity_token", "web_identity_token_file", "session_name", "policy", "duration"},
        Type::string());
    add(attributes, {"policy_arns"}, Type::set(Type::string()));
    attributes.at("web_identity_token").sensitive = true;
    return attributes;
}

} // namespace

const schemas::Block& s3Arguments() {
    static const schemas::Block schema = [] {
        schemas::Block block;
        Attributes& all = block.attributes;
        add(all, {"bucket", "key"}, Type::string(), Need::Required);
        add(all,
            {"region",
             "dynamodb_endpoint",
             "endpoint",
             "iam_endpoint",
             "sts_endpoint",
             "sts_region",
             "acl",
             "access_key",
             "secret_key",
             "kms_key_id",
             "dynamodb_table",
             "profile",
             "shared_credentials_file",
             "token",
             "sse_customer_key",
             "role_arn",
             "session_name",
             "external_id",
             "assume_role_policy",
             "workspace_key_prefix",
             "retry_mode",
             "custom_ca_bundle",
             "ec2_metadata_service_endpoint",
             "ec2_metadata_service_endpoint_mode",
             "http_proxy",
             "https_proxy",
             "no_proxy"},
            Type::string());
        add(all,
            {"encrypt", "skip_credentials_validation", "skip_metadata_api_check", "skip_region_validation",
             "skip_requesting_account_id", "force_path_style", "use_path_style", "insecure", "use_dualstack_endpoint",
             "use_fips_endpoint", "skip_s3_checksum", "use_lockfile"},
            Type::boolean());
        add(all, {"assume_role_duration_seconds", "max_retries"}, Type::number());
        add(all, {"state_tags", "lock_tags", "assume_role_tags"}, Type::map(Type::string()));
        add(all,
            {"shared_credentials_files", "shared_config_files", "assume_role_policy_arns",
             "assume_role_transitive_tag_keys", "forbidden_account_ids", "allowed_account_ids"},
            Type::set(Type::string()));
        all.at("sse_customer_key").sensitive = true;
        Attributes endpoints;
        add(endpoints, {"s3", "iam", "sts", "dynamodb"}, Type::string());
        addNested(all, "endpoints", std::move(endpoints));
        addNested(all, "assume_role", roleArguments());
        addNested(all, "assume_role_with_web_identity", webIdentityArguments());
        for (const char* name :
             {"dynamodb_endpoint", "endpoint", "iam_endpoint", "sts_endpoint", "role_arn", "session_name",
              "external_id", "assume_role_duration_seconds", "assume_role_policy", "assume_role_policy_arns",
              "assume_role_tags", "assume_role_transitive_tag_keys", "force_path_style"})
            all.at(name).deprecated = true;
        return block;
    }();
    return schema;
}

} // namespace planlens::backends
