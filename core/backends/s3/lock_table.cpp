// SPDX-License-Identifier: MPL-2.0
#include "core/backends/s3/lock_table.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace planlens::backends::s3 {
namespace {

using nlohmann::json;

json text(const std::string& value) {
    return {{"S", value}};
}

/// A text that is not UTF-8 cannot be sent; its replacement never equals a stored one.
std::string dump(const json& body) {
    return body.dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace

cloud::aws::Outcome LockTable::send(std::string_view operation, std::string body, const std::stop_token& stop) const {
    cloud::aws::Call call{"DynamoDB", operation, {}, {"dynamodb", m_session.region()}};
    call.request.method = "POST";
    call.request.url = cloud::http::parseUri(m_session.endpoint(cloud::aws::Service::DynamoDb).url).toString();
    call.request.contentType = "application/x-amz-json-1.0";
    call.request.headers = {fmt::format("X-Amz-Target: DynamoDB_20120810.{}", operation)};
    call.request.body = std::move(body);
    return m_session.send(std::move(call), stop);
}

diags::Expected<std::optional<std::string>, ServiceError>
LockTable::read(const std::string& id, const std::string& attribute, const std::stop_token& stop) const {
    const json body{{"TableName", m_name},
                    {"Key", {{"LockID", text(id)}}},
                    {"ProjectionExpression", "LockID, " + attribute},
                    {"ConsistentRead", true}};
    const cloud::aws::Outcome outcome = send("GetItem", dump(body), stop);
    if (!outcome)
        return diags::Unexpected{outcome.error()};
    const json response = json::parse(outcome->body, nullptr, false);
    if (!response.is_object())
        return diags::Unexpected{ServiceError{.text = "operation error DynamoDB: GetItem, the response is not JSON"}};
    const auto item = response.find("Item");
    if (item == response.end() || !item->is_object() || item->empty())
        return std::optional<std::string>();
    const auto found = item->find(attribute);
    if (found == item->end() || !found->is_object())
        return std::optional(std::string());
    const auto value = found->find("S");
    return std::optional(value != found->end() && value->is_string() ? value->get<std::string>() : std::string());
}

cloud::aws::Outcome LockTable::write(const std::string& id, const std::string& attribute, const std::string& value,
                                     Writing writing, const std::stop_token& stop) const {
    json body{{"TableName", m_name}, {"Item", {{"LockID", text(id)}, {attribute, text(value)}}}};
    if (writing == Writing::OnlyNew)
        body["ConditionExpression"] = "attribute_not_exists(LockID)";
    return send("PutItem", dump(body), stop);
}

cloud::aws::Outcome LockTable::remove(const std::string& id) const {
    return send("DeleteItem", dump({{"TableName", m_name}, {"Key", {{"LockID", text(id)}}}}), {});
}

cloud::aws::Outcome LockTable::removeLock(const std::string& id, const std::string& info) const {
    const json body{{"TableName", m_name},
                    {"Key", {{"LockID", text(id)}}},
                    {"ConditionExpression", "Info = :info"},
                    {"ExpressionAttributeValues", {{":info", text(info)}}}};
    return send("DeleteItem", dump(body), {});
}

} // namespace planlens::backends::s3
