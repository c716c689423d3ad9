import { expect, test } from 'vitest'
import { changesBetween } from './changes-between.ts'

const LABELS = { name: 'Name', zip: 'PLZ', days: 'Tage', open: 'Offen', secrets: 'Passwort' }

test('the changes are only the fields that differ, with their new values', () => {
  const before = { name: 'Ordination Muster', zip: '6850', open: true }
  const now = { name: 'Ordination Beispiel', zip: '6850', open: false }
  expect(changesBetween(before, now, LABELS)).toEqual([
    { name: 'name', label: 'Name', now: 'Ordination Beispiel' },
    { name: 'open', label: 'Offen', now: 'nein' },
  ])
})

test('the changes show an empty value as (leer), and an object only as changed', () => {
  const before = { zip: '6850', days: 30, open: false, secrets: { ODOO_PASS: false } }
  const now = { zip: '', days: null, open: true, secrets: { ODOO_PASS: true } }
  expect(changesBetween(before, now, LABELS).map((change) => change.now)).toEqual([
    '(leer)',
    '(leer)',
    'ja',
    'geändert',
  ])
})

test('the changes leave out fields without a label', () => {
  expect(changesBetween({ version: 'a' }, { version: 'b' }, LABELS)).toEqual([])
})

test('two missing states have no changes', () => {
  expect(changesBetween(undefined, null, LABELS)).toEqual([])
})
