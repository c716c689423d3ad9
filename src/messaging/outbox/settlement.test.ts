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

const queueMail = () =>
  queueEmail(app.ctx(), {
    kind: 'confirmed',
    recipient: 'rosa@musterfrau.example',
    subject: 'Betreff',
    text: 'Text',
    html: '<p>Text</p>',
  })

const changeMessage = (changes: Partial<Message>) => app.db.update(messages).set(changes).run()

describe('settling a failure', () => {
  const now = () => app.ctx().now
  const admin = () => ({
    ...app.ctx(),
    actor: { kind: 'admin', id: 1, email: 'gerda@ordination.example' } as const,
  })

  it('stores who has done it and when, once, and the failure is no longer open', () => {
    queueMail()
    changeMessage({ status: 'failed' })
    expect(outboxState(app.ctx()).email.failed).toBe(1)
    settleFailure(admin(), 'email', 1)
    const settled = { settledAt: now(), settledBy: 'gerda@ordination.example' }
    app.pass(HOUR)
    settleFailure(app.ctx(), 'email', 1)
    expect(app.row()).toMatchObject({ status: 'failed', ...settled })
    expect(outboxState(app.ctx()).email.failed).toBe(0)
    expect(app.db.select().from(audit).all()).toMatchObject([
      { action: 'failure-settled', subject: 'E-Mail 1', actorName: 'gerda@ordination.example' },
    ])
  })

  it('is taken back, and ends when the message is sent again', () => {
    app.queue()
    changeMessage({ status: 'unknown' })
    settleFailure(app.ctx(), 'sms', 1)
    reopenFailure(app.ctx(), 'sms', 1)
    expect(app.row()).toMatchObject({ settledAt: null, settledBy: null })
    expect(outboxState(app.ctx()).sms.unknown).toBe(1)
    reopenFailure(app.ctx(), 'sms', 1)
    expect(app.db.select().from(audit).all()).toHaveLength(2)
    settleFailure(app.ctx(), 'sms', 1)
    retryMessage(app.ctx(), 'sms', 1)
    expect(app.row()).toMatchObject({ status: 'queued', settledAt: null, settledBy: null })
  })

  it.each(['queued', 'sending', 'sent'] as const)('is refused for a message that is %s', (status) => {
    queueMail()
    changeMessage({ status })
    const problem = refusalOf(() => settleFailure(app.ctx(), 'email', 1))
    expect([problem?.code, app.row()?.settledAt]).toEqual(['conflict', null])
  })
})
