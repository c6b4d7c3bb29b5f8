// SPDX-License-Identifier: MPL-2.0
#include "core/states/file.h"

#include "core/states/file/file_records.h"
#include "core/states/file/json_fields.h"
#include "core/states/file/old_formats.h"
#include "core/values/json/json.h"
#include "core/values/text/digest.h"
#include "core/values/text/quoted.h"
#include "core/version.h"

#include <algorithm>
#include <fmt/format.h>

namespace planlens::states {
namespace {

constexpr auto unsupportedSummary = "Unsupported state file format";
constexpr std::uint64_t currentVersion = 4;

diags::Diagnostic unsupported(std::string detail) {
    return diags::Diagnostic::error(unsupportedSummary, std::move(detail)).withCode(diags::ErrorCode::UnsupportedState);
}

diags::Diagnostic newerVersion(std::string detail) {
    return diags::Diagnostic::error(unsupportedSummary, std::move(detail));
}

bool isVersionText(std::string_view text) {
    if (text.starts_with('v'))
        text.remove_prefix(1);
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    if (text.empty() || !isDigit(text.front()))
        return false;
    // Numbers separated by dots, followed by any characters that a pre-release or build suffix may contain.
    std::size_t i = 0;
    while (i < text.size() && (isDigit(text[i]) || (text[i] == '.' && i + 1 < text.size() && isDigit(text[i + 1]))))
        ++i;
    return std::all_of(text.begin() + static_cast<std::ptrdiff_t>(i), text.end(), [&](char c) {
        return isDigit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' || c == '~' || c == '.' ||
               c == '+';
    });
}

/// The version fields of a state file, read without parsing the rest.
struct Sniffed {
    bool hasVersion = false;
    std::uint64_t version = 0;
    std::string terraformVersion;
    bool isEncrypted = false;
};

diags::Diagnostic encryptionNotChecked(const std::string& cause) {
    return diags::Diagnostic::error(unsupportedSummary,
                                    "The state file can not be checked for presence of encryption: " + cause)
        .withCode(diags::ErrorCode::EncryptionNotChecked, cause);
}

diags::Diagnostics syntaxError(const values::JsonScanner& scanner, std::string_view text) {
    const bool endsTooEarly = scanner.error() == "unexpected EOF";
    const std::string cause = endsTooEarly ? "unexpected end of JSON input" : scanner.error();
    return {unsupported(fmt::format("The state file could not be parsed as JSON: syntax error at byte offset {}.",
                                    std::min(scanner.position() + 1, text.size()))),
            encryptionNotChecked(cause)};
}

diags::Diagnostic badVersion(const std::string& found) {
    return unsupported("The version in the state file is " + found + ". A positive whole number is required.");
}

diags::Diagnostic withoutVersion(const Sniffed& sniffed) {
    return unsupported(sniffed.isEncrypted
                           ? "This state file is encrypted and can not be read without an encryption configuration"
                           : "The state file does not have a \"version\" attribute, which is required to identify the "
                             "format version.");
}

diags::Result<Sniffed> sniff(std::string_view text) {
    values::JsonScanner scanner(text);
    if (!scanner.skipValue())
        return syntaxError(scanner, text);
    if (!scanner.atEnd()) {
        (void)scanner.unexpected(" after top-level value");
        return syntaxError(scanner, text);
    }

    Sniffed sniffed;
    JsonFields fields(text);
    std::optional<std::string> wrongVersion;
    const char first = fields.peek();
    if (first == 'n')
        return withoutVersion(sniffed);
    if (first != '{') {
        fields.mismatch();
        return diags::Diagnostics{
            badVersion(fields.found()),
            encryptionNotChecked(
                fmt::format("json: cannot unmarshal {} into Go value of type encryption.basedata", fields.found()))};
    }
    const bool ok = fields.object([&](std::string_view name) {
        if (name == "version") {
            std::string_view raw;
            if (!fields.raw(raw))
                return false;
            JsonFields value(raw);
            sniffed.hasVersion = raw != "null";
            if (!value.unsignedInteger(sniffed.version))
                wrongVersion = value.found();
            return true;
        }
        if (name == "encryption_version") {
            sniffed.isEncrypted = true;
        } else if (name == "terraform_version" && fields.peek() == '"') {
            return fields.string(sniffed.terraformVersion);
        }
        return fields.skip();
    });
    if (!ok)
        return fields.error();
    if (wrongVersion)
        return badVersion(*wrongVersion);
    if (!sniffed.hasVersion)
        return withoutVersion(sniffed);
    return sniffed;
}

diags::Diagnostic otherVersion(const Sniffed& sniffed) {
    if (sniffed.version == 0) {
        return unsupported("The state file uses JSON syntax but has a version number of zero. There was never a "
                           "JSON-based state format zero, so this state file is invalid and cannot be processed.");
    }
    if (isVersionText(sniffed.terraformVersion)) {
        return newerVersion(fmt::format(
            "The state file uses format version {}, which is not supported by OpenTofu {}. This state file was "
            "created by OpenTofu {}.",
            sniffed.version, referenceVersion, sniffed.terraformVersion));
    }
    return newerVersion(fmt::format(
        "The state file uses format version {}, which is not supported by OpenTofu {}. This state file may have "
        "been created by a newer version of OpenTofu.",
        sniffed.version, referenceVersion));
}

void addOutput(State& state, const OutputRecord& record, diags::Diagnostics& diagnostics) {
    const auto type = values::typeFromJson(record.type);
    if (!type) {
        diagnostics.error("Invalid output value type in state",
                          fmt::format("The state file has an invalid type specification for output {}: {}.",
                                      values::quoted(record.name), values::formatError(type.error())));
        return;
    }
    auto value = values::fromJson(record.value, *type);
    if (!value) {
        diagnostics.error("Invalid output value saved in state",
                          fmt::format("The state file has an invalid value for output {}: {}.",
                                      values::quoted(record.name), values::formatError(value.error())));
        return;
    }
    state.outputs[record.name] = {*std::move(value), record.isSensitive, record.deprecated};
}

} // namespace

diags::Result<File> readFile(std::string_view text, std::string_view nameForMessages) {
    if (text.empty()) {
        return diags::Diagnostic::error("No state",
                                        fmt::format("The {} file is empty: there is no state in it.", nameForMessages));
    }
    if (text.starts_with("tfstate")) {
        return unsupported("The state is stored in a legacy binary format that is not supported since Terraform "
                           "v0.7. To continue, first upgrade the state using Terraform 0.6.16 or earlier.");
    }
    auto records = readRecords(text);
    if (!records.isOk() || records->version != currentVersion) {
        // The cause is determined only after a failure: first whether the text is a state at all, then its version.
        const diags::Result<Sniffed> sniffed = sniff(text);
        if (!sniffed.isOk())
            return sniffed.diagnostics;
        if (isOldFormat(sniffed->version))
            records = readOldRecords(text, sniffed->version);
        else if (sniffed->version != currentVersion)
            return otherVersion(*sniffed);
        if (!records.isOk())
            return std::move(records.diagnostics);
    }

    diags::Diagnostics diagnostics;
    if (!records->terraformVersion.empty() && !isVersionText(records->terraformVersion)) {
        diagnostics.error(
            "Invalid OpenTofu version string",
            fmt::format("State file claims to have been written by OpenTofu version {}, which is not a valid "
                        "version string.",
                        values::quoted(records->terraformVersion)));
    }
    State state;
    ResourceReader reader(state, diagnostics);
    for (ResourceRecord& resource : records->resources)
        reader.add(resource);
    for (const OutputRecord& output : records->outputs)
        addOutput(state, output, diagnostics);
    state.checkResults = std::move(records->checkResults);
    if (diagnostics.hasErrors())
        return diagnostics;

    File file;
    file.terraformVersion = std::move(records->terraformVersion);
    file.serial = records->serial;
    file.lineage = std::move(records->lineage);
    file.state = std::make_shared<const State>(std::move(state));
    file.textHash = values::toHex(values::sha256(text));
    return {std::move(file), std::move(diagnostics)};
}

} // namespace planlens::states
