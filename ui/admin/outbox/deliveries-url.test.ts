import { expect, test } from 'vitest'
import { deliveriesUrl } from './deliveries-url.ts'

test.each([
  { outbox: '/admin/outbox?open=1', deliveries: '/admin/deliveries?status=failed' },
  { outbox: '/admin/outbox?tab=sms&open=1', deliveries: '/admin/deliveries?channel=sms&status=failed' },
  {
    outbox: '/admin/outbox?tab=sms&status=unknown&open=1',
    deliveries: '/admin/deliveries?channel=sms&status=unknown',
  },
  { outbox: '/admin/outbox?tab=odoo&open=1', deliveries: '/admin/deliveries?channel=erp&status=failed' },
  { outbox: '/admin/outbox?status=queued', deliveries: '/admin/deliveries?status=queued' },
  { outbox: '/admin/outbox', deliveries: '/admin/deliveries' },
  { outbox: '/admin/settings/odoo', deliveries: undefined },
  { outbox: '', deliveries: undefined },
])(
  'the messages that “$outbox” lists are listed without content at $deliveries',
  ({ outbox, deliveries }) => {
    expect(deliveriesUrl(outbox)).toBe(deliveries)
  },
)
