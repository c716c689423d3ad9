import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { openFaults, type Simulator } from './faults.ts'

/** A message that the simulator has accepted. */
export type TakenText = { id: string; to: string; text: string; from: string; reference: string }

type Receipt = {
  message_type: 'sms'
  message_id: string
  custom_string: string
  status_code: string
  status_text: string
  error_code: string | null
  error_text: string | null
  timestamp: string
  timestamp_send: string
}

type Bindings = { refusal: number | string | undefined }

const CALLS_PER_MINUTE = 20
/** A refusal that begins like this is one of the whole call. */
const ENVELOPE = 'envelope:'
const PRICE = '0.0726'
const RECEIPTS: Record<string, [text: string, error: string | null]> = {
  200: ['Sent', null],
  201: ['Success: Message received on handset.', null],
  300: ['Temporary failure', '16'],
  301: ['Failed', '7'],
}

/**
 * Simulates ClickSend's interface at `…/v3`, for tests and demonstrations. A refusal is a message's status
 * such as `INSUFFICIENT_CREDIT`, the same with `envelope:` before it for the refusal of the whole call, or an
 * HTTP status. Answers have the fields that matter to Ordi.
 */
export function openClicksendSimulator({ username = 'demo', key = 'demo-key' } = {}) {
  const taken: TakenText[] = []
  const receipts: (Receipt & { read: boolean })[] = []
  const rules: string[] = []
  const callTimes = new Map<string, number[]>()
  const faults = openFaults()
  const account = { balance: '1117.461060', currency: { currency_name_short: 'EUR' } }

  const app = new Hono<{ Bindings: Bindings }>().basePath('/v3')
  app.use(async (c, next) => {
    const path = new URL(c.req.url).pathname
    const now = Date.now()
    const recent = (callTimes.get(path) ?? []).filter((at) => at > now - 60_000)
    callTimes.set(path, [...recent, now])
    c.header('x-ratelimit-limit', String(CALLS_PER_MINUTE))
    if (recent.length >= CALLS_PER_MINUTE || c.env.refusal === 429) {
      c.header('Retry-After', '39')
      return refuse(c, 429, 'HTTP_TOO_MANY_REQUESTS', 'Too many attempts.')
    }
    if (c.req.header('authorization') !== `Basic ${btoa(`${username}:${key}`)}`)
      return refuse(c, 401, 'UNAUTHORIZED', 'Authorization failed.')
    const { refusal } = c.env
    if (typeof refusal === 'number')
      return refuse(c, refusal, 'INTERNAL_SERVER_ERROR', 'Something went wrong.')
    if (refusal?.startsWith(ENVELOPE)) return refuse(c, 400, refusal.slice(ENVELOPE.length), 'Refused.')
    return next()
  })

  app.get('/account', (c) =>
    succeed(c, {
      username,
      balance: account.balance,
      _currency: account.currency,
      // Ordi must write this key into no log and no page.
      _subaccount: { subaccount_id: 2, api_username: username, api_key: 'LIVE-SECRET-OF-A-SUBACCOUNT' },
    }),
  )

  app.post('/sms/send', async (c) => {
    const { messages } = await c.req.json<{ messages: Record<string, string>[] }>()
    const answers = messages.map((message) => acceptOrReject(message, c.env.refusal))
    const queued = answers.filter(({ status }) => status === 'SUCCESS').length
    return succeed(
      c,
      { queued_count: queued, messages: answers, _currency: account.currency },
      'Messages queued for delivery.',
    )
  })

  /**
   * Accepts or rejects a message. A rejected one gets an id too; for an invalid recipient, most fields are
   * missing.
   */
  function acceptOrReject(
    { to = '', body = '', from = '', custom_string = '' }: Record<string, string>,
    refusal: unknown,
  ) {
    const message_id = randomUUID().toUpperCase()
    const echoed = { to, body, from, message_id, custom_string }
    const usual = /^\+[1-9]\d{6,14}$/.test(to) ? 'SUCCESS' : 'INVALID_RECIPIENT'
    const status = typeof refusal === 'string' ? refusal : usual
    if (status === 'INVALID_RECIPIENT') return { ...echoed, schedule: '', status }
    if (status !== 'SUCCESS') return { ...echoed, message_price: '0.0000', message_parts: 0, status }
    taken.push({ id: message_id, to, text: body, from, reference: custom_string })
    return { ...echoed, direction: 'out', date: seconds(), message_parts: 1, message_price: PRICE, status }
  }

  app.get('/sms/receipts', (c) => {
    const page = Number(c.req.query('page') ?? 1)
    // ClickSend takes a limit of 15 to 100.
    const limit = Math.min(100, Math.max(15, Number(c.req.query('limit') ?? 15)))
    const unread = receipts.filter(({ read }) => !read)
    return succeed(c, {
      total: unread.length,
      per_page: limit,
      current_page: page,
      last_page: Math.ceil(unread.length / limit),
      data: unread.slice((page - 1) * limit, page * limit).map(({ read: _, message_type, ...receipt }) => ({
        ...receipt,
        _message_type: message_type,
      })),
    })
  })
  app.put('/sms/receipts-read', async (c) => {
    const { date_before = Number.POSITIVE_INFINITY } = await c.req.json<{ date_before?: number }>()
    for (const receipt of receipts) if (Number(receipt.timestamp) <= date_before) receipt.read = true
    return succeed(c, [])
  })
  app.post('/automations/sms/receipts', async (c) => {
    const { action, action_address } = await c.req.json<{ action: string; action_address: string }>()
    if (action === 'URL') rules.push(action_address)
    return succeed(c, { receipt_rule_id: rules.length, enabled: 1, action, action_address })
  })

  const simulator: Simulator = {
    faults,
    answer: async (request, refusal) => app.fetch(request, { refusal }),
  }

  return {
    ...simulator,
    taken,
    account,
    /** The addresses that push rules name. */
    rules,
    /** Returns how often an endpoint such as `/account` was called in the last minute. */
    calls: (path: string) => callTimes.get(`/v3${path}`)?.length ?? 0,
    /**
     * Adds a receipt of a code of `RECEIPTS` for an accepted message. Returns the body that the provider
     * pushes.
     */
    report(message: TakenText, code: number): Record<string, string> {
      const [status_text = '', error_code = null] = RECEIPTS[code] ?? []
      const receipt: Receipt = {
        message_type: 'sms',
        message_id: message.id,
        custom_string: message.reference,
        status_code: String(code),
        status_text,
        error_code,
        error_text: error_code && 'Failure',
        timestamp: String(seconds()),
        timestamp_send: String(seconds()),
      }
      receipts.push({ ...receipt, read: false })
      const pushed = { ...receipt, status: status_text, user_id: '1', subaccount_id: '2' }
      return Object.fromEntries(Object.entries(pushed).map(([name, value]) => [name, value ?? '']))
    },
    /** Returns the call that pushes a report to an address, as a form unless told otherwise. */
    push(address: string, report: Record<string, string>, as: 'form' | 'json' = 'form'): Request {
      const body = as === 'json' ? JSON.stringify(report) : new URLSearchParams(report).toString()
      const type = as === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'
      return new Request(address, { method: 'POST', headers: { 'content-type': type }, body })
    },
    /** Marks the oldest receipts as read, as another program on the same account may do. */
    markRead(count: number): void {
      for (const receipt of receipts.slice(0, count)) receipt.read = true
    },
    /** Returns how many receipts are not marked as read. */
    unread: () => receipts.filter(({ read }) => !read).length,
  }
}

function succeed(c: Context, data: unknown, message = 'Here is your data.') {
  return c.json({ http_code: 200, response_code: 'SUCCESS', response_msg: message, data })
}

function refuse(c: Context, http_code: number, response_code: string, response_msg: string) {
  return c.json({ http_code, response_code, response_msg, data: null }, http_code as 400)
}

function seconds(): number {
  return Math.floor(Date.now() / 1000)
}
