import { Hono } from 'hono'
import { MINUTE } from '../../shared/day.ts'
import type { AcceptedSms } from './clicksend-receipts.ts'
import { openFaults, type RefusalBindings, type Simulator } from './faults.ts'

/** An accepted message with its delivery status (`dlr`), as the journal lists it. */
type JournalEntry = AcceptedSms & { at: number; dlr: string; dlrAt: number | undefined }

/** The price of an SMS in euros. */
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
const RELOAD_LOCK = 3 * MINUTE

/**
 * Simulates seven.io's interface at `…/api`, for tests and demonstrations. A refusal is a return code such as
 * `'500'`, the same with the prefix `101:` if only this recipient fails, or an HTTP status. Answers have only
 * the fields that matter to Ordi.
 */
export function openSevenioSimulator({ key = 'demo-key' } = {}) {
  const state: State = {
    taken: [],
    reportAddresses: [],
    account: { amount: 593.994, currency: 'EUR' },
    lastId: 77_229_318_509,
  }
  const app = openInterface(key, state)
  const simulator: Simulator = {
    faults: openFaults(),
    answer: async (request, refusal) => app.fetch(request, { refusal }),
  }
  const { taken, reportAddresses, account } = state

  return {
    ...simulator,
    taken,
    account,
    /** The URLs that reports are pushed to. */
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
     * Returns the call that pushes a report to a URL, without the signature, which Ordi does not read.
     */
    push: (address: string, report: object) =>
      new Request(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(report),
      }),
  }
}

/** The data of the provider. */
type State = {
  readonly taken: JournalEntry[]
  readonly reportAddresses: string[]
  readonly account: { amount: number; currency: string }
  /** The id of the message that was accepted last. */
  lastId: number
}

/** Opens the provider's interface, which refuses every call without the key. */
function openInterface(key: string, state: State) {
  const { taken, reportAddresses, account } = state
  const app = new Hono<{ Bindings: RefusalBindings }>().basePath('/api')
  app.use(async (c, next) => {
    if (c.req.header('x-api-key') !== key) return c.text(CODES.wrongKey)
    if (typeof c.env.refusal === 'number') return c.text('', c.env.refusal as 500)
    return next()
  })

  app.post('/sms', async (c) => {
    const sms = (await c.req.parseBody()) as Record<string, string>
    const code = refusalCode(sms, c.env.refusal, taken)
    const answer = (success: string, message: ReturnType<typeof sentMessage | typeof failedMessage>) =>
      c.json({ success, total_price: message.price, balance: account.amount, messages: [message] })
    if (code?.startsWith(CODES.oneFailed)) return answer(CODES.oneFailed, failedMessage(sms, code))
    if (code !== undefined)
      return c.json({ success: code, total_price: 0, balance: account.amount, messages: [] })
    state.lastId += 1
    const id = String(state.lastId)
    taken.push(acceptedSms(sms, id))
    return answer(CODES.sent, sentMessage(sms, id))
  })

  app.get('/balance', (c) => c.json(account))

  app.get('/journal/outbound', (c) => {
    const { id, date_from = '', limit = '100', offset = '0' } = c.req.query()
    const entries = taken
      .filter((entry) => (id === undefined || entry.id === id) && wallTime(entry.at) >= date_from)
      .slice(Number(offset), Number(offset) + Math.min(100, Number(limit)))
    return c.json(entries.map(journalRow))
  })
  app.post('/hooks', async (c) => {
    const { target_url } = await c.req.parseBody<{ target_url: string }>()
    return c.json({ success: true, id: reportAddresses.push(target_url) })
  })
  return app
}

/** The fields of an SMS as the call sends them. */
type SentForm = Readonly<Record<string, string>>

/** Returns the return code of a refusal that a test asks for or that the message causes. */
function refusalCode(
  { to = '', text = '', from, foreign_id = '' }: SentForm,
  refusal: RefusalBindings['refusal'],
  taken: readonly JournalEntry[],
): string | undefined {
  if (typeof refusal === 'string') return refusal
  if (from === '') return CODES.wrongSender
  if (text === '') return CODES.noText
  if (!/^\+?[1-9]\d{6,14}$/.test(to)) return CODES.wrongRecipient
  if (!/^[\w.@-]{0,64}$/.test(foreign_id)) return CODES.wrongForeignId
  const repeated = taken.some(
    (past) => past.to === to && past.text === text && past.at > Date.now() - RELOAD_LOCK,
  )
  return repeated ? CODES.repeated : undefined
}

function acceptedSms({ to = '', text = '', from = '', foreign_id = '' }: SentForm, id: string): JournalEntry {
  const now = Date.now()
  return { id, to, text, from, reference: foreign_id, at: now, dlr: 'TRANSMITTED', dlrAt: now }
}

/** Returns the part of the answer about a sent message. */
function sentMessage(sms: SentForm, id: string) {
  return { ...echoOf(sms), id, price: PRICE, success: true, error: null, error_text: null }
}

/**
 * Returns the part of the answer about a failed message.
 * @param code `101`, with the code of this message after a colon where there is one
 */
function failedMessage(sms: SentForm, code: string) {
  const [, error] = code.split(':')
  const reason = error === undefined ? { error: null, error_text: null } : { error, error_text: 'Refused' }
  return { ...echoOf(sms), id: null, price: 0, success: false, ...reason }
}

/** Returns the fields of the call that the answer repeats, with the recipient without its plus sign. */
function echoOf({ to = '', text = '', from = '' }: SentForm) {
  return { sender: from, recipient: to.replace(/^\+/, ''), text }
}

/** Returns an accepted message as the journal lists it. */
function journalRow({ at, dlr, dlrAt, reference, ...entry }: JournalEntry) {
  return {
    ...entry,
    timestamp: wallTime(at),
    dlr,
    dlr_timestamp: dlrAt === undefined ? null : wallTime(dlrAt),
    foreign_id: reference,
  }
}

/** Returns the provider's wall time, without a zone. */
function wallTime(at: number): string {
  return new Date(at).toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' })
}
