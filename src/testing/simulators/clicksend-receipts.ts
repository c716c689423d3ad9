import { type Context, Hono } from 'hono'

/** A message that the simulator has accepted. */
export type AcceptedSms = { id: string; to: string; text: string; from: string; reference: string }

/** A receipt with ClickSend's names of fields. The times are Unix seconds. */
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

/** The status text of each code, and the error code of a failure. */
const RECEIPT_TEXTS: Record<string, [text: string, error: string | null]> = {
  200: ['Sent', null],
  201: ['Success: Message received on handset.', null],
  300: ['Temporary failure', '16'],
  301: ['Failed', '7'],
}

/** Opens the delivery receipts of the ClickSend simulator, which an account reads below `…/sms`. */
export function openReceipts() {
  const receipts: (Receipt & { read: boolean })[] = []
  const app = new Hono()
  app.get('/receipts', (c) => {
    const page = Number(c.req.query('page') ?? 1)
    // ClickSend takes a limit of 15 to 100.
    const limit = Math.min(100, Math.max(15, Number(c.req.query('limit') ?? 15)))
    const unread = receipts.filter(({ read }) => !read)
    return successAnswer(c, {
      total: unread.length,
      per_page: limit,
      current_page: page,
      last_page: Math.ceil(unread.length / limit),
      // The list calls the type `_message_type`, the pushed receipt `message_type`, as at ClickSend.
      data: unread.slice((page - 1) * limit, page * limit).map(({ read: _, message_type, ...receipt }) => ({
        ...receipt,
        _message_type: message_type,
      })),
    })
  })
  app.put('/receipts-read', async (c) => {
    const { date_before = Number.POSITIVE_INFINITY } = await c.req.json<{ date_before?: number }>()
    for (const receipt of receipts) if (Number(receipt.timestamp) <= date_before) receipt.read = true
    return successAnswer(c, [])
  })

  return {
    app,
    /**
     * Adds a receipt with a code of `RECEIPT_TEXTS` for an accepted message. Returns the body that the
     * provider pushes.
     */
    report(message: AcceptedSms, code: number): Record<string, string> {
      const [status_text = '', error_code = null] = RECEIPT_TEXTS[code] ?? []
      const receipt: Receipt = {
        message_type: 'sms',
        message_id: message.id,
        custom_string: message.reference,
        status_code: String(code),
        status_text,
        error_code,
        error_text: error_code === null ? null : 'Failure',
        timestamp: String(unixSeconds()),
        timestamp_send: String(unixSeconds()),
      }
      receipts.push({ ...receipt, read: false })
      // ClickSend pushes a form, which has empty fields instead of null.
      const pushed = { ...receipt, status: status_text, user_id: '1', subaccount_id: '2' }
      return Object.fromEntries(Object.entries(pushed).map(([name, value]) => [name, value ?? '']))
    },
    /** Marks the oldest receipts as read, as another program on the same account may do. */
    markRead(count: number): void {
      for (const receipt of receipts.slice(0, count)) receipt.read = true
    },
    /** Returns how many receipts are not marked as read. */
    countUnread: () => receipts.filter(({ read }) => !read).length,
  }
}

/** Answers as ClickSend does to a call that succeeded. */
export function successAnswer(c: Context, data: unknown, message = 'Here is your data.') {
  return c.json({ http_code: 200, response_code: 'SUCCESS', response_msg: message, data })
}

/** Returns the present time as ClickSend writes it. */
export function unixSeconds(): number {
  return Math.floor(Date.now() / 1000)
}
