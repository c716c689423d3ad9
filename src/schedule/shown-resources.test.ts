import { expect, it } from 'vitest'
import { openSecondDoctorApp } from '../testing/second-doctor-app.ts'
import { saveResource } from './resources.ts'
import { listOfferedResources } from './shown-resources.ts'

it('patients choose among the active resources of a service, in its order', () => {
  const { ctx } = openSecondDoctorApp()
  const offeredResources = () =>
    listOfferedResources(ctx(), { resourceId: 'dr-b', otherResourceIds: ['doctor-1', 'gone'] })
  expect(offeredResources()).toEqual([
    { id: 'dr-b', name: 'Dr. Beispiel', title: '' },
    { id: 'doctor-1', name: 'Ordination Dr. Demo Muster', title: '' },
  ])
  saveResource(ctx(), 'doctor-1', { active: false })
  expect(offeredResources().map(({ id }) => id)).toEqual(['dr-b'])
})
