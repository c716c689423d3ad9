import { expect, test } from 'vitest'
import { changesBetween } from './changes-between.ts'

const LABELS = { name: 'Name', zip: 'PLZ', days: 'Tage', open: 'Offen', secrets: 'Passwort' }

test('only the fields that differ are named, as they stand now', () => {
  const before = { name: 'Ordination Muster', zip: '6850', open: true }
  const now = { name: 'Ordination Beispiel', zip: '6850', open: false }
  expect(changesBetween(before, now, LABELS)).toEqual([
    { name: 'name', label: 'Name', now: 'Ordination Beispiel' },
    { name: 'open', label: 'Offen', now: 'nein' },
  ])
})

test('what is empty now is said to be, and what is no single word is only said to have changed', () => {
  const before = { zip: '6850', days: 30, open: false, secrets: { ODOO_PASS: false } }
  const now = { zip: '', days: null, open: true, secrets: { ODOO_PASS: true } }
  expect(changesBetween(before, now, LABELS).map(({ now }) => now)).toEqual([
    '(leer)',
    '(leer)',
    'ja',
    'geändert',
  ])
})

test('a field without a label is nobody’s business', () => {
  expect(changesBetween({ version: 'a' }, { version: 'b' }, LABELS)).toEqual([])
  expect(changesBetween(undefined, null, LABELS)).toEqual([])
})
