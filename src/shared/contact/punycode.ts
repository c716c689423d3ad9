/** The parameters of Punycode (RFC 3492, section 5). */
const BASE = 36
const T_MIN = 1
const T_MAX = 26
const SKEW = 38
const DAMP = 700
const INITIAL_BIAS = 72
const INITIAL_POINT = 128
/** The last code point of Unicode. */
const LAST_POINT = 0x10_ff_ff

/**
 * The most characters of a label after its `xn--` (RFC 1035, 2.3.4). In a longer text the numbers could grow
 * to infinity, and the calculation would never end.
 */
const LONGEST_CODE = 63 - 'xn--'.length

/** The digits in order of their values, 0 to 35. */
const BASE_DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789'

/**
 * Returns the text that a label of a domain name stands for, such as `bücher` for `bcher-kva`, by RFC 3492,
 * section 6.2; undefined for an invalid label.
 * @param code the label in lower case, without its `xn--`
 */
export function decodePunycode(code: string): string | undefined {
  if (code.length > LONGEST_CODE) return undefined
  const plainEnd = Math.max(code.lastIndexOf('-'), 0)
  const points = Array.from(code.slice(0, plainEnd), (letter) => letter.charCodeAt(0))
  let point = INITIAL_POINT
  let bias = INITIAL_BIAS
  let position = 0
  let digitsStart = plainEnd > 0 ? plainEnd + 1 : 0
  while (digitsStart < code.length) {
    const delta = readNumber(code, digitsStart, bias)
    if (delta === undefined) return undefined
    digitsStart = delta.end
    const count = points.length + 1
    bias = adaptBias(delta.value, count, position === 0)
    position += delta.value
    point += Math.floor(position / count)
    if (point > LAST_POINT) return undefined
    position %= count
    points.splice(position, 0, point)
    position += 1
  }
  return String.fromCodePoint(...points)
}

/**
 * Reads the number of variable length that begins at `start`. `end` is the place after its last digit. In the
 * RFC, the thresholds of its digits depend on a variable `k` too.
 * @returns undefined when the code ends before the number does, or has a letter that is no digit
 */
function readNumber(code: string, start: number, bias: number): { value: number; end: number } | undefined {
  let value = 0
  let weight = 1
  for (let index = start, k = BASE; index < code.length; index += 1, k += BASE) {
    const digit = BASE_DIGITS.indexOf(code.charAt(index))
    if (digit === -1) return undefined
    value += digit * weight
    const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX)
    if (digit < threshold) return { value, end: index + 1 }
    weight *= BASE - threshold
  }
  return undefined
}

/** Returns the bias for the next number (RFC 3492, section 6.1). `count` is that of the decoded points. */
function adaptBias(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2))
  rest += Math.floor(rest / count)
  let k = 0
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN))
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW))
}
