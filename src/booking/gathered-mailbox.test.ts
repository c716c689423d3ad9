import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../shared/day.ts'
import { type ManyRequestsApp, openManyRequestsApp } from '../testing/many-requests-app.ts'
import { cancelByPatient } from './cancellation.ts'

// The rules of gathering-mailbox.ts, restated so that these tests fail when a rule is changed.
/** Events of a mailbox within an hour that have an e-mail each. */
const ONE_BY_ONE = 5
/** Milliseconds for which the e-mail that gathers the further events waits for more. */
const GATHERED_FOR = HOUR

const ROSA = 'rosa@a.example'
const ROSA_AT_HOME = { email: ROSA, origin: 'home' }

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
  const listToPractice = () =>
    app.rows<Mail>(
      `select * from messages where kind in ('new-reservation', 'cancelled-by-patient', 'gathered') order by id`,
    )
  const listGathered = () => listToPractice().filter(({ kind }) => kind === 'gathered')

  describe('after seven cancelled requests and one open request within an hour', () => {
    /** Seven requests, their seven cancellations, and the open request, without those one by one. */
    const GATHERED_EVENTS = 7 + 7 + 1 - ONE_BY_ONE
    let cancelledIds: string[]
    let openId: string
    beforeEach(() => {
      app.verify(ROSA)
      cancelledIds = Array.from({ length: 7 }, () => {
        const { id } = app.request(ROSA_AT_HOME)
        app.pass(MINUTE)
        cancelByPatient(app.ctx(), id, '')
        return id
      })
      openId = app.request(ROSA_AT_HOME).id
    })

    it('are gathered into one e-mail from the sixth event on', () => {
      const mails = listToPractice()
      const single = mails.filter(({ kind, status }) => kind !== 'gathered' && status === 'queued')
      const suppressed = mails.filter(({ status }) => status === 'muted')
      expect(single).toHaveLength(ONE_BY_ONE)
      expect(suppressed).toHaveLength(GATHERED_EVENTS)
      expect(listGathered()).toHaveLength(1)
      for (const { error } of suppressed) expect(error).toMatch(/gesammelt in einer E-Mail/)
    })

    it('wait for further events until an hour after the first gathered one', () => {
      const firstGathered = listToPractice().find(({ status }) => status === 'muted')
      expect(listGathered()).toMatchObject([
        { status: 'queued', due_at: (firstGathered?.created_at ?? 0) + GATHERED_FOR },
      ])
    })

    it('list the gathered events, with a link to the open request only', () => {
      const [text = ''] = listGathered().map((mail) => mail.text)
      expect(text.match(/^(Neue Anfrage|Absage eines Patienten): /gm)).toHaveLength(GATHERED_EVENTS)
      expect(text).toContain(`/admin/confirm?id=${openId}`)
      expect(text).not.toContain(cancelledIds.at(-1))
    })

    it('cannot decide a request, because their links have no signature', () => {
      const [text = ''] = listGathered().map((mail) => mail.text)
      expect(text).toContain('/admin/confirm?id=')
      expect(text).not.toContain('sig=')
    })
  })

  it('stay few for a mailbox that books and cancels all day, and are not gathered for another one', () => {
    app.bookAndCancelForADay({ mailboxes: [ROSA], origin: 'home' })
    app.verify('otto@b.example')
    const { id } = app.request({ email: 'otto@b.example', origin: 'elsewhere' })
    expect(
      app.rows(`select status from messages where kind = 'new-reservation' and booking_id = ?`, id),
    ).toEqual([{ status: 'queued' }])
    const sent = listToPractice().filter(({ status }) => status !== 'muted')
    const single = sent.filter(({ kind }) => kind !== 'gathered')
    // The mailbox makes sixteen requests within eighty minutes, and cancels each. The first events have an
    // e-mail each, and the others share one for each hour. One more is about the other patient.
    expect(single).toHaveLength(ONE_BY_ONE + 1)
    expect(listGathered()).toHaveLength(2)
  })

  it('are gathered in a new e-mail once the previous one has been sent', () => {
    app.verify(ROSA)
    const bookAndCancel = (times: number) => {
      for (let i = 0; i < times; i++) cancelByPatient(app.ctx(), app.request(ROSA_AT_HOME).id, '')
    }
    bookAndCancel(3)
    app.pass(GATHERED_FOR - MINUTE)
    bookAndCancel(3)
    // A minute later the first e-mail is sent. It gathers the sixth event and all of the next ones.
    app.pass(MINUTE)
    bookAndCancel(1)
    expect(listGathered().map(({ text }) => text.match(/^Neue Anfrage: /gm)?.length)).toEqual([3, 1])
  })

  it('are not gathered while rate limits are off', () => {
    app = openManyRequestsApp({ rateLimits: false })
    app.verify(ROSA)
    const requests = 4
    for (let i = 0; i < requests; i++) cancelByPatient(app.ctx(), app.request(ROSA_AT_HOME).id, '')
    expect(listToPractice().map(({ status }) => status)).toEqual(Array(2 * requests).fill('queued'))
  })
})
