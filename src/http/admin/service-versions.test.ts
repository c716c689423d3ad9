import { describe, expect, it } from 'vitest'
import { NEW_SERVICE, openServicesAdmin } from '../../testing/services-app.ts'

/** The version is the etag of the service, and the conditions are those of RFC 9110 (etag.ts). */

describe('saving a service', () => {
  it('is refused with an outdated version, and the refusal has the current one', async () => {
    const { saveService, getListedService, readServicesAndAudit } = openServicesAdmin()
    const { version, ...facial } = await getListedService('facial')
    expect((await saveService({ ...facial, price: 170 }, { 'if-match': version })).status).toBe(200)
    const rowsBefore = readServicesAndAudit()
    // Callers may send the version bare, as above, or quoted like an ETag.
    const refusal = await saveService({ ...facial, price: 190 }, { 'if-match': `"${version}"` })
    expect(refusal.status).toBe(409)
    expect(refusal.json).toEqual({
      error: 'conflict',
      message: 'Diese Angaben wurden inzwischen von jemand anderem geändert.',
      current: { ...facial, price: 170, version: expect.not.stringMatching(version) },
    })
    expect(readServicesAndAudit()).toEqual(rowsBefore)
    const { current } = refusal.json
    expect((await saveService({ ...facial, price: 190 }, { 'if-match': current.version })).status).toBe(200)
  })

  it('is refused with a version if the service was deleted meanwhile', async () => {
    const { saveService, deleteService, getListedService } = openServicesAdmin()
    const facial = await getListedService('facial')
    await deleteService('facial')
    const { status, json } = await saveService(facial, { 'if-match': facial.version })
    expect({ status, ...json }).toMatchObject({ status: 409, error: 'conflict', current: null })
  })

  it('adds a deleted service again without a version', async () => {
    const { saveService, deleteService, getListedService } = openServicesAdmin()
    const facial = await getListedService('facial')
    await deleteService('facial')
    expect((await saveService(facial)).status).toBe(200)
  })

  it('is refused with If-None-Match: * if the id exists', async () => {
    const { saveService, getListedService, readServicesAndAudit } = openServicesAdmin()
    const current = await getListedService('facial')
    const rowsBefore = readServicesAndAudit()
    const { status, json } = await saveService({ ...NEW_SERVICE, id: 'facial' }, { 'if-none-match': '*' })
    expect({ status, ...json }).toMatchObject({ status: 409, error: 'conflict' })
    expect(json.current).toEqual(current)
    expect(readServicesAndAudit()).toEqual(rowsBefore)
    expect((await saveService(NEW_SERVICE, { 'if-none-match': '*' })).status).toBe(200)
  })
})

describe('deleting a service', () => {
  it('is refused with an outdated version', async () => {
    const { saveService, deleteService, getListedService, readServicesAndAudit } = openServicesAdmin()
    const { version, ...facial } = await getListedService('facial')
    await saveService({ ...facial, price: 170 })
    const rowsBefore = readServicesAndAudit()
    const { status, json } = await deleteService('facial', { 'if-match': version })
    expect({ status, ...json }).toMatchObject({ status: 409, error: 'conflict' })
    expect(json.current).toEqual(await getListedService('facial'))
    expect(readServicesAndAudit()).toEqual(rowsBefore)
    expect((await deleteService('facial', { 'if-match': json.current.version })).status).toBe(200)
  })
})
