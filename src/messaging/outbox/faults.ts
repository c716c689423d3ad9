import type { Ctx } from '../../ctx.ts'
import type { Db } from '../../db/open.ts'
import { type Instant, MINUTE } from '../../shared/day.ts'
import type { Channel } from '../../shared/messages/message-kinds.ts'

/**
 * After a fault of the settings: short enough once they are corrected, long enough that no provider locks the
 * account.
 */
export const PAUSE_MS = 5 * MINUTE

/**
 * Why a channel sends nothing, as a sentence that names the way out, and since when it pauses. A fault stands
 * until a message has really gone out.
 */
type ChannelFault = Readonly<{ advice: string; pausedSince: Instant | null }>

/** Kept in memory only: a restart, which may bring new settings, forgets them. */
const faults = new WeakMap<Db, Map<Channel, ChannelFault>>()

export function findFault({ db }: Ctx, channel: Channel): ChannelFault | undefined {
  return faults.get(db)?.get(channel)
}

export function recordFault({ db, now }: Ctx, channel: Channel, advice: string, pauses: boolean): void {
  const known = faults.get(db) ?? new Map<Channel, ChannelFault>()
  faults.set(db, known.set(channel, { advice, pausedSince: pauses ? now : null }))
}

export function forgetFault({ db }: Ctx, channel: Channel): void {
  faults.get(db)?.delete(channel)
}
