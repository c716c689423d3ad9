import { describe, expect, it } from 'vitest'
import { listBusyConflicts } from '../schedule/busy-conflicts.ts'
import { openOdooUsersApp, PRACTICE_PARTNER_ID } from '../testing/odoo-users-app.ts'
import { toOdooTime } from './odoo-fields.ts'

/**
 * In these tests, the doctor `dr-b` has a user and a calendar of their own in Odoo. The doctor `doctor-1` and
 * the room `labor` have none, so their calendar is the practice's (`openOdooUsersApp`).
 */

describe('busy times of Odoo', () => {
  it('occupy only their doctor; those of the practice occupy all who have no user', async () => {
    const { odoo, partnerIdOfB, enterEventOn, pull, listBusyDays } = await openOdooUsersApp()
    enterEventOn('2027-01-12', [PRACTICE_PARTNER_ID])
    enterEventOn('2027-01-13', [partnerIdOfB])
    enterEventOn('2027-01-14', [PRACTICE_PARTNER_ID, partnerIdOfB])
    odoo.declineEvent(enterEventOn('2027-01-15', [partnerIdOfB]), partnerIdOfB)
    await pull()
    expect(listBusyDays()).toEqual([
      { resource_id: 'doctor-1', day: '2027-01-12' },
      { resource_id: 'labor', day: '2027-01-12' },
      { resource_id: 'dr-b', day: '2027-01-13' },
      { resource_id: 'doctor-1', day: '2027-01-14' },
      { resource_id: 'dr-b', day: '2027-01-14' },
      { resource_id: 'labor', day: '2027-01-14' },
    ])
  })

  it('occupy all resources while none has a user, even if one once had a user', async () => {
    const app = await openOdooUsersApp()
    app.enterEventOn('2027-01-12', [PRACTICE_PARTNER_ID])
    app.enterEventOn('2027-01-13', [app.partnerIdOfB])
    await app.pull()
    await app.putResource('dr-b', { odoo_user: '' })
    await app.pullWhenDue()
    expect(app.listBusyDays()).toEqual([{ resource_id: null, day: '2027-01-12' }])
  })

  it('occupy a new resource at once', async () => {
    const { enterEventOn, pull, pullWhenDue, putResource, listBusyDays } = await openOdooUsersApp()
    enterEventOn('2027-01-12', [PRACTICE_PARTNER_ID])
    await pull()
    await putResource('dr-c', { name: 'Dr. C' })
    await pullWhenDue()
    expect(listBusyDays().map(({ resource_id }) => resource_id)).toEqual(['doctor-1', 'dr-c', 'labor'])
  })

  it('conflict only with appointments of their doctor', async () => {
    const { ctx, partnerIdOfB, addAppointment, push, enterEventOn, pull } = await openOdooUsersApp()
    // Both appointments are on 12 January, at 08:30. The event is from eight to eleven.
    await push(addAppointment('doctor-1'))
    const { id } = addAppointment('dr-b')
    enterEventOn('2027-01-12', [partnerIdOfB])
    await pull()
    expect(listBusyConflicts(ctx(), 'erp').map(({ bookingId }) => bookingId)).toEqual([id])
  })

  it('do not include the event of an appointment that is just being pushed', async () => {
    const { odoo, partnerIdOfB, addAppointment, pull, listBusyDays } = await openOdooUsersApp()
    const { startsAt, endsAt } = addAppointment('dr-b')
    // The event is in Odoo, and Ordi has not stored its id yet. The event of the same time in the practice's
    // calendar is another one, so it makes those busy who have that calendar.
    const appointmentTime = { start: toOdooTime(startsAt), stop: toOdooTime(endsAt) }
    for (const partnerId of [PRACTICE_PARTNER_ID, partnerIdOfB])
      odoo.enterEvent({ ...appointmentTime, partner_ids: [partnerId] })
    await pull()
    expect(listBusyDays().map(({ resource_id }) => resource_id)).toEqual(['doctor-1', 'labor'])
  })
})
