import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../shared/day.ts'
import { type ManyRequestsApp, openManyRequestsApp } from '../testing/many-requests-app.ts'
import { cancelByPatient } from './cancellation.ts'

let app: ManyRequestsApp

beforeEach(() => {
  app = openManyRequestsApp()
})

describe("the practice's e-mails about a mailbox", () => {
  type Mail = {
    kind: string
    status: string
    created_at: number
    due_at: number
    error: string
    text: string
  }
  const toPractice = () =>
    app.rows<Mail>(
      `select * from messages where kind in ('new-reservation', 'cancelled-by-patient', 'gathered') order by id`,
    )

  it('are gathered into one e-mail from the sixth event in an hour on', () => {
    app.verify('rosa@a.example')
    const cancelledIds = Array.from({ length: 7 }, () => {
      const { id } = app.request('rosa@a.example', 'a')
      app.pass(MINUTE)
      cancelByPatient(app.ctx(), id, '')
      return id
    })
    const open = app.request('rosa@a.example', 'a')

    const mails = toPractice()
    const single = mails.filter(({ kind, status }) => kind !== 'gathered' && status === 'queued')
    const held = mails.filter(({ status }) => status === 'suppressed')
    const gathered = mails.filter(({ kind }) => kind === 'gathered')
    // Fifteen events: seven requests, their seven cancellations, and the request that is still open.
    expect([single.length, held.length, gathered.length]).toEqual([5, 10, 1])
    for (const { error } of held) expect(error).toMatch(/gesammelt in einer E-Mail/)
    const [{ text = '', due_at = 0, status = '' } = {}] = gathered
    // The gathered e-mail waits for an hour, in which further events are added to it.
    expect([status, due_at]).toEqual(['queued', (held[0]?.created_at ?? 0) + HOUR])
    expect(text.match(/^(Neue Anfrage|Absage eines Patienten): /gm)).toHaveLength(10)
    // Only the open request has a link, and the link carries no signature, so it cannot decide the request.
    expect(text).toContain(`/admin/confirm?id=${open.id}`)
    expect(text).not.toContain(cancelledIds[6])
    expect(text).not.toContain('sig=')
  })

  it('stay few when it books and cancels all day, while another mailbox still gets an e-mail for each event', () => {
    app.bookAndCancelForADay(['rosa@a.example'], 'a')
    app.verify('otto@b.example')
    const { id } = app.request('otto@b.example', 'b')
    expect(
      app.rows(`select status from messages where kind = 'new-reservation' and booking_id = ?`, id),
    ).toEqual([{ status: 'queued' }])
    const sent = toPractice().filter(({ status }) => status !== 'suppressed')
    // The loop makes sixteen events: five have an e-mail each, and the others share one. The seventh e-mail
    // is about the other patient.
    expect(sent.map(({ kind }) => kind).filter((kind) => kind === 'gathered')).toHaveLength(1)
    expect(sent).toHaveLength(7)
  })

  it('are gathered in a new e-mail once the previous one has been sent', () => {
    app.verify('rosa@a.example')
    const bookAndCancel = (times: number) => {
      for (let i = 0; i < times; i++) cancelByPatient(app.ctx(), app.request('rosa@a.example', 'a').id, '')
    }
    bookAndCancel(3)
    app.pass(59 * MINUTE)
    bookAndCancel(3)
    app.pass(MINUTE)
    bookAndCancel(1)
    const gathered = toPractice().filter(({ kind }) => kind === 'gathered')
    expect(gathered.map(({ text }) => text.match(/^Neue Anfrage: /gm)?.length)).toEqual([3, 1])
  })

  it('are sent one for each event while rate limits are off', () => {
    app = openManyRequestsApp({ rateLimits: false })
    app.verify('rosa@a.example')
    for (let i = 0; i < 4; i++) cancelByPatient(app.ctx(), app.request('rosa@a.example', 'a').id, '')
    expect(toPractice().map(({ status }) => status)).toEqual(Array(8).fill('queued'))
  })
})
