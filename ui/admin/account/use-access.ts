import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ClientResponse, InferResponseType } from 'hono/client'
import { admin, adminAnswer } from '../../api/admin.ts'

export type Device = InferResponseType<typeof admin.sessions.$get>[number]

const KEY = ['admin', 'access']

/** Who is signed in here, and whether a code is asked for besides the password. */
export function useOwnAccess() {
  return useQuery({
    queryKey: [...KEY, 'own'],
    queryFn: ({ signal }) => adminAnswer(admin.session.$get({}, { init: { signal } })),
    staleTime: 0,
  })
}

/** Everywhere the admin is signed in. */
export function useDevices() {
  return useQuery({
    queryKey: [...KEY, 'devices'],
    queryFn: ({ signal }) => adminAnswer(admin.sessions.$get({}, { init: { signal } })),
    staleTime: 0,
  })
}

/** Everybody who may sign in. */
export function useAdmins() {
  return useQuery({
    queryKey: [...KEY, 'admins'],
    queryFn: ({ signal }) => adminAnswer(admin.admins.$get({}, { init: { signal } })),
    staleTime: 0,
  })
}

export function useChangePassword() {
  return useAccessChange((json: { current: string; next: string }) => admin.password.$put({ json }))
}

/** Ends the session of one device. */
export function useEndSession() {
  return useAccessChange(({ id }: Pick<Device, 'id'>) =>
    admin.sessions[':id'].$delete({ param: { id: String(id) } }),
  )
}

export function useEndOtherSessions() {
  return useAccessChange(() => admin.sessions.$delete())
}

export function usePrepareSecondFactor() {
  return useAccessChange((json: { password: string }) => admin['second-factor'].setup.$post({ json }))
}

export function useEnableSecondFactor() {
  return useAccessChange((json: { code: string }) => admin['second-factor'].enable.$post({ json }))
}

export function useDisableSecondFactor() {
  return useAccessChange((json: { password: string }) => admin['second-factor'].disable.$post({ json }))
}

/** A deed about signing in; whatever is shown of it is asked for anew. */
function useAccessChange<Input, R extends ClientResponse<unknown>>(send: (input: Input) => Promise<R>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => adminAnswer(send(input)),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
}
