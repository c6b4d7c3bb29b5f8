// SPDX-License-Identifier: MPL-2.0
// Tokens of the Azure CLI, the program `az`.
#include "core/cloud/azure/method.h"
#include "core/cloud/json_object.h"
#include "core/system/environment.h"
#include "core/system/run_program.h"
#include "core/values/text/quoted.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <ctime>
#include <fmt/core.h>

namespace planlens::cloud::azure {
namespace {

using diags::Expected;
using diags::Unexpected;

constexpr const char* advice =
    "The credentials are those of the Azure CLI. Run \"az login\", and try again. \"az account show\" prints the "
    "account and the subscription in use.";

std::string trimmed(std::string text) {
    text.erase(text.find_last_not_of(" \t\r\n") + 1);
    return text;
}

/// The reason why `az` printed nothing: its exit status or another reason, and its standard error, as in the reference.
struct AzFailure {
    std::string reason;
    std::string errors = {};
};

/// Runs `az` without a shell and outside of the working directory. The output, which may be a token, is not part of the
/// error.
Expected<std::string, AzFailure> runAz(const std::vector<std::string>& arguments, const Context& context) {
    const auto program = system::findProgram("az");
    if (!program)
        return Unexpected{AzFailure{"executable not found on path"}};
    constexpr std::size_t limit = 1024 * 1024;
    std::string output, errors;
    const auto keep = [](std::string& text, std::string_view bytes) {
        if (text.size() < limit)
            text += bytes;
    };
    const system::Exchange exchange{.output = [&](std::string_view bytes) { keep(output, bytes); },
                                    .error = [&](std::string_view bytes) { keep(errors, bytes); }};
    const std::chrono::seconds time =
        context.settings.limit.count() > 0 ? context.settings.limit : std::chrono::minutes(5);
    const system::Limits limits{.stop = context.stop, .deadline = std::chrono::steady_clock::now() + time};
    system::Command command{
        .executable = *program, .environment = system::ownEnvironment(), .workingDirectory = "/", .arguments = {"az"}};
    command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
    const auto status = system::runProgram(command, exchange, limits);
    if (!status)
        return Unexpected{
            AzFailure{fmt::format("{} cannot be started: {}", program->string(), system::errnoText(status.error()))}};
    if (context.stop.stop_requested())
        return Unexpected{AzFailure{"interrupted"}};
    if (limits.areReached())
        return Unexpected{AzFailure{fmt::format("{} did not end within {} s", program->string(), time.count())}};
    if (!status->isSuccess())
        return Unexpected{AzFailure{status->toString(), std::move(errors)}};
    return output;
}

std::vector<std::string> problems(const Context& context) {
    if (!context.settings.usesCli)
        return {"Setting use_cli to false prevents the use of command-line auth (az)."};
    if (!system::findProgram("az"))
        return {"Error looking for command az in your PATH. Make sure the Azure Command Line tool is installed and "
                "executable."};
    const auto shown = runAz({"account", "show", "-o", "json"}, context);
    if (!shown)
        return {
            fmt::format("Error using the az command: error getting subscription info: error: {}\nmore information: {}.",
                        shown.error().reason, shown.error().errors)};
    const auto subscription = JsonObject::parse(*shown);
    context.cliSubscription = subscription ? subscription->text("id") : std::string();
    return {};
}

/// Names of subscriptions must not be options of `az`, or contain what its scripts may interpret.
bool isValidSubscription(const std::string& text) {
    return !text.starts_with('-') && std::ranges::all_of(text, [](unsigned char letter) {
        return std::isalnum(letter) || letter == '-' || letter == '_' || letter == ' ' || letter == '.';
    });
}

std::string conflict(const Context& context) {
    const Settings& settings = context.settings;
    if (!isValidSubscription(settings.subscription))
        return fmt::format("AzureCLICredential: Subscription {} contains invalid characters. If this is the name of a "
                           "subscription, use its ID instead",
                           values::quoted(settings.subscription));
    return settings.tenant.empty() ? std::string() : tenantProblem(settings.tenant);
}

/// "2006-01-02 15:04:05.999999" in local time, as older versions write it. The epoch if it has another form.
Time localTime(const std::string& text) {
    std::tm parts{};
    parts.tm_isdst = -1;
    if (!strptime(text.c_str(), "%Y-%m-%d %H:%M:%S", &parts))
        return {};
    return std::chrono::system_clock::from_time_t(std::mktime(&parts));
}

FoundToken token(const Context& context, const std::string& scope) {
    const Settings& settings = context.settings;
    std::vector<std::string> arguments{"account", "get-access-token", "-o", "json", "--resource", resourceOf(scope)};
    if (!settings.tenant.empty())
        arguments.insert(arguments.end(), {"--tenant", settings.tenant});
    if (!settings.subscription.empty())
        arguments.insert(arguments.end(), {"--subscription", settings.subscription});
    const auto printed = runAz(arguments, context);
    if (!printed) {
        const std::string errors = trimmed(printed.error().errors);
        return Unexpected{
            TokenFailure{"AzureCLICredential: " + (errors.empty() ? printed.error().reason : errors), advice}};
    }
    const auto object = JsonObject::parse(*printed);
    const std::string value = object ? object->text("accessToken") : std::string();
    if (value.empty())
        return Unexpected{
            TokenFailure{"AzureCLICredential: the output of \"az account get-access-token\" is not a JSON "
                         "object with a token",
                         advice}};
    const long long expires = object->number("expires_on");
    return Token{value, expires > 0 ? Time(std::chrono::seconds(expires)) : localTime(object->text("expiresOn"))};
}

} // namespace

Method azureCli() {
    return {"Invalid Azure Command Line Auth", problems, conflict, token};
}

} // namespace planlens::cloud::azure
