import { describe, expect, it } from 'vitest'
import { openTestApp } from '../../testing/test-app.ts'

describe('a service', () => {
  const FACIAL = { id: 'facial', name: 'Facial' }

  type Listed = { id: string; resource_id: string; resource_ids: string[] }

  /** Opens the app. `saveFacial` saves a service, and returns its resources. */
  function openServiceAdmin() {
    const admin = openTestApp().admin()
    const listResources = async () => (await admin.get('/api/admin/resources')).json
    const putService = (service: object) => admin.put('/api/admin/services', { service })
    const readFacial = async () => {
      const services: Listed[] = (await admin.get('/api/admin/services')).json
      const facial = services.find(({ id }) => id === FACIAL.id)
      return { main: facial?.resource_id, ids: facial?.resource_ids }
    }
    const saveFacial = async (resources: object) => {
      await putService({ ...FACIAL, ...resources })
      return readFacial()
    }
    return { putService, listResources, readFacial, saveFacial }
  }

  it('has each of its resources once, and the first is its main one', async () => {
    const { readFacial, saveFacial } = openServiceAdmin()
    expect(await readFacial()).toEqual({ main: 'doctor-1', ids: ['doctor-1'] })
    const resource_ids = ['dr-b', 'doctor-1', 'dr-b']
    expect(await saveFacial({ resource_id: 'ignored', resource_ids })).toEqual({
      main: 'dr-b',
      ids: ['dr-b', 'doctor-1'],
    })
  })

  it('adds new resources', async () => {
    const { listResources, saveFacial } = openServiceAdmin()
    await saveFacial({ resource_ids: ['dr-b', 'doctor-1'] })
    expect((await listResources()).map(({ id }: { id: string }) => id)).toEqual(['doctor-1', 'dr-b'])
  })

  it('keeps its other resources if a caller knows only one', async () => {
    const { saveFacial } = openServiceAdmin()
    await saveFacial({ resource_ids: ['dr-b', 'doctor-1'] })
    expect(await saveFacial({ resource_id: 'dr-c' })).toEqual({ main: 'dr-c', ids: ['dr-c', 'doctor-1'] })
  })

  it('gets the resource of the practice if it has none', async () => {
    const { saveFacial } = openServiceAdmin()
    await saveFacial({ resource_ids: ['dr-b'] })
    expect(await saveFacial({ resource_ids: [] })).toEqual({ main: 'doctor-1', ids: ['doctor-1'] })
  })

  it('is refused with a resource without an id', async () => {
    const { putService } = openServiceAdmin()
    expect((await putService({ ...FACIAL, resource_ids: [''] })).status).toBe(400)
  })
})
