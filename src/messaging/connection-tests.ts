import type { Ctx } from '../ctx.ts'
import { practiceMailbox, staffUrl } from '../practice/addresses.ts'
import { readSetting, readSettings } from '../practice/settings.ts'
import { Problem } from '../shared/problems.ts'
import { fromPractice, messageIdOf, NO_SENDER } from './email/sender.ts'
import type { MailFault, MailPort } from './email/smtp.ts'
import { testEmail } from './email/templates.ts'
import { PROVIDER_NAMES, type Provider } from './sms/provider.ts'
import { openProvider } from './sms/provider-accounts.ts'
import { testText } from './sms/templates.ts'

/** What an admin tries out before patients depend on it. Each goes out at once, past the outbox, and answers what became of it. */

const WHOSE_FAULT: Readonly<Record<MailFault['kind'], string>> = {
  configuration: 'Die Einstellungen für den Mailversand stimmen nicht',
  permanent: 'Der Mailserver hat die Test-E-Mail abgelehnt',
  temporary: 'Der Mailserver nimmt gerade nichts an',
}

/**
 * A mail to ADMIN_EMAIL, else to the practice.
 * @throws Problem test_failed with the reason
 */
export async function sendTestMail(ctx: Ctx, mail: MailPort | undefined): Promise<string> {
  if (mail === undefined) throw failed('Es ist kein Mailserver eingerichtet: SMTP_URL ist nicht gesetzt.')
  const practice = readSettings(ctx, 'practice')
  const recipient = practiceMailbox(ctx)
  if (recipient === '') throw failed('Kein Empfänger: Bitte ADMIN_EMAIL oder die E-Mail der Praxis setzen.')
  const message = fromPractice(ctx, {
    ...testEmail({ practice, now: ctx.now, adminUrl: staffUrl(ctx, '/admin') }),
    recipient,
    calendar: null,
    messageId: messageIdOf(ctx, crypto.randomUUID()),
  })
  if (message === undefined) throw failed(NO_SENDER.detail)
  const posted = await mail.send(message)
  if (!posted.ok) throw failed(`${WHOSE_FAULT[posted.kind]}: ${posted.detail}`)
  return `Test-E-Mail an ${recipient} gesendet.`
}

/**
 * A text message to TEST_MOBILE of the provider's own settings, through this very provider.
 * @throws Problem test_failed with the reason
 */
export async function sendTestSms(ctx: Ctx, provider: Provider, ask: typeof fetch): Promise<string> {
  const name = PROVIDER_NAMES[provider]
  const client = openProvider(ctx, provider, ask)
  if (client === undefined) throw failed(`${name} ist noch nicht eingerichtet.`)
  const to = readSetting(ctx, provider, 'TEST_MOBILE')
  if (to === '') throw failed(`${name}: Bitte zuerst eine Testnummer (TEST_MOBILE) speichern.`)
  const text = testText({ practice: readSettings(ctx, 'practice'), now: ctx.now })
  const handed = await client.send({ to, text, logUuid: crypto.randomUUID() })
  if (!handed.ok) throw failed(`${name}: ${handed.detail}`)
  return `Test-SMS über ${name} an ${to} gesendet.`
}

function failed(reason: string): Problem {
  return new Problem('test_failed', {}, reason)
}
