import { describe, expect, it } from 'vitest'
import { odooCheck } from '../operation/checks/odoo.ts'
import { Problem } from '../shared/problems.ts'
import { findingRows } from '../testing/finding-rows.ts'
import { openOdooUsersApp, PRACTICE_PARTNER_ID } from '../testing/odoo-users-app.ts'
import { testOdooConnection } from './connection-test.ts'

const UNKNOWN = 'In Odoo gibt es den Benutzer „nobody“ nicht: Bitte unter „Ärzte & Räume“ prüfen.'

/**
 * In these tests, the doctor `dr-b` has a user and a calendar of their own in Odoo. The doctor `doctor-1` and
 * the room `labor` have none, so their calendar is the practice's (`openOdooUsersApp`).
 */

describe('a user whom Odoo does not know', () => {
  it('does not prevent other calendars from being read, and keeps the stored times of the doctor', async () => {
    const { partnerIdOfB, enterEventOn, pull, putResource, listBusyDays } = await openOdooUsersApp()
    enterEventOn('2027-01-12', [partnerIdOfB])
    await pull()
    await putResource('dr-b', { odoo_user: 'nobody' })
    enterEventOn('2027-01-13', [PRACTICE_PARTNER_ID])
    expect(await pull()).toBe(false)
    expect(listBusyDays()).toEqual([
      { resource_id: 'dr-b', day: '2027-01-12' },
      { resource_id: 'doctor-1', day: '2027-01-13' },
      { resource_id: 'labor', day: '2027-01-13' },
    ])
  })

  it('is named by `ordi doctor` and by the connection test', async () => {
    const { ctx, ports, pull, putResource } = await openOdooUsersApp()
    await putResource('dr-b', { odoo_user: 'nobody' })
    await pull()
    const state = odooCheck.read(ctx())
    expect(findingRows(odooCheck.doctor?.findings(state, ctx().now))).toEqual([
      `wrong: ${UNKNOWN} Check it in the web admin, under Odoo.`,
    ])
    await expect(testOdooConnection(ctx(), ports.resolveHost)).rejects.toThrow(
      new Problem('test_failed', {}, UNKNOWN),
    )
  })

  it('delays only the pushes of the doctor, until the user is corrected', async () => {
    const app = await openOdooUsersApp()
    await app.putResource('dr-b', { odoo_user: 'nobody' })
    await app.pull()
    expect(await app.push(app.addAppointment('dr-b'), app.addAppointment('labor'))).toEqual([UNKNOWN, null])
    await app.putResource('dr-b', { odoo_user: 'b@ordi.example' })
    await app.pullWhenDue()
    await app.runPushes()
    expect(app.listAttendees()).toEqual([[PRACTICE_PARTNER_ID], [app.partnerIdOfB]])
  })
})
