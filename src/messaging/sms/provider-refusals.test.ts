import { beforeEach, describe, expect, it } from 'vitest'
import type { SmsProvider } from '../../shared/sms-providers.ts'
import { providerAnswering, TEXT_MESSAGE } from '../../testing/answering-provider.ts'
import { clicksendAnswer } from '../../testing/clicksend-answer.ts'
import { openSmsApp, type SmsApp } from '../../testing/sms-app.ts'

let app: SmsApp
beforeEach(() => {
  app = openSmsApp()
  app.setUpBoth()
})

const send = (name: SmsProvider, httpFetch = app.httpFetch) => app.client(name, httpFetch).send(TEXT_MESSAGE)
/** Sends TEXT_MESSAGE to a provider that gives this answer. */
const sendAnswered = (name: SmsProvider, status: number, body: unknown) =>
  send(name, providerAnswering(status, body).httpFetch)

/** Returns an answer of seven.io that refuses the message. */
const sevenioRefusal = (code: string, error: number | null) => ({
  success: code,
  messages: [{ success: false, error }],
})

describe('a message that is refused', () => {
  it.each<{ name: SmsProvider; kind: string; codes: string[] }>([
    { name: 'clicksend', kind: 'recipient', codes: ['INVALID_RECIPIENT'] },
    { name: 'clicksend', kind: 'repeated', codes: ['THROTTLED'] },
    { name: 'clicksend', kind: 'temporary', codes: ['INTERNAL_ERROR', 'SOMETHING_IS_WRONG'] },
    {
      name: 'clicksend',
      kind: 'configuration',
      codes: ['MISSING_CREDENTIALS', 'INVALID_CREDENTIALS', 'ACCOUNT_NOT_ACTIVATED'],
    },
    {
      name: 'clicksend',
      kind: 'configuration',
      codes: ['INVALID_SENDER_ID', 'REGISTRATION_NEEDED', 'INSUFFICIENT_CREDIT'],
    },
    { name: 'clicksend', kind: 'configuration', codes: ['NOT_ENOUGH_PERMISSION_TO_LIST_ID'] },
    {
      name: 'clicksend',
      kind: 'message',
      codes: ['COUNTRY_NOT_ENABLED', 'ALREADY_EXISTS', 'EMPTY_MESSAGE', 'TOO_MANY_RECIPIENTS'],
    },
    {
      name: 'clicksend',
      kind: 'message',
      codes: ['MISSING_REQUIRED_FIELDS', 'INVALID_SCHEDULE', 'A_WORD_OF_TOMORROW', 'constructor'],
    },
    { name: 'sevenio', kind: 'recipient', codes: ['202'] },
    { name: 'sevenio', kind: 'limit', codes: ['403'] },
    { name: 'sevenio', kind: 'repeated', codes: ['402'] },
    { name: 'sevenio', kind: 'temporary', codes: ['11', '600', '700'] },
    {
      name: 'sevenio',
      kind: 'configuration',
      codes: ['201', '300', '306', '500', '900', '901', '902', '903'],
    },
    {
      name: 'sevenio',
      kind: 'message',
      codes: ['301', '304', '305', '308', '400', '401', '801', '802', '999'],
    },
  ])('by $name is a fault of the kind $kind: $codes', async ({ name, kind, codes }) => {
    // ClickSend refuses the message or the whole call; seven.io refuses the recipient or the whole call.
    const wholeCall = name === 'clicksend' ? 'envelope' : '101'
    for (const code of codes) {
      app[name].faults.plan(code, `${wholeCall}:${code}`)
      const fault = { ok: false, kind, sendStatus: code, detail: expect.stringContaining(code) }
      expect(await send(name)).toEqual(fault)
      expect(await send(name), 'the whole call').toEqual(fault)
    }
    expect(app[name].taken).toEqual([])
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
      for (const httpStatus of [status, 200])
        expect(await sendAnswered('clicksend', httpStatus, answer)).toMatchObject({ ok: false, kind })
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
    expect(await sendAnswered('sevenio', status, body)).toMatchObject({ ok: false, kind, sendStatus })
  })
})

describe('an unexpected answer', () => {
  it.each<{ name: SmsProvider; answer: string; body: unknown }>([
    { name: 'clicksend', answer: 'no JSON', body: '<html>' },
    { name: 'clicksend', answer: 'no message', body: clicksendAnswer({ messages: [] }) },
    { name: 'clicksend', answer: 'no list', body: clicksendAnswer(null) },
    { name: 'clicksend', answer: 'nothing', body: '' },
    { name: 'sevenio', answer: 'no JSON', body: '<html>' },
    { name: 'sevenio', answer: 'no message', body: { success: '100', messages: [] } },
    { name: 'sevenio', answer: 'something else', body: [] },
    { name: 'sevenio', answer: 'nothing', body: '' },
  ])('of $name, with $answer, means that the message may have been sent', async ({ name, body }) => {
    expect(await sendAnswered(name, 200, body)).toMatchObject({ ok: false, kind: 'unknown' })
  })

  it('with a text instead of a code leaves no part of the text in the fault', async () => {
    const body = clicksendAnswer({ messages: [{ status: 'bad number +436641234567' }] })
    expect(JSON.stringify(await sendAnswered('clicksend', 200, body))).not.toContain('664')
  })
})
