import { describe, expect, it } from 'vitest'
import { bannerOf, worstFirst } from './alerts.ts'
import type { Alert, Level } from './checks/check.ts'

/** Makes an alert of this level, with a sentence for the banner or without. */
const alertOf = (level: Level, banner?: string): Alert => ({
  kind: 'x',
  level,
  ...(banner !== undefined && { banner }),
})

describe('the banner', () => {
  const ALERTS = [alertOf('warning', 'A.'), alertOf('danger', 'B.'), alertOf('info'), alertOf('danger', 'C.')]

  it('joins the sentences of the worst level', () => {
    expect(bannerOf(worstFirst(ALERTS))).toEqual({
      level: 'danger',
      message: 'B. C.',
      reasons: [
        { message: 'B.', href: '' },
        { message: 'C.', href: '' },
      ],
    })
  })

  it('puts maintenance before any danger', () => {
    const withMaintenance = worstFirst([...ALERTS, alertOf('maintenance', 'D.')])
    expect(bannerOf(withMaintenance)).toMatchObject({ level: 'maintenance', message: 'D.' })
  })

  it('leaves out alerts without a sentence for the banner', () => {
    expect(bannerOf([alertOf('warning'), alertOf('info')])).toEqual({
      level: 'info',
      message: '',
      reasons: [],
    })
  })
})
