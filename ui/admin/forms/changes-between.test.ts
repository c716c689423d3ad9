import { expect, test } from 'vitest'
import { changesBetween } from './changes-between.ts'

const LABELS = { name: 'Name', zip: 'PLZ', days: 'Tage', open: 'Offen', secrets: 'Passwort' }

test('the changes are only the fields that differ, with their new values', () => {
  const before = { name: 'Ordination Muster', zip: '6850', open: true }
  const after = { name: 'Ordination Beispiel', zip: '6850', open: false }
  expect(changesBetween(before, after, LABELS)).toEqual([
    { name: 'name', label: 'Name', newValue: 'Ordination Beispiel' },
    { name: 'open', label: 'Offen', newValue: 'nein' },
  ])
})

test('the changes show an empty value as (leer), and an object only as changed', () => {
  const before = { zip: '6850', days: 30, open: false, secrets: { ODOO_PASS: false } }
  const after = { zip: '', days: null, open: true, secrets: { ODOO_PASS: true } }
  expect(changesBetween(before, after, LABELS).map((change) => change.newValue)).toEqual([
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
