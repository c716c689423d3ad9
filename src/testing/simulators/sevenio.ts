import { createHash, createHmac, randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { TakenText } from './clicksend.ts'
import { openFaults, type Simulator } from './faults.ts'

/** How a refused key is answered: accounts of all three kinds exist. */
export type KeyRefusal = 'text' | 'number' | 'status'

type Entry = TakenText & { at: number; dlr: string; dlrAt: number | undefined }
type Bindings = { refusal: number | string | undefined }

const PRICE = 0.075
const RELOAD_LOCK = 180_000

/**
 * seven.io's interface, for tests and demonstrations: address `…/api`, by default with the key `demo-key`.
 * A refusal is a return code such as `'500'`, the same with `101:` before it for the failure of this one recipient, or an
 * HTTP status.
 */
export function openSevenioSimulator({ key = 'demo-key', signingKey = 'demo-signing-key' } = {}) {
  const taken: Entry[] = []
  const hooks: string[] = []
  const faults = openFaults()
  const account = { amount: 593.994, currency: 'EUR' }
  const behaviour: { badKey: KeyRefusal } = { badKey: 'text' }
  let lastId = 77_229_318_509

  const app = new Hono<{ Bindings: Bindings }>().basePath('/api')
  app.use(async (c, next) => {
    if (c.req.header('x-api-key') !== key) {
      if (behaviour.badKey === 'status') return c.json({ success: '900' }, 401)
      return behaviour.badKey === 'number' ? c.json(900) : c.text('900')
    }
    if (typeof c.env.refusal === 'number') return c.text('', c.env.refusal as 500)
    return next()
  })

  app.post('/sms', async (c) => {
    const body = (await formOrJson(c)) as Record<string, string>
    const { to = '', text = '', from = '', foreign_id = '', debug = '0' } = body
    const code = refusalCode(body, c.env.refusal)
    if (code !== undefined && !code.startsWith('101'))
      return wantsJson(c)
        ? c.json({ success: code, total_price: 0, balance: account.amount, messages: [] })
        : c.text(code)
    const error = code?.split(':')[1]
    const failed = code !== undefined
    const trial = debug === '1'
    lastId += 1
    const message = { id: String(lastId), to, text, from, reference: foreign_id }
    if (!failed && !trial) taken.push({ ...message, at: Date.now(), dlr: 'TRANSMITTED', dlrAt: Date.now() })
    if (!wantsJson(c)) return c.text(failed ? '101' : '100')
    const price = failed || trial ? 0 : PRICE
    return c.json({
      success: failed ? '101' : '100',
      total_price: price,
      balance: account.amount,
      debug: String(trial),
      sms_type: 'direct',
      messages: [
        {
          id: failed || trial ? null : message.id,
          sender: from,
          recipient: to.replace(/^\+/, ''),
          text,
          encoding: 'gsm',
          label: null,
          parts: 1,
          udh: null,
          is_binary: false,
          price,
          success: !failed,
          error: error ?? null,
          error_text: error === undefined ? null : 'Refused',
        },
      ],
    })
  })

  function refusalCode(
    { to = '', text = '', from, foreign_id = '' }: Record<string, string>,
    refusal: unknown,
  ) {
    if (typeof refusal === 'string') return refusal
    if (from === '') return '201'
    if (text === '') return '305'
    if (!/^\+?[1-9]\d{6,14}$/.test(to)) return '202'
    if (!/^[\w.@-]{0,64}$/.test(foreign_id)) return '801'
    const repeated = taken.some(
      (past) => past.to === to && past.text === text && past.at > Date.now() - RELOAD_LOCK,
    )
    return repeated ? '402' : undefined
  }

  app.get('/balance', (c) => (wantsJson(c) ? c.json(account) : c.text(String(account.amount))))

  app.get('/journal/outbound', (c) => {
    const { id, date_from = '', limit = '100', offset = '0' } = c.req.query()
    const found = taken
      .filter((entry) => (id === undefined || entry.id === id) && wallTime(entry.at) >= date_from)
      .slice(Number(offset), Number(offset) + Math.min(100, Number(limit)))
    return c.json(
      found.map(({ at, dlr, dlrAt, reference, ...entry }) => ({
        ...entry,
        timestamp: wallTime(at),
        price: PRICE.toFixed(4),
        channel: 'sms',
        connection: 'http',
        dlr,
        dlr_timestamp: dlrAt === undefined ? null : wallTime(dlrAt),
        foreign_id: reference,
        label: null,
        latency: '0.5',
        mccmnc: '23201',
        type: 'direct',
      })),
    )
  })
  app.get('/status', (c) => {
    const ids = (c.req.query('msg_id') ?? '').split(',')
    const found = taken.filter(({ id }) => ids.includes(id))
    if (found.length === 0) return c.text('901')
    return c.json(
      found.map(({ id, dlr, dlrAt }) => ({ id, status: dlr, status_time: dlrAt && wallTime(dlrAt) })),
    )
  })

  app.get('/hooks', (c) =>
    c.json({
      success: true,
      hooks: hooks.map((target_url, i) => ({
        id: i + 1,
        target_url,
        event_type: 'dlr',
        request_method: 'JSON',
        enabled: true,
      })),
    }),
  )
  app.post('/hooks', async (c) => {
    const { target_url } = (await formOrJson(c)) as { target_url: string }
    return c.json({ success: true, id: hooks.push(target_url) })
  })
  app.delete('/hooks', async (c) => {
    const { id } = (await formOrJson(c)) as { id: string }
    return c.json({ success: hooks.splice(Number(id) - 1, 1).length === 1 })
  })

  const simulator: Simulator = {
    faults,
    answer: async (request, refusal) => app.fetch(request, { refusal }),
  }

  return {
    ...simulator,
    taken,
    account,
    behaviour,
    /** Addresses that reports are pushed to. */
    hooks,
    /** Sets the delivery status of an accepted message. Returns the body that the provider pushes. */
    report({ id }: TakenText, status: string) {
      const entry = taken.find((one) => one.id === id)
      if (entry !== undefined) Object.assign(entry, { dlr: status, dlrAt: Date.now() })
      const time = wallTime(Date.now())
      return {
        data: { msg_id: id, status, timestamp: `${time}.000000` },
        webhook_event: 'dlr',
        webhook_timestamp: time.replace(' ', 'T'),
      }
    },
    /** The signed call that pushes a report to an address. */
    push(address: string, report: object): Request {
      const body = JSON.stringify(report)
      const headers = { 'content-type': 'application/json', ...signature(signingKey, address, body) }
      return new Request(address, { method: 'POST', headers, body })
    },
  }
}

/** HMAC-SHA256 over time, nonce, method, address and the MD5 of the body. */
function signature(signingKey: string, address: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const nonce = randomBytes(16).toString('hex')
  const parts = [timestamp, nonce, 'POST', address, createHash('md5').update(body).digest('hex')]
  const signed = createHmac('sha256', signingKey).update(parts.join('\n')).digest('hex')
  return { 'X-Timestamp': timestamp, 'X-Nonce': nonce, 'X-Signature': signed }
}

async function formOrJson(c: Context): Promise<unknown> {
  return c.req.header('content-type')?.includes('json') ? c.req.json() : c.req.parseBody()
}

function wantsJson(c: Context): boolean {
  return c.req.header('accept')?.includes('application/json') ?? false
}

/** The provider's wall time, without a zone. */
function wallTime(at: number): string {
  return new Date(at).toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' })
}
