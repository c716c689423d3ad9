/** A line of `ordi doctor`. `text` says what is there, and for a hint or a fault what to do. */
export type Finding = Readonly<{ level: 'good' | 'hint' | 'wrong'; about: string; text: string }>

export const good = (about: string, text: string): Finding => ({ level: 'good', about, text })
export const hint = (about: string, text: string): Finding => ({ level: 'hint', about, text })
export const wrong = (about: string, text: string): Finding => ({ level: 'wrong', about, text })
