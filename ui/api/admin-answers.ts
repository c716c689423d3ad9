/**
 * The specification allows these answers to the admin area in more than one form. The functions of this file
 * turn each into the form that our own server sends.
 */

/**
 * The balance at an SMS provider; `ts` is the ISO instant of the provider's answer, null if there was none.
 */
type Balance = Readonly<{ amount: number | string | null; currency: string; ts: string | null }>

/**
 * Returns a balance. An answer may have `timestamp` instead of `ts`, and the amount as text, which is shown
 * as it is if it is no number. Without a currency the amount is in euros.
 */
export function balanceIn(answer: object): Balance {
  const { amount, currency, ts, timestamp } = answer as Partial<Balance & { timestamp: string | null }>
  return {
    amount: amount || amount === 0 ? amount : null,
    currency: currency || 'EUR',
    ts: ts ?? timestamp ?? null,
  }
}

/**
 * Defaults for the fields that a row may lack according to the specification. Such a row belongs to no known
 * appointment, and offers no action.
 */
const BARE_ROW = {
  kind: null,
  name: null,
  phone: null,
  booking_id: null,
  booking_start: null,
  open: false,
  remedy: null,
  obstacle: null,
  settled: null,
  emptied: null,
  recipient: '',
  status: '',
  error: null,
  log_uuid: '',
  created_at: null,
  attempts: null,
  subject: null,
  cc: null,
  bcc: null,
  due_at: null,
  sent_at: null,
  sender: null,
  text: '',
  provider: null,
  send_status: null,
  send_price: null,
  message_id: null,
  dlr_status: null,
  dlr_timestamp_iso: null,
} as const

/** The fields of `BARE_ROW` that our own server sends with every row. */
type AlwaysSent = 'kind' | 'created_at' | 'attempts' | 'due_at'

/** A row of a log after `rowsIn`: these fields are null in a row that lacks them. */
export type CompleteRow<Row> = {
  [Field in keyof Row]: Field extends AlwaysSent ? Row[Field] | null : Row[Field]
}

/**
 * Returns the rows from the field `name` of an answer. An answer may also be a bare list, which then holds
 * all rows.
 */
export function rowsIn(answer: object, name: string): { rows: object[]; more: boolean } {
  const fields = answer as Record<string, unknown>
  const listed = Array.isArray(answer) ? answer : fields[name]
  const rows: readonly object[] = Array.isArray(listed) ? listed : []
  return { rows: rows.map((row) => ({ ...BARE_ROW, ...row })), more: fields.more === true }
}

/** The status of the portal. The last two fields may be missing. */
type Status = Readonly<{ message: string; level: string; reasons?: unknown; counts?: unknown }>

/** Returns the status with `reasons` and `counts`, which an answer with only message and level lacks. */
export function statusIn<Answer extends Status>(answer: Answer): Answer {
  const { message } = answer
  return {
    reasons: message === '' ? [] : [{ message, href: '' }],
    counts: { requests: 0, failed: 0 },
    ...answer,
  }
}
