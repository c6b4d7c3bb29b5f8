// SPDX-License-Identifier: MPL-2.0
#include "ui/dialogs/manual_dialog.h"

#include "ui/theme/theme.h"

#include <QDesktopServices>
#include <QFile>
#include <QImage>
#include <QListWidget>
#include <QRegularExpression>
#include <QSplitter>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace planlens::widgets {

namespace {

const auto contentsPage = QStringLiteral("qrc:/manual/README.md");

/// The pages that the contents link to, in their order, with their titles.
QVector<std::pair<QString, QUrl>> pages() {
    QVector<std::pair<QString, QUrl>> pages{{ManualDialog::tr("Contents"), QUrl(contentsPage)}};
    QFile file(QStringLiteral(":/manual/README.md"));
    if (!file.open(QIODevice::ReadOnly))
        return pages;
    static const QRegularExpression link(QStringLiteral(R"(\[([^\]]+)\]\(([\w-]+\.md)\))"));
    for (auto matches = link.globalMatch(QString::fromUtf8(file.readAll())); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        pages.append({match.captured(1), QUrl(QStringLiteral("qrc:/manual/") + match.captured(2))});
    }
    return pages;
}

} // namespace

/// A page of the manual. Pictures are as wide as the page at most.
class ManualPage final : public QTextBrowser {
public:
    using QTextBrowser::QTextBrowser;

protected:
    QVariant loadResource(int type, const QUrl& name) override {
        const QVariant resource = QTextBrowser::loadResource(type, name);
        if (type != QTextDocument::ImageResource)
            return resource;
        const QImage picture = QImage::fromData(resource.toByteArray());
        const int room = viewport()->width() - 2 * int(document()->documentMargin());
        return picture.width() > room ? picture.scaledToWidth(room, Qt::SmoothTransformation) : picture;
    }

    void doSetSource(const QUrl& url, QTextDocument::ResourceType type) override {
        const QUrl target = source().resolved(url);
        if (target.scheme() == QStringLiteral("https"))
            QDesktopServices::openUrl(target);
        else if (QFile::exists(QLatin1Char(':') + target.path())) // other links lead to files of the sources
            QTextBrowser::doSetSource(target, type);
    }
};

ManualDialog::ManualDialog(QWidget* parent)
    : QDialog(parent)
    , m_contents(new QListWidget(this))
    , m_page(new ManualPage(this)) {
    setObjectName(QStringLiteral("manual"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Planlens manual"));
    resize(1080, 760);
    m_contents->setObjectName(QStringLiteral("manual-contents"));
    m_contents->setSpacing(theme::grid / 4);
    m_contents->setAccessibleName(tr("Contents"));
    for (const auto& [title, url] : pages()) {
        auto* item = new QListWidgetItem(title, m_contents);
        item->setData(Qt::UserRole, url);
    }
    m_page->setObjectName(QStringLiteral("manual-page"));
    m_page->setAccessibleName(tr("Page"));
    m_page->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_page->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // pictures fit beside it
    m_page->document()->setDocumentMargin(2 * theme::grid);
    auto* columns = new QSplitter(Qt::Horizontal, this);
    columns->setChildrenCollapsible(false);
    columns->addWidget(m_contents);
    columns->addWidget(m_page);
    columns->setSizes({28 * theme::grid, width() - 28 * theme::grid});
    columns->setStretchFactor(1, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(columns);
    connect(m_contents, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
        if (const QUrl url = item ? item->data(Qt::UserRole).toUrl() : QUrl();
            !url.matches(m_page->source(), QUrl::RemoveFragment))
            m_page->setSource(url);
    });
    connect(m_page, &QTextBrowser::sourceChanged, this, &ManualDialog::mark);
    m_contents->setCurrentRow(0);
    m_contents->setFocus();
}

/// Selects the page in the contents, also after a link was followed.
void ManualDialog::mark(const QUrl& page) {
    for (int row = 0; row < m_contents->count(); ++row)
        if (m_contents->item(row)->data(Qt::UserRole).toUrl().matches(page, QUrl::RemoveFragment))
            m_contents->setCurrentRow(row);
}

} // namespace planlens::widgets
