/** The 32 characters of bech32 (BIP 173); the index of each is its value. */
const CHARACTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
/** The terms of the generator of the checksum, one for each of the five bits that are shifted out. */
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
/** The part of the key before the last `1`, which the checksum covers too. */
const PREFIX = 'age'

/**
 * Returns whether a text is a public key of age (`age1…`, X25519), with a correct checksum.
 * Sources: github.com/C2SP/C2SP/blob/main/age.md, and BIP 173 for the checksum.
 */
export function isAgeRecipient(text: string): boolean {
  const encodedKey = /^age1([02-9ac-hj-np-z]{58})$/.exec(text)?.[1]
  if (encodedKey === undefined) return false
  const letters = [...PREFIX].map((letter) => letter.charCodeAt(0))
  // BIP 173 feeds the prefix into the checksum as the high bits of its letters, a zero, and their low bits.
  const values = [
    ...letters.map((code) => code >> 5),
    0,
    ...letters.map((code) => code & 31),
    ...[...encodedKey].map((character) => CHARACTERS.indexOf(character)),
  ]
  return checksumOf(values) === 1
}

/** Returns the checksum `polymod` of BIP 173, which is 1 for a valid text. */
function checksumOf(values: readonly number[]): number {
  let sum = 1
  for (const value of values) {
    const shiftedOut = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ value
    for (const [bit, term] of GENERATOR.entries()) if ((shiftedOut >> bit) & 1) sum ^= term
  }
  return sum
}
