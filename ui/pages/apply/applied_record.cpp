// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/apply/applied_record.h"

#include "ui/basics/text.h"

#include <QDataStream>
#include <QIODevice>

#include <utility>

namespace planlens::widgets {

namespace {

constexpr quint32 formatVersion = 1;

// The parts of a record, in the order of the bytes. `visit` writes or reads them.
void visitParts(session::DiagnosticText& text, auto& visit) {
    visit(text.isError);
    for (QString* part : {&text.summary, &text.detail, &text.location, &text.file, &text.excerpt, &text.address})
        visit(*part);
    visit(text.line);
}

void visitParts(session::AppliedOutput& output, auto& visit) {
    visit(output.name);
    visit(output.value);
    visit(output.isSensitive);
}

void visitParts(models::ApplyModel::Operation& operation, auto& visit) {
    visit(operation.step);
    for (QString* part :
         {&operation.address, &operation.deposed, &operation.action, &operation.objectId, &operation.message})
        visit(*part);
    visit(operation.status);
    visit(operation.startedAt);
    visit(operation.milliseconds);
}

void visitParts(AppliedRecord& record, auto& visit) {
    for (bool* part : {&record.report.hasStarted, &record.report.wasStopped, &record.report.hasFailed})
        visit(*part);
    visit(record.report.stateSerial);
    visit.list(record.report.diagnostics);
    visit.list(record.report.outputs);
    visit.list(record.operations);
    visit(record.failed);
}

struct Writer {
    QDataStream& stream;
    const masking::Secrets& mask;

    void operator()(const QString& text) { stream << qstring(mask.masked(text.toStdString())); }
    void operator()(auto number) { stream << number; }
    void list(auto& elements) {
        stream << quint32(elements.size());
        for (auto& element : elements)
            visitParts(element, *this);
    }
};

struct Reader {
    QDataStream& stream;

    void operator()(auto& part) { stream >> part; }
    template <typename List>
    void list(List& elements) {
        quint32 size = 0;
        stream >> size;
        for (quint32 i = 0; i < size && stream.status() == QDataStream::Ok; ++i) {
            typename List::value_type element;
            visitParts(element, *this);
            elements.push_back(std::move(element));
        }
    }
};

} // namespace

QByteArray recordBytes(AppliedRecord record, const masking::Secrets& mask) {
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream.setVersion(QDataStream::Qt_6_0);
    stream << formatVersion;
    Writer writer{stream, mask};
    visitParts(record, writer);
    return qCompress(bytes);
}

std::optional<AppliedRecord> recordOf(const QByteArray& bytes) {
    if (bytes.isEmpty())
        return {};
    QDataStream stream(qUncompress(bytes));
    stream.setVersion(QDataStream::Qt_6_0);
    quint32 version = 0;
    stream >> version;
    if (version != formatVersion)
        return {};
    AppliedRecord record;
    Reader reader{stream};
    visitParts(record, reader);
    return stream.status() == QDataStream::Ok && stream.atEnd() ? std::optional(std::move(record)) : std::nullopt;
}

} // namespace planlens::widgets
