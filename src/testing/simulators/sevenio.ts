import { Hono } from 'hono'
import type { AcceptedSms } from './clicksend-receipts.ts'
import { openFaults, type Simulator } from './faults.ts'

/** An accepted message with its delivery status (`dlr`), as the journal lists it. */
type JournalEntry = AcceptedSms & { at: number; dlr: string; dlrAt: number | undefined }
/** An HTTP status or a return code. */
type Bindings = { refusal: number | string | undefined }

const PRICE = 0.075
/** Return codes (https://docs.seven.io, "SMS"). */
const CODES = {
  wrongKey: '900',
  wrongSender: '201',
  noText: '305',
  wrongRecipient: '202',
  wrongForeignId: '801',
  repeated: '402',
  oneFailed: '101',
  sent: '100',
}
/** Milliseconds within which the provider refuses the same text to the same recipient. */
const RELOAD_LOCK_MS = 180_000

/**
 * Simulates seven.io's interface at `…/api`, for tests and demonstrations. A refusal is a return code such as
 * `'500'`, the same with `101:` before it for the failure of this one recipient, or an HTTP status. Answers
 * have the fields that matter to Ordi.
 */
export function openSevenioSimulator({ key = 'demo-key' } = {}) {
  const taken: JournalEntry[] = []
  const reportAddresses: string[] = []
  const faults = openFaults()
  const account = { amount: 593.994, currency: 'EUR' }
  let lastId = 77_229_318_509

  const app = new Hono<{ Bindings: Bindings }>().basePath('/api')
  app.use(async (c, next) => {
    if (c.req.header('x-api-key') !== key) return c.text(CODES.wrongKey)
    if (typeof c.env.refusal === 'number') return c.text('', c.env.refusal as 500)
    return next()
  })

  app.post('/sms', async (c) => {
    const body = (await c.req.parseBody()) as Record<string, string>
    const { to = '', text = '', from = '', foreign_id = '' } = body
    const code = refusalCode(body, c.env.refusal)
    if (code !== undefined && !code.startsWith(CODES.oneFailed))
      return c.json({ success: code, total_price: 0, balance: account.amount, messages: [] })
    const error = code?.split(':')[1]
    const failed = code !== undefined
    lastId += 1
    const message = { id: String(lastId), to, text, from, reference: foreign_id }
    if (!failed) taken.push({ ...message, at: Date.now(), dlr: 'TRANSMITTED', dlrAt: Date.now() })
    const price = failed ? 0 : PRICE
    return c.json({
      success: failed ? CODES.oneFailed : CODES.sent,
      total_price: price,
      balance: account.amount,
      messages: [
        {
          id: failed ? null : message.id,
          sender: from,
          recipient: to.replace(/^\+/, ''),
          text,
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
    if (from === '') return CODES.wrongSender
    if (text === '') return CODES.noText
    if (!/^\+?[1-9]\d{6,14}$/.test(to)) return CODES.wrongRecipient
    if (!/^[\w.@-]{0,64}$/.test(foreign_id)) return CODES.wrongForeignId
    const repeated = taken.some(
      (past) => past.to === to && past.text === text && past.at > Date.now() - RELOAD_LOCK_MS,
    )
    return repeated ? CODES.repeated : undefined
  }

  app.get('/balance', (c) => c.json(account))

  app.get('/journal/outbound', (c) => {
    const { id, date_from = '', limit = '100', offset = '0' } = c.req.query()
    const found = taken
      .filter((entry) => (id === undefined || entry.id === id) && wallTime(entry.at) >= date_from)
      .slice(Number(offset), Number(offset) + Math.min(100, Number(limit)))
    return c.json(
      found.map(({ at, dlr, dlrAt, reference, ...entry }) => ({
        ...entry,
        timestamp: wallTime(at),
        dlr,
        dlr_timestamp: dlrAt === undefined ? null : wallTime(dlrAt),
        foreign_id: reference,
      })),
    )
  })
  app.post('/hooks', async (c) => {
    const { target_url } = await c.req.parseBody<{ target_url: string }>()
    return c.json({ success: true, id: reportAddresses.push(target_url) })
  })

  const simulator: Simulator = {
    faults,
    answer: async (request, refusal) => app.fetch(request, { refusal }),
  }

  return {
    ...simulator,
    taken,
    account,
    /** The addresses that reports are pushed to. */
    reportAddresses,
    /** Sets the delivery status of an accepted message. Returns the body that the provider pushes. */
    report({ id }: AcceptedSms, status: string) {
      const entry = taken.find((message) => message.id === id)
      if (entry !== undefined) Object.assign(entry, { dlr: status, dlrAt: Date.now() })
      const time = wallTime(Date.now())
      return {
        data: { msg_id: id, status, timestamp: `${time}.000000` },
        webhook_event: 'dlr',
        webhook_timestamp: time.replace(' ', 'T'),
      }
    },
    /**
     * Returns the call that pushes a report to an address, without the signature, which Ordi does not read.
     */
    push: (address: string, report: object) =>
      new Request(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(report),
      }),
  }
}

/** Returns the provider's wall time, without a zone. */
function wallTime(at: number): string {
  return new Date(at).toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' })
}
