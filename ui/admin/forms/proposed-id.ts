/** Characters of a proposed id, which appears in links. The rule of the field allows more. */
const LONGEST_ID = 40

/** How umlauts and ß are spelled out in German. */
const SPELLED: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

/** Returns an id made from a name, such as `befund-besprechung-2`; '' if the name has no letters. */
export function proposedId(name: string, isTaken: (id: string) => boolean): string {
  const spelled = name.toLowerCase().replace(/[äöüß]/g, (letter) => SPELLED[letter] ?? letter)
  // The letter é is decomposed into an e and a combining accent, which is then removed.
  const withoutAccents = spelled.normalize('NFKD').replace(/\p{M}/gu, '')
  const withHyphens = withoutAccents.replace(/[^a-z\d]+/g, '-').slice(0, LONGEST_ID)
  const id = withHyphens.replace(/^-+|-+$/g, '')
  if (id === '' || !isTaken(id)) return id
  let number = 2
  while (isTaken(`${id}-${number}`)) number++
  return `${id}-${number}`
}
