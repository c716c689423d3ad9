import { useSearchParams } from 'wouter'
import type { LogFilter } from './log-entries.ts'
import type { MessageStatus } from './message-status.ts'

export type Channel = 'emails' | 'sms'

/** The tab in the address: `?tab=sms`; e-mails stand there without one. */
export function useChannel(): [Channel, (channel: Channel) => void] {
  const [search, setSearch] = useSearchParams()
  // Search, status and order belong to the list that is left.
  return [
    search.get('tab') === 'sms' ? 'sms' : 'emails',
    (channel) => setSearch(channel === 'sms' ? { tab: 'sms' } : {}),
  ]
}

/** What the list is narrowed to, in the address: `?q=rosa&status=failed`. A status that the list does not know counts as all. */
export function useLogFilter(
  statuses: readonly MessageStatus[],
): [LogFilter, (change: Partial<LogFilter>) => void] {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('status') ?? ''
  const filter = {
    text: search.get('q') ?? '',
    status: statuses.some((status) => status === asked) ? asked : '',
  }
  const narrow = (change: Partial<LogFilter>) =>
    setSearch(
      (before) => {
        const { text, status } = { ...filter, ...change }
        for (const [name, value] of Object.entries({ q: text, status })) {
          if (value) before.set(name, value)
          else before.delete(name)
        }
        return before
      },
      { replace: true },
    )
  return [filter, narrow]
}
