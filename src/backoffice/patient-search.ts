/**
 * The search as an FTS5 query for `booking_search_index`, or undefined for an empty search, which matches everyone. A patient
 * matches when the name or e-mail address contains each word of the search, or when the phone number contains the whole search.
 * Of words with one or two letters only the beginning of a name or address counts (docs/behaviour.md 12.20).
 */
export function patientQuery(search: string): string | undefined {
  const text = search.normalize('NFC').replace(/\p{C}/gu, ' ').toLowerCase().replaceAll('ß', 'ss')
  const words = new Set(text.split(/\s+/).filter((word) => word !== ''))
  if (words.size === 0) return undefined
  const names = [...words].map(spellings).join(' AND ')
  const digits = subscriberDigits(text)
  return `names : (${names})${digits === undefined ? '' : ` OR phone : ${phrase(digits)}`}`
}

/** The word, or the form of it in which Mueller and Müller are equal, once the index has removed the accents. */
function spellings(word: string): string {
  const forms = new Set([word, word.replace(/([aou])e/g, '$1')])
  return `(${[...forms].map(phrase).join(' OR ')})`
}

/** Quoted, so that nothing in it is an operator. Shorter than a trigram it becomes the beginning of a word. */
function phrase(text: string): string {
  const missing = Math.max(0, 3 - [...text].length)
  return `"${' '.repeat(missing)}${text.replaceAll('"', '""')}"`
}

/** The digits that `0664 …`, `+43 664 …` and `0043664…` have in common; undefined for a text that is no phone number. */
function subscriberDigits(typed: string): string | undefined {
  const number = typed.replace(/[\s()/.-]/g, '')
  if (!/^\+?\d{3,}$/.test(number)) return undefined
  return number.replace(/^(?:\+43|0043|00|0|\+)/, '') || undefined
}
