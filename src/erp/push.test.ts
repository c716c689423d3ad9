import { describe, expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { HOUR } from '../shared/day.ts'
import { openPushApp } from '../testing/odoo-connection.ts'

/** The id of the doctor's partner in the simulated Odoo. */
const DOCTOR_PARTNER_ID = 3
/** The id of the model of partners in the simulated Odoo. */
const PARTNER_MODEL_ID = 87
/** The id of Austria in the simulated Odoo. */
const AUSTRIA_ID = 12

/** The time of the booking, from 08:30 to 09:00 in Vienna, as Odoo writes it in UTC. */
const TIME = { start: '2027-01-12 07:30:00', stop: '2027-01-12 08:00:00' }
const AN_HOUR_LATER = { start: '2027-01-12 08:30:00', stop: '2027-01-12 09:00:00' }

/** Returns the changes that move a booking to an hour later. */
const toAnHourLater = ({ startsAt, endsAt }: Booking) => ({
  startsAt: startsAt + HOUR,
  endsAt: endsAt + HOUR,
})

describe.each([
  { name: 'Odoo 18 over JSON-RPC', options: {}, mobileField: 'mobile' },
  {
    name: 'a fork of Odoo 19 over JSON-RPC',
    options: { version: 19, fork: 'orbex' },
    mobileField: 'phone',
  },
  { name: 'Odoo 19 over JSON-2', options: { version: 19, hasJsonRpc: false }, mobileField: 'phone' },
] as const)('a confirmed booking in $name', ({ options, mobileField }) => {
  it('is a private event with only the doctor as attendee, linked to the partner of its patient', async () => {
    const { addPushed, onlyEvent, simulator } = await openPushApp(options)
    await addPushed()
    expect(onlyEvent()).toMatchObject({
      ...TIME,
      name: 'Termin',
      privacy: 'private',
      show_as: 'busy',
      partner_ids: [DOCTOR_PARTNER_ID],
      res_model_id: PARTNER_MODEL_ID,
      res_id: simulator.partners()[0]?.id,
      active: true,
    })
    expect(simulator.mails).toEqual([])
  })

  it('is an event that reveals neither the patient nor the id of the booking', async () => {
    const { addPushed, onlyEvent } = await openPushApp(options)
    const booking = await addPushed()
    const { description, ...others } = onlyEvent()
    expect(description).toMatch(/^<p>ordi:[0-9a-f]{32}<\/p>$/)
    expect(description).not.toContain(booking.id)
    expect(JSON.stringify(others)).not.toMatch(/Rosa|Musterfrau|Akupunktur|0664|@/)
  })

  it('leaves no activity on the contact, where colleagues could read the day of the appointment', async () => {
    const { addPushed, changeBooking, onlyEvent, push, simulator } = await openPushApp(options)
    const booking = await addPushed()
    changeBooking(booking, toAnHourLater(booking))
    await push(booking)
    changeBooking(booking, { status: 'cancelled' })
    await push(booking)
    expect(onlyEvent()).toMatchObject({ res_id: simulator.partners()[0]?.id, active: false })
    expect(simulator.activities()).toEqual([])
  })

  it('creates a partner for its patient, without medical data', async () => {
    const { addConfirmed, push, simulator } = await openPushApp(options)
    await push(addConfirmed({ svnr: 'encrypted' }))
    expect(simulator.partners()).toEqual([
      expect.objectContaining({
        name: 'Rosa Musterfrau',
        email: 'rosa@musterfrau.example',
        // Odoo has one field for telephone numbers since version 19.
        [mobileField]: '+43 664 1234567',
        street: 'Erfundene Gasse 7',
        zip: '6850',
        city: 'Dornbirn',
        country_id: AUSTRIA_ID,
      }),
    ])
    expect(JSON.stringify(simulator.calls)).not.toMatch(/svnr|1980|Akupunktur/)
  })

  it('is archived once it is cancelled, and stays so when pushed again', async () => {
    const { addPushed, changeBooking, onlyEvent, push, simulator } = await openPushApp(options)
    const booking = await addPushed()
    changeBooking(booking, { status: 'cancelled' })
    await push(booking)
    await push(booking)
    expect(onlyEvent()).toMatchObject({ active: false })
    expect(simulator.mails).toEqual([])
  })

  it('is refused if the user may create events but not write them', async () => {
    const missingRights = ['calendar.event write']
    const { addConfirmed, push } = await openPushApp({ ...options, missingRights })
    await expect(push(addConfirmed())).rejects.toThrow('Dem Odoo-Benutzer fehlt ein Recht.')
  })

  it('gets its time back after it was made an all-day event', async () => {
    const { addPushed, onlyEvent, push, simulator } = await openPushApp(options)
    const booking = await addPushed()
    const wholeDay = { allday: true, start: '2027-01-14 08:00:00', stop: '2027-01-14 18:00:00' }
    simulator.changeEvent(onlyEvent().id, wholeDay)
    await push(booking)
    expect(onlyEvent()).toMatchObject({ ...TIME, allday: false })
  })

  it('is not duplicated by a second push, which writes a new time into the same event', async () => {
    const { addPushed, changeBooking, onlyEvent, push, simulator } = await openPushApp(options)
    const booking = await addPushed()
    await push(booking)
    changeBooking(booking, toAnHourLater(booking))
    await push(booking)
    expect(onlyEvent()).toMatchObject(AN_HOUR_LATER)
    expect(simulator.partners()).toHaveLength(1)
  })
})

describe('a push over JSON-RPC', () => {
  it('passes domains and a single new record by position, as Odoo documents it', async () => {
    const { addPushed, simulator } = await openPushApp({})
    await addPushed()
    const calls = simulator.calls
      .filter((call) => call.method === 'execute_kw')
      .map(({ args: [_db, _userId, _password, _model, method, positional] }) => ({
        method,
        positional: positional as unknown[],
      }))
    /** Returns the first argument by position of each call of a method. */
    const firstArguments = (name: string) =>
      calls.filter(({ method }) => method === name).map(({ positional: [first] }) => first)
    expect(firstArguments('create')).toEqual([
      expect.objectContaining({ name: 'Termin' }),
      expect.objectContaining({ name: 'Rosa Musterfrau' }),
    ])
    expect(firstArguments('search_read')).toContainEqual([
      ['email_normalized', '=', 'rosa@musterfrau.example'],
    ])
  })
})
