import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { storedContact } from '../booking/contact-columns.ts'
import { correctContact } from '../booking/contact-correction.ts'
import { type Booking, bookings, erpEvents } from '../db/schema.ts'
import type { CorrectedContact } from '../shared/contact/manual-contact.ts'
import { HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { listenAs } from '../testing/loopback.ts'
import { openOdooSimulator } from '../testing/simulators/odoo.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { type Odoo, openOdoo } from './odoo-client.ts'
import { pushBooking } from './push.ts'

type Simulator = ReturnType<typeof openOdooSimulator>

let app: TestApp
let simulator: Simulator
let odoo: Odoo

async function connect(options: Parameters<typeof openOdooSimulator>[0] = {}) {
  simulator = openOdooSimulator(options)
  const login = { url: await listenAs(simulator), db: 'praxis', user: 'ordi', password: 'demo-key' }
  odoo = await openOdoo(login, { resolveHost: async () => [], allowPrivate: true })
}

beforeEach(async () => {
  app = openTestApp()
  await connect()
})

const addConfirmed = (changes: Partial<Booking> = {}) =>
  insertBooking(app.ctx().db, { status: 'confirmed', ...changes })

const change = ({ id }: Booking, changes: Partial<Booking>) =>
  app.ctx().db.update(bookings).set(changes).where(eq(bookings.id, id)).run()

const push = ({ id }: Booking) => pushBooking(app.ctx, odoo, id)

/** Adds a confirmed booking, and brings it to Odoo. */
const addPushed = async () => {
  const booking = addConfirmed()
  await push(booking)
  return booking
}

describe.each([
  ['Odoo 18 over JSON-RPC', {}],
  ['a fork of Odoo 19 over JSON-RPC', { like: 19, fork: 'orbex' }],
  ['Odoo 19 over JSON-2', { like: 19, api: 'rpc-off' }],
] as const)('a confirmed booking in %s', (_, options) => {
  beforeEach(() => connect(options))

  it('is a private event of the doctor alone that tells nothing about the patient', async () => {
    const booking = await addPushed()
    const [event, ...others] = simulator.events()
    expect(others).toEqual([])
    // In the simulator 3 is the doctor's partner, and 87 the model of partners.
    expect(event).toMatchObject({
      name: 'Termin',
      start: '2027-01-12 07:30:00',
      stop: '2027-01-12 08:00:00',
      privacy: 'private',
      show_as: 'busy',
      partner_ids: [3],
      res_model_id: 87,
      res_id: simulator.partners()[0]?.id,
      active: true,
    })
    expect(event?.description).toMatch(/^<p>ordi:[0-9a-f]{32}<\/p>$/)
    expect(JSON.stringify({ ...event, description: '' })).not.toMatch(/Rosa|Musterfrau|Akupunktur|0664|@/)
    expect(event?.description).not.toContain(booking.id)
    expect(simulator.mails).toEqual([])
  })

  it('plans no activity on the contact, where colleagues would read the day of the appointment', async () => {
    const booking = await addPushed()
    change(booking, { startsAt: booking.startsAt + HOUR, endsAt: booking.endsAt + HOUR })
    await push(booking)
    change(booking, { status: 'cancelled' })
    await push(booking)
    expect(simulator.events()).toMatchObject([{ res_id: simulator.partners()[0]?.id, active: false }])
    expect(simulator.activities()).toEqual([])
  })

  it('has its patient as a partner, without anything medical', async () => {
    await push(addConfirmed({ svnr: 'encrypted' }))
    const phone = 'like' in options ? 'phone' : 'mobile'
    expect(simulator.partners()).toEqual([
      expect.objectContaining({
        name: 'Rosa Musterfrau',
        email: 'rosa@musterfrau.example',
        [phone]: '+43 664 1234567',
        street: 'Erfundene Gasse 7',
        zip: '6850',
        city: 'Dornbirn',
        country_id: 12,
      }),
    ])
    expect(JSON.stringify(simulator.calls)).not.toMatch(/svnr|1980|Akupunktur/)
  })

  it('is archived once it is cancelled, however often that is pushed', async () => {
    const booking = await addPushed()
    change(booking, { status: 'cancelled' })
    await push(booking)
    await push(booking)
    expect(simulator.events()).toMatchObject([{ active: false }])
    expect(simulator.mails).toEqual([])
  })

  it('gets its hours back when it was moved to whole days', async () => {
    const booking = await addPushed()
    const wholeDay = { allday: true, start: '2027-01-14 08:00:00', stop: '2027-01-14 18:00:00' }
    simulator.changeEvent(simulator.events()[0]?.id ?? 0, wholeDay)
    await push(booking)
    expect(simulator.events()).toMatchObject([
      { allday: false, start: '2027-01-12 07:30:00', stop: '2027-01-12 08:00:00' },
    ])
  })

  it('is not doubled by a second push, and a new time is written into the same event', async () => {
    const booking = await addPushed()
    await push(booking)
    change(booking, { startsAt: booking.startsAt + HOUR, endsAt: booking.endsAt + HOUR })
    await push(booking)
    expect(simulator.events()).toMatchObject([{ start: '2027-01-12 08:30:00', stop: '2027-01-12 09:00:00' }])
    expect(simulator.partners()).toHaveLength(1)
  })
})

describe('a corrected contact', () => {
  const correct = (booking: Booking, changes: Partial<CorrectedContact>) => {
    const contact = storedContact(booking)
    correctContact(app.assistant(), booking.id, { ...contact, svn4: '', ...changes })
  }

  it('links the event to the partner who is the patient now, and changes no partner', async () => {
    const booking = await addPushed()
    app.pass(1000)
    const partner = { name: 'Rosa Musterfrau', email: 'rosa@beispiel.example', phone: '1' }
    const other = simulator.addPartner(partner)
    correct(booking, { email: 'rosa@beispiel.example' })
    await push(booking)
    expect(simulator.events()).toMatchObject([{ res_id: other }])
    expect(simulator.partners()).toMatchObject([
      { email: 'rosa@musterfrau.example' },
      { email: 'rosa@beispiel.example', phone: '1' },
    ])
  })

  it('links the event also when the contact is corrected while the event is being written', async () => {
    const booking = addConfirmed()
    const slowOdoo: Odoo = {
      ...odoo,
      call: async (schema, model, method, args) => {
        app.pass(1000)
        const answer = await odoo.call(schema, model, method, args)
        if (model === 'res.partner' && method === 'create') correct(booking, { lastName: 'Müller' })
        return answer
      },
    }
    await pushBooking(app.ctx, slowOdoo, booking.id)
    app.pass(1000)
    await push(booking)
    const corrected = simulator.partners().find(({ name }) => name === 'Rosa Müller')
    expect(simulator.events()).toMatchObject([{ res_id: corrected?.id }])
  })

  it('links the event also when the contact is corrected between an interrupted push and the next', async () => {
    const booking = addConfirmed()
    const odooThatLosesAnAnswer: Odoo = {
      ...odoo,
      call: async (schema, model, method, args) => {
        const answer = await odoo.call(schema, model, method, args)
        if (model === 'calendar.event' && method === 'create') throw new Error('the answer is lost')
        return answer
      },
    }
    await expect(pushBooking(app.ctx, odooThatLosesAnAnswer, booking.id)).rejects.toThrow(
      'the answer is lost',
    )
    app.pass(1000)
    correct(booking, { lastName: 'Müller' })
    app.pass(1000)
    await push(booking)
    const corrected = simulator.partners().find(({ name }) => name === 'Rosa Müller')
    expect(simulator.events()).toMatchObject([{ res_id: corrected?.id }])
  })

  it('is looked up in Odoo once', async () => {
    const booking = await addPushed()
    app.pass(1000)
    correct(booking, { lastName: 'Müller' })
    app.pass(1000)
    await push(booking)
    app.pass(1000)
    const calls = simulator.calls.length
    await push(booking)
    expect(simulator.partners().map(({ name }) => name)).toEqual(['Rosa Musterfrau', 'Rosa Müller'])
    expect(JSON.stringify(simulator.calls.slice(calls))).not.toContain('res.partner')
  })
})

describe('an event that was changed in Odoo', () => {
  it('is found by its marker when its id was never stored', async () => {
    const booking = await addPushed()
    app.ctx().db.delete(erpEvents).run()
    await push(booking)
    expect(simulator.events()).toHaveLength(1)
    expect(simulator.partners()).toHaveLength(1)
  })

  it.each(['confirmed', 'cancelled'] as const)(
    'is created again after its deletion only if the booking stands: %s',
    async (status) => {
      const booking = await addPushed()
      simulator.removeEvent(simulator.events()[0]?.id ?? 0)
      change(booking, { status })
      await push(booking)
      expect(simulator.events()).toMatchObject(status === 'confirmed' ? [{ active: true }] : [])
    },
  )
})

describe('a push that is interrupted', () => {
  /** Pushes while the connection is lost after so many calls. */
  const pushUntil = async (calls: number, booking: Booking) => {
    simulator.faults.expect(...Array.from({ length: calls }, () => undefined), 'reset')
    await push(booking).catch(() => {})
    simulator.faults.expect()
  }

  // A push makes fewer calls than twelve, so that the last numbers are of one that was not interrupted.
  it.each(Array.from({ length: 12 }, (_, calls) => calls))(
    'doubles nothing after %i calls',
    async (calls) => {
      const booking = addConfirmed()
      await pushUntil(calls, booking)
      await push(booking)
      await push(booking)
      expect(simulator.partners()).toHaveLength(1)
      expect(simulator.events()).toHaveLength(1)
    },
  )

  it.each([0, 1, 2])('of a cancellation archives the event in the end, after %i calls', async (calls) => {
    const booking = await addPushed()
    change(booking, { status: 'cancelled' })
    await pushUntil(calls, booking)
    await push(booking)
    expect(simulator.events()).toMatchObject([{ active: false }])
  })
})
