import { expect, it } from 'vitest'
import { saveResource } from '../../schedule/resources.ts'
import { DAY_LENGTH } from '../../shared/day.ts'
import { book } from '../../testing/factory.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const readStatus = async (app: TestApp) => (await app.admin().get('/api/admin/status')).json

/** Opens the app with a mail server, because there would be an alert without one. */
const openHealthyApp = () => openTestApp({ config: { smtpUrl: 'smtp://mail.example' } })

it('the status is empty while nothing needs attention', async () => {
  expect(await readStatus(openHealthyApp())).toEqual({
    message: '',
    level: 'info',
    reasons: [],
    counts: { requests: 0, failed: 0 },
  })
})

it('the status has counts, and the alerts as one message', async () => {
  const app = openHealthyApp()
  await book(app, app.browser(), '2027-01-12T08:30:00+01:00')
  app.changeRows(`update messages set status = 'sent' where channel = 'email'`)
  app.pass(DAY_LENGTH + 1)
  expect(await readStatus(app)).toEqual({
    message: '1 Anfrage wartet seit über 24 Stunden.',
    level: 'warning',
    reasons: [{ message: '1 Anfrage wartet seit über 24 Stunden.', href: '' }],
    counts: { requests: 1, failed: 0 },
  })
})

it('the status names several active resources in their order, and the one linked to the staff member', async () => {
  const app = openTestApp()
  const admin = app.admin()
  const readResources = async () => (await admin.get('/api/admin/status')).json.resources
  // With one active resource the status names none.
  saveResource(app.ctx(), 'doctor-3', { name: 'Dr. C', active: false })
  expect(await readResources()).toBeUndefined()
  saveResource(app.ctx(), 'doctor-2', { name: 'Dr. B', displayOrder: -1 })
  app.changeRows(`update admins set resource_id = 'doctor-2'`)
  expect(await readResources()).toEqual([
    { id: 'doctor-2', name: 'Dr. B', own: true },
    { id: 'doctor-1', name: 'Ordination Dr. Demo Muster', own: false },
  ])
})
