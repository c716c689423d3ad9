import { describe, expect, it } from 'vitest'
import type { Service } from '../../shared/service/service.ts'
import { SERVICE_TEMPLATE_IDS, SERVICE_TEMPLATES } from '../../shared/service/service-templates.ts'
import { openTestApp } from '../../testing/test-app.ts'

describe('a template', () => {
  const PATH = '/api/admin/services/template'

  it.each(SERVICE_TEMPLATE_IDS)('adds services that patients can book: %s', async (template) => {
    const app = openTestApp({ empty: true })
    const { services, title } = SERVICE_TEMPLATES[template]
    const added = await app.admin().post(PATH, { template })
    const message = `${services.length} Services sind angelegt. Bitte prüfen Sie Dauer und Preis.`
    expect([title, added.status, added.json.message]).toEqual([title, 200, message])

    const offered: Service[] = (await app.browser().get('/api/services')).json
    expect(offered.map(({ id }) => id).sort()).toEqual(services.map(({ id }) => id).sort())
    for (const { id, duration_min, step, price, description } of offered) {
      expect(duration_min, id).toBeGreaterThanOrEqual(10)
      expect(step, id).toBeGreaterThan(0)
      expect(price, id).toBeGreaterThan(0)
      expect(description.length, id).toBeGreaterThan(10)
    }
    // Patients are asked whether this is their first visit, so there are services for both answers.
    expect(new Set(offered.map(({ first_visit }) => first_visit))).toEqual(new Set([true, false]))
  })

  it('does not change existing services', async () => {
    const app = openTestApp()
    const readExisting = () => app.rows(`select * from services where id = 'erstordination'`)
    const rowsBefore = readExisting()
    const { json } = await app.admin().post(PATH, { template: 'general' })
    expect(json.message).toContain(`${SERVICE_TEMPLATES.general.services.length - 1} Services`)
    expect(readExisting()).toEqual(rowsBefore)
  })

  it('is refused if all of its services exist', async () => {
    const admin = openTestApp().admin()
    await admin.post(PATH, { template: 'general' })
    const { status, json } = await admin.post(PATH, { template: 'general' })
    const message = 'Diese Services gibt es schon.'
    expect([status, json]).toEqual([409, { error: 'conflict', message }])
  })

  it('is refused if it does not exist', async () => {
    expect((await openTestApp().admin().post(PATH, { template: 'other' })).status).toBe(400)
  })
})
