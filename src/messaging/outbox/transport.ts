import type { Ctx } from '../../ctx.ts'
import type { Message } from '../../db/schema.ts'
import type { Channel } from '../../shared/messages/message-kinds.ts'

/** A way to send the messages of one channel. */
export type Transport = Readonly<{
  channel: Channel
  /** Milliseconds until a worker without a result counts as dead; longer than the longest attempt. */
  leaseMs: number
  /**
   * True when the receiver cannot recognise a repetition. A message that may have been sent is then stored as
   * `unknown`; otherwise it is sent again.
   */
  atMostOnce: boolean
  /** Returns false while nothing can be sent; messages then wait. */
  isReady(ctx: Ctx): boolean
  /** Runs instead of a delivery while the transport is not ready. */
  whileNotReady?(ctx: Ctx): void
  /**
   * Makes one attempt and logs it without recipient and text. Never throws. Each call of `ctx` reads the
   * clock anew.
   */
  send(ctx: () => Ctx, row: Message): Promise<DeliveryOutcome>
}>

/**
 * The outcome of an attempt. Its result is a status of the message, or one of these:
 * - `temporary`: another attempt may succeed.
 * - `configuration`: no message can be sent until a person corrects the settings.
 * - `away`: no message can be sent until the server can be reached again. It recognises repetitions.
 * - `refused`: the server seems to refuse every recipient. The message waits, and others are tried.
 * - `untried`: no attempt was made, or it was interrupted.
 */
export type DeliveryOutcome = Readonly<{
  result:
    | 'sent'
    | 'temporary'
    | 'failed'
    | 'muted'
    | 'unknown'
    | 'configuration'
    | 'away'
    | 'refused'
    | 'untried'
  /** A sentence for the admin; null when the message was sent. */
  error: string | null
  /** A sentence that says why the channel sends nothing, and what to do. */
  advice?: string | undefined
  /** True when the e-mail address or number is wrong, so that another attempt cannot help. */
  wrongRecipient?: boolean
  /** Further columns of the row that the transport knows after the attempt. */
  columns?: Partial<Message>
}>
