import type { Ctx } from '../ctx.ts'
import type { Work } from '../db/wake.ts'
import { erpTransport } from '../erp/push-transport.ts'
import type { ErpPorts } from '../erp/sync.ts'
import { emailTransport, type MailPorts } from '../messaging/email/transport.ts'
import { deliverDue, nextDelivery } from '../messaging/outbox/deliver.ts'
import type { Lane } from '../messaging/outbox/leases.ts'
import type { Transport } from '../messaging/outbox/transport.ts'
import { type SmsPorts, smsTransport } from '../messaging/sms/transport.ts'
import type { Channel } from '../shared/messages/message-kinds.ts'
import type { Job } from './runs.ts'

/** The ports that the transports of all channels need. */
export type DeliveryPorts = MailPorts & SmsPorts & ErpPorts

/** Opens the transport of each channel. */
const TRANSPORTS = {
  email: emailTransport,
  sms: smsTransport,
  erp: erpTransport,
} satisfies Readonly<Record<Channel, (ports: DeliveryPorts) => Transport>>

/** A job that delivers the messages of one lane of a channel. */
type Delivery = Readonly<{ name: string; channel: Channel; lane: Lane; wokenBy: Work }>

/**
 * The number of workers that send e-mail verifications at the same time, so that a slow recipient delays no
 * other.
 */
const VERIFICATION_WORKERS = 3

/** The jobs of the workers for e-mail verifications. */
const VERIFICATION_DELIVERIES = Array.from(
  { length: VERIFICATION_WORKERS },
  (_, index): Delivery => ({
    name: `deliver e-mail verifications ${index + 1}`,
    channel: 'email',
    lane: 'verifications',
    wokenBy: 'verifications',
  }),
)

/**
 * All deliveries. Besides verifications, each channel has one worker, so that a slow mail server delays no
 * SMS and messages leave in order.
 */
const DELIVERIES: readonly Delivery[] = [
  ...VERIFICATION_DELIVERIES,
  { name: 'deliver email', channel: 'email', lane: 'others', wokenBy: 'email' },
  { name: 'deliver sms', channel: 'sms', lane: 'others', wokenBy: 'sms' },
  { name: 'deliver erp', channel: 'erp', lane: 'others', wokenBy: 'erp' },
]

/** The jobs that send messages. Transactions wake them at once; the runs by cron send what was missed. */
export function deliveryJobs(ports: DeliveryPorts, stopping: AbortSignal): readonly Job[] {
  return DELIVERIES.map(({ channel, lane, ...job }) => ({
    ...job,
    cron: '*/5 * * * *',
    atStart: true as const,
    nextDue: (ctx: Ctx) => nextDelivery(ctx, channel, lane),
    run: (ctx: () => Ctx) =>
      deliverDue(ctx, TRANSPORTS[channel](ports), ports.log, { lane, isStopping: () => stopping.aborted }),
  }))
}
