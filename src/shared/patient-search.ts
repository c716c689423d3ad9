import { normalisePhone } from './phone.ts'

type Searchable = Readonly<{ firstName: string; lastName: string; email: string; mobile: string }>

/**
 * A patient matches when each word of the search is part of the name or e-mail address, or when the search is part of the phone
 * number (docs/behaviour.md 12.20). An empty search matches everyone.
 */
export function patientFilter(search: string): (patient: Searchable) => boolean {
  const words = search
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(spellings)
  const digits = subscriberDigits(search)
  return ({ firstName, lastName, email, mobile }) => {
    const text = spellings(`${firstName} ${lastName} ${email}`)
    if (words.every(([plain, short]) => text[0].includes(plain) || text[1].includes(short))) return true
    return digits !== undefined && normalisePhone(mobile).includes(digits)
  }
}

/** Without capitals and accents, and a second form in which Mueller and Müller are equal. */
function spellings(text: string): readonly [plain: string, short: string] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
  return [plain, plain.replace(/([aou])e/g, '$1')]
}

/** The digits that `0664 …`, `+43 664 …` and `0043664…` have in common; undefined for a text that is no phone number. */
function subscriberDigits(typed: string): string | undefined {
  const number = typed.replace(/[\s()/.-]/g, '')
  if (!/^\+?\d{3,}$/.test(number)) return undefined
  return number.replace(/^(?:\+43|0043|00|0|\+)/, '') || undefined
}
