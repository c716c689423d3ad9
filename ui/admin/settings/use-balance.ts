import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { admin, adminRequest } from '../../api/admin.ts'
import type { ProviderId } from './sms-providers.ts'

/** What a provider's account holds: as last known, until `refresh` asks the provider itself. */
export function useBalance(provider: ProviderId) {
  const key = ['admin', 'balance', provider]
  const client = useQueryClient()
  const ask = (query: { fresh?: '1' }, signal?: AbortSignal) =>
    adminRequest(
      admin.sms[':provider'].balance.$get(
        { param: { provider }, query },
        { init: { signal: signal ?? null } },
      ),
    )
  const known = useQuery({ queryKey: key, queryFn: ({ signal }) => ask({}, signal) })
  const refresh = useMutation({
    mutationFn: () => ask({ fresh: '1' }),
    onSuccess: (balance) => client.setQueryData(key, balance),
  })
  return {
    balance: known.data,
    failed: refresh.isError || (known.isError && known.data === undefined),
    /** True once the provider was asked: then `balance` is all that could be learned. */
    asked: refresh.isSuccess,
    refreshing: refresh.isPending,
    refresh: () => refresh.mutate(),
  }
}
