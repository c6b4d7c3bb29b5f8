// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/numbers/go_math.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace planlens::lang {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

bool isOddInteger(double x) {
    return std::fmod(x, 2) == 1 || std::fmod(x, 2) == -1;
}

/// Computes e to the x with a Taylor series over a sixteenth of the remainder, squared four times.
double exponential(double x) {
    constexpr double greatest = 7.09782712893384e+02;
    constexpr double log2e = 1.4426950408889634073599246810018920;
    constexpr double ln2Upper = 0.69314718055966295651160180568695068359375;
    constexpr double ln2Lower = 0.28235290563031577122588448175013436025525412068e-12;
    constexpr std::array<double, 8> inverseFactorials{2.4801587301587301587e-5,
                                                      1.9841269841269841270e-4,
                                                      1.3888888888888888889e-3,
                                                      8.3333333333333333333e-3,
                                                      4.1666666666666666667e-2,
                                                      1.6666666666666666667e-1,
                                                      0.5,
                                                      1.0};
    if (std::isnan(x) || x == infinity || x > greatest)
        return std::isnan(x) ? x : infinity;
    if (x == -infinity)
        return 0;
    const double exponent = std::nearbyint(x * log2e);
    double rest = std::fma(-exponent, ln2Upper, x);
    rest = std::fma(-exponent, ln2Lower, rest);
    rest *= 0.0625;
    double sum = inverseFactorials[0];
    for (std::size_t i = 1; i < inverseFactorials.size(); ++i)
        sum = std::fma(rest, sum, inverseFactorials[i]);
    double lessOne = rest * sum;
    for (int i = 0; i < 3; ++i)
        lessOne = (lessOne + 2.0) * lessOne;
    const double result = std::fma(lessOne + 2.0, lessOne, 1.0);
    return std::ldexp(result, static_cast<int>(exponent));
}

/// Whether the result is a special case, which needs no computation.
bool isSpecial(double x, double y, double& result) {
    if (y == 0 || x == 1)
        result = 1;
    else if (y == 1)
        result = x;
    else if (std::isnan(x) || std::isnan(y))
        result = notANumber;
    else if (x == 0 && y < 0)
        result = std::signbit(x) && isOddInteger(y) ? -infinity : infinity;
    else if (x == 0)
        result = std::signbit(x) && isOddInteger(y) ? x : 0;
    else if (std::isinf(y))
        result = x == -1 ? 1 : (std::abs(x) < 1) == (y > 0) ? 0 : infinity;
    else if (std::isinf(x))
        result = x < 0 ? power(1 / x, -y) : y < 0 ? 0 : infinity;
    else if (y == 0.5)
        result = std::sqrt(x);
    else if (y == -0.5)
        result = 1 / std::sqrt(x);
    else
        return false;
    return true;
}

} // namespace

double logarithm(double x) {
    constexpr double ln2High = 6.93147180369123816490e-01;
    constexpr double ln2Low = 1.90821492927058770002e-10;
    constexpr double halfRoot = 7.07106781186547524401e-01;
    constexpr std::array<double, 7> coefficients{
        6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01, 2.222219843214978396e-01,
        1.818357216161805012e-01, 1.531383769920937332e-01, 1.479819860511658591e-01};
    if (std::isnan(x) || x == infinity)
        return x;
    if (x < 0)
        return notANumber;
    if (x == 0)
        return -infinity;
    int exponent = 0;
    double fraction = std::frexp(x, &exponent);
    if (fraction < halfRoot) {
        fraction *= 2;
        --exponent;
    }
    const double f = fraction - 1;
    const double k = exponent;
    const double s = f / (2 + f);
    const double s2 = s * s;
    const double s4 = s2 * s2;
    const auto& c = coefficients;
    const double odd = s2 * (c[0] + s4 * (c[2] + s4 * (c[4] + s4 * c[6])));
    const double even = s4 * (c[1] + s4 * (c[3] + s4 * c[5]));
    const double halfSquare = 0.5 * f * f;
    return k * ln2High - ((halfSquare - (s * (halfSquare + (odd + even)) + k * ln2Low)) - f);
}

double power(double x, double y) {
    double special = 0;
    if (isSpecial(x, y, special))
        return special;
    double whole = 0;
    double part = std::modf(std::abs(y), &whole);
    if (part != 0 && x < 0)
        return notANumber;
    constexpr double tooGreat = 9223372036854775808.0;
    if (whole >= tooGreat)
        return x == -1 ? 1 : (std::abs(x) < 1) == (y > 0) ? 0 : infinity;
    // result = mantissa * 2^exponent, by repeated squaring of x for the bits of the integer part.
    double mantissa = 1;
    int exponent = 0;
    if (part != 0) {
        if (part > 0.5) {
            part -= 1;
            whole += 1;
        }
        mantissa = exponential(part * logarithm(x));
    }
    constexpr int greatestExponent = 1 << 12;
    int squareExponent = 0;
    double square = std::frexp(x, &squareExponent);
    for (auto bits = static_cast<std::int64_t>(whole); bits != 0; bits >>= 1) {
        if (std::abs(squareExponent) > greatestExponent) {
            exponent += squareExponent;
            break;
        }
        if (bits & 1) {
            mantissa *= square;
            exponent += squareExponent;
        }
        square *= square;
        squareExponent *= 2;
        if (square < .5) {
            square += square;
            --squareExponent;
        }
    }
    if (y < 0) {
        mantissa = 1 / mantissa;
        exponent = -exponent;
    }
    return std::ldexp(mantissa, exponent);
}

} // namespace planlens::lang
