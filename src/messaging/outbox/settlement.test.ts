import { beforeEach, describe, expect, it } from 'vitest'
import { audit, type Message, messages } from '../../db/schema.ts'
import { HOUR } from '../../shared/day.ts'
import { refusalOf } from '../../testing/refusal.ts'
import { openSmsApp, type SmsApp } from '../../testing/sms-app.ts'
import { queueEmail } from './queue.ts'
import { retryMessage } from './retry.ts'
import { reopenFailure, settleFailure } from './settlement.ts'
import { outboxState } from './state.ts'

let app: SmsApp
beforeEach(() => {
  app = openSmsApp()
  app.setUpClicksend()
})

/** Stores an e-mail with this status, and returns its id. */
function addEmail(status: Message['status']): number {
  const content = { subject: 'Betreff', text: 'Text', html: '<p>Text</p>' }
  const recipient = 'rosa@musterfrau.example'
  const { id } = queueEmail(app.ctx(), { kind: 'confirmed', recipient, ...content })
  app.db.update(messages).set({ status }).run()
  return id
}

describe('settling a failure', () => {
  /** The context of the admin Gerda. */
  const gerda = () => ({
    ...app.ctx(),
    actor: { kind: 'admin', id: 1, email: 'gerda@ordination.example' } as const,
  })

  it('takes the failure off the open ones', () => {
    const id = addEmail('failed')
    expect(outboxState(app.ctx()).email.failed).toBe(1)
    settleFailure(app.ctx(), 'email', id)
    expect(outboxState(app.ctx()).email.failed).toBe(0)
  })

  it('stores who has settled it and when, and keeps this when it is settled again', () => {
    const id = addEmail('failed')
    settleFailure(gerda(), 'email', id)
    const settlement = { settledAt: app.ctx().now, settledBy: 'gerda@ordination.example' }
    app.pass(HOUR)
    settleFailure(app.ctx(), 'email', id)
    expect(app.findFirstMessage()).toMatchObject({ status: 'failed', ...settlement })
    expect(app.db.select().from(audit).all()).toMatchObject([
      { action: 'failure-settled', subject: `E-Mail ${id}`, actorName: 'gerda@ordination.example' },
    ])
  })

  it('can be undone, once', () => {
    const id = addEmail('unknown')
    settleFailure(app.ctx(), 'email', id)
    reopenFailure(app.ctx(), 'email', id)
    reopenFailure(app.ctx(), 'email', id)
    expect(app.findFirstMessage()).toMatchObject({ settledAt: null, settledBy: null })
    expect(outboxState(app.ctx()).email.unknown).toBe(1)
    // The settlement and the first reopening are recorded.
    expect(app.db.select().from(audit).all()).toHaveLength(2)
  })

  it('ends when the message is queued again', () => {
    const id = addEmail('failed')
    settleFailure(app.ctx(), 'email', id)
    retryMessage(app.ctx(), 'email', id)
    expect(app.findFirstMessage()).toMatchObject({ status: 'queued', settledAt: null, settledBy: null })
  })

  it.each(['queued', 'sending', 'sent'] as const)('is refused for a message that is %s', (status) => {
    const id = addEmail(status)
    expect(refusalOf(() => settleFailure(app.ctx(), 'email', id))?.code).toBe('conflict')
    expect(app.findFirstMessage()?.settledAt).toBeNull()
  })
})
