import fc from 'fast-check'

const codePoint = fc
  .integer({ min: 0, max: 0x10_ffff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))

/**
 * Draws any text, including names of members that every object has, such as `__proto__`. The unit `binary` of
 * fast-check does the same, but takes two seconds to start.
 * @param limits `maxLength` in characters
 */
export function anyText(limits: Readonly<{ maxLength?: number }> = {}): fc.Arbitrary<string> {
  return fc.oneof(
    fc.string(limits),
    fc.array(codePoint, limits).map((characters) => characters.join('')),
  )
}
