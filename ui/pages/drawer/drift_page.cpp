// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/drawer/drift_page.h"

#include "core/explain/drift.h"
#include "ui/basics/output_file.h"
#include "ui/basics/small_file.h"
#include "ui/basics/text.h"
#include "ui/controls/table_look.h"
#include "ui/models/drift_model.h"
#include "ui/models/roles.h"
#include "ui/theme/theme.h"

#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStackedLayout>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <functional>

namespace planlens::widgets {

using models::DriftModel;

namespace {

constexpr int comfortableRows = 30; // limit for expanding tiers initially

QString rulesFile(const QString& folder) {
    return folder + QStringLiteral("/.planlens/drift-ignore");
}

} // namespace

DriftPage::DriftPage(QWidget* parent)
    : QWidget(parent)
    , m_model(new DriftModel(this)) {
    m_stack = new QStackedLayout(this);
    m_stack->addWidget(makeEmptyLabel(tr("Nothing changed outside since the last apply."), this));
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_tree = new QTreeView(page);
    m_tree->setObjectName(QStringLiteral("drift-tree"));
    m_tree->setAccessibleName(tr("Drift"));
    m_tree->setModel(m_model);
    m_tree->setUniformRowHeights(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setIndentation(2 * theme::grid);
    m_tree->setTextElideMode(Qt::ElideMiddle);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->header()->setStretchLastSection(true);
    m_tree->header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_tree->viewport()->installEventFilter(this);
    column->addWidget(m_tree, 1);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(theme::grid, theme::grid / 2, theme::grid, theme::grid / 2);
    m_note = new QLabel(page);
    m_note->setObjectName(QStringLiteral("drift-note"));
    m_note->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(m_note, 1);
    m_ignore = new QPushButton(tr("Mute"), page);
    m_ignore->setObjectName(QStringLiteral("drift-ignore"));
    m_ignore->setToolTip(tr("Shows drift of this attribute under “Ignored” from now on. The plan does not change."));
    connect(m_ignore, &QPushButton::clicked, this, [this] { addRule(Scope::AllOfType); });
    row->addWidget(m_ignore);
    m_tellAgain = new QPushButton(tr("Unmute"), page);
    m_tellAgain->setObjectName(QStringLiteral("drift-tell-again"));
    m_tellAgain->setToolTip(tr("Removes the rule that mutes this drift"));
    connect(m_tellAgain, &QPushButton::clicked, this, &DriftPage::removeRules);
    row->addWidget(m_tellAgain);
    column->addLayout(row);
    m_stack->addWidget(page);
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        updateTexts();
        fitColumns();
        Q_EMIT counted(count());
    });
    connect(m_tree, &QWidget::customContextMenuRequested, this, &DriftPage::showMenu);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
        updateTexts();
        if (const QString address = current.data(models::AddressRole).toString(); !address.isEmpty())
            Q_EMIT addressChosen(address);
    });
    updateTexts();
}

void DriftPage::setFolder(const QString& folder) {
    m_folder = folder;
    const auto rules = folder.isEmpty() ? QByteArray() : readSmallFile(rulesFile(folder));
    m_model->setRules(rules ? explain::parseDriftRules(rules->toStdString()) : std::vector<explain::DriftRule>());
}

void DriftPage::setPlan(std::shared_ptr<const plans::Plan> plan, masking::Secrets secrets) {
    m_model->setPlan(std::move(plan), std::move(secrets));
}

int DriftPage::count() const {
    return m_model->objectCount();
}

void DriftPage::updateTexts() {
    m_stack->setCurrentIndex(m_model->itemCount() > 0 ? 1 : 0);
    if (!m_tree->currentIndex().isValid()) {
        int rows = 0;
        for (int tier = 0; tier < m_model->rowCount(); ++tier) {
            rows += m_model->rowCount(m_model->index(tier, 0));
            m_tree->setExpanded(m_model->index(tier, 0), tier == 0 || rows <= comfortableRows);
            m_tree->setFirstColumnSpanned(tier, {}, true);
        }
    }
    const int aside = m_model->ignoredByRules();
    m_note->setText(aside > 0
                        ? tr("%n change(s) muted by rules of this folder (.planlens/drift-ignore)", nullptr, aside)
                        : tr("Mute drift you expect."));
    const explain::DriftItem* item = m_model->firstOf(m_tree->currentIndex());
    m_ignore->setEnabled(item && !item->isGone() && item->tier != explain::DriftTier::Ignored && !m_folder.isEmpty());
    m_tellAgain->setEnabled(item && item->byRule);
}

bool DriftPage::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        fitColumns();
    return QWidget::eventFilter(watched, event);
}

void DriftPage::fitColumns() {
    constexpr int mostRows = 500, leastEffect = 160;
    std::array<int, DriftModel::ColumnCount> needed{};
    const QFontMetrics metrics(theme::monospaceFont());
    int rows = 0;
    const std::function<void(const QModelIndex&, int)> measure = [&](const QModelIndex& parent, int indentation) {
        for (int row = 0; row < m_model->rowCount(parent) && rows < mostRows; ++row, ++rows) {
            for (int column = 0; parent.isValid() && column < DriftModel::ColumnCount; ++column)
                needed[std::size_t(column)] = std::max(
                    needed[std::size_t(column)],
                    metrics.horizontalAdvance(m_model->index(row, column, parent).data().toString().left(mostRows)) +
                        2 * theme::grid + (column == 0 ? indentation : 0));
            measure(m_model->index(row, 0, parent), indentation + m_tree->indentation());
        }
    };
    measure({}, m_tree->indentation());
    constexpr std::array least{304, 160, 160, 160};
    int spare = m_tree->viewport()->width() - std::max(leastEffect, needed[DriftModel::EffectColumn]);
    std::array<int, 4> widths{};
    for (std::size_t i = 0; i < widths.size(); ++i)
        spare -= widths[i] = least[i];
    const auto grow = [&](std::size_t column, int most) {
        const int more = std::clamp(needed[column] - widths[column], 0, std::max(0, std::min(most, spare)));
        widths[column] += more;
        spare -= more;
    };
    grow(DriftModel::SubjectColumn, spare / 2);
    grow(DriftModel::AttributeColumn, spare / 2);
    grow(DriftModel::BeforeColumn, spare / 2);
    for (const std::size_t column :
         {DriftModel::AfterColumn, DriftModel::BeforeColumn, DriftModel::SubjectColumn, DriftModel::AttributeColumn})
        grow(column, spare);
    for (std::size_t i = 0; i < widths.size(); ++i)
        m_tree->setColumnWidth(int(i), widths[i]);
}

void DriftPage::showMenu(const QPoint& position) {
    const explain::DriftItem* item = m_model->firstOf(m_tree->indexAt(position));
    if (!item)
        return;
    QMenu menu(this);
    if (item->byRule) {
        menu.addAction(tr("Unmute"), this, &DriftPage::removeRules);
    } else {
        const QString path = item->isGone() ? tr("(whole object)") : qstring(item->pathText());
        QAction* all = menu.addAction(tr("Mute %1 of every %2").arg(path, qstring(item->drift->address.resource.type)),
                                      this, [this] { addRule(Scope::AllOfType); });
        QAction* one =
            menu.addAction(tr("Mute %1 of this instance").arg(path), this, [this] { addRule(Scope::ThisInstance); });
        for (QAction* action : {all, one})
            action->setEnabled(m_ignore->isEnabled());
        one->setEnabled(one->isEnabled() && m_model->itemOf(m_tree->currentIndex()));
    }
    menu.exec(m_tree->viewport()->mapToGlobal(position));
}

void DriftPage::addRule(Scope scope) {
    const explain::DriftItem* item = m_model->firstOf(m_tree->currentIndex());
    if (!item || item->isGone())
        return;
    std::vector<explain::DriftRule> rules = m_model->rules();
    if (scope == Scope::ThisInstance) {
        rules.push_back({item->drift->address.toString(), item->pathText()});
    } else {
        // Two patterns: for the root module and for all others.
        const std::string name = item->drift->address.resource.type + ".*";
        rules.push_back({name, item->pathText()});
        rules.push_back({"*." + name, item->pathText()});
    }
    m_model->setRules(std::move(rules));
    save();
}

void DriftPage::removeRules() {
    const explain::DriftItem* item = m_model->firstOf(m_tree->currentIndex());
    if (!item || !item->byRule)
        return;
    const std::string path = item->pathText();
    const std::string address = item->drift->address.toString();
    const std::string type = item->drift->address.resource.type + ".*";
    std::vector<explain::DriftRule> rules = m_model->rules();
    std::erase_if(rules, [&](const explain::DriftRule& rule) {
        return explain::matchesPattern(rule.path, path) &&
               (explain::matchesPattern(rule.address, address) || rule.address == type || rule.address == "*." + type);
    });
    m_model->setRules(std::move(rules));
    save();
}

void DriftPage::save() {
    if (m_folder.isEmpty())
        return;
    std::string text = "# Drift that Planlens shows apart: an address and an attribute a line, with * for any text.\n"
                       "# Nothing else changes by it: not the plan, and nothing that is destroyed is hidden.\n";
    for (const explain::DriftRule& rule : m_model->rules())
        text += explain::toLine(rule) + '\n';
    QDir(m_folder).mkpath(QStringLiteral(".planlens"));
    const QString file = rulesFile(m_folder);
    // The folder may have come with a link to a file of the user.
    const bool isLink = QFileInfo(file).isSymLink() || QFileInfo(QFileInfo(file).path()).isSymLink();
    if (const QString why = isLink ? tr("it is a symbolic link") : writeOutputFile(file, text); !why.isEmpty())
        m_note->setText(tr("The rule applies until the window is closed, because %1 cannot be written (%2).")
                            .arg(QDir::toNativeSeparators(file), why));
}

} // namespace planlens::widgets
