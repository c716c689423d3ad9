import { useSearchParams } from 'wouter'
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
