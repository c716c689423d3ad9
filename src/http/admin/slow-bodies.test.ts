import { describe, expect, it } from 'vitest'
import { insertAdmin, signIn } from '../../testing/admins.ts'
import type { Browser } from '../../testing/browser.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

/** The practice in which an admin with this id sends the call. */
type Practice = Readonly<{ app: TestApp; doctor: Browser; id: number }>

/** Returns a body that waits for `sendRest` after its first part. */
function slowBody(firstPart: string, rest: string) {
  const released = Promise.withResolvers<void>()
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(Buffer.from(firstPart))
      await released.promise
      controller.enqueue(Buffer.from(rest))
      controller.close()
    },
  })
  return { body, sendRest: released.resolve }
}

/**
 * Begins to send a call that makes the admin a doctor, in the session of this token.
 * @returns the answer, and a function that sends the rest of the call
 */
function beginSlowChange({ app, id }: Practice, token: string) {
  const firstPart = '{"role":'
  const rest = '"doctor"}'
  const { body, sendRest } = slowBody(firstPart, rest)
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    // A body without a length is counted, and thus read, before anything else.
    'content-length': String(firstPart.length + rest.length),
  }
  const request = { method: 'PUT', headers, body, duplex: 'half' as const }
  const address = { incoming: { socket: { remoteAddress: '203.0.113.7' } } }
  return { answer: app.http.request(`/api/admin/people/${id}`, request, address), sendRest }
}

describe('a call whose body arrives slowly', () => {
  it.each<{ event: string; cause: (practice: Practice) => unknown; status: number }>([
    {
      event: 'a doctor has changed the role, which ends the session',
      cause: ({ doctor, id }) => doctor.put(`/api/admin/people/${id}`, { role: 'assistant' }),
      status: 401,
    },
    {
      event: 'the row has got another role',
      cause: ({ app, id }) => app.changeRows(`update admins set role = 'assistant' where id = ?`, id),
      status: 403,
    },
    {
      event: 'the access was removed',
      cause: ({ doctor, id }) => doctor.delete(`/api/admin/people/${id}`),
      status: 401,
    },
  ])('is refused when meanwhile $event', async ({ cause, status }) => {
    const app = openTestApp()
    const doctor = app.admin('aerztin@ordination.example')
    const id = insertAdmin(app)
    const { token } = await signIn(app)
    const practice = { app, doctor, id }
    const { answer, sendRest } = beginSlowChange(practice, token)
    await cause(practice)
    sendRest()
    expect((await answer).status).toBe(status)
  })
})
