import { expect, it } from 'vitest'
import { NOW } from '../../testing/test-app.ts'
import { odooBookingsCheck } from './odoo-bookings.ts'

const NONE = { failed: 0, conflicts: 0, changes: 0 }

it.each([
  [1, '1 Termin', 'kam nicht nach Odoo'],
  [2, '2 Termine', 'kamen nicht nach Odoo'],
])('%i failed pushes are an alert that leads to them', (failed, appointments, verb) => {
  const href = '/admin/outbox?tab=odoo&open=1'
  expect(odooBookingsCheck.alerts?.({ ...NONE, failed }, NOW)).toEqual([
    {
      level: 'warning',
      kind: 'odoo',
      banner: `${appointments} ${verb}.`,
      card: { title: 'Nicht nach Odoo übertragen', detail: appointments, href },
    },
  ])
})

it.each([
  [1, '1 Termin', 'überschneidet sich mit Odoo'],
  [2, '2 Termine', 'überschneiden sich mit Odoo'],
])('%i conflicts with Odoo are an alert', (conflicts, appointments, verb) => {
  expect(odooBookingsCheck.alerts?.({ ...NONE, conflicts }, NOW)).toEqual([
    {
      level: 'warning',
      kind: 'odoo-conflict',
      banner: `${appointments} ${verb}.`,
      card: { title: 'Konflikt mit Odoo', detail: appointments, href: '/admin' },
    },
  ])
})

it.each([
  [1, '1 Termin', 'wurde in Odoo geändert'],
  [2, '2 Termine', 'wurden in Odoo geändert'],
])('%i changes in Odoo are an alert', (changes, appointments, verb) => {
  expect(odooBookingsCheck.alerts?.({ ...NONE, changes }, NOW)).toEqual([
    {
      level: 'warning',
      kind: 'odoo-change',
      banner: `${appointments} ${verb}.`,
      card: { title: 'In Odoo geändert', detail: appointments, href: '/admin' },
    },
  ])
})

it('there is no alert while bookings and Odoo agree, or the synchronisation is off', () => {
  expect(odooBookingsCheck.alerts?.(NONE, NOW)).toEqual([])
  expect(odooBookingsCheck.alerts?.(undefined, NOW)).toEqual([])
})
