import { beforeEach, describe, expect, it } from 'vitest'
import type { SmsProvider } from '../../shared/sms-providers.ts'
import { type AnsweringApp, openAnsweringApp } from '../../testing/answering-app.ts'
import { clicksendAnswer } from '../../testing/clicksend-answer.ts'

let app: AnsweringApp
beforeEach(() => {
  app = openAnsweringApp()
})

/** Returns an answer of seven.io that refuses the message. */
const sevenioRefusal = (code: string, error: number | null) => ({
  success: code,
  messages: [{ success: false, error }],
})

describe('a message that is refused', () => {
  it.each<{ provider: SmsProvider; kind: string; codes: string[] }>([
    { provider: 'clicksend', kind: 'recipient', codes: ['INVALID_RECIPIENT'] },
    { provider: 'clicksend', kind: 'repeated', codes: ['THROTTLED'] },
    { provider: 'clicksend', kind: 'temporary', codes: ['INTERNAL_ERROR', 'SOMETHING_IS_WRONG'] },
    {
      provider: 'clicksend',
      kind: 'configuration',
      codes: [
        'MISSING_CREDENTIALS',
        'INVALID_CREDENTIALS',
        'ACCOUNT_NOT_ACTIVATED',
        'INVALID_SENDER_ID',
        'REGISTRATION_NEEDED',
        'INSUFFICIENT_CREDIT',
        'NOT_ENOUGH_PERMISSION_TO_LIST_ID',
      ],
    },
    {
      provider: 'clicksend',
      kind: 'message',
      codes: [
        'COUNTRY_NOT_ENABLED',
        'ALREADY_EXISTS',
        'EMPTY_MESSAGE',
        'TOO_MANY_RECIPIENTS',
        'MISSING_REQUIRED_FIELDS',
        'INVALID_SCHEDULE',
        // These codes are unknown, and the second is a property of every object.
        'A_WORD_OF_TOMORROW',
        'constructor',
      ],
    },
    { provider: 'sevenio', kind: 'recipient', codes: ['202'] },
    { provider: 'sevenio', kind: 'limit', codes: ['403'] },
    { provider: 'sevenio', kind: 'repeated', codes: ['402'] },
    { provider: 'sevenio', kind: 'temporary', codes: ['11', '600', '700'] },
    {
      provider: 'sevenio',
      kind: 'configuration',
      codes: ['201', '300', '306', '500', '900', '901', '902', '903'],
    },
    {
      provider: 'sevenio',
      kind: 'message',
      codes: ['301', '304', '305', '308', '400', '401', '801', '802', '999'],
    },
  ])('by $provider is a fault of the kind $kind: $codes', async ({ provider, kind, codes }) => {
    // A simulated fault refuses the message at ClickSend, and the whole call at seven.io. With the prefix, it
    // refuses the whole call at ClickSend, and only the recipient at seven.io.
    const prefix = provider === 'clicksend' ? 'envelope' : '101'
    for (const code of codes) {
      app[provider].faults.plan(code, `${prefix}:${code}`)
      const fault = { ok: false, kind, sendStatus: code, detail: expect.stringContaining(code) }
      expect(await app.send(provider)).toEqual(fault)
      expect(await app.send(provider), `with ${prefix}`).toEqual(fault)
    }
    expect(app[provider].taken).toEqual([])
  })

  it.each([
    { status: 400, code: 'INSUFFICIENT_CREDIT', kind: 'configuration' },
    { status: 400, code: 'BAD_REQUEST', kind: 'message' },
    { status: 401, code: 'UNAUTHORIZED', kind: 'configuration' },
    { status: 403, code: '', kind: 'configuration' },
    { status: 429, code: 'HTTP_TOO_MANY_REQUESTS', kind: 'temporary' },
    { status: 500, code: 'INTERNAL_ERROR', kind: 'unknown' },
  ])(
    'with HTTP $status $code from ClickSend, even within a 200, is a fault of the kind $kind',
    async ({ status, code, kind }) => {
      const answer = clicksendAnswer(null, { status, code })
      for (const httpStatus of [status, 200]) {
        const smsResult = await app.sendAnswered('clicksend', { status: httpStatus, body: answer })
        expect(smsResult).toMatchObject({ ok: false, kind })
      }
    },
  )
})

describe('a refusal by seven.io', () => {
  it.each<{ from: string; status?: number; body: unknown; sendStatus: string; kind: string }>([
    { from: 'a bare number', body: 500, sendStatus: '500', kind: 'configuration' },
    { from: 'a bare text', body: '"500"', sendStatus: '500', kind: 'configuration' },
    {
      from: 'a bare text that is no JSON',
      body: '500\nCredit too low',
      sendStatus: '500',
      kind: 'configuration',
    },
    { from: 'a number in the object', body: { success: 500 }, sendStatus: '500', kind: 'configuration' },
    {
      from: 'no list of messages',
      body: { success: '500', messages: null },
      sendStatus: '500',
      kind: 'configuration',
    },
    {
      from: 'a wrong key under HTTP 401',
      status: 401,
      body: { success: '900' },
      sendStatus: '900',
      kind: 'configuration',
    },
    {
      from: 'a refused message under a 100',
      body: sevenioRefusal('100', 202),
      sendStatus: '202',
      kind: 'recipient',
    },
    {
      from: 'a refused message without a reason',
      body: sevenioRefusal('101', null),
      sendStatus: '101',
      kind: 'message',
    },
    { from: 'HTTP 429 without a body', status: 429, body: '', sendStatus: 'HTTP 429', kind: 'temporary' },
    { from: 'HTTP 403 without a body', status: 403, body: '', sendStatus: 'HTTP 403', kind: 'configuration' },
    { from: 'HTTP 400 without a body', status: 400, body: '', sendStatus: 'ohne Code', kind: 'message' },
    { from: 'HTTP 500 with any body', status: 500, body: '202', sendStatus: 'HTTP 500', kind: 'unknown' },
  ])('is recognised by $from', async ({ status = 200, body, sendStatus, kind }) => {
    expect(await app.sendAnswered('sevenio', { status, body })).toMatchObject({ ok: false, kind, sendStatus })
  })
})

describe('an unexpected answer', () => {
  it.each<{ provider: SmsProvider; answer: string; body: unknown }>([
    { provider: 'clicksend', answer: 'no JSON', body: '<html>' },
    { provider: 'clicksend', answer: 'no message', body: clicksendAnswer({ messages: [] }) },
    { provider: 'clicksend', answer: 'no list', body: clicksendAnswer(null) },
    { provider: 'clicksend', answer: 'nothing', body: '' },
    { provider: 'sevenio', answer: 'no JSON', body: '<html>' },
    { provider: 'sevenio', answer: 'no message', body: { success: '100', messages: [] } },
    { provider: 'sevenio', answer: 'something else', body: [] },
    { provider: 'sevenio', answer: 'nothing', body: '' },
  ])('of $provider, with $answer, means that the message may have been sent', async ({ provider, body }) => {
    expect(await app.sendAnswered(provider, { body })).toMatchObject({ ok: false, kind: 'unknown' })
  })

  it('with a text instead of a code leaves no part of the text in the fault', async () => {
    const body = clicksendAnswer({ messages: [{ status: 'bad number +436641234567' }] })
    expect(JSON.stringify(await app.sendAnswered('clicksend', { body }))).not.toContain('664')
  })
})
