import { expect, it } from 'vitest'
import { HOUR } from '../../shared/day.ts'
import { findingRows } from '../../testing/finding-rows.ts'
import { NOW } from '../../testing/test-app.ts'
import { odooCheck } from './odoo.ts'

const DOWN = 'Odoo ist nicht erreichbar.'
const NOT_SET_UP = undefined
const NEVER_READ = { pulledAt: null, error: null, pushFault: null }
const READ = { pulledAt: NOW - HOUR, error: null, pushFault: null }
const READ_BEFORE_FAILURE = { pulledAt: NOW - HOUR, error: DOWN, pushFault: null }

it.each([
  { name: 'not set up', state: NOT_SET_UP },
  { name: 'not read yet', state: NEVER_READ },
  { name: 'read without a fault', state: READ },
])('there is no alert while Odoo is $name', ({ state }) => {
  expect(odooCheck.alerts?.(state, NOW)).toEqual([])
})

it.each([
  { last: 'at 12:40', state: READ_BEFORE_FAILURE, detail: `${DOWN} Gelesen zuletzt heute 12:40.` },
  { last: 'never', state: { ...NEVER_READ, error: DOWN }, detail: `${DOWN} Gelesen noch nie.` },
])('the alert says when Odoo was last read: $last', ({ state, detail }) => {
  expect(odooCheck.alerts?.(state, NOW)).toEqual([
    {
      level: 'warning',
      kind: 'odoo',
      banner: `Odoo: ${DOWN}`,
      card: { title: 'Odoo antwortet nicht', detail, href: '/admin/settings/odoo' },
    },
  ])
})

it('an alert says why appointments wait for Odoo, unless Odoo cannot be read either', () => {
  const pushFault = 'Dem Odoo-Benutzer fehlt ein Recht.'
  expect(odooCheck.alerts?.({ ...READ, pushFault }, NOW)).toEqual([
    {
      level: 'warning',
      kind: 'odoo',
      banner: `Odoo: ${pushFault}`,
      card: {
        title: 'Termine warten auf Odoo',
        detail: pushFault,
        href: '/admin/outbox?tab=odoo&status=queued',
      },
    },
  ])
  expect(odooCheck.alerts?.({ ...READ_BEFORE_FAILURE, pushFault }, NOW)).toMatchObject([
    { banner: `Odoo: ${DOWN}` },
  ])
})

it.each([
  { name: 'not set up', state: NOT_SET_UP, text: 'good: not set up' },
  {
    name: 'not read yet',
    state: NEVER_READ,
    text: 'hint: not read yet: the running server does so within minutes',
  },
  { name: 'read', state: READ, text: 'good: read at 2027-01-07T12:40:00+01:00' },
  {
    name: 'failing',
    state: READ_BEFORE_FAILURE,
    text: `wrong: ${DOWN} Check it in the web admin, under Odoo.`,
  },
])('ordi doctor says of Odoo while it is $name: $text', ({ state, text }) => {
  expect(findingRows(odooCheck.doctor?.findings(state, NOW))).toEqual([text])
})
