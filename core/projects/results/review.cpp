// SPDX-License-Identifier: MPL-2.0
#include "core/projects/results/review.h"

#include "core/configs/config.h"
#include "core/diff/rows/attribute_row.h"
#include "core/masking/export_secrets.h"
#include "core/plans/plan.h"
#include "core/projects/results/own_ids.h"
#include "core/projects/results/own_names.h"
#include "core/values/path.h"
#include "core/values/text/credentials.h"
#include "core/values/value.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace planlens::projects {

namespace {

constexpr std::size_t longestWord = 64;

/// Names of variables whose values distinguish projects.
bool namesProject(std::string_view variable) {
    static const std::set<std::string_view> words{
        "account",  "app",          "application", "cluster", "customer", "domain",    "env",    "environment",
        "location", "name",         "namespace",   "owner",   "prefix",   "project",   "region", "service",
        "stage",    "subscription", "suffix",      "team",    "tenant",   "workspace", "zone"};
    std::set<std::string_view> parts;
    for (std::size_t start = 0; start <= variable.size();) {
        const std::size_t end = std::min(variable.find_first_of("_-", start), variable.size());
        parts.insert(variable.substr(start, end - start));
        start = end + 1;
    }
    constexpr std::string_view others[] = {"id", "name", "code", "alias", "short", "aws", "gcp", "azure"};
    return std::any_of(parts.begin(), parts.end(), [](std::string_view part) { return words.contains(part); }) &&
           std::all_of(parts.begin(), parts.end(), [&](std::string_view part) {
               return words.contains(part) || std::find(std::begin(others), std::end(others), part) != std::end(others);
           });
}

std::map<std::string, std::string> wordsOf(const plans::Plan& plan, const masking::Secrets& secrets) {
    std::map<std::string, std::string> words;
    for (const auto& [name, variable] : plan.variables) {
        const values::Value& value = variable.value;
        if (!namesProject(name) || value.isMarked() || !value.isKnown() || value.isNull() || !value.type().isString())
            continue;
        const std::string& text = value.asString();
        if (text.size() <= longestWord && !secrets.areIn(text))
            words.emplace(name, text);
    }
    return words;
}

/// The attribute or the key at the end of a path; empty for elements of lists and sets.
std::string_view lastName(const values::Path& path) {
    if (path.isEmpty())
        return {};
    const auto* const attribute = std::get_if<values::AttributeStep>(&path[path.size() - 1]);
    return attribute ? std::string_view(attribute->name) : std::string_view();
}

/// Counts accounts and regions in the objects of the state, apart from sensitive values.
Mentions mentionsOf(const plans::Plan& plan, const masking::Secrets& secrets) {
    static const std::set<std::string_view> identities{"account_id", "arn", "owner", "owner_id"};
    constexpr std::size_t identityWeight = 20; // compared with accounts that objects refer to
    Mentions mentions;
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources()) {
        values::walk(change->change.before, [&](const values::Path& path, const values::Value& value) {
            if (value.isMarked() || !value.isKnown() || value.isNull())
                return false;
            if (value.type().isString() && !secrets.areIn(value.asString()))
                mentions.add(value.asString(), identities.contains(lastName(path)) ? identityWeight : 1);
            return true;
        });
    }
    return mentions;
}

/// The complete texts of a change whose document has only a part of them.
std::string restOf(const plans::Plan& plan, const plans::ResourceInstanceChange& change,
                   const report::ReportChange& made, const masking::Secrets& secrets) {
    constexpr std::size_t surelyWhole = 15000; // bytes; documents have up to 20000
    const bool isWhole = std::all_of(made.lines.begin(), made.lines.end(), [&](const report::ReportLine& line) {
        const auto isShort = [&](const std::optional<std::string>& text) {
            return !text || text->size() < surelyWhole;
        };
        return isShort(line.before) && isShort(line.after) &&
               (line.kind != report::ReportLine::Kind::Gap || line.note.find("more") == std::string::npos);
    });
    if (isWhole)
        return {};
    diff::RowTexts texts;
    texts.longest = std::numeric_limits<std::size_t>::max();
    texts.hasMaskedTexts = true;
    std::string all;
    const auto add = [&](const auto& self, const diff::AttributeRow& row) -> void {
        all += row.path + "\n" + row.before.value_or("") + "\n" + row.after.value_or("") + "\n";
        if (row.texts)
            all += row.texts->before.value_or("") + "\n" + row.texts->after.value_or("") + "\n";
        for (const diff::AttributeRow& child : row.children)
            self(self, child);
    };
    add(add, diff::attributeRows(plan, change, secrets, texts));
    return sha256Hex(all);
}

/// The paths of an updated object that become sensitive, or are not sensitive any more. Masked values do not show it.
std::string pathsOfOtherSensitivity(const plans::Change& change) {
    std::set<std::string> paths[2];
    if (change.before.isNull() || change.after.isNull())
        return {};
    for (const bool isAfter : {false, true})
        for (const values::PathMarks& one : (isAfter ? change.after : change.before).pathMarks())
            if (one.marks.contains(values::Mark::sensitive()))
                paths[isAfter].insert(one.path.toString());
    std::string text;
    for (const bool isAfter : {false, true})
        for (const std::string& path : paths[isAfter])
            if (!paths[!isAfter].contains(path))
                text += (isAfter ? "+" : "-") + path + "\n";
    return text;
}

/// The source of a module in another package, without its version.
std::string remoteSource(const configs::ModuleNode& node) {
    std::string source = values::withoutCredentials(node.sourceAddress.substr(0, node.sourceAddress.find('?')));
    return source.starts_with('.') && node.parent ? remoteSource(*node.parent) + "/" + source : source;
}

class Origins {
public:
    Origins(const plans::Plan& plan, const masking::Secrets& secrets)
        : m_plan(plan)
        , m_secrets(secrets) {}

    ChangeOrigin of(const plans::ResourceInstanceChange& change, const report::ReportChange& made) const {
        ChangeOrigin origin;
        const configs::ModuleNode* const node =
            m_plan.configuration ? m_plan.configuration->module(change.address.module.module()) : nullptr;
        if (node) {
            origin.isLocal = !node->isRemote();
            origin.module = m_secrets.masked(origin.isLocal ? node->module.sourceDirectory : remoteSource(*node));
        } else {
            // Without a configuration, the path of the calls stands for the module.
            for (const std::string& name : change.address.module.module().path)
                origin.module += (origin.module.empty() ? "module." : ".module.") + m_secrets.masked(name);
        }
        origin.resource = m_secrets.masked(change.address.resource.toString());
        origin.provider = change.provider.config.provider.toString();
        origin.reason = plans::jsonName(change.reason);
        if (change.change.action == plans::Action::CreateThenDelete)
            origin.reason += ", created first";
        origin.rest = restOf(m_plan, change, made, m_secrets);
        if (const std::string paths = pathsOfOtherSensitivity(change.change); !paths.empty())
            origin.rest = sha256Hex(origin.rest + paths);
        if (change.change.after.isNull())
            origin.generated = generatedIn(change);
        return origin;
    }

private:
    std::vector<std::string> generatedIn(const plans::ResourceInstanceChange& change) const {
        std::vector<std::string> names;
        if (const auto schema = plans::resourceSchema(m_plan, change))
            for (const auto& [name, attribute] : schema->block.attributes)
                if (attribute.computed && !attribute.optional)
                    names.push_back(name);
        return names;
    }

    const plans::Plan& m_plan;
    const masking::Secrets& m_secrets;
};

/// The origins of the changes in a document, in its order.
template <typename Changes>
std::vector<ChangeOrigin> originsOf(const std::vector<report::ReportChange>& made, const Changes& changes,
                                    const Origins& origins, const masking::Secrets& secrets) {
    std::map<std::pair<std::string, std::string>, const plans::ResourceInstanceChange*> byAddress;
    for (const plans::ResourceInstanceChangePtr& change : changes)
        byAddress.emplace(std::pair(secrets.masked(change->address.toString()), change->deposed), change.get());
    std::vector<ChangeOrigin> all;
    for (const report::ReportChange& one : made) {
        const auto it = byAddress.find({one.address, one.deposed});
        all.push_back(it == byAddress.end() ? ChangeOrigin{{}, false, one.address, {}, {}, {}, {}}
                                            : origins.of(*it->second, one));
    }
    return all;
}

} // namespace

std::vector<report::ReportChange> outputChanges(const std::vector<report::ReportLine>& lines) {
    std::vector<report::ReportChange> changes;
    for (const report::ReportLine& line : lines) {
        const std::string address = "output." + line.path.substr(0, line.path.find_first_of(".["));
        if (changes.empty() || changes.back().address != address) {
            report::ReportChange change;
            change.address = address;
            change.kind = report::Kind::Update;
            change.actionWord = "changed";
            changes.push_back(std::move(change));
        }
        changes.back().lines.push_back(line);
    }
    return changes;
}

Review reviewOf(const plans::Plan& plan, std::span<const risk::Finding> findings, const report::Extras& extras) {
    const masking::Secrets secrets = masking::secretsInExports(plan);
    Review review;
    review.document = report::documentOf(plan, secrets, findings, extras);
    const Origins origins(plan, secrets);
    review.origins = originsOf(review.document.changes, plan.changes.resources(), origins, secrets);
    review.drift = originsOf(review.document.drift, plan.drift, origins, secrets);
    review.outputs = outputChanges(review.document.outputs);
    review.words = wordsOf(plan, secrets);
    review.words.merge(ownNamesOf(plan.changes, secrets));
    review.ids = ownIdsOf(plan, review.document, secrets);
    review.mentions = mentionsOf(plan, secrets);
    review.state = {plan.stateLineage, plan.stateSerial};
    review.resources = plan.changes.resources().size();
    return review;
}

} // namespace planlens::projects
