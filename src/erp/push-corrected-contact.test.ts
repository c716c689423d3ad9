import { expect, it } from 'vitest'
import { storedContact } from '../booking/contact-columns.ts'
import { correctContact } from '../booking/contact-correction.ts'
import type { Booking } from '../db/schema.ts'
import type { PracticeContact } from '../shared/contact/manual-contact.ts'
import { openPushApp } from '../testing/odoo-connection.ts'
import type { Odoo, OdooCall } from './odoo-connection.ts'

/** Opens an app with Odoo, in which staff can correct contacts. */
async function openCorrectingApp() {
  const app = await openPushApp()
  return {
    ...app,
    /**
     * Corrects the contact of a booking, a second after what came before and a second before what follows.
     */
    correct: (booking: Booking, changes: Partial<PracticeContact>) => {
      app.pass(1_000)
      correctContact(app.assistant(), booking.id, { ...storedContact(booking), svn4: '', ...changes })
      app.pass(1_000)
    },
    /** Returns the id of the partner with this name in Odoo. */
    findPartnerId: (name: string) => app.simulator.partners().find((partner) => partner.name === name)?.id,
  }
}

/** Returns the same connection, which runs `afterCall` when a call has taken effect in Odoo. */
const connectionWith = (odoo: Odoo, afterCall: (call: OdooCall) => void): Odoo => ({
  ...odoo,
  call: async (schema, call) => {
    const answer = await odoo.call(schema, call)
    afterCall(call)
    return answer
  },
})

it('a corrected e-mail address links the event to the partner with that address, and changes no partner', async () => {
  const { addPushed, correct, onlyEvent, push, simulator } = await openCorrectingApp()
  const booking = await addPushed()
  const otherPartner = { name: 'Rosa Musterfrau', email: 'rosa@beispiel.example', phone: '1' }
  const otherPartnerId = simulator.addPartner(otherPartner)
  correct(booking, { email: 'rosa@beispiel.example' })
  await push(booking)
  expect(onlyEvent()).toMatchObject({ res_id: otherPartnerId })
  expect(simulator.partners()).toMatchObject([{ email: 'rosa@musterfrau.example' }, otherPartner])
})

it('a name that is corrected while its partner is being created ends up on the linked partner', async () => {
  const { addConfirmed, correct, odoo, onlyEvent, findPartnerId, push } = await openCorrectingApp()
  const booking = addConfirmed()
  const correcting = connectionWith(odoo, ({ model, method }) => {
    if (model === 'res.partner' && method === 'create') correct(booking, { lastName: 'Müller' })
  })
  await push(booking, correcting)
  await push(booking)
  expect(findPartnerId('Rosa Müller')).toBeDefined()
  expect(onlyEvent()).toMatchObject({ res_id: findPartnerId('Rosa Müller') })
})

it('a name that is corrected after an interrupted push ends up on the linked partner', async () => {
  const { addConfirmed, correct, odoo, onlyEvent, findPartnerId, push } = await openCorrectingApp()
  const booking = addConfirmed()
  const losingAnswers = connectionWith(odoo, ({ model, method }) => {
    if (model === 'calendar.event' && method === 'create') throw new Error('the answer is lost')
  })
  await expect(push(booking, losingAnswers)).rejects.toThrow('the answer is lost')
  correct(booking, { lastName: 'Müller' })
  await push(booking)
  expect(findPartnerId('Rosa Müller')).toBeDefined()
  expect(onlyEvent()).toMatchObject({ res_id: findPartnerId('Rosa Müller') })
})

it('the partner of a corrected name is looked up in Odoo once', async () => {
  const { addPushed, correct, pass, push, simulator } = await openCorrectingApp()
  const booking = await addPushed()
  correct(booking, { lastName: 'Müller' })
  await push(booking)
  expect(simulator.partners().map(({ name }) => name)).toEqual(['Rosa Musterfrau', 'Rosa Müller'])
  pass(1_000)
  const callsBefore = simulator.calls.length
  await push(booking)
  expect(JSON.stringify(simulator.calls.slice(callsBefore))).not.toContain('res.partner')
})
