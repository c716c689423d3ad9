/** The encoding of a text, and the number of messages that it is charged as. */
export type SmsLength = Readonly<{
  encoding: 'GSM-7' | 'UCS-2'
  /** Septets, of which a few characters need two; or units of 16 bits. */
  units: number
  parts: number
}>

/** GSM 03.38: the default alphabet, and the characters that need an escape before them. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const ESCAPED = '\f^{}\\[~]|€'

/** Units in a single message, and in each part of a longer one, which has a header. */
const CAPACITY = { 'GSM-7': [160, 153], 'UCS-2': [70, 67] } as const

/** The length of a text message. One character outside the GSM alphabet makes the whole text UCS-2. */
export function smsLength(text: string): SmsLength {
  const characters = [...text]
  const septets = characters.map((each) => (BASIC.includes(each) ? 1 : ESCAPED.includes(each) ? 2 : 0))
  const encoding = septets.includes(0) ? 'UCS-2' : 'GSM-7'
  const sizes = encoding === 'GSM-7' ? septets : characters.map((each) => each.length)
  const units = sizes.reduce<number>((sum, size) => sum + size, 0)
  const [single, each] = CAPACITY[encoding]
  return { encoding, units, parts: units <= single ? 1 : partsFor(sizes, each) }
}

/** `1 SMS mit 143 Zeichen`; one with characters outside the GSM alphabet holds fewer, and says so. */
export function smsLengthText({ encoding, units, parts }: SmsLength): string {
  return `${parts}\u00a0SMS mit ${units}\u00a0Zeichen${encoding === 'GSM-7' ? '' : ' (UCS-2: Sonderzeichen machen sie teurer)'}`
}

/** A character of two units is never split, so a part may end one unit early. */
function partsFor(sizes: readonly number[], capacity: number): number {
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
