// SPDX-License-Identifier: MPL-2.0
#include "core/plans/file/message.h"

#include "core/addrs/version.h"

#include <fmt/core.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

namespace planlens::plans::file {

diags::Diagnostic invalidPlan(std::string_view why) {
    return diags::Diagnostic::error("Invalid plan file", fmt::format("The file is not a plan that can be used: {}. Make the plan again.", why));
}

namespace detail {

namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::internal::WireFormatLite;

/// An empty message takes two bytes in a file and a hundred times that in memory. Plans of a hundred thousand resource
/// instances have a quarter of these.
constexpr std::size_t mostMessages = 10'000'000;

/// Looks through a message without building it: how many there are inside, and what is not known.
class Scan {
public:
    /// False where it is damaged or has too many messages in it.
    bool run(std::string_view bytes, const Descriptor& type) {
        google::protobuf::io::CodedInputStream input(reinterpret_cast<const std::uint8_t*>(bytes.data()), static_cast<int>(bytes.size()));
        return scan(input, type);
    }
    bool hasTooMany() const { return m_messages > mostMessages; }
    /// The first part that is not known: "Plan field 27".
    const std::string& unknown() const { return m_unknown; }

private:
    bool scan(google::protobuf::io::CodedInputStream& input, const Descriptor& type) {
        if (++m_messages > mostMessages)
            return false;
        while (const std::uint32_t tag = input.ReadTag()) {
            const FieldDescriptor* field = type.FindFieldByNumber(WireFormatLite::GetTagFieldNumber(tag));
            const auto wireType = WireFormatLite::GetTagWireType(tag);
            // Repeated numbers are packed, of which these plans have none.
            if ((!field || WireFormatLite::WireTypeForFieldType(static_cast<WireFormatLite::FieldType>(field->type())) != wireType) && m_unknown.empty())
                m_unknown = fmt::format("{} field {}", type.name(), WireFormatLite::GetTagFieldNumber(tag));
            if (!field || field->type() != FieldDescriptor::TYPE_MESSAGE || wireType != WireFormatLite::WIRETYPE_LENGTH_DELIMITED) {
                if (!WireFormatLite::SkipField(&input, tag))
                    return false;
                continue;
            }
            std::uint32_t length = 0;
            if (!input.ReadVarint32(&length) || static_cast<int>(length) < 0 || static_cast<int>(length) > input.BytesUntilLimit())
                return false;
            const auto limit = input.PushLimit(static_cast<int>(length));
            if (!scan(input, *field->message_type()) || input.BytesUntilLimit() > 0)
                return false;
            input.PopLimit(limit);
        }
        return input.ConsumedEntireMessage();
    }

    std::size_t m_messages = 0;
    std::string m_unknown;
};

Program programOf(const tfplan::Plan& plan) {
    Program program{Program::Kind::OpenTofu, plan.terraform_version()};
    const std::optional<addrs::Version> version = addrs::Version::parse(program.version);
    const bool isBeforeOpenTofu = version && *version < *addrs::Version::parse("1.6.0-alpha1");
    // Every sound plan of Terraform 1.8 or later says one of these.
    if (plan.applyable() || plan.complete() || plan.apply_time_variables_size() > 0 || isBeforeOpenTofu)
        program.kind = Program::Kind::Terraform;
    return program;
}

} // namespace

diags::Result<std::shared_ptr<const Message>> parseMessage(std::string_view bytes) {
    Scan scan;
    const bool isSound = scan.run(bytes, *tfplan::Plan::descriptor());
    if (scan.hasTooMany())
        return invalidPlan("the plan in it has more parts than any plan could have");
    auto message = std::make_shared<Message>();
    const google::protobuf::LogSilencer quiet; // what is wrong is told by the diagnostic
    if (!isSound || !message->plan.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
        return invalidPlan("the plan in it is damaged");
    if (message->plan.version() != 3)
        return invalidPlan(fmt::format("it is of plan format {}, and only format 3 is supported", message->plan.version()));
    message->program = programOf(message->plan);
    if (!scan.unknown().empty())
        return diags::Diagnostic::error("Plan file of another program",
                                        fmt::format("The plan says that it was made by {}, and it holds something that plans of OpenTofu 1.6 to 1.12 do not have ({}). Use the program "
                                                    "that made it to show and apply it.",
                                                    message->program.toString(), scan.unknown()));
    return std::shared_ptr<const Message>(std::move(message));
}

} // namespace detail
} // namespace planlens::plans::file
