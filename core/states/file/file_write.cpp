// SPDX-License-Identifier: MPL-2.0
#include "core/states/file.h"
#include "core/system/background_task.h"

#include "core/states/file/file_records.h"
#include "core/states/file/json_layout.h"
#include "core/states/sensitive_paths.h"
#include "core/values/json/json.h"
#include "core/values/text/base64.h"
#include "core/values/text/digest.h"
#include "core/version.h"

#include <algorithm>
#include <functional>
#include <span>

namespace planlens::states {
namespace {

enum class Layout { Lines, Compact };

/// Writes objects and arrays in call order, either with line breaks or without any white space.
class Writer {
public:
    Writer(JsonText& out, Layout layout)
        : m_out(out)
        , m_layout(layout) {}
    /// Continues in a separate text at the position where `other` has written an item before.
    Writer(JsonText& out, const Writer& other)
        : m_out(out)
        , m_layout(other.m_layout)
        , m_level(other.m_level)
        , m_first(false) {}

    void open(char bracket) {
        m_out.add(bracket);
        ++m_level;
        m_first = true;
    }
    /// Closes a container; an empty one on the line on which it was opened.
    void close(char bracket) {
        --m_level;
        if (!m_first)
            lineBreak();
        m_out.add(bracket);
        m_first = false;
    }
    void item() {
        if (!m_first)
            m_out.add(',');
        m_first = false;
        lineBreak();
    }
    void name(std::string_view text) {
        item();
        m_out.addString(text);
        m_out.add(':');
        if (m_layout == Layout::Lines)
            m_out.add(' ');
    }
    void string(std::string_view text) { m_out.addString(text); }
    void token(std::string_view text) { m_out.add(text); }
    void json(std::string_view text) {
        if (m_layout == Layout::Lines)
            m_out.addIndented(text, m_level);
        else
            m_out.add(text); // stored JSON has no white space
    }

    void field(std::string_view key, std::string_view text) {
        name(key);
        string(text);
    }
    void fieldUnlessEmpty(std::string_view key, std::string_view text) {
        if (!text.empty())
            field(key, text);
    }
    void flagIfSet(std::string_view key, bool isSet) {
        if (!isSet)
            return;
        name(key);
        token("true");
    }
    void number(std::string_view key, std::uint64_t value) {
        name(key);
        token(std::to_string(value));
    }

private:
    void lineBreak() {
        if (m_layout == Layout::Lines)
            m_out.addLineBreak(m_level);
    }
    JsonText& m_out;
    Layout m_layout;
    std::size_t m_level = 0;
    bool m_first = true;
};

void writeOutputs(Writer& writer, const std::map<std::string, OutputValue>& outputs) {
    writer.name("outputs");
    writer.open('{');
    for (const auto& [name, output] : outputs) {
        const values::Value value = values::unknownAsNull(output.value.unmarkedDeep());
        const auto json = values::toJson(value, value.type());
        writer.name(name);
        writer.open('{');
        writer.name("value");
        writer.json(json ? *json : "null");
        writer.name("type");
        writer.json(values::typeToJson(value.type()));
        writer.flagIfSet("sensitive", output.sensitive);
        writer.fieldUnlessEmpty("deprecated", output.deprecated);
        writer.close('}');
    }
    writer.close('}');
}

/// Position of an object within its resource.
struct Place {
    const addrs::InstanceKey& key;
    const addrs::DeposedKey& deposed;
    const std::string& provider; // empty if all instances of the resource have the same provider
};

void writeAttributes(Writer& writer, const StoredObject& object) {
    if (!object.attributesJson.empty()) {
        writer.name("attributes");
        writer.json(object.attributesJson);
    }
    if (!object.attributesFlat.empty()) {
        writer.name("attributes_flat");
        writer.open('{');
        for (const auto& [key, value] : object.attributesFlat)
            writer.field(key, value);
        writer.close('}');
    }
    std::vector<values::Path> paths;
    for (const values::PathMarks& at : object.sensitivePaths)
        paths.push_back(at.path);
    writer.name("sensitive_attributes");
    writer.json(writePaths(paths));
}

void writeObject(Writer& writer, const StoredObject& object, const Place& place) {
    writer.open('{');
    if (place.key.isInt()) {
        writer.name("index_key");
        writer.token(std::to_string(place.key.index()));
    } else if (place.key.isString()) {
        writer.field("index_key", place.key.string());
    }
    if (object.status == ObjectStatus::Tainted)
        writer.field("status", "tainted");
    writer.fieldUnlessEmpty("deposed", place.deposed);
    writer.fieldUnlessEmpty("provider", place.provider);
    writer.number("schema_version", object.schemaVersion);
    writeAttributes(writer, object);
    if (!object.privateData.empty())
        writer.field("private", values::toBase64(object.privateData));
    if (!object.dependencies.empty()) {
        writer.name("dependencies");
        writer.open('[');
        for (const addrs::ConfigResource& dependency : object.dependencies) {
            writer.item();
            writer.string(dependency.toString());
        }
        writer.close(']');
    }
    writer.flagIfSet("create_before_destroy", object.createBeforeDestroy);
    writer.flagIfSet("skip_destroy", object.skipDestroy);
    if (!object.identityJson.empty()) {
        writer.name("identity");
        writer.json(object.identityJson);
    }
    if (object.identitySchemaVersion)
        writer.number("identity_schema_version", *object.identitySchemaVersion);
    writer.close('}');
}

std::string providerOf(const Resource& resource, const ResourceInstance& instance) {
    return addrs::AbsProviderInstance{resource.provider, instance.providerKey}.toString();
}

void writeInstances(Writer& writer, const Resource& resource, bool providerByInstance) {
    const addrs::DeposedKey current;
    writer.name("instances");
    writer.open('[');
    for (const auto& [key, instance] : resource.instances) {
        const std::string provider = providerByInstance ? providerOf(resource, instance) : std::string();
        if (instance.current) {
            writer.item();
            writeObject(writer, *instance.current, {key, current, provider});
        }
        for (const auto& [deposedKey, object] : instance.deposed) {
            writer.item();
            writeObject(writer, *object, {key, deposedKey, provider});
        }
    }
    writer.close(']');
}

struct ResourceItem {
    std::string module;
    const addrs::Resource* address;
    const Resource* resource;
};

std::vector<ResourceItem> resourcesOf(const State& state) {
    std::vector<ResourceItem> items;
    for (const auto& [address, resource] : state.resources()) {
        if (address.resource.mode != addrs::ResourceMode::Ephemeral)
            items.push_back({address.module.toString(), &address.resource, &resource});
    }
    // Modules are sorted by their text only here.
    std::stable_sort(items.begin(), items.end(), [](const ResourceItem& a, const ResourceItem& b) {
        return a.module != b.module ? a.module < b.module : *a.address < *b.address;
    });
    return items;
}

/// Calls `done` after each item.
void writeItems(Writer& writer, std::span<const ResourceItem> items, const std::function<void()>& done) {
    const addrs::AbsProviderConfig* provider = nullptr; // of the previous item, also as text
    std::string providerText;
    for (const ResourceItem& item : items) {
        const bool providerByInstance =
            std::any_of(item.resource->instances.begin(), item.resource->instances.end(),
                        [](const auto& instance) { return !instance.second.providerKey.isNone(); });
        writer.item();
        writer.open('{');
        writer.fieldUnlessEmpty("module", item.module);
        writer.field("mode", item.address->mode == addrs::ResourceMode::Data ? "data" : "managed");
        writer.field("type", item.address->type);
        writer.field("name", item.address->name);
        if (!provider || *provider != item.resource->provider) {
            provider = &item.resource->provider;
            providerText = provider->toString();
        }
        if (!providerByInstance && !provider->provider.type().empty()) // an empty address could not be read back
            writer.field("provider", providerText);
        writeInstances(writer, *item.resource, providerByInstance);
        writer.close('}');
        done();
    }
}

/// Returns a generous estimate: growing a text of many megabytes would copy it.
std::size_t roomFor(std::span<const ResourceItem> items) {
    std::size_t room = 4096;
    for (const ResourceItem& item : items) {
        room += 400;
        for (const auto& [key, instance] : item.resource->instances)
            room += 400 + (instance.current ? 2 * instance.current->attributesJson.size() +
                                                  120 * instance.current->dependencies.size()
                                            : 0);
    }
    return room;
}

std::string_view toText(CheckStatus status) {
    switch (status) {
    case CheckStatus::Unknown:
        return "unknown";
    case CheckStatus::Pass:
        return "pass";
    case CheckStatus::Fail:
        return "fail";
    case CheckStatus::Error:
        return "error";
    }
    return "unknown";
}

std::string_view toText(CheckableKind kind) {
    switch (kind) {
    case CheckableKind::Resource:
        return "resource";
    case CheckableKind::OutputValue:
        return "output";
    case CheckableKind::Check:
        return "check";
    case CheckableKind::InputVariable:
        return "var";
    }
    return "resource";
}

void writeCheckObjects(Writer& writer, const CheckResult& result) {
    writer.name("objects");
    if (result.objects.empty()) {
        writer.token("null");
        return;
    }
    writer.open('[');
    for (const auto& [address, object] : result.objects) {
        writer.item();
        writer.open('{');
        writer.field("object_addr", address);
        writer.field("status", toText(object.status));
        if (!object.failureMessages.empty()) {
            writer.name("failure_messages");
            writer.open('[');
            for (const std::string& message : object.failureMessages) {
                writer.item();
                writer.string(message);
            }
            writer.close(']');
        }
        writer.close('}');
    }
    writer.close(']');
}

void writeCheckResults(Writer& writer, const std::optional<CheckResults>& results) {
    writer.name("check_results");
    if (!results || results->empty()) {
        writer.token("null");
        return;
    }
    writer.open('[');
    for (const auto& [address, result] : *results) {
        writer.item();
        writer.open('{');
        writer.field("object_kind", toText(result.kind));
        writer.field("config_addr", address);
        writer.field("status", toText(result.status));
        writeCheckObjects(writer, result);
        writer.close('}');
    }
    writer.close(']');
}

/// Writes all of a file except the resources, which `writeAll` writes.
template <typename WriteAll>
void writeAround(Writer& writer, const File& file, std::string_view writerVersion, WriteAll writeAll) {
    const State empty;
    const State& state = file.state ? *file.state : empty;
    writer.open('{');
    writer.number("version", 4);
    writer.field("terraform_version", writerVersion);
    writer.number("serial", file.serial);
    writer.field("lineage", file.lineage);
    writeOutputs(writer, state.outputs);
    writer.name("resources");
    writer.open('[');
    writeAll(resourcesOf(state));
    writer.close(']');
    writeCheckResults(writer, state.checkResults);
    writer.close('}');
}

} // namespace

std::string objectToJson(const StoredObject& object) {
    JsonText out;
    Writer writer(out, Layout::Compact);
    writeObject(writer, object, {addrs::InstanceKey(), addrs::DeposedKey(), std::string()});
    return std::move(out).take();
}

void setTextHash(File& file) {
    file.textHash = values::toHex(values::sha256(writeFile(file)));
}

std::string writeFile(const File& file, std::string_view writerVersion) {
    JsonText out;
    Writer writer(out, Layout::Lines);
    writeAround(writer, file, writerVersion, [&](std::span<const ResourceItem> items) {
        // Large states are written on two threads. The second thread reserves memory for its own half.
        constexpr std::size_t large = 8000;
        const std::span<const ResourceItem> second =
            items.size() < large ? std::span<const ResourceItem>() : items.subspan(items.size() / 2);
        JsonText secondText;
        Writer secondWriter(secondText, writer);
        system::BackgroundTask<void> written;
        if (!second.empty())
            written = system::runInBackground([&] {
                secondText.reserve(roomFor(second));
                writeItems(secondWriter, second, [] {});
            });
        out.reserve(roomFor(items));
        writeItems(writer, items.first(items.size() - second.size()), [] {});
        if (written.isValid())
            written.get();
        out.add(secondText.view());
    });
    out.add("\n\n"); // OpenTofu ends its state files with an empty line
    return std::move(out).take();
}

void writeCompactFile(const File& file, const std::function<void(std::string_view part)>& sink,
                      std::string_view writerVersion) {
    constexpr std::size_t enough = 64 * 1024;
    JsonText out;
    out.reserve(2 * enough);
    Writer writer(out, Layout::Compact);
    writeAround(writer, file, writerVersion, [&](std::span<const ResourceItem> items) {
        writeItems(writer, items, [&] {
            if (out.size() < enough)
                return;
            sink(out.view());
            out.clear();
        });
    });
    sink(out.view());
}

} // namespace planlens::states
