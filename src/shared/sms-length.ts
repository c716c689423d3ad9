/** How a text goes over the air, and as how many messages it is charged. */
export type SmsLength = Readonly<{
  encoding: 'GSM-7' | 'UCS-2'
  /** What counts: septets, of which a few signs need two, or units of 16 bits. */
  units: number
  parts: number
}>

/** GSM 03.38: the default alphabet, and the signs that need an escape before them. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const ESCAPED = '\f^{}\\[~]|€'

/** Units in a single message, and in each part of a longer one, whose header takes the rest. */
const ROOM = { 'GSM-7': [160, 153], 'UCS-2': [70, 67] } as const

/** The length of a text message. One sign outside the GSM alphabet makes the whole text UCS-2. */
export function smsLength(text: string): SmsLength {
  const signs = [...text]
  const septets = signs.map((sign) => (BASIC.includes(sign) ? 1 : ESCAPED.includes(sign) ? 2 : 0))
  const encoding = septets.includes(0) ? 'UCS-2' : 'GSM-7'
  const sizes = encoding === 'GSM-7' ? septets : signs.map((sign) => sign.length)
  const units = sizes.reduce<number>((sum, size) => sum + size, 0)
  const [single, each] = ROOM[encoding]
  return { encoding, units, parts: units <= single ? 1 : fill(sizes, each) }
}

/** A sign of two units is never cut in two, so that a part may end one unit early. */
function fill(sizes: readonly number[], room: number): number {
  let parts = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > room) {
      parts += 1
      used = 0
    }
    used += size
  }
  return parts
}
