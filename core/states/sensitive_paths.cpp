// SPDX-License-Identifier: MPL-2.0
#include "core/states/sensitive_paths.h"

#include "core/states/file/json_fields.h"
#include "core/values/json/json.h"
#include "core/values/text/quoted.h"

namespace planlens::states {
namespace {

constexpr auto stepSummary = "Error unmarshaling path step";

std::optional<values::PathStep> readStep(std::string_view type, std::string_view value,
                                         diags::Diagnostics& diagnostics) {
    if (type == "index") {
        auto key = values::fromJson(value, values::Type::dynamic());
        if (key)
            return values::IndexStep{*std::move(key)};
        diagnostics.error(stepSummary, "Failed to unmarshal index step key: " + values::formatError(key.error()));
        return {};
    }
    if (type == "get_attr") {
        JsonFields fields(value);
        std::string name;
        if (fields.string(name))
            return values::AttributeStep{std::move(name)};
        diagnostics.error(stepSummary, "Failed to unmarshal get attr step name: json: cannot unmarshal " +
                                           fields.found() + " into Go value of type string");
        return {};
    }
    diagnostics.error("Unsupported path step", "Unsupported path step type " + values::quoted(type));
    return {};
}

} // namespace

std::vector<values::Path> readPaths(std::string_view json, diags::Diagnostics& diagnostics) {
    std::vector<values::Path> paths;
    JsonFields fields(json);
    const bool ok = fields.array([&] {
        std::optional<values::Path> path = values::Path();
        const bool pathOk = fields.array([&] {
            std::string type;
            std::string_view value = "null";
            const bool stepOk = fields.object([&](std::string_view name) {
                if (name == "type")
                    return fields.string(type);
                return name == "value" ? fields.raw(value) : fields.skip();
            });
            if (!stepOk)
                return false;
            if (!path)
                return true;
            if (auto step = readStep(type, value, diagnostics))
                path->push(*std::move(step));
            else
                path.reset();
            return true;
        });
        if (pathOk && path)
            paths.push_back(*std::move(path));
        return pathOk;
    });
    if (!ok) {
        diagnostics.error("Error unmarshaling path steps",
                          "json: cannot unmarshal " + fields.found() + " into a list of path steps");
    }
    return paths;
}

std::string writePaths(const std::vector<values::Path>& paths) {
    std::string out = "[";
    for (const values::Path& path : paths) {
        out += out.size() > 1 ? ",[" : "[";
        bool first = true;
        for (const values::PathStep& step : path) {
            if (!std::exchange(first, false))
                out += ',';
            if (const auto* attribute = std::get_if<values::AttributeStep>(&step)) {
                out += R"({"type":"get_attr","value":)";
                values::appendJsonString(out, attribute->name);
            } else {
                const values::Value key = values::unknownAsNull(std::get<values::IndexStep>(step).key.unmarkedDeep());
                out += R"({"type":"index","value":)";
                const auto written = values::appendJson(out, key, values::Type::dynamic());
                if (!written)
                    out += "null";
            }
            out += '}';
        }
        out += ']';
    }
    return out + "]";
}

} // namespace planlens::states
