const CHANNEL_OF_TAB: Readonly<Record<string, string>> = { sms: 'sms', odoo: 'erp' }

/**
 * Returns the address that shows the messages of an outbox address without names and content, for those who
 * may not open the outbox; undefined for any other address.
 */
export function deliveriesAddress(address: string): string | undefined {
  const [path, query] = address.split('?')
  if (path !== '/admin/outbox') return undefined
  const asked = new URLSearchParams(query)
  const channel = CHANNEL_OF_TAB[asked.get('tab') ?? '']
  const status = asked.get('status') ?? (asked.has('open') ? 'failed' : undefined)
  const deliveries = new URLSearchParams({
    ...(channel && { channel }),
    ...(status && { status }),
  }).toString()
  return deliveries ? `/admin/deliveries?${deliveries}` : '/admin/deliveries'
}
