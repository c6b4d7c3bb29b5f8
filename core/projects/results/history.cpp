// SPDX-License-Identifier: MPL-2.0
#include "core/projects/results/history.h"

#include "core/formats/json_writer.h"
#include "core/projects/results/json_reading.h"
#include "core/system/file.h"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>

namespace planlens::projects {

namespace {

constexpr std::string_view formatName = "planlens-project-history";
constexpr std::size_t mostResults = 200;

auto orderOf(const PastResult& result) {
    return std::tie(result.started, result.run);
}

/// Merges histories of the same project.
History merged(const History& one, const History& other) {
    History all;
    std::ranges::merge(one, other, std::back_inserter(all), {}, orderOf, orderOf);
    const auto isSame = [](const PastResult& a, const PastResult& b) { return orderOf(a) == orderOf(b); };
    all.erase(std::unique(all.begin(), all.end(), isSame), all.end());
    return all;
}

} // namespace

PastResult pastResultOf(const Result& result, const Review* review) {
    PastResult past{result.started, result.seconds, result.status, result.mode, result.run, result.commit.id, {}};
    const bool isRefreshed = std::ranges::find(result.options, "-refresh=false") == result.options.end();
    if (result.status != Result::Status::Planned || !isRefreshed || (!review && result.counts.drift > 0))
        return past;
    past.drift.emplace();
    if (review)
        for (const report::ReportChange& change : review->document.drift)
            past.drift->push_back(change.address);
    std::ranges::sort(*past.drift);
    past.drift->erase(std::unique(past.drift->begin(), past.drift->end()), past.drift->end());
    return past;
}

void append(History& history, PastResult result) {
    history.push_back(std::move(result));
    if (history.size() > mostResults)
        history.erase(history.begin(), history.end() - mostResults);
}

std::string historyJson(const History& history) {
    std::string text;
    formats::JsonWriter out(text, formats::JsonWriter::Escapes::None);
    out.beginObject();
    out.key("format").string(formatName);
    out.key("format_version").string("1.0");
    out.key("results").beginArray();
    for (const PastResult& past : history) {
        out.beginObject();
        out.key("started").number(past.started);
        out.key("seconds").raw(fmt::format("{:.3f}", past.seconds));
        out.key("status").string(past.status == Result::Status::Planned ? "planned" : "failed");
        out.key("mode").string(past.mode);
        out.key("run").string(past.run);
        out.optional("commit", past.commit);
        if (past.drift) {
            out.key("drift");
            out.strings(*past.drift);
        }
        out.endObject();
    }
    out.endArray();
    out.endObject();
    return text + "\n";
}

diags::Result<History> readHistory(std::string_view text, const std::string& file) {
    const diags::Result<Json> parsed = parseDocument(text, formatName, file);
    if (!parsed.value)
        return parsed.diagnostics;
    History history;
    for (const Json& from : elements(member(*parsed, "results"))) {
        const bool isPlanned = textOf(from, "status") == "planned";
        PastResult past{timeOf(from, "started"),
                        secondsOf(from, "seconds"),
                        isPlanned ? Result::Status::Planned : Result::Status::Failed,
                        textOf(from, "mode"),
                        textOf(from, "run"),
                        textOf(from, "commit"),
                        {}};
        if (member(from, "drift").kind == Json::Kind::Array) {
            past.drift = textsOf(from, "drift");
            std::ranges::sort(*past.drift);
        }
        history.push_back(std::move(past));
    }
    std::ranges::stable_sort(history, {}, orderOf);
    return history;
}

History historyOf(const StoredResult& stored, const Review* review) {
    History history;
    const std::filesystem::path file = stored.folder / historyFile;
    if (const auto text = system::readFile(file))
        history = readHistory(*text, file.string()).value.value_or(History());
    PastResult last = pastResultOf(stored.result, review);
    if (history.empty() || orderOf(history.back()) != orderOf(last))
        history.push_back(std::move(last));
    for (const StoredResult& earlier : stored.earlier)
        history = merged(history, historyOf(earlier, nullptr));
    return history;
}

std::map<std::string, DriftSince> driftSince(const History& history) {
    std::map<std::string, DriftSince> rows;
    if (history.empty() || !history.back().drift)
        return rows;
    for (const std::string& address : *history.back().drift) {
        DriftSince row;
        row.mayBeOlder = true;
        for (auto past = history.rbegin(); past != history.rend(); ++past) {
            if (!past->drift)
                continue;
            if (!std::ranges::binary_search(*past->drift, address)) {
                row.mayBeOlder = false;
                break;
            }
            row.since = past->started;
            ++row.results;
        }
        rows.emplace(address, row);
    }
    return rows;
}

std::vector<TrendPoint> trendOf(const std::vector<const History*>& histories) {
    struct Known {
        std::optional<bool> hasDrift;
        double seconds = 0;
    };
    std::vector<std::pair<const PastResult*, std::size_t>> results; // with the index of the project
    std::map<std::string_view, std::size_t> left;                   // results of a run that follow
    for (std::size_t i = 0; i < histories.size(); ++i)
        for (const PastResult& past : *histories[i]) {
            results.emplace_back(&past, i);
            ++left[past.run];
        }
    std::ranges::stable_sort(results, {}, [](const auto& one) { return one.first->started; });
    std::vector<Known> known(histories.size());
    std::vector<TrendPoint> points;
    for (const auto& [past, project] : results) {
        if (past->drift)
            known[project].hasDrift = !past->drift->empty();
        if (past->status == Result::Status::Planned)
            known[project].seconds = past->seconds;
        if (--left[past->run] > 0)
            continue;
        TrendPoint point;
        point.time = past->started;
        for (std::size_t i = 0; i < known.size(); ++i) {
            point.projects += known[i].hasDrift.has_value();
            point.drifted += known[i].hasDrift.value_or(false);
            point.seconds += known[i].seconds;
            if (known[i].seconds > point.longest) {
                point.longest = known[i].seconds;
                point.longestProject = i;
            }
        }
        points.push_back(point);
    }
    return points;
}

} // namespace planlens::projects
