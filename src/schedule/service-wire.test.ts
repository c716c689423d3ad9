import { describe, expect, it } from 'vitest'
import { openTestApp } from '../testing/test-app.ts'
import { publicService, serviceRow } from './service-wire.ts'
import { getService, type ServiceRow, saveService } from './services.ts'

/** Saves a service with these values, and with the defaults of all others. */
function savedService(values: Partial<ServiceRow>): ServiceRow {
  const ctx = openTestApp({ empty: true }).ctx()
  saveService(ctx, { id: 'a', name: 'a', ...values })
  return getService(ctx, 'a')
}

describe('a service', () => {
  it('survives a round trip over the wire, which leaves out further resources', () => {
    const row = savedService({
      priceCents: 1999,
      durationMin: 45,
      otherResourceIds: ['b'],
      displayOrder: 3,
      firstVisit: true,
    })
    const sent = publicService(row)
    expect(sent).toMatchObject({ price: 19.99, duration_min: 45, resource_id: 'doctor-1' })
    expect(serviceRow(sent, row)).toEqual(row)
    expect(serviceRow(sent).otherResourceIds).toEqual([])
  })

  it('takes its resources from `resource_ids` if they are sent', () => {
    const row = savedService({ resourceId: 'doctor-1' })
    expect(serviceRow({ ...publicService(row), resource_ids: ['b', 'c', 'b'] }, row)).toMatchObject({
      resourceId: 'b',
      otherResourceIds: ['c'],
    })
  })
})
