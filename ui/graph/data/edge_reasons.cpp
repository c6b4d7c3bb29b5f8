// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/data/edge_reasons.h"

#include "core/plans/plan.h"
#include "ui/basics/text.h"

#include <QCoreApplication>

#include <set>
#include <vector>

namespace planlens::graph {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(EdgeReasons)
};

/// A reference that starts at an attribute of the dependent and may pass through named values.
struct Trace {
    plans::DependencyEnd end;
    QString argument; // of the dependent
    QString through;  // named values
};

QString argumentOf(const plans::Dependency& use) {
    if (use.kind == plans::Dependency::Kind::DependsOn)
        return QStringLiteral("depends_on");
    const QString path = qstring(use.dependentPath.toString());
    return path.startsWith(u'.') ? path.mid(1) : path;
}

class Finder {
public:
    Finder(const plans::Plan& plan, const addrs::AbsResource& dependency)
        : m_plan(plan)
        , m_dependency(dependency) {}

    QStringList find(const GraphNode& dependent) {
        for (const plans::ResourceInstanceChangePtr& change : dependent.changes)
            m_pending.push_back({change->address, {}, {}});
        constexpr std::size_t mostSteps = 5000; // a tooltip must not delay the window
        for (std::size_t i = 0; i < m_pending.size() && i < mostSteps; ++i) {
            const Trace trace = m_pending[i];
            for (const plans::Dependency* use : m_plan.dependencies.of(trace.end))
                follow(trace, *use);
        }
        return m_found;
    }

private:
    void follow(const Trace& trace, const plans::Dependency& use) {
        const QString argument = trace.argument.isEmpty() ? argumentOf(use) : trace.argument;
        if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&use.dependency)) {
            if (instance->containing() != m_dependency)
                return;
            QString line = argument.isEmpty() ? QString() : QString(argument % QStringLiteral(" ← "));
            line += trace.through % qstring(instance->toString()) % qstring(use.dependencyPath.toString());
            if (!m_found.contains(line))
                m_found.append(line);
            return;
        }
        const QString name = qstring(std::get<plans::NamedValue>(use.dependency).toString());
        if (m_seen.insert({argument, name}).second)
            m_pending.push_back({use.dependency, argument, trace.through % name % QStringLiteral(" ← ")});
    }

    const plans::Plan& m_plan;
    const addrs::AbsResource& m_dependency;
    std::vector<Trace> m_pending;
    std::set<std::pair<QString, QString>> m_seen; // argument and named value
    QStringList m_found;
};

} // namespace

QStringList edgeReasons(const plans::Plan& plan, const GraphNode& dependent, const GraphNode& dependency, int most) {
    if (dependency.changes.empty())
        return {};
    const addrs::AbsResource resource = dependency.changes.front()->address.containing();
    QStringList lines = Finder(plan, resource).find(dependent);
    if (const int left = int(lines.size()) - most; left > 0) {
        lines = lines.mid(0, most);
        lines.append(Words::tr("and %n more", nullptr, left));
    }
    return lines;
}

} // namespace planlens::graph
