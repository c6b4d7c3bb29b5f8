// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/yaml/yaml_document.h"

#include <yaml.h>

#include <string_view>

namespace planlens::lang {
namespace {

using values::Type;
using values::Value;

int append(void* out, unsigned char* bytes, std::size_t size) {
    static_cast<std::string*>(out)->append(reinterpret_cast<const char*>(bytes), size);
    return 1;
}

class YamlWriter {
public:
    YamlWriter() {
        yaml_emitter_initialize(&m_emitter);
        yaml_emitter_set_output(&m_emitter, append, &m_out);
        yaml_emitter_set_unicode(&m_emitter, 1);
    }
    YamlWriter(const YamlWriter&) = delete;
    YamlWriter& operator=(const YamlWriter&) = delete;
    ~YamlWriter() { yaml_emitter_delete(&m_emitter); }

    diags::Expected<std::string, std::string> write(const Value& value) {
        yaml_event_t event;
        yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING);
        emit(event);
        yaml_document_start_event_initialize(&event, nullptr, nullptr, nullptr, 1);
        emit(event);
        writeNode(value);
        yaml_document_end_event_initialize(&event, 1);
        emit(event);
        yaml_stream_end_event_initialize(&event);
        emit(event);
        if (m_failed)
            return diags::Unexpected{std::string(m_emitter.problem ? m_emitter.problem : "failed to write YAML token")};
        // The document end marker belongs only after plain scalars, but libyaml also writes it after open-ended blocks.
        constexpr std::string_view endMark = "\n...\n";
        if (m_out.ends_with(endMark))
            m_out.resize(m_out.size() - endMark.size() + 1);
        if (value.isNull() || value.type().isNumber() || value.type().isBool())
            m_out += endMark.substr(1);
        return m_out;
    }

private:
    void emit(yaml_event_t& event) {
        if (m_failed)
            yaml_event_delete(&event);
        else
            m_failed = yaml_emitter_emit(&m_emitter, &event) == 0;
    }

    void writeScalar(std::string_view text, yaml_scalar_style_t style) {
        yaml_event_t event;
        yaml_scalar_event_initialize(&event, nullptr, nullptr, reinterpret_cast<const yaml_char_t*>(text.data()),
                                     static_cast<int>(text.size()), 1, 1, style);
        emit(event);
    }

    void writeString(const std::string& text) {
        const bool hasLines = text.find('\n') != std::string::npos;
        writeScalar(text, hasLines ? YAML_LITERAL_SCALAR_STYLE : YAML_DOUBLE_QUOTED_SCALAR_STYLE);
    }

    void writeNode(const Value& value) {
        const Type type = value.type();
        yaml_event_t event;
        if (value.isNull()) {
            writeScalar("null", YAML_PLAIN_SCALAR_STYLE);
        } else if (type.isString()) {
            writeString(value.asString());
        } else if (type.isNumber()) {
            writeScalar(value.asNumber().toString(), YAML_PLAIN_SCALAR_STYLE);
        } else if (type.isBool()) {
            writeScalar(value.asBool() ? "true" : "false", YAML_PLAIN_SCALAR_STYLE);
        } else if (type.isList() || type.isSet() || type.isTuple()) {
            yaml_sequence_start_event_initialize(&event, nullptr, nullptr, 1, YAML_BLOCK_SEQUENCE_STYLE);
            emit(event);
            for (std::size_t i = 0; i < value.size(); ++i)
                writeNode(value.element(i));
            yaml_sequence_end_event_initialize(&event);
            emit(event);
        } else {
            yaml_mapping_start_event_initialize(&event, nullptr, nullptr, 1, YAML_BLOCK_MAPPING_STYLE);
            emit(event);
            for (std::size_t i = 0; i < value.size(); ++i) {
                writeString(value.key(i));
                writeNode(value.element(i));
            }
            yaml_mapping_end_event_initialize(&event);
            emit(event);
        }
    }

    std::string m_out;
    yaml_emitter_t m_emitter = {};
    bool m_failed = false;
};

} // namespace

diags::Expected<std::string, std::string> writeYaml(const values::Value& value) {
    return YamlWriter().write(value);
}

} // namespace planlens::lang
