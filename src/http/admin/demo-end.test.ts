import { expect, it } from 'vitest'
import { openTestApp } from '../../testing/test-app.ts'

it('the demo ends once, and the audit records who ended it', async () => {
  const app = openTestApp()
  const admin = app.admin()
  expect(await admin.post('/api/admin/demo/end')).toMatchObject({ status: 200, json: { services: 5 } })
  expect(app.rows(`select actor_name from audit where action = 'demo-ended'`)).toEqual([
    { actor_name: 'assistenz@ordination.example' },
  ])
  expect(await admin.post('/api/admin/demo/end')).toMatchObject({
    status: 409,
    json: { message: 'Die Demo ist schon beendet.' },
  })
})
