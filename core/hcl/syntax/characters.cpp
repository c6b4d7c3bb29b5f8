// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/syntax/characters.h"

#include "core/values/text/utf8.h"

#include <unicode/uchar.h>

#include <array>

namespace planlens::hcl {
namespace {

using values::CodePoint;
using values::decodeUtf8;

enum class Break {
    End,
    Invalid,
    CarriageReturn,
    LineFeed,
    Control,
    Prepend,
    L,
    V,
    T,
    LV,
    LVT,
    RegionalIndicator,
    Pictographic,
    Joiner,
    Extend,
    SpacingMark,
    Other
};

struct Character {
    Break kind = Break::End;
    std::size_t size = 0;
};

Break breakOf(char32_t code) {
    const auto c = static_cast<UChar32>(code);
    // The reference counts it among the controls, because decoders return it for invalid bytes.
    if (code == 0xFFFD)
        return Break::Control;
    switch (u_getIntPropertyValue(c, UCHAR_GRAPHEME_CLUSTER_BREAK)) {
    case U_GCB_CR:
        return Break::CarriageReturn;
    case U_GCB_LF:
        return Break::LineFeed;
    case U_GCB_CONTROL:
        return Break::Control;
    case U_GCB_PREPEND:
        return Break::Prepend;
    case U_GCB_L:
        return Break::L;
    case U_GCB_V:
        return Break::V;
    case U_GCB_T:
        return Break::T;
    case U_GCB_LV:
        return Break::LV;
    case U_GCB_LVT:
        return Break::LVT;
    case U_GCB_REGIONAL_INDICATOR:
        return Break::RegionalIndicator;
    case U_GCB_ZWJ:
        return Break::Joiner;
    case U_GCB_EXTEND:
        return Break::Extend;
    case U_GCB_SPACING_MARK:
        return Break::SpacingMark;
    default:
        return u_hasBinaryProperty(c, UCHAR_EXTENDED_PICTOGRAPHIC) ? Break::Pictographic : Break::Other;
    }
}

/// Reads the characters of one cluster.
class Cluster {
public:
    explicit Cluster(std::string_view text)
        : m_text(text) {
        read();
    }

    Break kind() const { return m_next.kind; }
    std::size_t size() const { return m_at; }
    bool take(Break kind) {
        if (m_next.kind != kind)
            return false;
        take();
        return true;
    }
    void take() {
        m_at += m_next.size;
        read();
    }
    bool takeAll(Break kind) {
        const std::size_t before = m_at;
        while (take(kind)) {
        }
        return m_at != before;
    }

    /// Reads marks, and joiners with the pictograph that they attach.
    void takeExtension() {
        for (;;) {
            if (take(Break::Joiner)) {
                if (take(Break::Pictographic))
                    takeAll(Break::Extend);
            } else if (!take(Break::Extend) && !take(Break::SpacingMark)) {
                return;
            }
        }
    }
    void takeMarks() {
        while (take(Break::Extend) || take(Break::Joiner) || take(Break::SpacingMark)) {
        }
    }
    /// Reads a syllable of conjoining letters. After leading letters, a final one needs a preceding vowel letter.
    void takeSyllable() {
        if (takeAll(Break::L)) {
            const bool closed = take(Break::LVT);
            const bool open = !closed && take(Break::LV);
            const bool vowels = !closed && takeAll(Break::V);
            if (closed || vowels)
                takeAll(Break::T);
            (void)open;
        } else {
            if (!take(Break::LVT)) {
                take(Break::LV);
                takeAll(Break::V);
            }
            takeAll(Break::T);
        }
        takeExtension();
    }
    /// Reads the characters that may follow prepended ones; false if there are none.
    bool takeCore() {
        switch (m_next.kind) {
        case Break::L:
        case Break::V:
        case Break::T:
        case Break::LV:
        case Break::LVT:
            takeSyllable();
            return true;
        case Break::Pictographic:
            take();
            takeExtension();
            return true;
        case Break::Joiner:
            take();
            takeMarks();
            return true;
        case Break::RegionalIndicator:
            take();
            take(Break::RegionalIndicator);
            takeExtension();
            return true;
        case Break::Extend:
        case Break::SpacingMark:
        case Break::Other:
            take();
            takeMarks();
            return true;
        case Break::End:
        case Break::Invalid:
        case Break::CarriageReturn:
        case Break::LineFeed:
        case Break::Control:
        case Break::Prepend:
            return false;
        }
        return false;
    }

private:
    void read() {
        const std::string_view rest = m_text.substr(m_at);
        if (rest.empty()) {
            m_next = {};
            return;
        }
        const CodePoint character = decodeUtf8(rest);
        if (character.isValid)
            m_next = {breakOf(character.code), character.size};
        else if (const std::size_t size = multiByteSize(rest)) // overlong and similar
            m_next = {Break::Other, size};
        else
            m_next = {Break::Invalid, 1};
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    Character m_next;
};

constexpr std::array<unsigned char, 128> asciiIdentifierTable() {
    std::array<unsigned char, 128> table{};
    for (unsigned c = 0; c < 128; ++c) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        const bool more = letter || (c >= '0' && c <= '9') || c == '-';
        table[c] = static_cast<unsigned char>((letter ? 1 : 0) | (more ? 2 : 0));
    }
    return table;
}
constexpr auto asciiIdentifier = asciiIdentifierTable();

bool isKnownToUnicode9(UChar32 c) {
    UVersionInfo age;
    u_charAge(c, age);
    return age[0] != 0 && age[0] <= 9;
}

/// Letters, or letters and all characters that may follow one.
enum class Place { Start, Inside };

bool isInIdentifier(Place place, char32_t code) {
    const auto c = static_cast<UChar32>(code);
    if (!isKnownToUnicode9(c))
        return false;
    // The category of three characters changed in later versions.
    if (place == Place::Start)
        return u_hasBinaryProperty(c, UCHAR_ID_START) && c != 0x1CF2 && c != 0x1CF3;
    return u_hasBinaryProperty(c, UCHAR_ID_CONTINUE) && c != 0x111C9;
}

/// The tables of the reference are runs of characters of one category, converted to byte ranges. If a run exceeds the
/// characters with the same leading bytes, its range also contains final bytes that are invalid.
bool isOneRun(Place place, char32_t first, char32_t second) {
    if (first > 0x10FFFF || second > 0x10FFFF || !isInIdentifier(place, first) || !isInIdentifier(place, second))
        return false;
    const auto category = [](char32_t code) {
        if (code >= 0x10FD && code <= 0x10FF)
            return int{U_OTHER_LETTER}; // Georgian had no capital letters yet
        const auto type = u_charType(static_cast<UChar32>(code));
        return type == U_UPPERCASE_LETTER || type == U_TITLECASE_LETTER ? int{U_LOWERCASE_LETTER} : int{type};
    };
    return category(first) == category(second);
}

/// Returns the size of malformed bytes that the reference accepts as a character of an identifier; zero if none.
std::size_t malformedIdentifierSize(Place place, std::string_view text) {
    const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < size)
        return 0;
    const bool isOverlong =
        (lead == 0xE0 && byte(1) >= 0x80 && byte(1) < 0xA0) || (lead == 0xF0 && byte(1) >= 0x80 && byte(1) < 0x90);
    if (isOverlong)
        return 0;
    char32_t code = lead & (0x7Fu >> size);
    char32_t block = size == 4 ? 0x40000 : size == 3 ? 0x1000 : 0x40; // characters that share the bytes so far
    code *= block;
    for (std::size_t i = 1; i < size; ++i) {
        if (byte(i) < 0x80)
            return isOneRun(place, code - 1, code) ? size : 0;
        if (byte(i) >= 0xC0)
            return isOneRun(place, code + block - 1, code + block) ? size : 0;
        block /= 0x40;
        code += (byte(i) & 0x3Fu) * block;
    }
    return 0;
}

bool isSpace(char32_t c) {
    return (c >= '\t' && c <= '\r') || c == ' ' || c == 0x85 || c == 0xA0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

} // namespace

std::size_t firstGraphemeSize(std::string_view text) {
    if (text.empty())
        return 0;
    Cluster cluster(text);
    switch (cluster.kind()) {
    case Break::CarriageReturn:
        cluster.take();
        cluster.take(Break::LineFeed);
        break;
    case Break::Prepend:
        cluster.takeAll(Break::Prepend);
        cluster.takeCore();
        break;
    default:
        if (!cluster.takeCore())
            cluster.take();
        break;
    }
    return cluster.size();
}

std::size_t countGraphemes(std::string_view text) {
    std::size_t count = 0;
    for (; !text.empty(); ++count)
        text.remove_prefix(firstGraphemeSize(text));
    return count;
}

void advance(diags::SourcePos& position, std::string_view text) {
    position.byte += static_cast<std::uint32_t>(text.size());
    const auto isAscii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
    for (std::size_t i = 0; i < text.size();) {
        std::size_t size = 1;
        bool newLine = text[i] == '\n';
        if (!isAscii(text[i]) || (i + 1 < text.size() && !isAscii(text[i + 1]))) {
            size = firstGraphemeSize(text.substr(i));
        } else if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') {
            size = 2;
            newLine = true;
        }
        i += size;
        if (newLine) {
            ++position.line;
            position.column = 1;
        } else {
            ++position.column;
        }
    }
}

std::size_t identifierEnd(std::string_view text, std::size_t at) {
    std::size_t end = at;
    while (end < text.size()) {
        const auto c = static_cast<unsigned char>(text[end]);
        if (c < 0x80) {
            if (!(asciiIdentifier[c] & (end == at ? 1 : 2)))
                break;
            ++end;
            continue;
        }
        const CodePoint character = decodeUtf8(text.substr(end));
        const Place place = end == at ? Place::Start : Place::Inside;
        const std::size_t size = !character.isValid ? malformedIdentifierSize(place, text.substr(end))
                                 : isInIdentifier(place, character.code) ? character.size
                                                                         : 0;
        if (size == 0)
            break;
        end += size;
    }
    return end;
}

std::string_view trimSpaceLeft(std::string_view text) {
    while (!text.empty()) {
        const CodePoint character = decodeUtf8(text);
        if (!character.isValid || !isSpace(character.code))
            break;
        text.remove_prefix(character.size);
    }
    return text;
}

std::string_view trimSpaceRight(std::string_view text) {
    while (!text.empty()) {
        std::size_t start = text.size() - 1;
        while (start > 0 && text.size() - start < 4 && (static_cast<unsigned char>(text[start]) & 0xC0) == 0x80)
            --start;
        const CodePoint character = decodeUtf8(text.substr(start));
        if (!character.isValid || start + character.size != text.size() || !isSpace(character.code))
            break;
        text.remove_suffix(character.size);
    }
    return text;
}

std::size_t multiByteSize(std::string_view text) {
    const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = text.empty() ? 0 : byte(0);
    if (lead < 0xC0 || lead > 0xF7)
        return 0;
    const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (text.size() < size)
        return 0;
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xC0) != 0x80)
            return 0;
    }
    return size;
}

} // namespace planlens::hcl
