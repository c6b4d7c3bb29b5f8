// SPDX-License-Identifier: MPL-2.0
#include "core/diff/text_form.h"

#include "core/values/text/base64.h"
#include "core/values/text/digest.h"

#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <array>
#include <ctime>
#include <memory>

namespace planlens::diff {

namespace {

template <auto release>
struct Releases {
    template <typename T>
    void operator()(T* pointer) const {
        release(pointer);
    }
};
using Output = std::unique_ptr<BIO, Releases<BIO_free>>;
using Certificate = std::unique_ptr<X509, Releases<X509_free>>;
using Request = std::unique_ptr<X509_REQ, Releases<X509_REQ_free>>;
using Key = std::unique_ptr<EVP_PKEY, Releases<EVP_PKEY_free>>;
using OtherNames = std::unique_ptr<GENERAL_NAMES, Releases<GENERAL_NAMES_free>>;

using Members = std::vector<std::pair<std::string, JsonNode>>;

constexpr std::size_t mostBlocks = 200;
constexpr int mostNames = 1000; // per certificate

JsonNode text(std::string content) {
    return scalarNode(JsonNode::Kind::String, std::move(content));
}

/// Returns the text that `print` writes to an OpenSSL BIO.
template <typename Print>
std::string printed(Print print) {
    const Output out(BIO_new(BIO_s_mem()));
    if (!out || !print(out.get()))
        return {};
    char* bytes = nullptr;
    const long size = BIO_get_mem_data(out.get(), &bytes);
    return size > 0 ? std::string(bytes, std::size_t(size)) : std::string();
}

/// Formats a name as "CN=example.org,O=Example", with control characters escaped.
std::string nameText(const X509_NAME* name) {
    return printed([&](BIO* out) {
        return name && X509_NAME_print_ex(out, name, 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB) >= 0;
    });
}

/// Formats a time as "2026-01-31T12:00:00Z".
std::string timeText(const ASN1_TIME* time) {
    std::tm parts{};
    if (!time || ASN1_TIME_to_tm(time, &parts) != 1)
        return {};
    std::array<char, 32> buffer{};
    const std::size_t size = std::strftime(buffer.data(), buffer.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return {buffer.data(), size};
}

std::string fingerprint(std::string_view der) {
    return "SHA-256 " + values::toHex(values::sha256(der));
}

std::string serialText(const ASN1_INTEGER* serial) {
    const std::unique_ptr<BIGNUM, Releases<BN_free>> number(serial ? ASN1_INTEGER_to_BN(serial, nullptr) : nullptr);
    char* const hex = number ? BN_bn2hex(number.get()) : nullptr;
    std::string result = hex ? hex : "";
    OPENSSL_free(hex);
    return result;
}

std::string keyText(const EVP_PKEY* key) {
    if (!key)
        return {};
    const char* const name = EVP_PKEY_get0_type_name(key);
    const int bits = EVP_PKEY_get_bits(key);
    return std::string(name ? name : "unknown") + (bits > 0 ? " " + std::to_string(bits) + " bits" : "");
}

JsonNode otherNames(const GENERAL_NAMES* names) {
    JsonNode list;
    list.kind = JsonNode::Kind::Array;
    for (int i = 0; i < std::min(sk_GENERAL_NAME_num(names), mostNames); ++i)
        list.elements.push_back(
            text(printed([&](BIO* out) { return GENERAL_NAME_print(out, sk_GENERAL_NAME_value(names, i)) == 1; })));
    list.seal();
    return list;
}

std::optional<JsonNode> certificate(std::string_view der) {
    const auto* start = reinterpret_cast<const unsigned char*>(der.data());
    const Certificate read(d2i_X509(nullptr, &start, long(der.size())));
    if (!read)
        return {};
    Members members{{"Subject", text(nameText(X509_get_subject_name(read.get())))},
                    {"Issuer", text(nameText(X509_get_issuer_name(read.get())))},
                    {"Serial number", text(serialText(X509_get0_serialNumber(read.get())))},
                    {"Not before", text(timeText(X509_get0_notBefore(read.get())))},
                    {"Not after", text(timeText(X509_get0_notAfter(read.get())))},
                    {"Public key", text(keyText(X509_get0_pubkey(read.get())))},
                    {"Fingerprint", text(fingerprint(der))}};
    if (const OtherNames names(
            static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(read.get(), NID_subject_alt_name, nullptr, nullptr)));
        names)
        members.emplace_back("Alternative names", otherNames(names.get()));
    return objectNode(std::move(members));
}

std::optional<JsonNode> request(std::string_view der) {
    const auto* start = reinterpret_cast<const unsigned char*>(der.data());
    const Request read(d2i_X509_REQ(nullptr, &start, long(der.size())));
    if (!read)
        return {};
    return objectNode({{"Certificate request for", text(nameText(X509_REQ_get_subject_name(read.get())))},
                       {"Public key", text(keyText(X509_REQ_get0_pubkey(read.get())))},
                       {"Fingerprint", text(fingerprint(der))}});
}

std::optional<JsonNode> publicKey(std::string_view der) {
    const auto* start = reinterpret_cast<const unsigned char*>(der.data());
    const Key read(d2i_PUBKEY(nullptr, &start, long(der.size())));
    if (!read)
        return {};
    return objectNode({{"Public key", text(keyText(read.get()))}, {"Fingerprint", text(fingerprint(der))}});
}

std::optional<JsonNode> block(std::string_view label, std::string_view der) {
    if (label == "CERTIFICATE")
        return certificate(der);
    if (label == "CERTIFICATE REQUEST" || label == "NEW CERTIFICATE REQUEST")
        return request(der);
    return label == "PUBLIC KEY" ? publicKey(der) : std::nullopt;
}

/// Removes the first block from the text; only whitespace may precede it.
std::optional<JsonNode> nextBlock(std::string_view& rest) {
    constexpr std::string_view begin = "-----BEGIN ", dashes = "-----";
    if (!rest.starts_with(begin))
        return {};
    const std::size_t end = rest.find(dashes, begin.size());
    if (end == std::string_view::npos)
        return {};
    const std::string_view label = rest.substr(begin.size(), end - begin.size());
    const std::string last = "-----END " + std::string(label) + "-----";
    const std::size_t close = rest.find(last, end);
    if (close == std::string_view::npos)
        return {};
    std::string letters;
    for (const char c : rest.substr(end + dashes.size(), close - end - dashes.size()))
        if (c != '\n' && c != '\r' && c != ' ' && c != '\t')
            letters += c;
    rest.remove_prefix(close + last.size());
    const auto der = values::fromBase64(letters);
    return der ? block(label, *der) : std::nullopt;
}

} // namespace

std::optional<JsonNode> parsePemText(std::string_view text) {
    std::vector<JsonNode> blocks;
    for (;;) {
        const std::size_t start = text.find_first_not_of(" \t\r\n");
        if (start == std::string_view::npos)
            break;
        text.remove_prefix(start);
        std::optional<JsonNode> read = nextBlock(text);
        ERR_clear_error();
        if (!read || blocks.size() == mostBlocks)
            return {};
        blocks.push_back(*std::move(read));
    }
    if (blocks.empty())
        return {};
    if (blocks.size() == 1)
        return std::move(blocks.front());
    JsonNode list;
    list.kind = JsonNode::Kind::Array;
    list.elements = std::move(blocks);
    list.seal();
    return list;
}

} // namespace planlens::diff
