// SPDX-License-Identifier: MPL-2.0
#include "core/report/export.h"

#include "core/masking/export_secrets.h"
#include "core/report/exchange/json.h"
#include "core/report/exchange/junit.h"
#include "core/report/exchange/sarif.h"
#include "core/report/html.h"
#include "core/report/plain_text.h"
#include "core/report/plan_graph.h"
#include "core/report/printable.h"

namespace planlens::report {

std::optional<Format> formatNamed(std::string_view name) {
    for (const auto& [known, format] : {std::pair{std::string_view("html"), Format::Html},
                                        {"markdown", Format::Markdown},
                                        {"svg", Format::Svg},
                                        {"mermaid", Format::Mermaid},
                                        {"dot", Format::Dot},
                                        {"text", Format::Text},
                                        {"json", Format::Json},
                                        {"sarif", Format::Sarif},
                                        {"junit", Format::Junit}})
        if (name == known)
            return format;
    return {};
}

std::string exported(const plans::Plan& plan, Format format, std::span<const risk::Finding> findings, std::size_t limit,
                     const Extras& extras) {
    const masking::Secrets secrets = masking::secretsInExports(plan);
    const auto document = [&] { return documentOf(plan, secrets, findings, extras); };
    switch (format) {
    case Format::Html:
        return html(document());
    case Format::Markdown:
        return markdown(document(), limit);
    case Format::Svg:
        return svg(graphOf(plan, secrets, findings));
    case Format::Mermaid:
        return mermaid(graphOf(plan, secrets, findings));
    case Format::Dot:
        return dot(graphOf(plan, secrets, findings));
    case Format::Text:
        return plainText(document());
    case Format::Json:
        return json(document());
    case Format::Sarif:
        return sarif(document());
    case Format::Junit:
        return junit(document());
    }
    return {};
}

Drawable drawable(const plans::Plan& plan, std::span<const risk::Finding> findings, const Extras& extras) {
    const masking::Secrets secrets = masking::secretsInExports(plan);
    return {svg(graphOf(plan, secrets, findings), Scheme::Light),
            printable(documentOf(plan, secrets, findings, extras))};
}

} // namespace planlens::report
