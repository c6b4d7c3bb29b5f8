// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/encoding/text_encoding.h"

#include <array>

namespace planlens::lang {
namespace {

/// The supported encodings with their names registered with IANA; the last member is all names in lower case.
constexpr std::array<TextEncoding, 57> encodings{
    TextEncoding{"US-ASCII", "US-ASCII", TextEncoding::Kind::Other,
                 "ansi_x3.4-1968 ansi_x3.4-1986 cp367 csascii ibm367 iso-ir-6 iso646-us iso_646.irv:1991 us us-ascii"},
    TextEncoding{"UTF-8", "UTF-8", TextEncoding::Kind::Other, "csutf8 utf-8"},
    TextEncoding{"UTF-16", "UTF-16", TextEncoding::Kind::Utf16, "csutf16 utf-16"},
    TextEncoding{"UTF-16BE", "UTF-16BE", TextEncoding::Kind::Other, "csutf16be utf-16be"},
    TextEncoding{"UTF-16LE", "UTF-16LE", TextEncoding::Kind::Other, "csutf16le utf-16le"},
    TextEncoding{"IBM037", "ibm-37", TextEncoding::Kind::Ebcdic,
                 "cp037 csibm037 ebcdic-cp-ca ebcdic-cp-nl ebcdic-cp-us ebcdic-cp-wt ibm037"},
    TextEncoding{"IBM437", "ibm-437", TextEncoding::Kind::SingleByte, "437 cp437 cspc8codepage437 ibm437"},
    TextEncoding{"IBM850", "ibm-850", TextEncoding::Kind::SingleByte, "850 cp850 cspc850multilingual ibm850"},
    TextEncoding{"IBM852", "ibm-852", TextEncoding::Kind::SingleByte, "852 cp852 cspcp852 ibm852"},
    TextEncoding{"IBM855", "ibm-855", TextEncoding::Kind::SingleByte, "855 cp855 csibm855 ibm855"},
    TextEncoding{"IBM00858", "ibm-858", TextEncoding::Kind::SingleByte,
                 "ccsid00858 cp00858 csibm00858 ibm00858 pc-multilingual-850+euro"},
    TextEncoding{"IBM860", "ibm-860", TextEncoding::Kind::SingleByte, "860 cp860 csibm860 ibm860"},
    TextEncoding{"IBM862", "ibm-862", TextEncoding::Kind::SingleByte, "862 cp862 cspc862latinhebrew ibm862"},
    TextEncoding{"IBM863", "ibm-863", TextEncoding::Kind::SingleByte, "863 cp863 csibm863 ibm863"},
    TextEncoding{"IBM865", "ibm-865", TextEncoding::Kind::SingleByte, "865 cp865 csibm865 ibm865"},
    TextEncoding{"IBM866", "ibm-866", TextEncoding::Kind::SingleByte, "866 cp866 csibm866 ibm866"},
    TextEncoding{"IBM1047", "ibm-1047", TextEncoding::Kind::Ebcdic, "csibm1047 ibm-1047 ibm1047"},
    TextEncoding{"IBM01140", "ibm-1140", TextEncoding::Kind::Ebcdic,
                 "ccsid01140 cp01140 csibm01140 ebcdic-us-37+euro ibm01140"},
    TextEncoding{"ISO_8859-1:1987", "ISO-8859-1", TextEncoding::Kind::SingleByte,
                 "cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso_8859-1 iso_8859-1:1987 l1 latin1"},
    TextEncoding{"ISO_8859-2:1987", "ISO-8859-2", TextEncoding::Kind::SingleByte,
                 "csisolatin2 iso-8859-2 iso-ir-101 iso_8859-2 iso_8859-2:1987 l2 latin2"},
    TextEncoding{"ISO_8859-3:1988", "ISO-8859-3", TextEncoding::Kind::SingleByte,
                 "csisolatin3 iso-8859-3 iso-ir-109 iso_8859-3 iso_8859-3:1988 l3 latin3"},
    TextEncoding{"ISO_8859-4:1988", "ISO-8859-4", TextEncoding::Kind::SingleByte,
                 "csisolatin4 iso-8859-4 iso-ir-110 iso_8859-4 iso_8859-4:1988 l4 latin4"},
    TextEncoding{"ISO_8859-5:1988", "ISO-8859-5", TextEncoding::Kind::SingleByte,
                 "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso_8859-5 iso_8859-5:1988"},
    TextEncoding{"ISO_8859-6:1987", "ISO-8859-6", TextEncoding::Kind::SingleByte,
                 "arabic asmo-708 csisolatinarabic ecma-114 iso-8859-6 iso-ir-127 iso_8859-6 iso_8859-6:1987"},
    TextEncoding{"ISO_8859-6-E", "ISO-8859-6", TextEncoding::Kind::SingleByte, "csiso88596e iso-8859-6-e iso_8859-6-e"},
    TextEncoding{"ISO_8859-6-I", "ISO-8859-6", TextEncoding::Kind::SingleByte, "csiso88596i iso-8859-6-i iso_8859-6-i"},
    TextEncoding{"ISO_8859-7:1987", "ISO-8859-7", TextEncoding::Kind::SingleByte,
                 "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso_8859-7 iso_8859-7:1987"},
    TextEncoding{"ISO_8859-8:1988", "ISO-8859-8", TextEncoding::Kind::SingleByte,
                 "csisolatinhebrew hebrew iso-8859-8 iso-ir-138 iso_8859-8 iso_8859-8:1988"},
    TextEncoding{"ISO_8859-8-E", "ISO-8859-8", TextEncoding::Kind::SingleByte, "csiso88598e iso-8859-8-e iso_8859-8-e"},
    TextEncoding{"ISO_8859-8-I", "ISO-8859-8", TextEncoding::Kind::SingleByte, "csiso88598i iso-8859-8-i iso_8859-8-i"},
    TextEncoding{"ISO_8859-9:1989", "ISO-8859-9", TextEncoding::Kind::SingleByte,
                 "csisolatin5 iso-8859-9 iso-ir-148 iso_8859-9 iso_8859-9:1989 l5 latin5"},
    TextEncoding{"ISO-8859-10", "ISO-8859-10", TextEncoding::Kind::SingleByte,
                 "csisolatin6 iso-8859-10 iso-ir-157 iso_8859-10:1992 l6 latin6"},
    TextEncoding{"ISO-8859-13", "ISO-8859-13", TextEncoding::Kind::SingleByte, "csiso885913 iso-8859-13"},
    TextEncoding{"ISO-8859-14", "ISO-8859-14", TextEncoding::Kind::SingleByte,
                 "csiso885914 iso-8859-14 iso-celtic iso-ir-199 iso_8859-14 iso_8859-14:1998 l8 latin8"},
    TextEncoding{"ISO-8859-15", "ISO-8859-15", TextEncoding::Kind::SingleByte,
                 "csiso885915 iso-8859-15 iso_8859-15 latin-9"},
    TextEncoding{"ISO-8859-16", "ISO-8859-16", TextEncoding::Kind::SingleByte,
                 "csiso885916 iso-8859-16 iso-ir-226 iso_8859-16 iso_8859-16:2001 l10 latin10"},
    TextEncoding{"KOI8-R", "KOI8-R", TextEncoding::Kind::SingleByte, "cskoi8r koi8-r"},
    TextEncoding{"KOI8-U", "KOI8-U", TextEncoding::Kind::SingleByte, "cskoi8u koi8-u"},
    TextEncoding{"macintosh", "macintosh", TextEncoding::Kind::SingleByte, "csmacintosh mac macintosh"},
    TextEncoding{"windows-874", "windows-874", TextEncoding::Kind::SingleByte, "cswindows874 windows-874"},
    TextEncoding{"windows-1250", "windows-1250", TextEncoding::Kind::SingleByte, "cswindows1250 windows-1250"},
    TextEncoding{"windows-1251", "windows-1251", TextEncoding::Kind::SingleByte, "cswindows1251 windows-1251"},
    TextEncoding{"windows-1252", "windows-1252", TextEncoding::Kind::SingleByte, "cswindows1252 windows-1252"},
    TextEncoding{"windows-1253", "windows-1253", TextEncoding::Kind::SingleByte, "cswindows1253 windows-1253"},
    TextEncoding{"windows-1254", "windows-1254", TextEncoding::Kind::SingleByte, "cswindows1254 windows-1254"},
    TextEncoding{"windows-1255", "windows-1255", TextEncoding::Kind::SingleByte, "cswindows1255 windows-1255"},
    TextEncoding{"windows-1256", "windows-1256", TextEncoding::Kind::SingleByte, "cswindows1256 windows-1256"},
    TextEncoding{"windows-1257", "windows-1257", TextEncoding::Kind::SingleByte, "cswindows1257 windows-1257"},
    TextEncoding{"windows-1258", "windows-1258", TextEncoding::Kind::SingleByte, "cswindows1258 windows-1258"},
    TextEncoding{"Extended_UNIX_Code_Packed_Format_for_Japanese", "EUC-JP", TextEncoding::Kind::EastAsian,
                 "cseucpkdfmtjapanese euc-jp extended_unix_code_packed_format_for_japanese"},
    TextEncoding{"ISO-2022-JP", "ISO-2022-JP", TextEncoding::Kind::EastAsian, "csiso2022jp iso-2022-jp"},
    TextEncoding{"Shift_JIS", "windows-31j", TextEncoding::Kind::EastAsian, "csshiftjis ms_kanji shift_jis"},
    TextEncoding{"EUC-KR", "windows-949", TextEncoding::Kind::EastAsian, "cseuckr euc-kr"},
    TextEncoding{"GB18030", "GB18030", TextEncoding::Kind::Other, "csgb18030 gb18030"},
    TextEncoding{"GBK", "GBK", TextEncoding::Kind::Other, "cp936 csgbk gbk ms936 windows-936"},
    TextEncoding{"HZ-GB-2312", "HZ", TextEncoding::Kind::Other, "hz-gb-2312"},
    TextEncoding{"Big5", "Big5", TextEncoding::Kind::EastAsian, "big5 csbig5"},

};

bool hasName(std::string_view names, std::string_view name) {
    while (!names.empty()) {
        const std::string_view first = names.substr(0, names.find(' '));
        if (first == name)
            return true;
        names.remove_prefix(first.size() < names.size() ? first.size() + 1 : first.size());
    }
    return false;
}

} // namespace

const TextEncoding* findTextEncoding(std::string_view name) {
    const std::size_t start = name.find_first_not_of(" \t\n\v\f\r");
    if (start == std::string_view::npos)
        return nullptr;
    std::string lower(name.substr(start, name.find_last_not_of(" \t\n\v\f\r") + 1 - start));
    for (char& c : lower)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    for (const TextEncoding& encoding : encodings) {
        if (hasName(encoding.names, lower))
            return &encoding;
    }
    return nullptr;
}

} // namespace planlens::lang
