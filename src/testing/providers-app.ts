import type { Ctx } from '../ctx.ts'
import type { MailResult } from '../messaging/email/mail-fault.ts'
import type { EmailMessage } from '../messaging/email/smtp.ts'
import { emailTransport } from '../messaging/email/transport.ts'
import { deliverDue } from '../messaging/outbox/deliver.ts'
import type { MailServer } from '../practice/mail-server.ts'
import { writeSettings } from '../practice/settings.ts'
import { listenAs } from './loopback.ts'
import { openClicksendSimulator } from './simulators/clicksend.ts'
import { simulatedFetch } from './simulators/faults.ts'
import { openOdooSimulator } from './simulators/odoo.ts'
import { openSevenioSimulator } from './simulators/sevenio.ts'
import { openTestApp, recordLog } from './test-app.ts'

/**
 * Opens the app with a mail server and simulators of both SMS providers and of Odoo. Only the mail server is
 * set up. The passwords begin with `secret-of-`.
 */
export function openProvidersApp({ hasMailServer = true, allowPrivateTargets = false } = {}) {
  /** The e-mails that mail servers have accepted. */
  const mails: EmailMessage[] = []
  /** The mail servers in the order in which they were called. */
  const servers: MailServer[] = []
  let mailResult: MailResult = { ok: true }
  const send = async (message: EmailMessage, server: MailServer) => {
    servers.push(server)
    if (mailResult.ok) mails.push(message)
    return mailResult
  }
  const { lines, log } = recordLog('debug')
  const clicksend = openClicksendSimulator({ key: 'secret-of-clicksend' })
  const sevenio = openSevenioSimulator({ key: 'secret-of-sevenio' })
  const odoo = openOdooSimulator({ password: 'secret-of-odoo' })
  const app = openTestApp({
    config: { allowPrivateTargets, smtpUrl: hasMailServer ? 'smtp://mail.example' : undefined },
    ports: {
      mail: { send },
      httpFetch: simulatedFetch({
        'https://rest.clicksend.com/v3': clicksend,
        'https://gateway.seven.io/api': sevenio,
      }),
      resolveHost: async () => ['127.0.0.1'],
      log,
    },
  })
  const admin = app.admin()
  return {
    ...app,
    admin,
    mails,
    servers,
    clicksend,
    sevenio,
    odoo,
    lines,
    /** Sets the result of all further e-mails. */
    answerMails: (result: MailResult) => {
      mailResult = result
    },
    /** Tests the connection that this group of settings describes. */
    testConnection: (group: string) => admin.post(`/api/admin/settings/${group}/test`),
    /** Tries a message of the outbox again, for example `emails/1`. */
    retry: (message: string) => admin.post(`/api/admin/outbox/${message}/retry`),
    deliverMails: () => deliverDue(app.ctx, emailTransport({ mail: { send }, log }), log),
    /** Sets up both SMS providers, which send tests to this number. */
    setUpSms: (testMobile = '+436600000001') => setUpSms(app.ctx(), testMobile),
    /** Sets up the simulated Odoo, which then listens on a loopback port. */
    setUpOdoo: async () =>
      writeSettings(app.ctx(), 'odoo', {
        ODOO_URL: await listenAs(odoo),
        ODOO_DB: 'praxis',
        ODOO_USER: 'ordi',
        ODOO_PASS: 'secret-of-odoo',
      }),
  }
}

/** Stores the settings that both simulated SMS providers accept. */
function setUpSms(ctx: Ctx, testMobile: string): void {
  writeSettings(ctx, 'clicksend', {
    CLICKSEND_USERNAME: 'demo',
    CLICKSEND_PWD: 'secret-of-clicksend',
    CLICKSEND_FROM: 'Ordination',
    TEST_MOBILE: testMobile,
  })
  writeSettings(ctx, 'sevenio', {
    SEVENIO_KEY: 'secret-of-sevenio',
    SEVENIO_FROM: 'Ordi',
    TEST_MOBILE: testMobile,
  })
}
