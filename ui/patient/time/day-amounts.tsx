import styles from './time.module.css'

/** How much is free on a day of the calendar, in the words that screen readers say. */
const AMOUNTS = { few: 'wenige Zeiten frei', some: 'einige Zeiten frei', many: 'viele Zeiten frei' } as const

type Amount = keyof typeof AMOUNTS
const ALL_AMOUNTS = Object.keys(AMOUNTS) as Amount[]

/** From this number of free times on, a day has "einige" of them. */
const LEAST_FOR_SOME = 3
/** From this number of free times on, a day has "viele" of them. */
const LEAST_FOR_MANY = 6

/** Returns the amount for this number of free times; undefined for none. */
export function amountOfTimes(times: number): Amount | undefined {
  if (times < 1) return undefined
  if (times < LEAST_FOR_SOME) return 'few'
  return times < LEAST_FOR_MANY ? 'some' : 'many'
}

/**
 * Returns the amount of a day by its modifiers, which are DayPicker's word for the states of a day; undefined
 * where nothing can be chosen.
 */
export function amountOfDay(modifiers: Record<string, boolean>): Amount | undefined {
  // A day of another month may have free times, but only its own month offers them.
  if (modifiers.outside) return undefined
  return ALL_AMOUNTS.find((amount) => modifiers[amount])
}

/** Returns the state of a day in words, for screen readers. */
export function dayStateText(modifiers: Record<string, boolean>): string {
  const amount = amountOfDay(modifiers)
  if (amount) return AMOUNTS[amount]
  if (modifiers.outside) return 'anderer Monat'
  if (modifiers.past) return 'vorbei'
  if (modifiers.closed) return 'geschlossen'
  return modifiers.loading ? 'wird geladen' : 'nichts frei'
}

/** Shows one dot for few, two dots for some and three dots for many free times. */
export function AmountDots({ amount }: { amount: Amount }) {
  return (
    <span className={styles.dots} aria-hidden="true">
      <i />
      {amount !== 'few' && <i />}
      {amount === 'many' && <i />}
    </span>
  )
}
