/** The encoding of a text, and the number of SMS that it is charged as. */
export type SmsLength = Readonly<{
  encoding: 'GSM-7' | 'UCS-2'
  /** Septets in GSM-7, where a few characters need two; units of 16 bits in UCS-2. */
  units: number
  parts: number
}>

/** GSM 03.38: the default alphabet, and the characters that need an escape before them. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const ESCAPED = '\f^{}\\[~]|€'

/** Units in a single SMS, and in each part of a longer one, whose header takes some. */
const CAPACITY = { 'GSM-7': { single: 160, part: 153 }, 'UCS-2': { single: 70, part: 67 } } as const

/** Measures the text of an SMS. One character outside the GSM alphabet makes the whole text UCS-2. */
export function smsLength(text: string): SmsLength {
  const characters = [...text]
  const septets = characters.map(septetsOf)
  const encoding = septets.includes(0) ? 'UCS-2' : 'GSM-7'
  const sizes = encoding === 'GSM-7' ? septets : characters.map((character) => character.length)
  const units = sizes.reduce<number>((sum, size) => sum + size, 0)
  const { single, part } = CAPACITY[encoding]
  return { encoding, units, parts: units <= single ? 1 : countParts(sizes, part) }
}

/** Returns the septets of a character in GSM-7; 0 for one outside its alphabet. */
function septetsOf(character: string): number {
  if (BASIC.includes(character)) return 1
  return ESCAPED.includes(character) ? 2 : 0
}

/**
 * Counts the parts of a longer SMS. A character of two units is never split, so a part may end one unit
 * early.
 */
function countParts(sizes: readonly number[], capacity: number): number {
  let parts = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > capacity) {
      parts += 1
      used = 0
    }
    used += size
  }
  return parts
}

/**
 * Returns `1 SMS mit 143 Zeichen`, with a note if characters outside the GSM alphabet make the text more
 * expensive.
 */
export function smsLengthText({ encoding, units, parts }: SmsLength): string {
  const hint = encoding === 'GSM-7' ? '' : ' (UCS-2: Sonderzeichen machen sie teurer)'
  return `${parts}\u00a0SMS mit ${units}\u00a0Zeichen${hint}`
}
