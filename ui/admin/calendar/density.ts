import { storedChoice } from '../components/stored-choice.ts'
import type { Density } from './axis.ts'

const density = storedChoice<Density>({ key: 'ordi_density', usual: 'compact', other: 'comfortable' })

/** Returns the density of the calendar that was chosen in this browser. */
export const useDensity = density.useChoice

/** Changes the density of the calendar, on the page and for later visits. */
export const chooseDensity = density.choose
