// SPDX-License-Identifier: MPL-2.0
#include "core/formats/applied_inputs.h"

#include "core/configs/config.h"
#include "core/plans/plan.h"
#include "core/states/file.h"
#include "core/system/directories/state_directory.h"
#include "core/system/file.h"
#include "core/values/json/json.h"
#include "core/values/random.h"
#include "core/values/text/digest.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

namespace planlens::formats {

namespace fs = std::filesystem;
using plans::AppliedInputs;
using values::Value;

namespace {

constexpr std::size_t digits = 2 * sizeof(AppliedInputs::Fingerprint);
using Members = std::vector<std::pair<std::string, Value>>;

std::shared_ptr<const AppliedInputs> inputsOf(const plans::Plan& plan) {
    if (plan.options.mode == plans::Mode::RefreshOnly)
        return plan.recorded.appliedInputs;
    if (plan.options.mode != plans::Mode::Normal || !plan.options.targets.empty() || !plan.options.excludes.empty() ||
        !plan.configuration)
        return {};
    AppliedInputs inputs;
    inputs.salt = values::randomUuid();
    for (const auto& [name, file] : plan.configuration->sources.files())
        if (file.text)
            inputs.lines.emplace(name, inputs.ofLines(*file.text));
    for (const auto& [name, text] : plan.recorded.filesRead)
        inputs.lines.emplace(name, inputs.ofLines(text));
    for (const auto& [name, variable] : plan.configuration->root->module.variables) {
        const auto given = plan.variables.find(name);
        const std::optional<Value> value =
            given != plan.variables.end() ? std::optional(given->second.value) : variable.defaultValue;
        if (value && !variable.sensitive && !variable.ephemeral && value->isWhollyKnown() && !value->containsMarked())
            inputs.ofParts(*value, [&](const values::Path& path, AppliedInputs::Fingerprint fingerprint) {
                inputs.values.emplace(name + path.toString(), fingerprint);
            });
    }
    return std::make_shared<const AppliedInputs>(std::move(inputs));
}

std::string textOf(const std::vector<AppliedInputs::Fingerprint>& fingerprints) {
    std::string text;
    for (const AppliedInputs::Fingerprint one : fingerprints)
        fmt::format_to(std::back_inserter(text), "{:0{}x}", one, digits);
    return text;
}

std::vector<AppliedInputs::Fingerprint> fingerprintsIn(std::string_view text) {
    std::vector<AppliedInputs::Fingerprint> read;
    for (; text.size() >= digits; text.remove_prefix(digits)) {
        AppliedInputs::Fingerprint one = 0;
        std::from_chars(text.data(), text.data() + digits, one, 16);
        read.push_back(one);
    }
    return read;
}

/// Calls a function with the texts of an object, if it is one.
void readTexts(const Value* object, const auto& call) {
    if (!object || object->isNull() || !object->type().isObject())
        return;
    for (std::size_t i = 0; i < object->size(); ++i)
        if (const Value& text = object->element(i); text.type().isString() && !text.isNull())
            call(std::string(object->key(i)), text.asString());
}

void removeOldest(const fs::path& directory) {
    constexpr std::size_t most = 4'096;
    std::vector<std::pair<fs::file_time_type, fs::path>> files;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(directory, error))
        files.emplace_back(entry.last_write_time(error), entry.path());
    if (files.size() <= most)
        return;
    std::ranges::sort(files);
    for (std::size_t i = 0; i + most < files.size(); ++i)
        fs::remove(files[i].second, error);
}

} // namespace

fs::path keptInputs(std::string_view lineage) {
    constexpr std::size_t length = 32; // of the name
    const fs::path directory = system::stateDirectoryPath();
    return directory.empty()
               ? fs::path()
               : directory / "applied" / (values::toHex(values::sha256(lineage)).substr(0, length) + ".json");
}

void keepInputs(const plans::Plan& plan, const states::File& left) {
    const std::shared_ptr<const AppliedInputs> inputs = inputsOf(plan);
    const std::string& lineage = left.state ? left.lineage : plan.stateLineage;
    if (!inputs || lineage.empty())
        return;
    Members lines, given;
    for (const auto& [name, fingerprints] : inputs->lines)
        lines.emplace_back(name, Value::string(textOf(fingerprints)));
    for (const auto& [name, fingerprint] : inputs->values)
        given.emplace_back(name, Value::string(textOf({fingerprint})));
    const Value all =
        Value::object({{"lineage", Value::string(lineage)},
                       {"lines", Value::object(std::move(lines))},
                       {"salt", Value::string(inputs->salt)},
                       {"serial", Value::string(std::to_string(left.state ? left.serial : plan.stateSerial))},
                       {"values", Value::object(std::move(given))}});
    const fs::path file = keptInputs(lineage);
    const values::Outcome<std::string> json = values::toJson(all, all.type());
    if (file.empty() || !json || !system::makePrivateDirectory(file.parent_path().parent_path()) ||
        !system::makePrivateDirectory(file.parent_path()))
        return;
    (void)system::replaceFile(file, *json + "\n", 0600);
    removeOldest(file.parent_path());
}

std::shared_ptr<const AppliedInputs> readInputs(std::string_view lineage, std::uint64_t serial) {
    const auto text = system::readFile(keptInputs(lineage));
    if (!text)
        return {};
    const values::Outcome<Value> all = values::fromSimpleJson(*text);
    if (!all)
        return {};
    AppliedInputs inputs;
    inputs.serial = serial;
    std::string storedSerial;
    readTexts(&*all, [&](const std::string& name, const std::string& value) {
        if (name == "lineage")
            inputs.lineage = value;
        else if (name == "salt")
            inputs.salt = value;
        else if (name == "serial")
            storedSerial = value;
    });
    if (inputs.lineage != lineage || storedSerial != std::to_string(serial) || lineage.empty())
        return {};
    readTexts(all->find("lines"), [&](const std::string& name, const std::string& value) {
        inputs.lines.emplace(name, fingerprintsIn(value));
    });
    readTexts(all->find("values"), [&](const std::string& name, const std::string& value) {
        if (const auto fingerprints = fingerprintsIn(value); fingerprints.size() == 1)
            inputs.values.emplace(name, fingerprints.front());
    });
    return std::make_shared<const AppliedInputs>(std::move(inputs));
}

} // namespace planlens::formats
