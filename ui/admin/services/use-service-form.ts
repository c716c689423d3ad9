import * as v from 'valibot'
import { serviceSaved } from '../../../src/shared/admin-messages.de.ts'
import { PROBLEMS } from '../../../src/shared/problems.ts'
import type { Service } from '../../../src/shared/service/service.ts'
import { serviceSchema } from '../../../src/shared/service/service-schema.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { ApiError } from '../../api/http.ts'
import { useEditForm } from '../forms/use-edit-form.ts'
import { type ListedService, NEW_SERVICE, type ServiceDraft, serviceDraft } from './service-draft.ts'
import { cacheSavedService, listedServicesIn, SERVICES_NOT_LOADED } from './use-services.ts'

/**
 * The server's schema, plus the rule that somebody must be chosen; the server would take the first doctor.
 */
const sheetSchema = v.pipe(
  serviceSchema,
  v.forward(
    v.check(
      ({ resource_ids: ids }) => ids === undefined || ids.length > 0,
      'Bitte mindestens eine Person wählen.',
    ),
    ['resource_ids'],
  ),
)

/** A service with the ids of the doctors and rooms that offer it. */
type OfferedService = Service & { readonly resource_ids?: readonly string[] }

type ServiceFormOptions = {
  /** The service of the list; undefined for a new one. */
  listed: ListedService | undefined
  /** True if the practice has several doctors and rooms to choose from. */
  hasResourceChoice: boolean
  /** Called with the sentence that says what was saved. */
  onSaved: (text: string) => void
}

/** The form of a service. The ETag is its `version`, because a list has no header per row. */
export function useServiceForm({ listed, hasResourceChoice, onSaved }: ServiceFormOptions) {
  return useEditForm<OfferedService, ServiceDraft, v.InferOutput<typeof sheetSchema>>({
    name: `service ${listed?.id ?? ''}`,
    known: { value: listed ?? NEW_SERVICE, etag: listed?.version },
    load: (signal) => loadService(listed?.id ?? '', signal),
    save: async (service, headers) => {
      const answer = await adminRequest(
        // A new service must not overwrite another one with the same id.
        admin.services.$put({ json: { service } }, { headers: listed ? headers : { 'If-None-Match': '*' } }),
      )
      // According to the specification, the answer may have only a message, or be empty.
      const saved = answer?.service ?? (await loadService(service.id, new AbortController().signal)).value
      cacheSavedService(saved)
      return { value: { ...saved, message: answer?.message }, etag: saved.version }
    },
    onSaved: ({ message, name }) => onSaved(message || serviceSaved(name)),
    schema: () => sheetSchema,
    empty: serviceDraft(NEW_SERVICE, { hasResourceChoice }),
    valuesOf: (service) => serviceDraft(service, { hasResourceChoice }),
    loadFailure: SERVICES_NOT_LOADED,
    saveFailure: 'Service konnte nicht gespeichert werden.',
    success: 'Service gespeichert.',
  })
}

export type ServiceForm = ReturnType<typeof useServiceForm>

/** Loads one service from the list, because there is no call for a single one. @throws ApiError */
async function loadService(id: string, signal: AbortSignal) {
  const services = await adminRequest(admin.services.$get({}, { init: { signal } }))
  const service = listedServicesIn(services).find((listed) => listed.id === id)
  if (!service) throw new ApiError(404, PROBLEMS.service_not_found[1])
  return { value: service, etag: service.version }
}
