import { beforeEach, describe, expect, it } from 'vitest'
import { openSmsApp, type SmsApp } from '../../testing/sms-app.ts'
import { isWebhookSecret, webhookUrl } from './webhooks.ts'

let app: SmsApp
beforeEach(() => {
  app = openSmsApp()
})

describe('the URL for pushed reports', () => {
  it('has a secret of its own for each provider', () => {
    const webhooks = 'https://termine.example/api/webhooks'
    const clicksendUrl = webhookUrl(app.ctx(), 'clicksend')
    expect(clicksendUrl).toMatch(new RegExp(`^${webhooks}/clicksend/[\\w-]{43}$`))
    expect(webhookUrl(app.ctx(), 'sevenio')).toMatch(new RegExp(`^${webhooks}/sevenio/[\\w-]{43}$`))
    const secret = clicksendUrl.split('/').at(-1) ?? ''
    expect(isWebhookSecret(app.ctx(), 'clicksend', secret)).toBe(true)
    expect(isWebhookSecret(app.ctx(), 'sevenio', secret)).toBe(false)
    for (const wrong of ['', secret.slice(1), `${secret}=`, secret.toLowerCase(), 'ü'.repeat(43)])
      expect(isWebhookSecret(app.ctx(), 'clicksend', wrong)).toBe(false)
  })

  it('changes with APP_SECRET', () => {
    const ctxWithOtherSecret = { ...app.ctx(), config: { ...app.ctx().config, appSecret: 'y'.repeat(32) } }
    expect(webhookUrl(ctxWithOtherSecret, 'clicksend')).not.toBe(webhookUrl(app.ctx(), 'clicksend'))
  })
})
