import { expect, test } from 'vitest'
import { findLocally } from './local-matches.ts'

const PAGES = [
  { path: '/admin', title: 'Übersicht' },
  { path: '/admin/waiting-list', title: 'Warteliste' },
  { path: '/admin/audit', title: 'Protokoll' },
]
/** Returns kind and title of what a text finds. By default the staff member can open everything. */
const titlesFor = (text: string, canOpen: (address: string) => boolean = () => true) =>
  findLocally(text, PAGES, canOpen).map(({ kind, title }) => `${kind}: ${title}`)

test('pages are found by a part of their title, with or without accents', () => {
  expect(titlesFor('warte')).toContain('page: Warteliste')
  expect(titlesFor('ubersicht')).toEqual(['page: Übersicht'])
})

test('actions are found by synonyms, and by words in any order', () => {
  expect(titlesFor('urlaub')).toEqual(['action: Ordination schließen oder Zeit sperren'])
  expect(titlesFor('eintragen termin')).toContain('action: Termin eintragen')
})

test('settings are found by their own labels, with the address of their field', () => {
  const found = findLocally('plz', PAGES, () => true)
  expect(found).toContainEqual({
    kind: 'setting',
    title: 'PLZ',
    about: 'Praxisdaten',
    to: '/admin/settings/practice?field=zip',
  })
})

test('situations of the help are found by their titles', () => {
  expect(findLocally('ruft an', PAGES, () => true)).toEqual([
    {
      kind: 'help',
      title: 'Jemand ruft an und möchte einen Termin',
      about: 'Hilfe',
      to: '/admin/hilfe#anruf',
    },
  ])
})

test.each(['warte', 'plz', 'termin'])('the text %s finds nothing that a role cannot open', (text) => {
  expect(titlesFor(text)).not.toEqual([])
  expect(titlesFor(text, () => false)).toEqual([])
})

test('an empty text finds pages and actions, but no settings', () => {
  expect(titlesFor('').some((title) => title.startsWith('setting'))).toBe(false)
  expect(titlesFor('').length).toBeGreaterThan(3)
})
