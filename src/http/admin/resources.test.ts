import { describe, expect, it } from 'vitest'
import { openTestApp } from '../../testing/test-app.ts'

const HOURS = {
  0: null,
  1: [{ start: '08:00', end: '12:00' }],
  2: null,
  3: null,
  4: null,
  5: null,
  6: null,
}

function openAdmin() {
  const app = openTestApp()
  const admin = app.admin()
  return {
    ...app,
    list: async () => (await admin.get('/api/admin/resources')).json,
    put: (id: string, values: object, headers?: Record<string, string>) =>
      admin.put(`/api/admin/resources/${encodeURIComponent(id)}`, values, headers),
    remove: (id: string, headers?: Record<string, string>) =>
      admin.send('DELETE', `/api/admin/resources/${encodeURIComponent(id)}`, undefined, headers),
    services: async () => (await admin.get('/api/admin/services')).json,
    putService: (service: object) => admin.put('/api/admin/services', { service }),
  }
}

const version = expect.stringMatching(/^[\w-]{43}$/)
const FIRST = {
  id: 'doctor-1',
  name: 'Ordination Dr. Demo Muster',
  title: '',
  active: true,
  order: 0,
  working_hours: null,
  odoo_user: '',
  version,
}

describe('the resources', () => {
  it('are listed, made, changed and deleted, each with a version', async () => {
    const { list, put, remove } = openAdmin()
    expect(await list()).toEqual([FIRST])
    const values = {
      name: 'Labor',
      title: 'Blutabnahme',
      active: true,
      order: 3,
      working_hours: HOURS,
      odoo_user: 'labor@ordi.example',
    }
    const made = await put('Raum 1', values)
    const resource = { id: 'Raum 1', ...values, version }
    expect([made.status, made.json]).toEqual([200, { message: '"Labor" gespeichert.', resource }])
    expect(await list()).toEqual([FIRST, resource])
    const changed = await put('Raum 1', { working_hours: null }, { 'if-match': made.json.resource.version })
    expect(changed.json.resource).toEqual({ ...resource, working_hours: null })
    expect((await put('Raum 1', { order: 1 }, { 'if-match': made.json.resource.version })).status).toBe(409)
    expect((await remove('Raum 1')).json).toEqual({ message: '"Labor" gelöscht.' })
    expect(await list()).toEqual([FIRST])
  })

  it('are refused with a sentence for each field, and while they are in use', async () => {
    const { put, remove, list } = openAdmin()
    const { status, json } = await put('a', { name: ' ', order: 1.5, colour: 'red' })
    expect([status, json.fields]).toEqual([
      400,
      {
        name: 'Bitte einen Namen angeben.',
        order: 'Reihenfolge muss eine ganze Zahl von 0 bis 9999 sein.',
        colour: 'Unbekannte Angabe.',
      },
    ])
    expect((await put('constructor', { name: 'x' })).json.fields).toHaveProperty('id')
    expect((await put('a', { working_hours: { 1: [{ start: '12:00', end: '08:00' }] } })).status).toBe(400)
    expect((await remove('doctor-1')).json.error).toBe('resource_in_use')
    expect((await remove('doctor-2')).status).toBe(404)
    expect(await list()).toEqual([FIRST])
  })
})

describe('a service', () => {
  it('takes and gives its resources, and makes the ones that are new', async () => {
    const { putService, services, list } = openAdmin()
    const resourcesOf = async (id: string) =>
      (await services())
        .filter((service: { id: string }) => service.id === id)
        .map(({ resource_id, resource_ids }: Record<string, unknown>) => [resource_id, resource_ids])[0]
    expect(await resourcesOf('facial')).toEqual(['doctor-1', ['doctor-1']])
    const facial = { id: 'facial', name: 'Facial' }
    await putService({ ...facial, resource_id: 'x', resource_ids: ['dr-b', 'doctor-1', 'dr-b'] })
    expect(await resourcesOf('facial')).toEqual(['dr-b', ['dr-b', 'doctor-1']])
    expect((await list()).map(({ id }: { id: string }) => id)).toEqual(['doctor-1', 'dr-b'])
    // A caller that knows one resource only leaves the others as they are.
    await putService({ ...facial, resource_id: 'dr-c' })
    expect(await resourcesOf('facial')).toEqual(['dr-c', ['dr-c', 'doctor-1']])
    await putService({ ...facial, resource_ids: [] })
    expect(await resourcesOf('facial')).toEqual(['doctor-1', ['doctor-1']])
    expect((await putService({ ...facial, resource_ids: [''] })).status).toBe(400)
  })
})
