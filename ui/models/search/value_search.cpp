// SPDX-License-Identifier: MPL-2.0
#include "ui/models/search/value_search.h"

#include "core/plans/plan.h"
#include "ui/basics/background.h"
#include "ui/basics/background_delete.h"
#include "ui/basics/change_key.h"
#include "ui/basics/secrets.h"
#include "ui/basics/text.h"
#include "ui/theme/action_style.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace planlens::models {

namespace {

constexpr char endOfPath = '\x1e';
constexpr char endOfValue = '\x1f';

std::string folded(const std::string& text) {
    // Fast path for ASCII, which is most text.
    if (std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; })) {
        std::string result = text;
        for (char& c : result)
            c = c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
        return result;
    }
    return qstring(text).toCaseFolded().toStdString();
}

/// Collects the texts of one value after another.
class Collector {
public:
    explicit Collector(const Secrets& secrets)
        : m_mask(secrets)
        , m_masked(secretMask().toStdString()) {}

    void collect(const values::Value& value, std::string& texts) {
        m_path.clear();
        add(value, texts);
    }

private:
    void add(const values::Value& value, std::string& texts) {
        if (value.isSensitive())
            return;
        const values::Value plain = value.unmarked();
        if (plain.isNull() || !plain.isKnown())
            return;
        const values::Type type = plain.type();
        if (type.isString())
            return append(withoutSecrets(plain.asString()), texts);
        if (type.isNumber())
            return append(withoutSecrets(plain.asNumber().toString()), texts);
        if (type.isBool())
            return append(plain.asBool() ? "true" : "false", texts);
        if (!type.isObject() && !type.isMap() && !type.isList() && !type.isTuple() && !type.isSet())
            return;
        const std::size_t length = m_path.size();
        for (std::size_t i = 0; i < plain.size(); ++i) {
            if (type.isObject())
                m_path += (length > 0 ? "." : "") + plain.key(i);
            else if (type.isMap())
                m_path += "[\"" + plain.key(i) + "\"]";
            else
                m_path += "[" + std::to_string(i) + "]";
            add(plain.element(i), texts);
            m_path.resize(length);
        }
    }

    /// Removes secrets without inserting a mask, so that searching for the mask's text finds nothing.
    std::string withoutSecrets(const std::string& text) const {
        std::string masked = m_mask.masked(text, m_masked);
        if (masked != text)
            for (std::size_t at = masked.find(m_masked); at != std::string::npos; at = masked.find(m_masked, at))
                masked.replace(at, m_masked.size(), 1, '\n');
        return masked;
    }

    void append(const std::string& value, std::string& texts) const {
        std::string text = folded(value);
        std::erase_if(text, [](char c) { return c == endOfPath || c == endOfValue; });
        texts += folded(m_path);
        texts += endOfPath;
        texts += text;
        texts += endOfValue;
    }

    const Secrets m_mask;
    const std::string m_masked;
    std::string m_path;
};

bool has(const std::string& texts, const std::string& path, const std::string& text) {
    for (std::size_t at = texts.find(text); at != std::string::npos; at = texts.find(text, at + 1)) {
        const std::size_t pathEnd = texts.rfind(endOfPath, at);
        const std::size_t valueEnd = at == 0 ? std::string::npos : texts.rfind(endOfValue, at);
        const std::size_t start = valueEnd == std::string::npos ? 0 : valueEnd + 1;
        if (pathEnd == std::string::npos || pathEnd < start)
            continue; // within a path
        if (path.empty() || std::string_view(texts).substr(start, pathEnd - start).find(path) != std::string_view::npos)
            return true;
        at = std::min(texts.find(endOfValue, at), texts.size() - 1); // other occurrences in this value do not matter
    }
    return false;
}

} // namespace

ValueIndex::ValueIndex(const plans::Plan& plan, const Secrets& secrets) {
    Collector collector(secrets);
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources()) {
        if (theme::actionKind(*change) == theme::ActionKind::NoOp)
            continue;
        Entry entry;
        entry.key = changeKey(*change);
        collector.collect(change->change.before, entry.texts);
        if (!(change->change.after == change->change.before))
            collector.collect(change->change.after, entry.texts);
        m_entries.push_back(std::move(entry));
    }
}

QSet<QString> ValueIndex::find(const QVector<ValueWord>& words) const {
    std::vector<std::pair<std::string, std::string>> wanted;
    for (const ValueWord& word : words)
        wanted.emplace_back(word.path.toStdString(), word.text.toStdString());
    QSet<QString> found;
    for (const Entry& entry : m_entries)
        if (std::all_of(wanted.begin(), wanted.end(),
                        [&](const auto& word) { return has(entry.texts, word.first, word.second); }))
            found.insert(entry.key);
    return found;
}

ValueSearch::ValueSearch(QObject* parent)
    : QObject(parent) {
    connect(&m_making, &QFutureWatcherBase::finished, this, [this] {
        QFuture<std::shared_ptr<const ValueIndex>> made = m_making.future();
        made.waitForFinished(); // throws the exception of the work, if any
        if (made.resultCount() == 0)
            return; // there is another plan
        m_index = made.takeResult();
        m_answer.reset();
        Q_EMIT ready();
    });
}

ValueSearch::~ValueSearch() {
    m_making.disconnect(this);
    session::deleteInBackground(std::move(m_index));
}

void ValueSearch::setPlan(std::shared_ptr<const plans::Plan> plan, Secrets secrets) {
    m_making.setFuture({});
    session::deleteInBackground(std::exchange(m_index, nullptr));
    m_answer.reset();
    m_plan = std::move(plan);
    m_secrets = std::move(secrets);
}

std::shared_ptr<const QSet<QString>> ValueSearch::find(const QVector<ValueWord>& words) {
    if (!m_plan)
        return std::make_shared<const QSet<QString>>();
    if (!m_index) {
        if (!m_making.isRunning())
            m_making.setFuture(session::inBackground([plan = m_plan, secrets = m_secrets] {
                return std::shared_ptr<const ValueIndex>(std::make_shared<ValueIndex>(*plan, secrets));
            }));
        return nullptr;
    }
    if (!m_answer || m_words != words) {
        m_words = words;
        m_answer = std::make_shared<const QSet<QString>>(m_index->find(words));
    }
    return m_answer;
}

} // namespace planlens::models
