/** The faults that a storm has found, in sentences. */
export type Findings = Readonly<{
  /** Something acknowledged, recorded or sent that is missing or different. */
  lost: string[]
  /** Something that may be there once and is there twice: a time, an event, a message. */
  doubled: string[]
  /** Something that took longer than its limit. */
  late: string[]
  /** Faults within a database file. */
  damage: string[]
}>

/** Returns lists of findings to which the checks add theirs. */
export function emptyFindings(): Findings {
  return { lost: [], doubled: [], late: [], damage: [] }
}
