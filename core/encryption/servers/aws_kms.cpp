// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/aws/arn.h"
#include "core/cloud/aws/read_settings.h"
#include "core/cloud/aws/session.h"
#include "core/cloud/json_object.h"
#include "core/encryption/provider_arguments.h"
#include "core/encryption/servers/wrapped_key.h"
#include "core/lang/functions/time/timestamp.h"
#include "core/system/environment.h"
#include "core/system/file.h"
#include "core/values/text/base64.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace planlens::encryption {

using cloud::Arguments;
using diags::Diagnostics;
using diags::Unexpected;
using values::Value;

namespace {

namespace aws = cloud::aws;
using Kind = ArgumentType::Kind;

constexpr WrappedKeyFormat metadataFormat{"ciphertext_blob", "aws_kms.keyMeta", "failed to generate key: ", ": "};

/// The parameters of a new data key.
struct DataKeySettings {
    std::string keyId;
    std::string spec; // "AES_256"

    std::size_t length() const { return spec == "AES_128" ? 16 : 32; } // bytes
};

/// Calls KMS. Used by one thread at a time, as the setup of encryption is.
class AwsKms final : public WrappedKeyProvider {
public:
    AwsKms(DataKeySettings settings, std::unique_ptr<aws::Session> session)
        : WrappedKeyProvider(metadataFormat, settings.length())
        , m_settings(std::move(settings))
        , m_session(std::move(session)) {}

private:
    NewDataKey generate() const override {
        DataKey key;
        const auto called = call("GenerateDataKey", {{"KeyId", m_settings.keyId}, {"KeySpec", m_settings.spec}},
                                 {{"Plaintext", &key.plain}, {"CiphertextBlob", &key.wrapped}});
        return called ? NewDataKey(std::move(key)) : Unexpected{called.error()};
    }

    diags::Expected<std::string, std::string> decrypt(const std::string& wrapped) const override {
        std::string plain;
        const auto called =
            call("Decrypt", {{"KeyId", m_settings.keyId}, {"CiphertextBlob", values::toBase64(wrapped)}},
                 {{"Plaintext", &plain}});
        return called ? diags::Expected<std::string, std::string>(std::move(plain)) : Unexpected{called.error()};
    }

    /// Calls an operation and reads these fields of the response, which are bytes and not empty. The error is in the
    /// form of the reference.
    using Fields = std::initializer_list<std::pair<const char*, std::string*>>;
    system::IoOutcome call(std::string_view operation, const nlohmann::json& body, Fields fields) const {
        aws::Call call{"KMS", operation, {}, {"kms", m_session->region()}};
        call.request.method = "POST";
        call.request.url = cloud::http::parseUri(m_session->endpoint(aws::Service::Kms).url).toString();
        call.request.contentType = "application/x-amz-json-1.1";
        call.request.headers = {fmt::format("X-Amz-Target: TrentService.{}", operation)};
        call.request.body = body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
        const aws::Outcome outcome = m_session->send(std::move(call), {});
        if (!outcome)
            return Unexpected{outcome.error().text};
        const auto failure = [&](const std::string& problem) {
            return Unexpected{fmt::format("operation error KMS: {}, https response error StatusCode: {}, RequestID: "
                                          "{}, deserialization failed, failed to decode response body, {}",
                                          operation, outcome->status, outcome->header("x-amzn-requestid"), problem)};
        };
        const auto response = cloud::JsonObject::parse(outcome->body);
        if (!response)
            return failure("it is not a JSON object");
        for (const auto& [name, target] : fields) {
            auto bytes = values::fromBase64(response->text(name));
            if (!bytes)
                return failure(
                    fmt::format("failed to decode {}, illegal base64 data at input byte {}", name, bytes.error()));
            if (bytes->empty())
                return failure(fmt::format("{} is missing", name));
            *target = *std::move(bytes);
        }
        return true;
    }

    const DataKeySettings m_settings;
    const std::unique_ptr<aws::Session> m_session;
};

ArgumentTypes argumentTypes() {
    static const std::vector<ArgumentType> types{
        {"kms_key_id", Kind::Text, true},
        {"key_spec", Kind::Text, true},
        {"access_key"},
        {"max_retries", Kind::Integer},
        {"profile"},
        {"region"},
        {"secret_key"},
        {"skip_credentials_validation", Kind::Flag},
        {"skip_requesting_account_id", Kind::Flag},
        {"sts_region"},
        {"token"},
        {"http_proxy", Kind::NullableText},
        {"https_proxy", Kind::NullableText},
        {"no_proxy"},
        {"insecure", Kind::Flag},
        {"use_dualstack_endpoint", Kind::Flag},
        {"use_fips_endpoint", Kind::Flag},
        {"custom_ca_bundle"},
        {"ec2_metadata_service_endpoint"},
        {"ec2_metadata_service_endpoint_mode"},
        {"skip_metadata_api_check", Kind::NullableFlag},
        {"shared_credentials_files", Kind::Texts},
        {"shared_config_files", Kind::Texts},
        {"assume_role",
         Kind::Object,
         false,
         {{"role_arn", Kind::Text, true},
          {"duration"},
          {"external_id"},
          {"policy"},
          {"policy_arns", Kind::Texts},
          {"session_name"},
          {"tags", Kind::TextMap},
          {"transitive_tag_keys", Kind::Texts}}},
        {"assume_role_with_web_identity",
         Kind::Object,
         false,
         {{"role_arn"},
          {"duration"},
          {"policy"},
          {"policy_arns", Kind::Texts},
          {"session_name"},
          {"web_identity_token"},
          {"web_identity_token_file"}}},
        {"allowed_account_ids", Kind::Texts},
        {"forbidden_account_ids", Kind::Texts},
        {"retry_mode"},
    };
    return types;
}

const std::vector<ArgumentType>& endpointTypes() {
    static const std::vector<ArgumentType> types{{"iam"}, {"sts"}};
    return types;
}

hcl::BodySchema schema() {
    hcl::BodySchema schema = schemaOf(argumentTypes());
    schema.blocks.push_back({"endpoints", {}});
    return schema;
}

/// A duration as the reference prints it: "1m0s".
std::string textOf(std::chrono::nanoseconds duration) {
    const std::chrono::hh_mm_ss parts(duration);
    const std::string seconds = fmt::format("{}s", static_cast<double>(parts.seconds().count()) +
                                                       std::chrono::duration<double>(parts.subseconds()).count());
    if (parts.hours().count() != 0)
        return fmt::format("{}h{}m{}", parts.hours().count(), parts.minutes().count(), seconds);
    return parts.minutes().count() != 0 ? fmt::format("{}m{}", parts.minutes().count(), seconds) : seconds;
}

/// The problem with the arguments of a role; empty if there is none.
std::string checkRole(const Arguments& role) {
    const std::string duration = role.text("duration");
    const auto nanoseconds = duration.empty() ? 0 : lang::parseDuration(duration);
    if (!nanoseconds)
        return fmt::format("invalid assume_role duration {}: {}", values::quoted(duration), nanoseconds.error());
    const std::chrono::nanoseconds given(*nanoseconds);
    if (!duration.empty() && (given < std::chrono::minutes(15) || given > std::chrono::hours(12)))
        return fmt::format("assume_role duration must be between 15m0s and 12h0m0s, had {}", textOf(given));
    for (const std::string& arn : role.list("policy_arns")) {
        if (std::string problem = aws::arnProblem(arn); !problem.empty())
            return problem;
        if (!aws::arnResource(arn).starts_with("policy/"))
            return fmt::format("arn must be a valid IAM Policy ARN, got {}", values::quoted(arn));
    }
    return {};
}

/// The first problem with the arguments; empty if there is none.
std::string check(const Arguments& given, std::size_t endpointBlocks) {
    const std::string spec = given.text("key_spec");
    if (given.text("kms_key_id").empty())
        return "no kms_key_id provided";
    if (spec.empty())
        return "no key_spec provided";
    if (spec != "AES_256" && spec != "AES_128")
        return fmt::format("invalid key_spec {}, expected one of [AES_256 AES_128]", spec);
    if (endpointBlocks > 1)
        return "expected single aws_kms endpoints block, multiple provided";
    if (std::string problem = checkRole(given.nested("assume_role")); !problem.empty())
        return problem;
    const Arguments identity = given.nested("assume_role_with_web_identity");
    if (identity.has("web_identity_token") && identity.has("web_identity_token_file"))
        return "conflicting config attributes: only web_identity_token or web_identity_token_file can be specified, "
               "not both";
    if (std::string problem = checkRole(identity); !problem.empty())
        return problem;
    if (given.text("region", {"AWS_REGION", "AWS_DEFAULT_REGION"}).empty())
        return "the \"region\" attribute or the \"AWS_REGION\" or \"AWS_DEFAULT_REGION\" environment variables must be "
               "set.";
    const std::string mode = given.text("retry_mode");
    if (!mode.empty() && mode != "standard" && mode != "adaptive")
        return fmt::format("unknown RetryMode, {}: expected \"standard\" or \"adaptive\"", mode);
    if (!given.list("allowed_account_ids").empty() && !given.list("forbidden_account_ids").empty())
        return "conflicting config attributes: only allowed_account_ids or forbidden_account_ids can be specified, not "
               "both";
    return {};
}

/// Errors in the form of the reference.
std::string joined(const Diagnostics& problems) {
    std::string text = "errors were encountered in aws kms configuration";
    for (const diags::Diagnostic& problem : problems)
        if (problem.severity == diags::Severity::Error)
            text += fmt::format("\n{} : {}", problem.summary, problem.detail);
    return text;
}

/// A session with valid credentials; null beside a problem.
std::unique_ptr<aws::Session> connect(const Arguments& given, const Arguments& endpoints,
                                      const std::filesystem::path& directory, std::string& problem) {
    Diagnostics problems;
    aws::Settings settings = aws::readSettings(given, directory, problems);
    if (given.number("max_retries") == 0) // stands for the default here
        settings.transport.attempts = aws::Transport().attempts;
    settings.usedBy = "key provider \"aws_kms\"";
    settings.documentation = "https://opentofu.org/docs/language/state/encryption/#aws-kms";
    for (const auto& [service, argument, variable] : {std::tuple{aws::Service::Iam, "iam", "AWS_ENDPOINT_URL_IAM"},
                                                      std::tuple{aws::Service::Sts, "sts", "AWS_ENDPOINT_URL_STS"}}) {
        if (const std::string url = endpoints.text(argument); !url.empty())
            settings.endpoints[service] = aws::withScheme(url);
        else if (const std::string other = system::environmentText(variable); !other.empty())
            settings.endpoints[service] = other;
    }
    auto session = std::make_unique<aws::Session>(std::move(settings));
    if (!problems.hasErrors())
        problems.append(session->connect({}));
    if (!problems.hasErrors())
        return session;
    problem = joined(problems);
    return nullptr;
}

diags::Result<std::vector<hcl::Traversal>> references(const hcl::Body& body) {
    return referencesIn(body, schema());
}

KeyProviderPtr make(const hcl::Body& body, const KeyProviderType::Context& context, std::string& problem,
                    Diagnostics& diagnostics) {
    const std::optional<hcl::BodyContent> content = body.content(schema()).into(diagnostics);
    if (diagnostics.hasErrors())
        return nullptr;
    const std::optional<Value> arguments = readArguments(*content, argumentTypes(), context.evaluate, diagnostics);
    std::optional<Value> endpoints = Value::emptyObject();
    for (const hcl::Block& block : content->blocks) {
        const auto inner = block.body->content(schemaOf(endpointTypes())).into(diagnostics);
        endpoints = inner ? readArguments(*inner, endpointTypes(), context.evaluate, diagnostics) : std::nullopt;
    }
    if (diagnostics.hasErrors() || !arguments || !endpoints)
        return nullptr;
    const Arguments given(*arguments);
    problem = check(given, content->blocks.size());
    if (!problem.empty())
        return nullptr;
    auto session = connect(given, Arguments(*endpoints), context.directory, problem);
    if (!session)
        return nullptr;
    return std::make_unique<const AwsKms>(DataKeySettings{given.text("kms_key_id"), given.text("key_spec")},
                                          std::move(session));
}

} // namespace

const KeyProviderType awsKmsKeyProvider{"aws_kms", references, make};

} // namespace planlens::encryption
