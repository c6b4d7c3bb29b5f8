// SPDX-License-Identifier: MPL-2.0
#include "core/formats/reading/check_reader.h"

#include "core/formats/reading/plan_fields.h"

namespace planlens::formats {

namespace {

bool readAddress(LenientFields& json, std::string& display, std::string* kind) {
    return json.object([&](std::string_view field) {
        return field == "to_display"     ? json.string(display)
               : field == "kind" && kind ? json.string(*kind)
                                         : json.skip();
    });
}

bool readCheck(LenientFields& json, states::CheckResults& checks) {
    std::string address, kind, status;
    states::CheckResult result;
    const auto readObjectResult = [&] {
        std::string object, objectStatus;
        states::CheckObjectResult one;
        const bool isRead = json.object([&](std::string_view field) {
            if (field == "address")
                return readAddress(json, object, nullptr);
            if (field == "status")
                return json.string(objectStatus);
            if (field != "problems")
                return json.skip();
            return json.array([&] {
                return json.object([&](std::string_view part) {
                    return part == "message" ? json.string(one.failureMessages.emplace_back()) : json.skip();
                });
            });
        });
        one.status = checkStatusOf(objectStatus);
        if (isRead)
            result.objects[object] = std::move(one);
        return isRead;
    };
    const bool isRead = json.object([&](std::string_view field) {
        return field == "address"     ? readAddress(json, address, &kind)
               : field == "status"    ? json.string(status)
               : field == "instances" ? json.array(readObjectResult)
                                      : json.skip();
    });
    if (!isRead)
        return false;
    result.kind = kind == "output_value" ? states::CheckableKind::OutputValue
                  : kind == "check"      ? states::CheckableKind::Check
                  : kind == "var"        ? states::CheckableKind::InputVariable
                                         : states::CheckableKind::Resource;
    result.status = checkStatusOf(status);
    result.objectsKnown = result.status != states::CheckStatus::Unknown || !result.objects.empty();
    if (!address.empty())
        checks[address] = std::move(result);
    return true;
}

} // namespace

bool readChecks(LenientFields& json, states::CheckResults& checks) {
    return json.array([&] { return readCheck(json, checks); });
}

} // namespace planlens::formats
