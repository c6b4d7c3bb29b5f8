// SPDX-License-Identifier: MPL-2.0
#include "core/formats/diagnostic_json.h"

#include "core/formats/function_signature.h"
#include "core/formats/value_json.h"
#include "core/values/comparison.h"
#include "core/values/path.h"

#include <nlohmann/json.hpp>

namespace planlens::formats {

namespace {

void writePosition(JsonWriter& json, const diags::SourcePos& position) {
    json.beginObject();
    json.key("line").number(position.line);
    json.key("column").number(position.column);
    json.key("byte").number(position.byte);
    json.endObject();
}

/// Omits sensitive values like unknown ones, because diagnostics, unlike plans, are written to logs.
values::Value withoutSecrets(const values::Value& value) {
    return values::transform(value, [](const values::Path&, const values::Value& part) {
        return part.hasMark(values::Mark::sensitive()) ? values::Value::unknown(part.type()) : part;
    });
}

void writeSide(JsonWriter& json, std::string_view key, const values::Value& value) {
    const JsonWriter::Mark start = json.mark();
    if (!writeKnownParts(json.key(key), withoutSecrets(value)))
        json.takeBack(start);
}

void writeDifference(JsonWriter& json, const values::Comparison& comparison) {
    json.beginObject();
    writeSide(json, "before", comparison.left);
    writeSide(json, "after", comparison.right);
    json.key("after_unknown");
    if (comparison.right.isWhollyKnown())
        json.boolean(false);
    else
        writeUnknownMask(json, comparison.right);
    writeSensitiveMask(json.key("before_sensitive"), comparison.left);
    writeSensitiveMask(json.key("after_sensitive"), comparison.right);
    json.endObject();
}

} // namespace

void writeDiagnostic(JsonWriter& json, const diags::Diagnostic& diagnostic, const diags::Sources& sources) {
    json.beginObject();
    json.key("severity").string(diagnostic.severity == diags::Severity::Error ? "error" : "warning");
    json.key("summary").string(diagnostic.summary);
    json.key("detail").string(diagnostic.detail);
    json.optional("address", diagnostic.address);
    if (const std::optional<diags::SourceRange> range = diags::highlightRange(diagnostic)) {
        json.key("range").beginObject();
        json.key("filename").string(range->filename.str());
        writePosition(json.key("start"), range->start);
        writePosition(json.key("end"), range->end);
        json.endObject();
        if (const std::optional<diags::Snippet> snippet = diags::snippet(diagnostic, sources)) {
            json.key("snippet").beginObject();
            if (snippet->context)
                json.key("context").string(*snippet->context);
            else
                json.key("context").null();
            json.key("code").string(snippet->code);
            json.key("start_line").number(snippet->startLine);
            json.key("highlight_start_offset").number(static_cast<std::int64_t>(snippet->highlightStart));
            json.key("highlight_end_offset").number(static_cast<std::int64_t>(snippet->highlightEnd));
            json.key("values").beginArray();
            for (const diags::ExpressionValue& value : diagnostic.values) {
                json.beginObject();
                json.key("traversal").string(value.traversal);
                json.key("statement").string(value.statement);
                json.endObject();
            }
            json.endArray();
            if (diagnostic.functionCall) {
                json.key("function_call").beginObject();
                json.key("called_as").string(diagnostic.functionCall->calledAs);
                if (diagnostic.functionCall->signature)
                    writeFunctionSignature(json.key("signature"), *diagnostic.functionCall->signature);
                json.endObject();
            }
            json.endObject();
        }
    }
    if (diagnostic.comparison)
        writeDifference(json.key("difference"), *diagnostic.comparison);
    json.endObject();
}

std::string validateJson(const diags::Diagnostics& diagnostics, const diags::Sources& sources) {
    std::int64_t errors = 0, warnings = 0;
    for (const diags::Diagnostic& diagnostic : diagnostics)
        ++(diagnostic.severity == diags::Severity::Error ? errors : warnings);
    std::string text;
    JsonWriter json(text);
    json.beginObject();
    json.key("format_version").string("1.0");
    json.key("valid").boolean(errors == 0);
    json.key("error_count").number(errors);
    json.key("warning_count").number(warnings);
    json.key("diagnostics").beginArray();
    for (const diags::Diagnostic& diagnostic : diagnostics)
        writeDiagnostic(json, diagnostic, sources);
    json.endArray();
    json.endObject();
    return nlohmann::ordered_json::parse(text).dump(2);
}

} // namespace planlens::formats
