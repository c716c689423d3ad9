import { describe, expect, it } from 'vitest'
import { type Ctx, inTx } from '../ctx.ts'
import { insertMessage } from '../messaging/outbox/queue.ts'
import { writeSettings } from '../practice/settings.ts'
import { closeHolidays, setHolidayOpen } from '../schedule/holidays.ts'
import { writeWeekUnaudited } from '../schedule/hours.ts'
import { addServicesOfTemplate } from '../schedule/services.ts'
import type { FirstStep } from '../shared/first-steps.ts'
import { SAMPLE_SETTINGS } from '../testing/sample-settings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { findFirstSteps, finishFirstSteps, markFirstStep } from './first-steps.ts'

/** Opens an empty practice as an admin. `listDone` returns undefined when no steps are shown. */
function openEmpty() {
  // Only in production is the URL of the portal a step (`linkFault`).
  const app = openTestApp({ empty: true, config: { production: true } })
  // The first admin, whose second factor is a step.
  app.admin()
  const ctx = (): Ctx => ({
    ...app.ctx(),
    actor: { kind: 'admin', id: 1, email: 'assistenz@ordination.example' },
  })
  const listDone = () =>
    findFirstSteps(ctx())
      ?.steps.filter((step) => step.done)
      .map(({ id }) => id)
  return { ...app, ctx, listDone }
}

/** Lists the steps that the practice has skipped for now. */
const listSkipped = (ctx: Ctx) =>
  findFirstSteps(ctx)
    ?.steps.filter(({ skipped }) => skipped)
    .map(({ id }) => id)

/** Completes each step, as the practice would. */
const COMPLETE: Readonly<Record<FirstStep, (ctx: Ctx) => unknown>> = {
  practice: (ctx) => writeSettings(ctx, 'practice', SAMPLE_SETTINGS.practice),
  hours: (ctx) => writeWeekUnaudited(ctx, [[], [[8 * 60, 12 * 60]]]),
  holidays: (ctx) => {
    closeHolidays(ctx)
    setHolidayOpen(ctx, '2027-05-01', true)
  },
  services: (ctx) => addServicesOfTemplate(ctx, 'general'),
  urls: (ctx) => writeSettings(ctx, 'urls', { PUBLIC_BASE_URL: 'https://termine.example' }),
  smtp: (ctx) => {
    writeSettings(ctx, 'smtp', { SMTP_HOST: 'mail.example' })
    insertMessage(ctx, { channel: 'email', kind: 'test', recipient: 'a@b.at', text: '' }, { status: 'sent' })
  },
  backup: (ctx) => writeSettings(ctx, 'general', { backup_recipient: 'age1x' }),
  'second-factor': (ctx) => ctx.db.$client.exec('update admins set totp_step = 1'),
}

describe('the first steps', () => {
  it.each(Object.keys(COMPLETE) as FirstStep[])(
    'count %s as done once the practice has stored it',
    (step) => {
      const { ctx, listDone } = openEmpty()
      expect(listDone()).toEqual([])
      COMPLETE[step](ctx())
      expect(listDone()).toEqual([step])
    },
  )

  it('disappear once all are done, and come back when one is undone', () => {
    const { ctx, listDone } = openEmpty()
    inTx(ctx(), () => {
      for (const complete of Object.values(COMPLETE)) complete(ctx())
    })
    expect(listDone()).toBeUndefined()
    writeSettings(ctx(), 'smtp', { SMTP_HOST: '' })
    expect(listDone()).not.toContain('smtp')
  })

  it.each(['practice', 'hours', 'services'] as const)(
    'are untouched until the practice enters its %s',
    (step) => {
      const { ctx } = openEmpty()
      expect(findFirstSteps(ctx())?.untouched).toBe(true)
      COMPLETE[step](ctx())
      expect(findFirstSteps(ctx())?.untouched).toBe(false)
    },
  )

  it('are no longer untouched once a step is skipped', () => {
    const { ctx } = openEmpty()
    markFirstStep(ctx(), 'practice', 'skipped')
    expect(findFirstSteps(ctx())?.untouched).toBe(false)
  })

  it('list a skipped step as not done', () => {
    const { ctx, listDone } = openEmpty()
    markFirstStep(ctx(), 'hours', 'skipped')
    expect(listDone()).toEqual([])
    expect(listSkipped(ctx())).toEqual(['hours'])
  })

  it('count the holidays as done once the practice confirms them, even if it skipped them before', () => {
    const { ctx, listDone } = openEmpty()
    markFirstStep(ctx(), 'hours', 'skipped')
    markFirstStep(ctx(), 'holidays', 'skipped')
    expect(listDone()).toEqual([])
    markFirstStep(ctx(), 'holidays', 'confirmed')
    expect(listDone()).toEqual(['holidays'])
    expect(listSkipped(ctx())).toEqual(['hours'])
  })

  it('are not shown in the demo', () => {
    expect(findFirstSteps(openTestApp().ctx())).toBeUndefined()
  })

  it('are not shown once the practice has dismissed them', () => {
    const { ctx } = openEmpty()
    finishFirstSteps(ctx())
    expect(findFirstSteps(ctx())).toBeUndefined()
  })
})
