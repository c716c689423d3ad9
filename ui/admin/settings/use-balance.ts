import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SmsProvider } from '../../../src/shared/sms-providers.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { balanceIn } from '../../api/admin-answers.ts'

/**
 * Loads the balance at a provider as the server knows it, and the URL for its delivery reports. `refresh`
 * lets the server ask the provider.
 */
export function useBalance(provider: SmsProvider) {
  const key = ['admin', 'balance', provider]
  const client = useQueryClient()
  const loadBalance = async (parameters: { fresh?: '1' }, signal?: AbortSignal) => {
    const answer = await adminRequest(
      admin.sms[':provider'].balance.$get(
        { param: { provider }, query: parameters },
        { init: { signal: signal ?? null } },
      ),
    )
    return { ...balanceIn(answer), isRefused: answer.refused, reportsTo: answer.reports_to }
  }
  const query = useQuery({ queryKey: key, queryFn: ({ signal }) => loadBalance({}, signal) })
  const refresh = useMutation({
    mutationFn: () => loadBalance({ fresh: '1' }),
    onSuccess: (balance) => client.setQueryData(key, balance),
  })
  return {
    query,
    /** Undefined until it is loaded. */
    balance: query.data,
    /** True if there is no balance to show, or the provider could not be asked. */
    hasFailed: refresh.isError || (query.isError && query.data === undefined),
    /** True once the provider itself has answered. */
    isRefreshed: refresh.isSuccess,
    isRefreshing: refresh.isPending,
    refresh: () => refresh.mutate(),
  }
}

/** Returns the sentence for a provider that does not accept the credentials. */
export function refusalText(name: string): string {
  return `${name} hat die Zugangsdaten abgelehnt.`
}

/** The balance at a provider as `useBalance` returns it. */
export type BalanceState = ReturnType<typeof useBalance>
