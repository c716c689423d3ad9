import { listResources, resourceName, saveResource } from '../schedule/resources.ts'
import { getService, saveService } from '../schedule/services.ts'
import { openTestApp } from './test-app.ts'

/** Opens the demo practice, whose services all have one doctor (`doctor-1`), with a second one (`dr-b`). */
export function openSecondDoctorApp() {
  const app = openTestApp()
  saveResource(app.ctx(), 'dr-b', { name: 'Dr. Beispiel' })
  return {
    ...app,
    /** Returns the names of all resources, in their order. */
    names: () => listResources(app.ctx()).map((resource) => resourceName(app.ctx(), resource)),
    /** Adds a service that these resources offer. */
    addService: (id: string, resourceId: string, ...otherResourceIds: string[]) =>
      saveService(app.ctx(), { id, name: id, resourceId, otherResourceIds }),
    /** Returns the ids of the resources that offer a service. */
    resourcesOf: (id: string) => {
      const { resourceId, otherResourceIds } = getService(app.ctx(), id)
      return [resourceId, ...otherResourceIds]
    },
    /** Returns the id of the resource of each reserved time. */
    reservedResources: () =>
      app
        .rows<{ resource_id: string }>('select resource_id from occupations order by 1')
        .map((row) => row.resource_id),
  }
}
