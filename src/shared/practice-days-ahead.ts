import { numberWord } from './number-word.ts'

/**
 * How far ahead the practice may enter appointments; a later day is treated as a typing error in the year.
 */
const PRACTICE_YEARS_AHEAD = 2
export const PRACTICE_DAYS_AHEAD = PRACTICE_YEARS_AHEAD * 365
export const TOO_FAR_AHEAD = `Bitte einen Tag innerhalb der nächsten ${numberWord(PRACTICE_YEARS_AHEAD)} Jahre wählen.`
