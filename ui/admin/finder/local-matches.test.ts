import { expect, test } from 'vitest'
import { findLocally } from './local-matches.ts'

const PAGES = [
  { path: '/admin', title: 'Übersicht' },
  { path: '/admin/waiting-list', title: 'Warteliste' },
  { path: '/admin/audit', title: 'Protokoll' },
]
const opensEverything = () => true
const opensNothing = () => false
/** Returns kind and title of everything that a text finds for a staff member who can open everything. */
const titlesFor = (text: string) =>
  findLocally(text, PAGES, opensEverything).map(({ kind, title }) => `${kind}: ${title}`)

test('pages are found by a part of their title, with or without accents', () => {
  expect(titlesFor('warte')).toContain('page: Warteliste')
  expect(titlesFor('ubersicht')).toEqual(['page: Übersicht'])
})

test('actions are found by synonyms, and by words in any order', () => {
  expect(titlesFor('urlaub')).toEqual(['action: Ordination schließen oder Zeit sperren'])
  expect(titlesFor('eintragen termin')).toContain('action: Termin eintragen')
})

test('settings are found by their own labels, with the URL of their field', () => {
  const found = findLocally('plz', PAGES, opensEverything)
  expect(found).toContainEqual({
    kind: 'setting',
    title: 'PLZ',
    about: 'Praxisdaten',
    to: '/admin/settings/practice?field=zip',
  })
})

test('situations of the help are found by their titles', () => {
  expect(findLocally('ruft an', PAGES, opensEverything)).toEqual([
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
  expect(findLocally(text, PAGES, opensNothing)).toEqual([])
})

test('an empty text finds actions and pages, but no settings and no help', () => {
  const kinds = findLocally('', PAGES, opensEverything).map(({ kind }) => kind)
  expect([...new Set(kinds)]).toEqual(['action', 'page'])
})
