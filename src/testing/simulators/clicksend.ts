import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { MINUTE } from '../../shared/day.ts'
import { type AcceptedSms, openReceipts, successAnswer, unixSeconds } from './clicksend-receipts.ts'
import { openFaults, type RefusalBindings, type Simulator } from './faults.ts'

/** ClickSend's limit of calls to one path. */
const CALLS_PER_MINUTE = 20
/**
 * Seconds to wait after a refusal. ClickSend gives the rest of the minute; the simulator always gives this
 * number.
 */
const RETRY_AFTER = '39'
/** The prefix of a fault that refuses the whole call. */
const ENVELOPE = 'envelope:'
/** The price of an SMS in euros. */
const PRICE = '0.0726'

/**
 * Simulates ClickSend's interface at `…/v3`, for tests and demonstrations. A refusal is the status of a
 * message such as `INSUFFICIENT_CREDIT`, the same with the prefix `envelope:` to refuse the whole call, or an
 * HTTP status. Answers have only the fields that matter to Ordi.
 */
export function openClicksendSimulator({ username = 'demo', key = 'demo-key' } = {}) {
  const state: State = {
    taken: [],
    receipts: openReceipts(),
    reportAddresses: [],
    calls: openCallCounter(),
    account: { balance: '1117.461060', currency: { currency_name_short: 'EUR' } },
  }
  const app = openInterface({ username, key }, state)
  const simulator: Simulator = {
    faults: openFaults(),
    answer: async (request, refusal) => app.fetch(request, { refusal }),
  }
  const { taken, receipts, reportAddresses, calls, account } = state

  return {
    ...simulator,
    taken,
    account,
    /** The URLs that push rules name. */
    reportAddresses,
    /** Returns how often an endpoint such as `/account` was called in the last minute. */
    countCalls: (path: string) => calls.ofPath(`/v3${path}`),
    report: receipts.report,
    markRead: receipts.markRead,
    countUnread: receipts.countUnread,
    /** Returns the call that pushes a report to a URL, as a form unless told otherwise. */
    push(address: string, report: Record<string, string>, as: 'form' | 'json' = 'form'): Request {
      const body = as === 'json' ? JSON.stringify(report) : new URLSearchParams(report).toString()
      const type = as === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'
      return new Request(address, { method: 'POST', headers: { 'content-type': type }, body })
    },
  }
}

/** The data of the provider. */
type State = Readonly<{
  taken: AcceptedSms[]
  receipts: ReturnType<typeof openReceipts>
  reportAddresses: string[]
  calls: ReturnType<typeof openCallCounter>
  account: { balance: string; currency: { currency_name_short: string } }
}>

/** Opens the provider's interface, which refuses every call with another login. */
function openInterface(
  { username, key }: Readonly<{ username: string; key: string }>,
  { taken, receipts, reportAddresses, calls, account }: State,
) {
  const app = new Hono<{ Bindings: RefusalBindings }>().basePath('/v3')
  app.use(async (c, next) => {
    const callsBefore = calls.count(new URL(c.req.url).pathname)
    c.header('x-ratelimit-limit', String(CALLS_PER_MINUTE))
    return refusalOfCall(c, { callsBefore, login: `${username}:${key}` }) ?? next()
  })

  app.get('/account', (c) =>
    successAnswer(c, {
      username,
      balance: account.balance,
      _currency: account.currency,
      // Ordi must not write this key into a log or a page.
      _subaccount: { subaccount_id: 2, api_username: username, api_key: 'LIVE-SECRET-OF-A-SUBACCOUNT' },
    }),
  )

  app.post('/sms/send', async (c) => {
    const { messages } = await c.req.json<{ messages: Record<string, string>[] }>()
    const answers = messages.map((message) => acceptOrReject(message, c.env.refusal, taken))
    const queued = answers.filter(({ status }) => status === 'SUCCESS').length
    return successAnswer(
      c,
      { queued_count: queued, messages: answers, _currency: account.currency },
      'Messages queued for delivery.',
    )
  })

  app.route('/sms', receipts.app)
  app.post('/automations/sms/receipts', async (c) => {
    const { action, action_address } = await c.req.json<{ action: string; action_address: string }>()
    if (action === 'URL') reportAddresses.push(action_address)
    return successAnswer(c, { receipt_rule_id: reportAddresses.length, enabled: 1, action, action_address })
  })
  return app
}

/** Counts the calls of the last minute by their path. */
function openCallCounter() {
  const times = new Map<string, number[]>()
  return {
    /** Counts a call. Returns the number of earlier calls within a minute. */
    count: (path: string): number => {
      const now = Date.now()
      const recent = (times.get(path) ?? []).filter((at) => at > now - MINUTE)
      times.set(path, [...recent, now])
      return recent.length
    },
    ofPath: (path: string): number => times.get(path)?.length ?? 0,
  }
}

/** Returns the answer to a call that is refused as a whole, or undefined if it is accepted. */
function refusalOfCall(
  c: Context<{ Bindings: RefusalBindings }>,
  { callsBefore, login }: Readonly<{ callsBefore: number; login: string }>,
): Response | undefined {
  const { refusal } = c.env
  if (callsBefore >= CALLS_PER_MINUTE || refusal === 429) {
    c.header('Retry-After', RETRY_AFTER)
    return refuse(c, 429, 'HTTP_TOO_MANY_REQUESTS', 'Too many attempts.')
  }
  if (c.req.header('authorization') !== `Basic ${btoa(login)}`)
    return refuse(c, 401, 'UNAUTHORIZED', 'Authorization failed.')
  if (typeof refusal === 'number') return refuse(c, refusal, 'INTERNAL_SERVER_ERROR', 'Something went wrong.')
  if (refusal?.startsWith(ENVELOPE)) return refuse(c, 400, refusal.slice(ENVELOPE.length), 'Refused.')
  return undefined
}

function refuse(c: Context, http_code: number, response_code: string, response_msg: string) {
  return c.json({ http_code, response_code, response_msg, data: null }, http_code as 400)
}

/**
 * Accepts a message into `taken`, or rejects it. A rejected one gets an id too; for an invalid recipient,
 * most fields are missing.
 */
function acceptOrReject(
  { to = '', body = '', from = '', custom_string = '' }: Record<string, string>,
  refusal: RefusalBindings['refusal'],
  taken: AcceptedSms[],
) {
  const message_id = randomUUID().toUpperCase()
  const echoed = { to, body, from, message_id, custom_string }
  const usual = /^\+[1-9]\d{6,14}$/.test(to) ? 'SUCCESS' : 'INVALID_RECIPIENT'
  const status = typeof refusal === 'string' ? refusal : usual
  if (status === 'INVALID_RECIPIENT') return { ...echoed, schedule: '', status }
  if (status !== 'SUCCESS') return { ...echoed, message_price: '0.0000', message_parts: 0, status }
  taken.push({ id: message_id, to, text: body, from, reference: custom_string })
  return { ...echoed, direction: 'out', date: unixSeconds(), message_parts: 1, message_price: PRICE, status }
}
