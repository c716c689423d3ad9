/** What a patient is looked for by. */
export type Searchable = Readonly<{ firstName: string; lastName: string; email: string; mobile: string }>

/**
 * Whether a patient is the one that somebody types in: each word stands somewhere in name or e-mail, or it is a part of the
 * telephone number, however either was written. An empty search finds everybody.
 */
export function patientFilter(search: string): (patient: Searchable) => boolean {
  const words = search
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(spellings)
  const digits = dialled(search)
  return ({ firstName, lastName, email, mobile }) => {
    const text = spellings(`${firstName} ${lastName} ${email}`)
    if (words.every(([plain, short]) => text[0].includes(plain) || text[1].includes(short))) return true
    return digits !== undefined && mobile.includes(digits)
  }
}

/** Without capitals and accents; and once more with Mueller and Müller the same. */
function spellings(text: string): readonly [plain: string, short: string] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
  return [plain, plain.replace(/([aou])e/g, '$1')]
}

/** The digits that `0664 …`, `+43 664 …` and `0043664…` have in common; undefined for what is no telephone number. */
function dialled(typed: string): string | undefined {
  const number = typed.replace(/[\s()/.-]/g, '')
  if (!/^\+?\d{3,}$/.test(number)) return undefined
  return number.replace(/^(?:\+43|0043|00|0|\+)/, '') || undefined
}
