import type { Ctx } from '../../ctx.ts'
import type { Db } from '../../db/open.ts'
import { wake } from '../../db/wake.ts'
import { type Instant, isWithin, MINUTE } from '../../shared/day.ts'
import type { Channel } from '../../shared/messages/message-kinds.ts'
import type { DeliveryOutcome } from './transport.ts'

/**
 * Milliseconds of the pause after a fault of the settings or while a server is away, so long that no provider
 * locks the account.
 */
export const PAUSE_MS = 5 * MINUTE

/** A fault of a channel. It ends only when a message is sent. */
type ChannelFault = Readonly<{
  /** A sentence that says why the channel sends nothing, and what to do. */
  advice: string
  /** The beginning of a pause; null if the channel does not pause. */
  pausedSince: Instant | null
}>

/** The faults are in memory only, because a restart may bring new settings. */
const faults = new WeakMap<Db, Map<Channel, ChannelFault>>()

/** Returns the last fault of a channel since its last success; undefined if there was none. */
export function findFault({ db }: Ctx, channel: Channel): ChannelFault | undefined {
  return faults.get(db)?.get(channel)
}

/** Returns until when the channel pauses; undefined if it does not. */
export function pauseEnd(ctx: Ctx, channel: Channel): Instant | undefined {
  const since = findFault(ctx, channel)?.pausedSince ?? null
  return since !== null && isWithin(ctx.now, { since, lengthMs: PAUSE_MS }) ? since + PAUSE_MS : undefined
}

/**
 * Remembers why a channel fails.
 * @param options.pauses whether the channel rests for `PAUSE_MS`
 */
export function recordFault(
  { db, now }: Ctx,
  channel: Channel,
  advice: string,
  { pauses }: Readonly<{ pauses: boolean }>,
): void {
  const faultsOfDb = faults.get(db) ?? new Map<Channel, ChannelFault>()
  faults.set(db, faultsOfDb.set(channel, { advice, pausedSince: pauses ? now : null }))
}

/** Ends the fault of a channel, because a message was sent or the settings have changed. Wakes no worker. */
export function forgetFault({ db }: Ctx, channel: Channel): void {
  faults.get(db)?.delete(channel)
}

/** Records or ends the fault of a channel, as the outcome of an attempt shows. */
export function updateFault(ctx: Ctx, channel: Channel, { result, error, advice }: DeliveryOutcome): void {
  if (result === 'sent') forgetFaultAndWake(ctx, channel)
  else if (result === 'configuration' || result === 'away')
    recordFault(ctx, channel, advice ?? error ?? '', { pauses: true })
  else if (advice !== undefined) recordFault(ctx, channel, advice, { pauses: false })
}

/** Ends the fault of the channel, and sends the messages that waited for the end of its pause. */
function forgetFaultAndWake(ctx: Ctx, channel: Channel): void {
  const wasPaused = pauseEnd(ctx, channel) !== undefined
  forgetFault(ctx, channel)
  if (!wasPaused) return
  wake(ctx, channel)
  // E-mail verifications have workers of their own, but pause together with the other e-mails.
  if (channel === 'email') wake(ctx, 'verifications')
}
