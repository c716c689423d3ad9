/** Returns an id for something of this name, `befund-besprechung-2`; '' where the name has no letters. */
export function proposedId(name: string, isTaken: (id: string) => boolean): string {
  const spelled = name
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => SPELLED[letter] ?? letter)
    // Takes accents off their letters: é is e and a mark.
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
  const id = spelled
    .replace(/[^a-z\d]+/g, '-')
    .slice(0, LONGEST_ID)
    .replace(/^-+|-+$/g, '')
  if (id === '' || !isTaken(id)) return id
  for (let number = 2; ; number++) if (!isTaken(`${id}-${number}`)) return `${id}-${number}`
}

/** Characters of an id, which stands in links. The rule of the field allows more. */
const LONGEST_ID = 40

/** How letters are spelled out in German where they are not available. */
const SPELLED: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }
