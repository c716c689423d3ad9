import type { Ctx } from '../ctx.ts'
import { practiceMailbox, staffUrl } from '../practice/addresses.ts'
import { readSetting, readSettings } from '../practice/settings.ts'
import { countryCode } from '../shared/contact/countries.ts'
import { splitFault } from '../shared/messages/fault-text.ts'
import { Problem } from '../shared/problems.ts'
import { PROVIDER_NAMES, type SmsProvider } from '../shared/sms-providers.ts'
import { emailTransport, MAIL_FAULT_SENTENCES, type MailPorts, whyMailNotSetUp } from './email/transport.ts'
import { connectionTest } from './kinds/connection-test.ts'
import { deliverAtOnce } from './outbox/deliver.ts'
import { insertMessage, type NewMessage } from './outbox/queue.ts'
import { NO_ADDRESS } from './outbox/suppression.ts'
import type { DeliveryOutcome } from './outbox/transport.ts'
import { whyCapReached } from './sms/limits.ts'
import { type Reach, reachableMobile, smsRecipient } from './sms/phone.ts'
import { openProvider } from './sms/providers.ts'
import { type SmsPorts, smsTransport } from './sms/transport.ts'

/**
 * This module sends the test messages that an admin asks for. Each is sent at once, even while notifications
 * are off, and is stored in the outbox.
 */

/** The beginning of the sentence for a test e-mail that was not sent. */
const TEST_MAIL_SENTENCES: Readonly<Partial<Record<DeliveryOutcome['result'], string>>> = {
  configuration: 'Die Einstellungen für den E-Mail-Versand stimmen nicht',
  failed: 'Der E-Mail-Server hat die Test-E-Mail abgelehnt',
  refused: 'Der E-Mail-Server hat die Test-E-Mail abgelehnt',
  temporary: 'Der E-Mail-Server nimmt gerade nichts an',
  untried: 'Der Versand wurde unterbrochen',
}

/**
 * Sends a test e-mail to the practice's mailbox. Returns a sentence for the admin.
 * @throws Problem test_failed with the reason
 */
export async function sendTestMail(ctx: Ctx, ports: MailPorts): Promise<string> {
  const recipient = practiceMailbox(ctx)
  const content = { kind: 'test', recipient, ...connectionTest.email(testFacts(ctx)) } as const
  const obstacle = recipient === '' ? NO_ADDRESS.practice : whyMailNotSetUp(ctx)
  if (obstacle !== undefined) throw storeUnsent(ctx, { channel: 'email', ...content }, obstacle)
  const { result, error } = await deliverAtOnce(ctx, emailTransport(ports), content)
  if (result !== 'sent') throw testProblem(mailSentence(result, error))
  return `Test-E-Mail an ${recipient} gesendet.`
}

/**
 * Sends a test SMS through this provider alone, to the TEST_MOBILE of its settings. Returns a sentence for
 * the admin.
 * @throws Problem test_failed with the reason
 */
export async function sendTestSms(ctx: Ctx, provider: SmsProvider, ports: SmsPorts): Promise<string> {
  const name = PROVIDER_NAMES[provider]
  const typed = readSetting(ctx, provider, 'TEST_MOBILE')
  const country = countryCode(readSetting(ctx, 'practice', 'country')) ?? 'AT'
  const reach = reachableMobile(typed, country)
  const recipient = smsRecipient(reach, typed)
  const content = { kind: 'test', recipient, text: connectionTest.sms(testFacts(ctx)) } as const
  const obstacle = findObstacle(ctx, provider, { reach, recipient, httpFetch: ports.httpFetch })
  if (obstacle !== undefined) throw storeUnsent(ctx, { channel: 'sms', ...content }, obstacle)
  const { result, error } = await deliverAtOnce(ctx, smsTransport(ports, [provider]), content)
  if (result !== 'sent') throw testProblem(error ?? name)
  return `Test-SMS über ${name} an ${recipient} gesendet.`
}

/**
 * Returns the sentence for a test e-mail that was not sent. It begins with one of TEST_MAIL_SENTENCES unless
 * the fault already says why the server could not be reached.
 * @param error the stored fault: a sentence, perhaps with the technical words of the server (`faultText`)
 */
function mailSentence(result: DeliveryOutcome['result'], error: string | null): string {
  const { sentence, technical } = splitFault(error ?? '')
  const saysCause = result === 'temporary' && technical !== '' && sentence !== MAIL_FAULT_SENTENCES.temporary
  if (saysCause) return `${sentence} (${technical})`
  const saysWhatToCorrect = result === 'configuration'
  const reason = saysWhatToCorrect || technical === '' ? `${sentence} ${technical}`.trim() : technical
  return `${TEST_MAIL_SENTENCES[result]}: ${reason}`
}

/** Returns the facts of a test message. */
function testFacts(ctx: Ctx) {
  return { practice: readSettings(ctx, 'practice'), now: ctx.now, adminUrl: staffUrl(ctx, '/admin') }
}

/** Returns why the provider cannot send a test at all, as a sentence; undefined when it can be tried. */
function findObstacle(
  ctx: Ctx,
  provider: SmsProvider,
  { reach, recipient, httpFetch }: Readonly<{ reach: Reach; recipient: string; httpFetch: typeof fetch }>,
): string | undefined {
  const name = PROVIDER_NAMES[provider]
  if (openProvider(ctx, provider, httpFetch) === undefined) return `${name} ist noch nicht eingerichtet.`
  if (recipient === '') return `${name}: Bitte zuerst eine Testnummer (TEST_MOBILE) speichern.`
  const whyNotAllowed = whyCapReached(ctx)
  if (whyNotAllowed !== undefined) return whyNotAllowed
  return reach.kind === 'reachable' ? undefined : `${name}: Die Testnummer kann keine SMS empfangen.`
}

/** Stores the message as failed without an attempt. Returns the problem to throw. */
function storeUnsent(ctx: Ctx, message: NewMessage, error: string): Problem {
  insertMessage(ctx, message, { status: 'failed', error })
  return testProblem(error)
}

/** Returns the problem of a test that has failed. */
function testProblem(reason: string): Problem {
  return new Problem('test_failed', {}, reason)
}
