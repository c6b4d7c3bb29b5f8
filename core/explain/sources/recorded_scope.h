// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/explain/plan_values.h"

namespace planlens::explain {

/// A piece of a source text that is replaced by another text.
struct EditedText {
    std::uint32_t start = 0, end = 0; // bytes in the file
    std::string text;
};

/// Whether a reference is the name of the workspace.
bool isWorkspace(const hcl::Traversal& traversal);

/// Resolves the references of one object or named value to their values while planning. Provider functions are not
/// available, nor functions that read files, except for `file` and `fileset` with results that the plan contains.
class RecordedScope final : public hcl::Scope {
public:
    /// Keeps references to the files and to the name of the workspace.
    RecordedScope(std::vector<const plans::Dependency*> references, const FileData& files, const std::string& workspace)
        : m_references(std::move(references))
        , m_files(files)
        , m_workspace(workspace) {}

    diags::Result<values::Value> resolve(const hcl::Traversal& traversal) const override;
    bool indexSelectsInstance(const hcl::Traversal& traversal) const override;
    const hcl::Function* function(std::string_view name) const override;

    /// Returns the references that start at the same position.
    std::vector<const plans::Dependency*> at(const diags::SourceRange& range) const;

    /// Returns null if there are none.
    const plans::Dependency* first() const { return m_references.empty() ? nullptr : m_references.front(); }

    const std::vector<const plans::Dependency*>& references() const { return m_references; }
    using Values = std::map<const plans::Dependency*, std::optional<values::Value>>;
    /// Sets values that references have instead of the recorded ones; std::nullopt: they are errors. Returns the
    /// previous ones.
    Values replace(Values values) const { return std::exchange(m_replaced, std::move(values)); }

    /// Sets the pieces, in ascending order, that are replaced in the text of the expressions: the references behind
    /// them are found at other positions.
    void setEdited(std::vector<EditedText> pieces) const { m_edited = std::move(pieces); }

    /// Makes `templatefile` available, as far as the plan contains the templates. As the templates may have been
    /// edited, their present texts show only one of several explanations.
    void renderTemplates() const { m_rendersTemplates = true; }

    /// Whether a value or function was missing since the last call. try() and can() hide such errors.
    bool takeMissing() const { return std::exchange(m_isMissing, false); }

private:
    std::uint32_t unedited(std::uint32_t byte) const;

    std::vector<const plans::Dependency*> m_references;
    const FileData& m_files;
    const std::string& m_workspace;
    mutable std::vector<EditedText> m_edited;
    mutable Values m_replaced;
    mutable bool m_isMissing = false, m_rendersTemplates = false;
};

} // namespace planlens::explain
