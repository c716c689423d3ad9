import type { Ctx } from '../../ctx.ts'
import { isDemo } from '../../practice/demo-mark.ts'
import { alertWithCard, defineCheck } from './check.ts'
import { hintFinding, wrongFinding } from './finding.ts'

/** Checks whether this is the demo practice, which must not be in production. */
export const demoCheck = defineCheck({
  read: (ctx: Ctx) => ({ isOn: isDemo(ctx), inProduction: ctx.config.production }),

  alerts: ({ isOn, inProduction }) => {
    if (!isOn || !inProduction) return []
    return [
      alertWithCard({
        kind: 'demo',
        level: 'warning',
        banner: 'Das ist noch die Demo.',
        title: 'Demo in Betrieb',
        // There is no link, because the button to end the demo is above every page.
        detail: 'Termine hier sind nicht echt. „Demo beenden“ steht über jeder Seite der Verwaltung.',
      }),
    ]
  },

  doctor: {
    group: 'operation',
    findings: ({ isOn, inProduction }) => {
      if (!isOn) return []
      if (!inProduction)
        return [hintFinding('demo', { text: 'this is the demo practice', german: 'Das ist die Demo.' })]
      return [
        wrongFinding('demo', {
          text: 'this is the demo practice. End it in the web admin, or: ordi seed --clear',
          german: 'Das ist noch die Demo. Eine Ärztin oder ein Arzt beendet sie mit „Demo beenden“.',
        }),
      ]
    },
  },
})
