import { describe, expect, it } from 'vitest'
import { openOdooUsersApp, PRACTICE_PARTNER_ID } from '../testing/odoo-users-app.ts'

/**
 * In these tests, the doctor `dr-b` has a user and a calendar of their own in Odoo. The doctor `doctor-1` and
 * the room `labor` have none, so their calendar is the practice's (`openOdooUsersApp`).
 */

describe('an event in Odoo', () => {
  it('is in the calendar of its doctor or, without one, of the practice', async () => {
    const { odoo, partnerIdOfB, addAppointment, push, listAttendees } = await openOdooUsersApp()
    await push(addAppointment('doctor-1'), addAppointment('dr-b'), addAppointment('labor'))
    expect(listAttendees()).toEqual([[PRACTICE_PARTNER_ID], [partnerIdOfB], [PRACTICE_PARTNER_ID]])
    expect(odoo.mails).toEqual([])
  })

  it('moves to the calendar of the new doctor when its appointment moves', async () => {
    const { odoo, partnerIdOfB, addAppointment, push, listAttendees, changeRows } = await openOdooUsersApp()
    const booking = addAppointment('dr-b')
    const moveTo = (resourceId: string) =>
      changeRows('update bookings set resource_id = ? where id = ?', resourceId, booking.id)
    await push(booking)
    moveTo('doctor-1')
    await push(booking)
    expect(listAttendees()).toEqual([[PRACTICE_PARTNER_ID]])
    moveTo('dr-b')
    await push(booking)
    expect(listAttendees()).toEqual([[partnerIdOfB]])
    expect(odoo.mails).toEqual([])
  })

  it('keeps the people whom its doctor has invited', async () => {
    const { odoo, partnerIdOfB, addAppointment, push, listAttendees } = await openOdooUsersApp()
    const booking = addAppointment('dr-b')
    await push(booking)
    const eventId = odoo.events()[0]?.id ?? 0
    const invitedPartnerId = 99
    odoo.changeEvent(eventId, { partner_ids: [partnerIdOfB, invitedPartnerId] })
    await push(booking)
    expect(listAttendees()).toEqual([[partnerIdOfB, invitedPartnerId]])
  })

  it('is found and moved when its doctor gets another user', async () => {
    const app = await openOdooUsersApp()
    await app.pull()
    await app.push(app.addAppointment('labor'), app.addAppointment('dr-b'))
    const partnerIdOfC = app.odoo.addUser('c@ordi.example')
    await app.putResource('labor', { odoo_user: 'c@ordi.example' })
    expect(await app.pullWhenDue()).toBe(true)
    // The pull has queued a push of the appointment.
    await app.runPushes()
    expect(app.listAttendees()).toEqual([[partnerIdOfC], [app.partnerIdOfB]])
  })
})
