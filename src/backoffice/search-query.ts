/**
 * Returns the query (SQLite FTS5) of a search in the index `booking_search_index`, or undefined for an empty
 * search, which matches all. A patient matches when name or e-mail address contain each word of the search,
 * or when the phone number contains the whole search. Words of one or two letters match only the beginning of
 * a name or address, words of two also that of the second part of a double name (docs/behaviour.md 12.20).
 */
export function patientQuery(search: string): string | undefined {
  // The index has "ss" for "ß", and so finds Weiß by Weiss.
  const text = search.normalize('NFC').replace(/\p{C}/gu, ' ').toLowerCase().replaceAll('ß', 'ss')
  const words = new Set(text.split(/\s+/).filter((word) => word !== ''))
  if (words.size === 0) return undefined
  const names = [...words].map(spellings).join(' AND ')
  const digits = subscriberDigits(text)
  return `names : (${names})${digits === undefined ? '' : ` OR phone : ${phrase(digits)}`}`
}

/**
 * Returns a query for the word as typed or without the e of an umlaut, because the index finds Müller by
 * Muller, each with and without the signs that join the parts of a name.
 */
function spellings(word: string): string {
  const forms = new Set([word, word.replace(/([aou])e/g, '$1')].flatMap(joinedForms))
  // The index has all trigrams, so it knows the hyphen of a double name.
  for (const form of [...forms]) if ([...form].length === 2) forms.add(`-${form}`)
  return `(${[...forms].map(phrase).join(' OR ')})`
}

/** Signs between the parts of a name as people type them, with the accents that look like an apostrophe. */
const TYPED_JOINT = /['’‘ʼ`´-]/

/**
 * The signs as they are stored, and where a word without one may have them: O'Brien and Dell’Orto have few
 * letters before theirs, Hans-Peter and Hans Peter, whose space the index doubles, a whole name on each side.
 */
const JOINTS = [
  { sign: "'", before: [1, 4], behind: 2 },
  { sign: '’', before: [1, 4], behind: 2 },
  { sign: '-', before: [3, Infinity], behind: 3 },
  { sign: '  ', before: [3, Infinity], behind: 3 },
] as const

/** Letters of the longest word that is read as a name of two parts, because each reading takes time. */
const LONGEST_JOINED = 16

/** Returns the word, and each name of several parts that sounds like it. */
function joinedForms(word: string): string[] {
  const parts = word.split(TYPED_JOINT).filter((part) => part !== '')
  if (parts.length > 1) return [word, parts.join(''), ...JOINTS.map(({ sign }) => parts.join(sign))]
  const letters = [...word]
  if (letters.length > LONGEST_JOINED) return [word]
  const positions = letters.map((_, at) => at)
  const readings = JOINTS.flatMap(({ sign, before: [least, most], behind }) =>
    positions
      .filter((at) => at >= least && at <= most && letters.length - at >= behind)
      .map((at) => letters.toSpliced(at, 0, sign).join('')),
  )
  return [word, ...readings]
}

/**
 * Quotes the text, so that it contains no operator. A text shorter than a trigram matches the beginning of a
 * word.
 */
function phrase(text: string): string {
  const missing = Math.max(0, 3 - [...text].length)
  return `"${' '.repeat(missing)}${text.replaceAll('"', '""')}"`
}

/**
 * Returns the digits that `0664 …`, `+43 664 …` and `0043664…` share; undefined for a text that is no phone
 * number.
 */
function subscriberDigits(typed: string): string | undefined {
  // The zero of +43 (0)664 is dialled within the country only; the index has none behind a calling code.
  const number = typed.replace(/^(\s*(?:\+|00).*?)\(0\)/, '$1').replace(/[\s()[\]/.‐‑–—-]/g, '')
  if (!/^\+?\d{3,}$/.test(number)) return undefined
  // Austria's calling code or the zero of a national number comes first, by the way in which it was typed.
  return number.replace(/^(?:\+43|0043|00|0|\+)/, '') || undefined
}
