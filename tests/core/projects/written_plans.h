// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/projects/groups/groups.h"

#include <QRegularExpression>
#include <QString>
#include <QStringList>

#include <deque>

namespace planlens::testing {

using projects::ChangeGroup;
using projects::ChangeOrigin;
using projects::Review;
using projects::ReviewedProject;
using report::Kind;

/// "update aws_s3_bucket.logs@modules/logs; versioning: false -> true; name!: -> "a"; ~arn": action, resource and
/// module, then attributes. "!" forces a replacement, "%" is set only by the provider, "~" is computed, and an empty
/// side is absent. "| " and "= " start a changed and an unchanged line of a text, "^ " an unchanged part of an element
/// of a list.
struct Written {
    report::ReportChange change;
    ChangeOrigin origin;
};

inline Kind kindNamed(const QString& name) {
    for (std::size_t i = 0; i < report::kinds; ++i)
        if (QLatin1String(report::word(Kind(i)).data()) == name)
            return Kind(i);
    qFatal("unknown action %s", qPrintable(name));
}

inline Written written(const QString& text, const QString& directory) {
    Written made;
    const QStringList parts = text.split(QStringLiteral("; "));
    const QStringList head = parts[0].split(u' ');
    made.change.kind = kindNamed(head[0]);
    made.change.actionWord = report::word(made.change.kind);
    const QString resource = head[1].section(u'@', 0, 0), module = head[1].section(u'@', 1);
    // Resources of called modules are named by their last two parts.
    static const QRegularExpression calls(QStringLiteral("^(module\\.\\w+(\\[[^]]*\\])?\\.)*"));
    made.origin.resource = QString(resource).remove(calls).section(u'[', 0, 0).toStdString();
    made.origin.provider = "registry.opentofu.org/hashicorp/aws";
    made.origin.isLocal = !module.contains(QStringLiteral("//"));
    // Folders are relative to the directory of the project.
    const QString up = QStringLiteral("../").repeated(directory.count(u'/') + 1);
    made.origin.module = (module.isEmpty()      ? QStringLiteral(".")
                          : made.origin.isLocal ? up + module
                                                : module)
                             .toStdString();
    made.change.address = resource.toStdString();
    for (const QString& flag : head.mid(2)) {
        if (flag == QStringLiteral("imported"))
            made.change.isImported = true;
        else if (flag.startsWith(QStringLiteral("moved")))
            made.change.previousAddress = flag == QStringLiteral("moved") ? "a.b" : flag.mid(6).toStdString();
        else if (flag == QStringLiteral("deposed"))
            made.change.deposed = "01234567";
        else
            made.origin.reason = flag.toStdString();
    }
    for (QString part : parts.mid(1)) {
        if (part.startsWith(u'~')) {
            made.change.computed.push_back(part.mid(1).toStdString());
            continue;
        }
        report::ReportLine line;
        if (part.startsWith(u'|') || part.startsWith(u'=')) {
            line.kind = part.startsWith(u'|') ? report::ReportLine::Kind::TextLine : report::ReportLine::Kind::Context;
            line.note = "line " + std::to_string(made.change.lines.size() + 1);
            part = part.mid(2);
        } else if (part.startsWith(u'^')) {
            line.kind = report::ReportLine::Kind::Unchanged;
            line.note = "unchanged";
            part = part.mid(2);
        }
        const qsizetype colon = part.indexOf(QStringLiteral(": "));
        QString path = part.left(colon);
        line.forcesReplacement = path.endsWith(u'!');
        if (line.forcesReplacement)
            path.chop(1);
        if (path.endsWith(u'%')) {
            path.chop(1);
            made.origin.generated.push_back(path.toStdString());
        }
        line.path = path.toStdString();
        const QString values = part.mid(colon + 2) + u' ';
        const QString before = values.section(QStringLiteral("-> "), 0, 0).trimmed(),
                      after = values.section(QStringLiteral("-> "), 1).trimmed();
        if (!before.isEmpty())
            line.before = before.toStdString();
        if (!after.isEmpty())
            line.after = after.toStdString();
        made.change.lines.push_back(line);
    }
    return made;
}

/// Projects with their plans.
class Plans {
public:
    void add(const QString& directory, const QStringList& changes, const std::map<std::string, std::string>& words = {},
             const QString& workspace = {}) {
        Review& review = m_reviews.emplace_back();
        review.words = words;
        for (const QString& text : changes) {
            Written made = written(text, directory);
            review.document.changes.push_back(std::move(made.change));
            review.origins.push_back(std::move(made.origin));
        }
        const std::string name = (workspace.isEmpty() ? directory : directory + u'@' + workspace).toStdString();
        projects.push_back({name, directory.toStdString(), workspace.toStdString(), &review});
    }
    std::vector<ChangeGroup> groups() const { return projects::groupsOf(projects); }
    QStringList titles() const {
        QStringList texts;
        for (const ChangeGroup& group : groups())
            texts.append(QString::fromStdString(titleOf(group, projects)));
        return texts;
    }

    Review& last() { return m_reviews.back(); }

    std::vector<ReviewedProject> projects;

private:
    std::deque<Review> m_reviews;
};

} // namespace planlens::testing
