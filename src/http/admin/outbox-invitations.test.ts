import { describe, expect, it } from 'vitest'
import { insertLoggedMessage } from '../../testing/logged-message.ts'
import { openTestApp } from '../../testing/test-app.ts'

describe('an invitation in the outbox', () => {
  const EVE = { email: 'eve@ordination.example', name: 'Eve Neuling', role: 'technik' }

  /** Opens the app where the e-mail that invites Eve has failed. */
  async function openWithFailedInvitation() {
    const app = openTestApp({ config: { smtpUrl: 'smtp://mail.example' } })
    expect((await app.admin().post('/api/admin/people', EVE)).status).toBe(201)
    app.changeRows(
      `update messages set status = 'failed', error = '550 5.1.1 <eve@ordination.example> unknown'`,
    )
    // The notice to the doctors has its own tests.
    app.changeRows(`delete from messages where kind <> 'invitation'`)
    return app
  }

  it('shows a doctor its recipient', async () => {
    const { emails } = (await (await openWithFailedInvitation()).admin().get('/api/admin/outbox/emails')).json
    expect(emails).toMatchObject([{ kind: 'invitation', recipient: EVE.email }])
  })

  it('shows an assistant neither e-mail address nor content, not even in a search', async () => {
    const app = await openWithFailedInvitation()
    const assistant = app.admin('gerda@ordination.example', 'assistant')
    const answer = await assistant.get('/api/admin/outbox/emails')
    expect(answer.json.emails).toMatchObject([{ kind: 'invitation', recipient: '', status: 'failed' }])
    expect(answer.text).not.toMatch(/eve/i)
    expect((await assistant.get('/api/admin/outbox/emails?search=eve')).json.emails).toEqual([])
    const [{ id }] = answer.json.emails
    const preview = await assistant.get(`/api/admin/outbox/emails/${id}/preview`)
    expect([preview.status, preview.json.error]).toEqual([403, 'forbidden'])
    expect((await app.admin().get(`/api/admin/outbox/emails/${id}/preview`)).status).toBe(200)
  })

  it('gives an assistant who searches for its recipient no sign of a hit', async () => {
    const app = await openWithFailedInvitation()
    insertLoggedMessage(app.ctx(), { kind: 'invitation', recipient: EVE.email })
    const assistant = app.admin('gerda@ordination.example', 'assistant')
    const { json } = await assistant.get('/api/admin/outbox/emails?search=eve&limit=1')
    expect(json).toEqual({ emails: [], more: false })
  })
})
