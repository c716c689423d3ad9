import { useQueryClient } from '@tanstack/react-query'
import type { InferOutput } from 'valibot'
import { PROBLEMS } from '../../../src/shared/problems.ts'
import type { Service } from '../../../src/shared/service.ts'
import { serviceSchema } from '../../../src/shared/service-schema.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { ApiError } from '../../api/http.ts'
import { useEditForm } from '../forms/use-edit-form.ts'
import { useEditable } from '../forms/use-editable.ts'
import { type ListedService, NEW_SERVICE, type ServiceEntry, serviceEntry } from './service-entry.ts'
import { listSaved } from './use-services.ts'

export const SERVICES_NOT_LOADED = 'Services konnten nicht geladen werden.'

/** One service in the form; without one a new service. Its version stands in for the ETag, which only a whole answer has. */
export function useService(listed: ListedService | undefined) {
  const client = useQueryClient()
  const editable = useEditable<Service, InferOutput<typeof serviceSchema>>({
    name: `service ${listed?.id ?? ''}`,
    known: { value: listed ?? NEW_SERVICE, etag: listed?.version },
    load: (signal) => loadService(listed?.id ?? '', signal),
    save: async (service, headers) => {
      const { service: saved, message } = await adminRequest(
        admin.services.$put({ json: { service } }, { headers: listed ? headers : { 'If-None-Match': '*' } }),
      )
      listSaved(client, saved)
      return { value: { ...saved, message }, etag: saved.version }
    },
    loadFailure: SERVICES_NOT_LOADED,
    saveFailure: 'Service konnte nicht gespeichert werden.',
    success: 'Service gespeichert.',
  })
  const editing = useEditForm<Service, ServiceEntry, InferOutput<typeof serviceSchema>>(editable, {
    schema: serviceSchema,
    empty: serviceEntry(NEW_SERVICE),
    valuesOf: serviceEntry,
  })
  return { editable, editing }
}

async function loadService(id: string, signal: AbortSignal) {
  const services = await adminRequest(admin.services.$get({}, { init: { signal } }))
  const service = services.find((one) => one.id === id)
  if (!service) throw new ApiError(404, PROBLEMS.service_not_found[1])
  return { value: service, etag: service.version }
}
