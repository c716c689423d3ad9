import { expect, it } from 'vitest'
import { alertRows } from '../../testing/alerts.ts'
import { NOW } from '../../testing/test-app.ts'
import { odooBookings } from './odoo-bookings.ts'

const NONE = { failed: 0, conflicts: 0, changes: 0 }

it.each([
  [{ failed: 1 }, 'odoo', '1 Termin', 'kam nicht nach Odoo', 'Nicht nach Odoo übertragen'],
  [{ failed: 2 }, 'odoo', '2 Termine', 'kamen nicht nach Odoo', 'Nicht nach Odoo übertragen'],
  [{ conflicts: 1 }, 'odoo-conflict', '1 Termin', 'überschneidet sich mit Odoo', 'Konflikt mit Odoo'],
  [{ conflicts: 2 }, 'odoo-conflict', '2 Termine', 'überschneiden sich mit Odoo', 'Konflikt mit Odoo'],
  [{ changes: 1 }, 'odoo-change', '1 Termin', 'wurde in Odoo geändert', 'In Odoo geändert'],
  [{ changes: 2 }, 'odoo-change', '2 Termine', 'wurden in Odoo geändert', 'In Odoo geändert'],
])('the alert of %j', (counts, kind, appointments, verb, title) => {
  const href = kind === 'odoo' ? '/admin/outbox?tab=odoo&open=1' : '/admin'
  expect(alertRows(odooBookings.alerts?.({ ...NONE, ...counts }, NOW))).toEqual([
    ['warning', kind, `${appointments} ${verb}.`, title, appointments, href],
  ])
})

it('there is no alert while both are the same, or the synchronisation is off', () => {
  expect(odooBookings.alerts?.(NONE, NOW)).toEqual([])
  expect(odooBookings.alerts?.(undefined, NOW)).toEqual([])
})
