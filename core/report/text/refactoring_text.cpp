// SPDX-License-Identifier: MPL-2.0
#include "core/report/text/refactoring_text.h"

#include "core/hcl/formatted_text.h"

namespace planlens::report {

namespace {

/// Builds the text of a block.
class BlockText {
public:
    explicit BlockText(std::string name) {
        m_text.name(std::move(name));
        m_text.open("{");
        m_text.endLine();
    }
    /// Writes an argument with a literal expression, such as an address.
    void argument(const std::string& name, std::string_view expression) {
        m_text.key(name);
        m_text.name(std::string(expression));
        m_text.endLine();
    }
    std::string toString() && {
        m_text.close("}");
        m_text.endLine();
        return m_text.toString();
    }

private:
    hcl::FormattedText m_text;
};

} // namespace

std::string movedBlock(std::string_view from, std::string_view to) {
    BlockText block("moved");
    block.argument("from", from);
    block.argument("to", to);
    return std::move(block).toString();
}

} // namespace planlens::report
