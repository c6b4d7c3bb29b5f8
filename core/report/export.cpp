// SPDX-License-Identifier: MPL-2.0
#include "core/report/export.h"

#include "core/report/html.h"
#include "core/report/plan_graph.h"
#include "core/report/printable.h"

namespace planlens::report {

std::optional<Format> formatNamed(std::string_view name) {
    for (const auto& [known, format] : {std::pair{std::string_view("html"), Format::Html},
                                        {"markdown", Format::Markdown},
                                        {"svg", Format::Svg},
                                        {"mermaid", Format::Mermaid},
                                        {"dot", Format::Dot}})
        if (name == known)
            return format;
    return {};
}

std::string exported(const plans::Plan& plan, Format format, std::span<const risk::Finding> findings, std::size_t limit,
                     const plans::TerraformParts* terraform) {
    const masking::Secrets secrets = masking::secretsOf(plan);
    switch (format) {
    case Format::Html:
        return html(documentOf(plan, secrets, findings, terraform));
    case Format::Markdown:
        return markdown(documentOf(plan, secrets, findings, terraform), limit);
    case Format::Svg:
        return svg(graphOf(plan, secrets, findings));
    case Format::Mermaid:
        return mermaid(graphOf(plan, secrets, findings));
    case Format::Dot:
        return dot(graphOf(plan, secrets, findings));
    }
    return {};
}

Drawable drawable(const plans::Plan& plan, std::span<const risk::Finding> findings,
                  const plans::TerraformParts* terraform) {
    const masking::Secrets secrets = masking::secretsOf(plan);
    return {svg(graphOf(plan, secrets, findings), Scheme::Light),
            printable(documentOf(plan, secrets, findings, terraform))};
}

} // namespace planlens::report
