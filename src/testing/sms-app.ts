import { pino } from 'pino'
import { onTestFinished, vi } from 'vitest'
import { readConfig } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { type Booking, type Message, messages } from '../db/schema.ts'
import type { KindOn } from '../messaging/kinds.ts'
import { deliverDue } from '../messaging/outbox/deliver.ts'
import { type NewSms, queueEmail, queueSms } from '../messaging/outbox/queue.ts'
import type { ProviderClient } from '../messaging/sms/provider.ts'
import { openProvider } from '../messaging/sms/providers.ts'
import { smsTransport } from '../messaging/sms/transport.ts'
import { writeSettings } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import type { SmsProvider } from '../shared/sms-providers.ts'
import { insertBooking } from './bookings.ts'
import { openEmptyDatabase } from './databases.ts'
import { openClicksendSimulator } from './simulators/clicksend.ts'
import { simulatedFetch } from './simulators/faults.ts'
import { openSevenioSimulator } from './simulators/sevenio.ts'

/** The time at which the clock of the app starts. */
const CLOCK_START = Date.parse('2026-11-20T10:00:00+01:00')

// The simulators accept these logins by default.
const CLICKSEND_SETTINGS = {
  CLICKSEND_USERNAME: 'demo',
  CLICKSEND_PWD: 'demo-key',
  CLICKSEND_FROM: 'Ordination',
}
const SEVENIO_SETTINGS = { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordi' }

export type SmsApp = ReturnType<typeof openSmsApp>

/** Opens an outbox and both SMS providers as simulators. Neither provider is set up yet. */
export function openSmsApp(environment: Readonly<Record<string, string>> = {}) {
  const outbox = openOutboxWithClock(environment)
  const providers = openSimulatedProviders(outbox)
  return {
    ...outbox,
    ...providers,
    ...helpersToQueue(outbox),
    ...helpersToReadMessages(outbox),
    /** Delivers what is due, through the simulators unless another `fetch` is given. */
    deliver: (httpFetch = providers.httpFetch) =>
      deliverDue(outbox.ctx, smsTransport({ httpFetch, log: outbox.log }), outbox.log),
  }
}

type Outbox = ReturnType<typeof openOutboxWithClock>

/** Opens an empty database with a clock that stands still and a log that can be read. */
function openOutboxWithClock(environment: Readonly<Record<string, string>>) {
  vi.useFakeTimers({ toFake: ['Date'], now: CLOCK_START })
  const db = openEmptyDatabase()
  onTestFinished(() => {
    db.$client.close()
    vi.useRealTimers()
  })
  const config = {
    ...readConfig({ BASE_URL: 'https://termine.example', ...environment }),
    appSecret: 'x'.repeat(32),
  }
  const lines: string[] = []
  return {
    db,
    ctx: (): Ctx => ({ db, now: Date.now(), actor: { kind: 'job' }, config }),
    log: pino({ level: 'debug', base: null }, { write: (line: string) => void lines.push(line) }),
    /** Returns the log as written, without its random ids, whose digits could match anything. */
    readLog: () => lines.join('').replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'id'),
    setClock: (iso: string) => vi.setSystemTime(Date.parse(iso)),
    /** Moves the clock forward. */
    pass: (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds),
  }
}

/** Opens a simulator of each provider, with the helpers that set the providers up and call them. */
function openSimulatedProviders({ ctx }: Outbox) {
  const clicksend = openClicksendSimulator()
  const sevenio = openSevenioSimulator()
  const { smsBaseUrls } = ctx().config
  const httpFetch = simulatedFetch({ [smsBaseUrls.clicksend]: clicksend, [smsBaseUrls.sevenio]: sevenio })
  const setUpClicksend = (changes = {}) =>
    writeSettings(ctx(), 'clicksend', { ...CLICKSEND_SETTINGS, ...changes })
  const setUpSevenio = (changes = {}) => writeSettings(ctx(), 'sevenio', { ...SEVENIO_SETTINGS, ...changes })
  return {
    clicksend,
    sevenio,
    httpFetch,
    setUpClicksend,
    setUpSevenio,
    setUpBoth: () => {
      setUpClicksend()
      setUpSevenio()
    },
    /** Returns how many messages each provider has accepted. */
    countAccepted: () => ({ clicksend: clicksend.taken.length, sevenio: sevenio.taken.length }),
    /** Returns the client of a provider that is set up. It calls the simulator by default. */
    openClient: (provider: SmsProvider, port = httpFetch): ProviderClient => {
      const client = openProvider(ctx(), provider, port)
      if (client === undefined) throw new Error(`${provider} is not set up`)
      return client
    },
  }
}

/** Returns the helpers that queue messages. */
function helpersToQueue({ db, ctx }: Outbox) {
  let bookingCount = 0
  /** Inserts a confirmed booking more than a week ahead, an hour after the previous one. */
  const addBooking = (changes: Partial<Booking>) =>
    insertBooking(db, {
      status: 'confirmed',
      startsAt: CLOCK_START + 8 * DAY_LENGTH + bookingCount++ * HOUR,
      ...changes,
    }).id
  return {
    /** Queues an SMS, by default about a new confirmed booking. @returns the id of the booking */
    queue: (changes: Partial<NewSms> = {}, booking: Partial<Booking> = {}) => {
      const { mobile = '0664 1234567' } = changes
      const bookingId = changes.bookingId ?? addBooking({ mobile, ...booking })
      queueSms(ctx(), {
        kind: 'confirmed',
        mobile,
        country: 'AT',
        text: 'Ihr Termin ist bestätigt.',
        ...changes,
        bookingId,
      })
      return bookingId
    },
    /** Queues an e-mail, by default to Rosa and about no booking. */
    queueMail: (kind: KindOn<'email'>, about: Partial<Pick<Message, 'bookingId' | 'recipient'>> = {}) =>
      queueEmail(ctx(), {
        kind,
        recipient: 'rosa@musterfrau.example',
        subject: 'Betreff',
        text: 'Text',
        html: '<p>Text</p>',
        ...about,
      }),
  }
}

/** Returns the helpers that read and change the stored messages. */
function helpersToReadMessages({ db }: Outbox) {
  const listMessages = () => db.select().from(messages).all()
  return {
    /** Returns the messages in the order in which they were queued. */
    listMessages,
    /** Returns the message that was queued first; undefined while none is stored. */
    findFirstMessage: () => listMessages().at(0),
    /** Returns the message that was queued last. @throws Error while none is stored */
    getLastMessage: () => {
      const message = listMessages().at(-1)
      if (message === undefined) throw new Error('no message is stored')
      return message
    },
    /** Returns why each message is suppressed; null if it is not. */
    listSuppressionReasons: () =>
      listMessages().map(({ status, error }) => (status === 'muted' ? error : null)),
    /** Changes all messages, without the checks of the outbox. */
    changeMessages: (changes: Partial<Message>) => db.update(messages).set(changes).run(),
  }
}
