import { expect, it } from 'vitest'
import { storedContact } from '../booking/contact-columns.ts'
import { correctContact } from '../booking/contact-correction.ts'
import type { Booking } from '../db/schema.ts'
import type { PracticeContact } from '../shared/contact/manual-contact.ts'
import { openPushApp } from '../testing/odoo-connection.ts'
import type { Odoo, OdooCall } from './odoo-connection.ts'

/** Opens an app with Odoo. `correct` lets staff correct the contact of a booking, a second later. */
async function openCorrectingApp() {
  const app = await openPushApp()
  const correct = (booking: Booking, changes: Partial<PracticeContact>) => {
    app.pass(1000)
    correctContact(app.assistant(), booking.id, { ...storedContact(booking), svn4: '', ...changes })
    app.pass(1000)
  }
  /** Returns the id of the partner with this name in Odoo. */
  const partnerNamed = (name: string) => app.simulator.partners().find((partner) => partner.name === name)?.id
  return { ...app, correct, partnerNamed }
}

/** Returns a connection to Odoo that calls `after` when a call has already taken effect there. */
const withCalls = (odoo: Odoo, after: (call: OdooCall) => void): Odoo => ({
  ...odoo,
  call: async (schema, call) => {
    const answer = await odoo.call(schema, call)
    after(call)
    return answer
  },
})

it('a corrected e-mail address links the event to the partner with that address, and changes no partner', async () => {
  const { addPushed, correct, onlyEvent, push, simulator } = await openCorrectingApp()
  const booking = await addPushed()
  const otherPartner = { name: 'Rosa Musterfrau', email: 'rosa@beispiel.example', phone: '1' }
  const id = simulator.addPartner(otherPartner)
  correct(booking, { email: 'rosa@beispiel.example' })
  await push(booking)
  expect(onlyEvent()).toMatchObject({ res_id: id })
  expect(simulator.partners()).toMatchObject([{ email: 'rosa@musterfrau.example' }, otherPartner])
})

it('a name that is corrected while its partner is being created ends up on the linked partner', async () => {
  const { addConfirmed, correct, odoo, onlyEvent, partnerNamed, push } = await openCorrectingApp()
  const booking = addConfirmed()
  const correcting = withCalls(odoo, ({ model, method }) => {
    if (model === 'res.partner' && method === 'create') correct(booking, { lastName: 'Müller' })
  })
  await push(booking, correcting)
  await push(booking)
  expect(partnerNamed('Rosa Müller')).toBeDefined()
  expect(onlyEvent()).toMatchObject({ res_id: partnerNamed('Rosa Müller') })
})

it('a name that is corrected after an interrupted push ends up on the linked partner', async () => {
  const { addConfirmed, correct, odoo, onlyEvent, partnerNamed, push } = await openCorrectingApp()
  const booking = addConfirmed()
  const losingAnswers = withCalls(odoo, ({ model, method }) => {
    if (model === 'calendar.event' && method === 'create') throw new Error('the answer is lost')
  })
  await expect(push(booking, losingAnswers)).rejects.toThrow('the answer is lost')
  correct(booking, { lastName: 'Müller' })
  await push(booking)
  expect(partnerNamed('Rosa Müller')).toBeDefined()
  expect(onlyEvent()).toMatchObject({ res_id: partnerNamed('Rosa Müller') })
})

it('the partner of a corrected name is looked up in Odoo once', async () => {
  const { addPushed, correct, pass, push, simulator } = await openCorrectingApp()
  const booking = await addPushed()
  correct(booking, { lastName: 'Müller' })
  await push(booking)
  expect(simulator.partners().map(({ name }) => name)).toEqual(['Rosa Musterfrau', 'Rosa Müller'])
  pass(1000)
  const callsBefore = simulator.calls.length
  await push(booking)
  expect(JSON.stringify(simulator.calls.slice(callsBefore))).not.toContain('res.partner')
})
