import { describe, expect, it } from 'vitest'
import { openTestApp } from '../../testing/test-app.ts'

describe('the routes of the first steps', () => {
  const PATH = '/api/admin/first-steps'
  const OVERVIEW = '/api/admin/overview'

  it('answer the state, which the overview has too, except for assistants', async () => {
    const app = openTestApp({ empty: true })
    const admin = app.admin()
    const { first_steps } = (await admin.get(PATH)).json
    const [firstStep] = first_steps.steps
    expect(firstStep).toEqual({ id: 'practice', done: false, skipped: false })
    expect((await admin.get(OVERVIEW)).json.first_steps).toEqual(first_steps)
    const assistant = app.admin('gerda@ordination.example', 'assistant')
    expect((await assistant.get(OVERVIEW)).json.first_steps).toBeNull()
  })

  it('mark a step', async () => {
    const admin = openTestApp({ empty: true }).admin()
    const { json } = await admin.post(PATH, { step: 'practice', as: 'skipped' })
    const [firstStep] = json.first_steps.steps
    expect(firstStep).toEqual({ id: 'practice', done: false, skipped: true })
  })

  it('dismiss the first steps', async () => {
    const admin = openTestApp({ empty: true }).admin()
    expect((await admin.delete(PATH)).json).toEqual({ first_steps: null })
    expect((await admin.get(OVERVIEW)).json.first_steps).toBeNull()
  })

  it.each([{}, { step: 'odoo', as: 'skipped' }, { step: 'smtp', as: 'done' }, { step: 'smtp' }])(
    'refuse %j and change nothing',
    async (sent) => {
      const app = openTestApp({ empty: true })
      const refused = await app.admin().post(PATH, sent)
      expect([refused.status, refused.json.error]).toEqual([400, 'invalid'])
      expect(app.rows(`select name from settings where name = 'first-steps'`)).toEqual([])
    },
  )
})
