import { describe, expect, it } from 'vitest'
import { cancelByStaff } from '../booking/cancellation.ts'
import { writeSettings } from '../practice/settings.ts'
import { book } from '../testing/factory.ts'
import { codeAndSentence } from '../testing/refusal.ts'
import { markAllSent, openWithConfirmed } from '../testing/sent-messages.ts'
import { resendMessage } from './resend-message.ts'

const STALE = 'Der Termin hat sich geändert: Was in dieser Nachricht steht, stimmt nicht mehr.'

describe('a message is not sent again', () => {
  it.each(['reservation-received', 'new-reservation'])(
    'when the request that it is about was decided: %s',
    async (kind) => {
      const { resend } = await openWithConfirmed()
      expect(codeAndSentence(() => resend('email', kind))).toEqual(['conflict', STALE])
    },
  )

  it.each(['email', 'sms'] as const)('when the appointment was cancelled after it: %s', async (channel) => {
    const { app, bookingId, resend } = await openWithConfirmed()
    cancelByStaff(app.ctx(), bookingId, '')
    markAllSent(app)
    expect(codeAndSentence(() => resend(channel, 'confirmed'))).toEqual(['conflict', STALE])
    expect(resend('email', 'cancelled')).toBeUndefined()
  })

  it.each(['queued', 'sending'])('while the first is %s', async (status) => {
    const { app, resend } = await openWithConfirmed()
    app.changeRows(`update messages set status = ? where channel = 'email'`, status)
    const databaseAtFirst = app.ctx().db.$client.serialize()
    expect(codeAndSentence(() => resend('email', 'confirmed'))).toEqual([
      'conflict',
      'Diese Nachricht ist noch gar nicht hinausgegangen.',
    ])
    expect(databaseAtFirst.equals(app.ctx().db.$client.serialize())).toBe(true)
  })

  it('when no SMS provider is set up', async () => {
    const { app, resend } = await openWithConfirmed()
    writeSettings(app.ctx(), 'sevenio', { SEVENIO_KEY: '' })
    expect(codeAndSentence(() => resend('sms', 'confirmed'))).toEqual([
      'conflict',
      'Es ist kein SMS-Provider eingerichtet.',
    ])
  })

  it('as an SMS once the appointment has begun; an e-mail is', async () => {
    const { app, resend } = await openWithConfirmed()
    // The appointment of `openWithConfirmed` begins now.
    app.setClock('2027-01-12T08:30:00+01:00')
    expect(codeAndSentence(() => resend('sms', 'confirmed'))).toEqual([
      'conflict',
      'Der Termin hat schon begonnen: Diese Nachricht geht nicht mehr hinaus.',
    ])
    expect(resend('email', 'confirmed')).toBeUndefined()
  })

  it('when it belongs to another booking than the call names', async () => {
    const { app, idOf } = await openWithConfirmed()
    const otherBooking = await book(app, app.browser(), '2027-01-13T08:30:00+01:00')
    markAllSent(app)
    const attempt = () =>
      resendMessage(app.ctx(), {
        bookingId: otherBooking.json.id,
        channel: 'email',
        id: idOf('email', 'confirmed'),
      })
    expect(codeAndSentence(attempt)).toEqual(['not found', 'Diese Nachricht gibt es nicht.'])
  })
})
