// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Cryptographic operations of libcrypto. All texts are bytes.
namespace planlens::encryption {

/// Bytes from the random generator of libcrypto; nothing if it fails.
std::optional<std::string> randomBytes(std::size_t count);

enum class HashFunction { Sha256, Sha512 };
/// PBKDF2 with HMAC (RFC 8018). Takes a tenth of a second and more with the usual number of iterations. Nothing if the
/// parameters are not possible, or too large for libcrypto.
std::optional<std::string> pbkdf2(std::string_view passphrase, std::string_view salt, std::int64_t iterations,
                                  std::int64_t keyLength, HashFunction function);

inline constexpr std::size_t gcmNonceLength = 12;
/// AES-GCM (NIST SP 800-38D) with a key of 16, 24 or 32 bytes: the encrypted text, followed by a tag of 16 bytes. `aad`
/// is authenticated too. Nothing if libcrypto fails.
std::optional<std::string> sealAesGcm(std::string_view key, std::string_view nonce, std::string_view text,
                                      std::string_view aad);
/// The text; nothing if the tag is not right.
std::optional<std::string> openAesGcm(std::string_view key, std::string_view nonce, std::string_view sealed,
                                      std::string_view aad);

} // namespace planlens::encryption
