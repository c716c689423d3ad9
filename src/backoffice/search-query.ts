/**
 * Returns the query (SQLite FTS5) of a search in the index `booking_search_index`, or undefined for an empty
 * search, which matches all. A patient matches when name or e-mail address contain each word of the search,
 * or when the phone number contains the whole search. Words of one or two letters match only the beginning of
 * a name or address; words of two also match the second part of a double name (docs/behaviour.md 12.20).
 */
export function patientQuery(search: string): string | undefined {
  // The index has "ss" for "ß", and so finds Weiß by Weiss.
  const text = search.normalize('NFC').replace(/\p{C}/gu, ' ').toLowerCase().replaceAll('ß', 'ss')
  // A comma follows the last name in "Huber, Anna", and is in no name.
  const words = new Set(text.split(/[\s,]+/).filter((word) => word !== ''))
  if (words.size === 0) return undefined
  const nameQuery = [...words].map(spellings).join(' AND ')
  const digits = subscriberDigits(text)
  return `names : (${nameQuery})${digits === undefined ? '' : ` OR phone : ${phrase(digits)}`}`
}

/**
 * Returns a query for the word as typed, and without the e of an umlaut, because the index finds Müller by
 * Muller. Both forms are tried with and without the signs that join the parts of a name.
 */
function spellings(word: string): string {
  const forms = new Set([word, word.replace(/([aou])e/g, '$1')].flatMap(joinedForms))
  // The trigrams of the index include the hyphen of a double name.
  for (const form of [...forms]) if ([...form].length === 2) forms.add(`-${form}`)
  return `(${[...forms].map(phrase).join(' OR ')})`
}

/** Signs between the parts of a name as people type them, with the accents that look like an apostrophe. */
const TYPED_JOINT = /['’‘ʼ`´-]/

/**
 * The signs as they are stored, and the letters that a name has before and after them. There are few before
 * the apostrophe of O'Brien or Dell’Orto; Hans-Peter and Hans Peter have a whole name on each side. The index
 * doubles spaces.
 */
const JOINTS = [
  { sign: "'", minBefore: 1, maxBefore: 4, minAfter: 2 },
  { sign: '’', minBefore: 1, maxBefore: 4, minAfter: 2 },
  { sign: '-', minBefore: 3, maxBefore: Infinity, minAfter: 3 },
  { sign: '  ', minBefore: 3, maxBefore: Infinity, minAfter: 3 },
] as const

/** Letters of the longest word that may be a name of two parts, because each reading takes time. */
const LONGEST_JOINED = 16

/** Returns the word, and each name of several parts that sounds like it. */
function joinedForms(word: string): string[] {
  const parts = word.split(TYPED_JOINT).filter((part) => part !== '')
  if (parts.length > 1) return [word, parts.join(''), ...JOINTS.map(({ sign }) => parts.join(sign))]
  const letters = [...word]
  if (letters.length > LONGEST_JOINED) return [word]
  const places = [...letters.keys()]
  const readings = JOINTS.flatMap(({ sign, minBefore, maxBefore, minAfter }) =>
    places
      .filter((place) => place >= minBefore && place <= maxBefore && letters.length - place >= minAfter)
      .map((place) => letters.toSpliced(place, 0, sign).join('')),
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

/** The zero of +43 (0)664, which is dialled only within the country. */
const ZERO_IN_COUNTRY = /^(\s*(?:\+|00).*?)\(0\)/
/** The signs between the digits of a number as people type it. */
const NUMBER_SIGNS = /[\s()[\]/.‐‑–—-]/g
/** Austria's calling code, the sign or zeros of another one, or the zero of a national number. */
const CALLING_CODE = /^(?:\+43|0043|00|0|\+)/

/**
 * Returns the digits that `0664 …`, `+43 664 …` and `0043664…` share; undefined for a text that is no phone
 * number.
 */
function subscriberDigits(typed: string): string | undefined {
  // The index has no zero after a calling code.
  const number = typed.replace(ZERO_IN_COUNTRY, '$1').replace(NUMBER_SIGNS, '')
  if (!/^\+?\d{3,}$/.test(number)) return undefined
  return number.replace(CALLING_CODE, '') || undefined
}
