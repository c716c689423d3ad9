import { normalizeLine } from '../normalize-line.ts'

/**
 * Splits the single name that older versions stored. The last name is the last word with the particles in
 * small letters before it (`Anna`, `von der Au`). A single word is the last name.
 */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = normalizeLine(name).split(' ')
  // Without a word in lower case the index is -1, which `slice` reads as the last word.
  const lastNameIndex = words.findIndex((word, index) => index > 0 && /^\p{Ll}/u.test(word))
  return {
    firstName: words.slice(0, lastNameIndex).join(' '),
    lastName: words.slice(lastNameIndex).join(' '),
  }
}
