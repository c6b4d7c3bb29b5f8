// SPDX-License-Identifier: MPL-2.0
#include "core/plans/file/message.h"

#include "core/addrs/target.h"
#include "core/addrs/version.h"

#include <fmt/core.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/unknown_field_set.h>
#include <google/protobuf/wire_format_lite.h>

#include <algorithm>
#include <map>

namespace planlens::plans::file {

diags::Diagnostic invalidPlan(std::string_view why) {
    return diags::Diagnostic::error(
        "Invalid plan file", fmt::format("The file is not a plan that can be used: {}. Make the plan again.", why));
}

namespace detail {

namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::internal::WireFormatLite;

/// An empty message takes two bytes in a file and about a hundred times as much in memory. A plan of 100,000 resource
/// instances has about a quarter of this number.
constexpr std::size_t mostMessages = 10'000'000;

/// Scans a message without building it: counts nested messages and collects unknown fields.
class Scan {
public:
    /// Returns false if the message is damaged or has too many nested messages.
    bool run(std::string_view bytes, const Descriptor& type) {
        google::protobuf::io::CodedInputStream input(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                                     static_cast<int>(bytes.size()));
        return scan(input, type);
    }
    bool hasTooMany() const { return m_messages > mostMessages; }
    /// Returns the unknown fields, each once: "Plan field 27".
    const std::vector<std::string>& unknown() const { return m_unknown; }

private:
    bool scan(google::protobuf::io::CodedInputStream& input, const Descriptor& type) {
        if (++m_messages > mostMessages)
            return false;
        while (const std::uint32_t tag = input.ReadTag()) {
            const FieldDescriptor* field = type.FindFieldByNumber(WireFormatLite::GetTagFieldNumber(tag));
            const auto wireType = WireFormatLite::GetTagWireType(tag);
            // Packed repeated numbers have another wire type, but these plans have none.
            if (!field ||
                WireFormatLite::WireTypeForFieldType(static_cast<WireFormatLite::FieldType>(field->type())) != wireType)
                noteUnknown(type, WireFormatLite::GetTagFieldNumber(tag));
            if (!field || field->type() != FieldDescriptor::TYPE_MESSAGE ||
                wireType != WireFormatLite::WIRETYPE_LENGTH_DELIMITED) {
                if (!WireFormatLite::SkipField(&input, tag))
                    return false;
                continue;
            }
            std::uint32_t length = 0;
            if (!input.ReadVarint32(&length) || static_cast<int>(length) < 0 ||
                static_cast<int>(length) > input.BytesUntilLimit())
                return false;
            const auto limit = input.PushLimit(static_cast<int>(length));
            if (!scan(input, *field->message_type()) || input.BytesUntilLimit() > 0)
                return false;
            input.PopLimit(limit);
        }
        return input.ConsumedEntireMessage();
    }

    void noteUnknown(const Descriptor& type, int number) {
        constexpr std::size_t most = 20;
        std::string name = fmt::format("{} field {}", type.name(), number);
        if (m_unknown.size() < most && std::find(m_unknown.begin(), m_unknown.end(), name) == m_unknown.end())
            m_unknown.push_back(std::move(name));
    }

    std::size_t m_messages = 0;
    std::vector<std::string> m_unknown;
};

/// Collects the strings within unknown fields that are addresses of actions or resource instances.
class AddressSearch {
public:
    void add(const std::string& field, int depth = 0) {
        constexpr int deepest = 6;
        constexpr std::size_t most = 100;
        if (m_found.size() >= most)
            return;
        if (isAddress(field)) {
            if (std::find(m_found.begin(), m_found.end(), field) == m_found.end())
                m_found.push_back(field);
            return;
        }
        if (depth == deepest)
            return;
        google::protobuf::io::CodedInputStream input(reinterpret_cast<const std::uint8_t*>(field.data()),
                                                     static_cast<int>(field.size()));
        while (const std::uint32_t tag = input.ReadTag()) {
            std::uint32_t length = 0;
            std::string part;
            if (WireFormatLite::GetTagWireType(tag) != WireFormatLite::WIRETYPE_LENGTH_DELIMITED) {
                if (!WireFormatLite::SkipField(&input, tag))
                    return;
            } else if (!input.ReadVarint32(&length) || !input.ReadString(&part, static_cast<int>(length))) {
                return; // not a message
            } else {
                add(part, depth + 1);
            }
        }
    }
    const std::vector<std::string>& found() const { return m_found; }

private:
    static bool isAddress(std::string_view text) {
        constexpr std::size_t longest = 1000;
        if (text.size() > longest || text.find('.') == std::string_view::npos)
            return false;
        return text.starts_with("action.") || text.starts_with("list.") ||
               (text.starts_with("module.") && text.find(".action.") != std::string_view::npos) ||
               addrs::readAbsResourceInstance(text);
    }

    std::vector<std::string> m_found;
};

/// Returns the unknown fields of a Terraform plan, with the addresses found in those at the top level.
std::vector<UnknownPart> unknownParts(const tfplan::Plan& plan, const std::vector<std::string>& names) {
    std::map<std::string, AddressSearch> addresses;
    const google::protobuf::UnknownFieldSet& fields = plan.GetReflection()->GetUnknownFields(plan);
    for (int i = 0; i < fields.field_count(); ++i)
        if (fields.field(i).type() == google::protobuf::UnknownField::TYPE_LENGTH_DELIMITED)
            addresses[fmt::format("Plan field {}", fields.field(i).number())].add(fields.field(i).length_delimited());
    std::vector<UnknownPart> parts;
    for (const std::string& name : names)
        if (name != "Importing field 2") // a flag that only exists in Terraform
            parts.push_back({name, addresses[name].found()});
    return parts;
}

Program programOf(const tfplan::Plan& plan, std::string_view lockFile) {
    Program program{Program::Kind::OpenTofu, plan.terraform_version()};
    const std::optional<addrs::Version> version = addrs::Version::parse(program.version);
    const bool isBeforeOpenTofu = version && *version < *addrs::Version::parse("1.6.0-alpha1");
    // Nearly every plan of Terraform 1.8 or later has one of the first two fields. Both programs write their command
    // names to lock files.
    if (plan.applyable() || plan.complete() || plan.apply_time_variables_size() > 0 ||
        plan.deferred_changes_size() > 0 || isBeforeOpenTofu ||
        (lockFile.find("\"terraform init\"") != std::string_view::npos &&
         lockFile.find("\"tofu init\"") == std::string_view::npos))
        program.kind = Program::Kind::Terraform;
    return program;
}

} // namespace

diags::Result<std::shared_ptr<const Message>> parseMessage(std::string_view bytes, std::string_view lockFile) {
    Scan scan;
    const bool isSound = scan.run(bytes, *tfplan::Plan::descriptor());
    if (scan.hasTooMany())
        return invalidPlan("the plan in it has more parts than any plan could have");
    auto message = std::make_shared<Message>();
    const google::protobuf::LogSilencer quiet; // the diagnostic reports errors
    if (!isSound || !message->plan.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
        return invalidPlan("the plan in it is damaged");
    if (message->plan.version() != 3)
        return invalidPlan(
            fmt::format("it is of plan format {}, and only format 3 is supported", message->plan.version()));
    message->program = programOf(message->plan, lockFile);
    if (message->program.kind == Program::Kind::Terraform)
        message->unknown = unknownParts(message->plan, scan.unknown());
    else if (!scan.unknown().empty())
        return diags::Diagnostic::error(
            "Plan file of another program",
            fmt::format("The plan says that it was made by {}, and it contains something that "
                        "plans of OpenTofu 1.6 to 1.12 do not have ({}). Use the program "
                        "that made it to show and apply it.",
                        message->program.toString(), scan.unknown().front()));
    return std::shared_ptr<const Message>(std::move(message));
}

} // namespace detail
} // namespace planlens::plans::file
