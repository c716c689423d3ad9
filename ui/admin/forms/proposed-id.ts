/** Returns an id for something of this name, `befund-besprechung-2`; '' where the name has no letters. */
export function proposedId(name: string, isTaken: (id: string) => boolean): string {
  const spelled = name
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => SPELLED[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
  const id = spelled
    .replace(/[^a-z\d]+/g, '-')
    .slice(0, LONGEST_ID)
    .replace(/^-+|-+$/g, '')
  if (id === '' || !isTaken(id)) return id
  for (let number = 2; ; number++) if (!isTaken(`${id}-${number}`)) return `${id}-${number}`
}

/** Short enough for links; the rule of the field allows more. */
const LONGEST_ID = 40

const SPELLED: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }
