import { openTestApp } from './test-app.ts'

/** Uses every field, as a caller sends it. The specification names the paddings in camel case. */
export const NEW_SERVICE = {
  id: 'laserakupunktur',
  name: 'Laserakupunktur',
  description: 'Ohne Nadeln.\nAuch für Kinder.',
  duration_min: 25,
  step: 5,
  paddingBefore: 5,
  paddingAfter: 10,
  resource_id: 'doctor-1',
  price: 79.9,
  active: false,
  display_duration_min: 30,
  first_visit: true,
  display_order: 0,
  hint: 'Bitte nüchtern kommen.\nBefunde mitbringen.',
  questions: [
    { id: 'allergien', label: 'Haben Sie Allergien?', kind: 'yesno', required: true },
    {
      id: 'woher',
      label: 'Woher kennen Sie uns?',
      kind: 'choice',
      options: ['Ärztin', 'Freunde'],
      required: false,
    },
  ],
}

type ServiceInList = typeof NEW_SERVICE & { version: string }

/** Opens the app with the calls about services. Headers are the conditions of a change. */
export function openServicesAdmin() {
  const app = openTestApp()
  const admin = app.admin()
  const listServices = async (): Promise<ServiceInList[]> => (await admin.get('/api/admin/services')).json
  return {
    ...app,
    saveService: (service: unknown, headers?: Record<string, string>) =>
      admin.put('/api/admin/services', { service }, headers),
    deleteService: (id: string, headers?: Record<string, string>) =>
      admin.send('DELETE', `/api/admin/services/${encodeURIComponent(id)}`, undefined, headers),
    listServices,
    getListedService: async (id: string): Promise<ServiceInList> => {
      const service = (await listServices()).find((each) => each.id === id)
      if (service === undefined) throw new Error(`no service ${id}`)
      return service
    },
    /** Reads all rows that a call about services could change. */
    readServicesAndAudit: () => ['services', 'audit'].map((table) => app.rows(`select * from ${table}`)),
  }
}
