import { expect, test } from 'vitest'
import { deliveriesUrl } from './deliveries-url.ts'

test.each([
  ['/admin/outbox?open=1', '/admin/deliveries?status=failed'],
  ['/admin/outbox?tab=sms&open=1', '/admin/deliveries?channel=sms&status=failed'],
  ['/admin/outbox?tab=sms&status=unknown&open=1', '/admin/deliveries?channel=sms&status=unknown'],
  ['/admin/outbox?tab=odoo&open=1', '/admin/deliveries?channel=erp&status=failed'],
  ['/admin/outbox?status=queued', '/admin/deliveries?status=queued'],
  ['/admin/outbox', '/admin/deliveries'],
  ['/admin/settings/odoo', undefined],
  ['', undefined],
])('the messages that %j lists are listed without content at %j', (address, deliveries) => {
  expect(deliveriesUrl(address)).toBe(deliveries)
})
