import { describe, expect, it } from 'vitest'
import { openTestApp } from '../../testing/test-app.ts'

const MONDAY_MORNINGS = {
  0: null,
  1: [{ start: '08:00', end: '12:00' }],
  2: null,
  3: null,
  4: null,
  5: null,
  6: null,
}

const ANY_VERSION = expect.stringMatching(/^[\w-]{43}$/)
/** The only resource of the demo practice. */
const FIRST_RESOURCE = {
  id: 'doctor-1',
  name: 'Ordination Dr. Demo Muster',
  title: '',
  active: true,
  order: 0,
  working_hours: null,
  odoo_user: '',
  version: ANY_VERSION,
}
const LABORATORY = {
  name: 'Labor',
  title: 'Blutabnahme',
  active: true,
  order: 3,
  working_hours: MONDAY_MORNINGS,
  odoo_user: 'labor@ordi.example',
}

/** Opens the app with the calls about resources. */
function openAdmin() {
  const app = openTestApp()
  const admin = app.admin()
  return {
    ...app,
    listResources: async () => (await admin.get('/api/admin/resources')).json,
    saveResource: (id: string, values: object, headers?: Record<string, string>) =>
      admin.put(`/api/admin/resources/${encodeURIComponent(id)}`, values, headers),
    deleteResource: (id: string, headers?: Record<string, string>) =>
      admin.send('DELETE', `/api/admin/resources/${encodeURIComponent(id)}`, undefined, headers),
  }
}

describe('the resources', () => {
  it('are listed in the order in which they were added', async () => {
    const { listResources, saveResource } = openAdmin()
    expect(await listResources()).toEqual([FIRST_RESOURCE])
    const { status, json } = await saveResource('Raum 1', LABORATORY)
    const resource = { id: 'Raum 1', ...LABORATORY, version: ANY_VERSION }
    expect([status, json]).toEqual([200, { message: '"Labor" gespeichert.', resource }])
    expect(await listResources()).toEqual([FIRST_RESOURCE, resource])
  })

  it('can be sent back as they were listed, with a change', async () => {
    const { listResources, saveResource } = openAdmin()
    await saveResource('Labor', LABORATORY)
    const [, listed] = await listResources()
    const { status, json } = await saveResource('Labor', { ...listed, title: 'EKG' })
    expect([status, json.resource]).toEqual([200, { ...listed, title: 'EKG', version: ANY_VERSION }])
  })

  it('can be changed with the current version, but not with an older one', async () => {
    const { saveResource } = openAdmin()
    const { resource } = (await saveResource('Raum 1', LABORATORY)).json
    const readVersion = { 'if-match': resource.version }
    const changed = await saveResource('Raum 1', { working_hours: null }, readVersion)
    expect(changed.json.resource).toEqual({ ...resource, working_hours: null, version: ANY_VERSION })
    expect((await saveResource('Raum 1', { order: 1 }, readVersion)).status).toBe(409)
  })

  it('can be deleted', async () => {
    const { listResources, saveResource, deleteResource } = openAdmin()
    await saveResource('Raum 1', LABORATORY)
    expect((await deleteResource('Raum 1')).json).toEqual({ message: '"Labor" gelöscht.' })
    expect(await listResources()).toEqual([FIRST_RESOURCE])
  })

  it('cannot be deleted while they are in use, or if they do not exist', async () => {
    const { deleteResource, listResources } = openAdmin()
    expect((await deleteResource('doctor-1')).json.error).toBe('resource_in_use')
    expect((await deleteResource('doctor-2')).status).toBe(404)
    expect(await listResources()).toEqual([FIRST_RESOURCE])
  })

  it('are not saved with errors, which are reported by field', async () => {
    const { saveResource, listResources } = openAdmin()
    const { status, json } = await saveResource('a', { name: ' ', order: 1.5, colour: 'red' })
    expect(status).toBe(400)
    expect(json.fields).toEqual({
      name: 'Bitte einen Namen angeben.',
      order: 'Reihenfolge muss eine ganze Zahl von 0 bis 9999 sein.',
      colour: 'Unbekannte Angabe.',
    })
    expect(await listResources()).toEqual([FIRST_RESOURCE])
  })

  it('cannot have the id "constructor", which a lookup would find in every JavaScript object', async () => {
    const { saveResource, listResources } = openAdmin()
    expect((await saveResource('constructor', { name: 'x' })).json.fields).toHaveProperty('id')
    expect(await listResources()).toEqual([FIRST_RESOURCE])
  })

  it('cannot have working hours that end before they start', async () => {
    const { saveResource, listResources } = openAdmin()
    expect(
      (await saveResource('a', { working_hours: { 1: [{ start: '12:00', end: '08:00' }] } })).status,
    ).toBe(400)
    expect(await listResources()).toEqual([FIRST_RESOURCE])
  })
})
