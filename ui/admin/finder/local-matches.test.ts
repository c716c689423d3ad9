import { expect, test } from 'vitest'
import { findLocally } from './local-matches.ts'

const PAGES = [
  { path: '/admin', title: 'Übersicht' },
  { path: '/admin/waiting-list', title: 'Warteliste' },
  { path: '/admin/audit', title: 'Protokoll' },
]
const titles = (text: string, canOpen: (address: string) => boolean = () => true) =>
  findLocally(text, PAGES, canOpen).map(({ kind, title }) => `${kind}: ${title}`)

test('pages are found by a part of their title, with or without accents', () => {
  expect(titles('warte')).toContain('page: Warteliste')
  expect(titles('ubersicht')).toEqual(['page: Übersicht'])
})

test('actions are found by other words for them, and by words in any order', () => {
  expect(titles('urlaub')).toEqual(['action: Ordination schließen oder Zeit sperren'])
  expect(titles('eintragen termin')).toContain('action: Termin eintragen')
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

test.each(['warte', 'plz', 'termin'])('%s finds nothing that a role cannot open', (text) => {
  expect(titles(text)).not.toEqual([])
  expect(titles(text, () => false)).toEqual([])
})

test('without a text there are pages and actions, but no settings', () => {
  expect(titles('').some((title) => title.startsWith('setting'))).toBe(false)
  expect(titles('').length).toBeGreaterThan(3)
})
