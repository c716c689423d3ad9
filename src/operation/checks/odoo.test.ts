import { expect, it } from 'vitest'
import { HOUR } from '../../shared/day.ts'
import { alertRows, findingRows } from '../../testing/alerts.ts'
import { NOW } from '../../testing/test-app.ts'
import { odoo } from './odoo.ts'

const DOWN = 'Odoo ist nicht erreichbar.'
const [OFF, NEW] = [undefined, { pulledAt: null, error: null }]
const READ = { pulledAt: NOW - HOUR, error: null }
const FAILED = { pulledAt: NOW - HOUR, error: DOWN }

it.each([
  { name: 'off', state: OFF },
  { name: 'new', state: NEW },
  { name: 'read', state: READ },
])('there is no alert while Odoo is $name', ({ state }) => {
  expect(alertRows(odoo.alerts?.(state, NOW))).toEqual([])
})

it.each([
  [FAILED, `${DOWN} Gelesen zuletzt heute 12:40.`],
  [{ pulledAt: null, error: DOWN }, `${DOWN} Gelesen noch nie.`],
])('the alert of %j says: %s', (state, detail) => {
  const row = ['warning', 'odoo', `Odoo: ${DOWN}`, 'Odoo antwortet nicht', detail, '/admin/settings/odoo']
  expect(alertRows(odoo.alerts?.(state, NOW))).toEqual([row])
})

it.each([
  [OFF, 'good: not set up'],
  [NEW, 'hint: not read yet: the running server does so within minutes'],
  [READ, 'good: read at 2027-01-07T12:40:00+01:00'],
  [FAILED, `wrong: ${DOWN} Check it in the web admin, under Odoo.`],
])('ordi doctor says of %j: %s', (state, text) => {
  expect(findingRows(odoo.doctor?.findings(state, NOW))).toEqual([text])
})
