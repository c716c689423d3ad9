/** The state of a channel where all is well: numbers of messages, and the `age` in milliseconds. */
const FINE = { queued: 0, refused: 0, age: 0, overdue: 0, failed: 0, unknown: 0, fault: null }
type ChannelChanges = Partial<Omit<typeof FINE, 'fault'>> & { fault?: string }

/** The differences from an outbox where all is well. */
export type OutboxChanges = Readonly<{
  email?: ChannelChanges
  sms?: ChannelChanges
  erp?: ChannelChanges
  hasServer?: boolean
  usesOdoo?: boolean
}>

/** Returns the facts of an outbox where all is well, except for these changes. */
export function outboxFactsWith({ email, sms, erp, ...others }: OutboxChanges) {
  return {
    states: { email: { ...FINE, ...email }, sms: { ...FINE, ...sms }, erp: { ...FINE, ...erp } },
    hasServer: true,
    usesOdoo: true,
    ...others,
  }
}

/** Messages of which some have failed, and some may have been sent. */
export const FAILED_MESSAGES = { email: { failed: 2 }, sms: { failed: 1, unknown: 4 } }
