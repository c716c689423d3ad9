import type { Ctx } from '../ctx.ts'
import { practiceMailbox, staffUrl } from '../practice/addresses.ts'
import { readSetting, readSettings } from '../practice/settings.ts'
import { Problem } from '../shared/problems.ts'
import { PROVIDER_NAMES, type SmsProvider } from '../shared/sms-providers.ts'
import { testEmail } from './email/templates.ts'
import { emailTransport, type MailPorts, NO_SENDER, NO_SERVER } from './email/transport.ts'
import { deliverAtOnce } from './outbox/deliver.ts'
import { NO_ADDRESS } from './outbox/suppression.ts'
import { whyCapReached } from './sms/limits.ts'
import { openProvider } from './sms/providers.ts'
import { testText } from './sms/templates.ts'
import { type SmsPorts, smsTransport } from './sms/transport.ts'

/** Test messages that an admin sends. Each is sent at once, whether notifications are on or off, and is a row of the outbox. */

const MAIL_FAULTS: Readonly<Record<string, string>> = {
  configuration: 'Die Einstellungen für den Mailversand stimmen nicht',
  failed: 'Der Mailserver hat die Test-E-Mail abgelehnt',
  refused: 'Der Mailserver hat die Test-E-Mail abgelehnt',
  temporary: 'Der Mailserver nimmt gerade nichts an',
}

/**
 * Sends an e-mail to the practice's mailbox. The answer is a sentence for the admin.
 * @throws Problem test_failed with the reason
 */
export async function sendTestMail(ctx: Ctx, ports: MailPorts): Promise<string> {
  const practice = readSettings(ctx, 'practice')
  const recipient = practiceMailbox(ctx)
  if (recipient === '') throw failed(NO_ADDRESS.practice)
  const email = testEmail({ practice, now: ctx.now, adminUrl: staffUrl(ctx, '/admin') })
  const { result, error } = await deliverAtOnce(ctx, emailTransport(ports), {
    kind: 'test',
    recipient,
    ...email,
  })
  if (error === NO_SERVER.detail || error === NO_SENDER.detail) throw failed(error)
  if (result !== 'sent') throw failed(`${MAIL_FAULTS[result]}: ${error}`)
  return `Test-E-Mail an ${recipient} gesendet.`
}

/**
 * Sends an SMS through this provider only, to TEST_MOBILE of its settings. The answer is a sentence for the admin.
 * @throws Problem test_failed with the reason
 */
export async function sendTestSms(ctx: Ctx, provider: SmsProvider, ports: SmsPorts): Promise<string> {
  const name = PROVIDER_NAMES[provider]
  if (openProvider(ctx, provider, ports.httpFetch) === undefined)
    throw failed(`${name} ist noch nicht eingerichtet.`)
  const recipient = readSetting(ctx, provider, 'TEST_MOBILE')
  if (recipient === '') throw failed(`${name}: Bitte zuerst eine Testnummer (TEST_MOBILE) speichern.`)
  const reason = whyCapReached(ctx)
  if (reason !== undefined) throw failed(reason)
  const text = testText({ practice: readSettings(ctx, 'practice'), now: ctx.now })
  const { result, error } = await deliverAtOnce(ctx, smsTransport(ports, [provider]), {
    kind: 'test',
    recipient,
    text,
  })
  if (result !== 'sent') throw failed(error ?? name)
  return `Test-SMS über ${name} an ${recipient} gesendet.`
}

function failed(reason: string): Problem {
  return new Problem('test_failed', {}, reason)
}
