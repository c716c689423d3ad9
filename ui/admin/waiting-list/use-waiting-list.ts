import { useQuery } from '@tanstack/react-query'
import { type Day, MINUTE } from '../../../src/shared/day.ts'
import type { WaitingForByPractice, Wishes } from '../../../src/shared/waiting-list.ts'
import { admin, adminQuery, adminRequest } from '../../api/admin.ts'

const param = (id: string) => ({ param: { id: encodeURIComponent(id) } })

/** All who wait, the oldest entry first. */
export function useWaitingList() {
  return useQuery({
    ...adminQuery(['admin', 'waiting'], (options) => admin['waiting-list'].$get({}, options)),
    refetchInterval: MINUTE,
  })
}

/** The next days with free times for an entry, from a day on. */
export function useTimesFor(id: string, from: Day) {
  return useQuery(
    adminQuery(['admin', 'free', 'waiting', id, from], (options) =>
      admin['waiting-list'][':id'].slots.$get({ ...param(id), query: { from } }, options),
    ),
  )
}

export function addEntry(json: WaitingForByPractice & Wishes) {
  return adminRequest(admin['waiting-list'].$post({ json }))
}

export function removeEntry(id: string) {
  return adminRequest(admin['waiting-list'][':id'].$delete(param(id)))
}

/** Offers a time by e-mail and SMS, and occupies it until then. */
export function offerTime(id: string, start: string) {
  return adminRequest(admin['waiting-list'][':id'].offer.$post({ ...param(id), json: { start } }))
}
