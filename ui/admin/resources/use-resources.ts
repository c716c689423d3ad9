import { useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { admin, adminQuery, adminRequest } from '../../api/admin.ts'

/** A doctor or a room, with the ETag of its state. */
export type ListedResource = InferResponseType<typeof admin.resources.$get>[number]

/** Loads all doctors and rooms in their order, including the inactive ones, unless they are not needed. */
export function useResources({ enabled = true } = {}) {
  return useQuery({ ...adminQuery(admin.resources, {}), enabled })
}

/** Loads a doctor or room from the list. @throws ApiError; an Error when it is deleted */
export async function loadResource(id: string, signal: AbortSignal) {
  const listed = await adminRequest(admin.resources.$get({}, { init: { signal } }))
  const resource = listed.find((other) => other.id === id)
  if (resource === undefined) throw new Error('Diese Ressource gibt es nicht mehr.')
  return { value: resource, etag: resource.version }
}
