import { useSearchParams } from 'wouter'
import type { LogFilter } from './log-entries.ts'
import type { MessageStatus } from './message-status.ts'
import type { LogName } from './use-logs.ts'

/** The log in the address: `?tab=sms` or `?tab=odoo`; without a tab the e-mails. */
export function useLogName(): [LogName, (name: LogName) => void] {
  const [search, setSearch] = useSearchParams()
  const tab = search.get('tab')
  // Search, status and order belong to the other log.
  return [
    tab === 'sms' || tab === 'odoo' ? tab : 'emails',
    (name) => setSearch(name === 'emails' ? {} : { tab: name }),
  ]
}

/** The filter in the address: `?q=rosa&status=failed`. An unknown status counts as all. */
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
