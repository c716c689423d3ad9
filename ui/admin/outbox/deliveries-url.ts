/**
 * The channels of the page "Versand" by the tabs of the outbox, whose first tab, the e-mails, has no name.
 */
const CHANNEL_OF_TAB: Readonly<Record<string, string>> = { sms: 'sms', odoo: 'erp' }

/**
 * Returns the URL of the list without names and content that corresponds to an outbox URL, for staff
 * who may not open the outbox; undefined for the URL of another page.
 */
export function deliveriesUrl(outboxUrl: string): string | undefined {
  const [path, query] = outboxUrl.split('?')
  if (path !== '/admin/outbox') return undefined
  const search = new URLSearchParams(query)
  const channel = CHANNEL_OF_TAB[search.get('tab') ?? '']
  // That page has no filter for open failures, so it shows all failures.
  const status = search.get('status') ?? (search.has('open') ? 'failed' : undefined)
  const deliveries = new URLSearchParams({
    ...(channel && { channel }),
    ...(status && { status }),
  }).toString()
  return deliveries ? `/admin/deliveries?${deliveries}` : '/admin/deliveries'
}
