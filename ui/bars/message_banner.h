// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QWidget>

#include <functional>

class QLabel;
class QPushButton;

namespace planlens::widgets {

/// A message about the last plan or apply above the regions, with a button that shows a page and one that performs an
/// offered action. Starts hidden.
class MessageBanner final : public QWidget {
    Q_OBJECT
public:
    explicit MessageBanner(QWidget* parent = nullptr);

    enum class Kind { Notice, Warning };
    /// Sets the message; empty: none. The button requests the page unless its name is empty. Withdraws an offer. The
    /// caller decides whether the banner is visible.
    void setMessage(const QString& text, Kind kind, const QString& page);
    /// What the current message is about; each setMessage() resets it. A message about changed sources is obsolete
    /// when they are as before.
    enum class Topic { Other, ChangedSources };
    void setTopic(Topic topic) { m_topic = topic; }
    Topic topic() const { return m_topic; }
    /// Adds a sentence to the current message, unless it has it.
    void addSentence(const QString& text);
    /// Adds an action to the current message.
    void offer(const QString& label, std::function<void()> action);
    bool hasMessage() const;
    const QString& page() const { return m_page; }

Q_SIGNALS:
    void pageRequested(const QString& page);

private:
    QString m_page;
    Topic m_topic = Topic::Other;
    std::function<void()> m_action;
    QLabel* m_text;
    QPushButton* m_show;
    QPushButton* m_offer;
};

} // namespace planlens::widgets
