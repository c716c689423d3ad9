import { expect, it } from 'vitest'
import { NOW } from '../../testing/test-app.ts'
import { odooBookingsCheck } from './odoo-bookings.ts'

const NONE = { failed: 0, conflicts: 0, changes: 0 }

it.each([
  { failed: 1, appointments: '1 Termin', verb: 'kam nicht nach Odoo' },
  { failed: 2, appointments: '2 Termine', verb: 'kamen nicht nach Odoo' },
])('$failed failed pushes are an alert that leads to them', ({ failed, appointments, verb }) => {
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
  { conflicts: 1, appointments: '1 Termin', verb: 'überschneidet sich mit Odoo' },
  { conflicts: 2, appointments: '2 Termine', verb: 'überschneiden sich mit Odoo' },
])('$conflicts conflicts with Odoo are an alert', ({ conflicts, appointments, verb }) => {
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
  { changes: 1, appointments: '1 Termin', verb: 'wurde in Odoo geändert' },
  { changes: 2, appointments: '2 Termine', verb: 'wurden in Odoo geändert' },
])('$changes changes in Odoo are an alert', ({ changes, appointments, verb }) => {
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
