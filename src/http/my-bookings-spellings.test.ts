import { describe, expect, it } from 'vitest'
import { addToWaitingList } from '../booking/waiting-list.ts'
import { DAY_PARTS } from '../shared/waiting-list.ts'
import { lastMail } from '../testing/factory.ts'
import { LISTED_EMAIL, openMyBookingsApp, readList, requestLink } from '../testing/my-bookings-app.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

describe('the e-mail address of a list of appointments', () => {
  /** E-mail addresses that many mail servers deliver to the same person, but not all. */
  const SIMILAR_ADDRESSES = [
    { email: 'rosa@musterfrau.example', similar: 'rosa+tag@musterfrau.example' },
    { email: 'rosa+tag@musterfrau.example', similar: 'rosa@musterfrau.example' },
    { email: 'ro.sa@gmail.com', similar: 'rosa@gmail.com' },
  ]

  const wishes = { not_before: null, not_after: '2027-01-20', weekdays: [1 as const], parts: [...DAY_PARTS] }
  const addEntry = (app: TestApp, email: string) =>
    addToWaitingList(app.assistant(), {
      service_id: 'akupunktur',
      name: 'Rosa',
      mobile: '',
      email,
      ...wishes,
    }).id

  it.each(SIMILAR_ADDRESSES)(
    'as $similar shows neither appointments nor entries of $email',
    async ({ email, similar }) => {
      const { app, browser, addBooking } = await openMyBookingsApp(similar)
      addBooking({ email })
      addEntry(app, email)
      const list = (await readList(browser)).json
      expect(list).toMatchObject({ email: similar, coming: [], past: [] })
      expect(list).not.toHaveProperty('waiting')
    },
  )

  it.each(SIMILAR_ADDRESSES)('as $similar waits beside $email', async ({ email, similar }) => {
    const app = openTestApp()
    expect(addEntry(app, email)).not.toBe(addEntry(app, similar))
  })

  it.each([
    { oddity: 'an invisible joiner', typed: 'rosa\u034f@musterfrau.example', mailed: LISTED_EMAIL },
    { oddity: 'an invisible filler', typed: 'ro\u115fsa@musterfrau.example', mailed: LISTED_EMAIL },
    { oddity: 'wide letters', typed: 'ｒｏｓａ@musterfrau.example', mailed: LISTED_EMAIL },
    { oddity: 'a script letter', typed: '𝓇osa@musterfrau.example', mailed: LISTED_EMAIL },
    { oddity: 'a wide dot', typed: 'rosa@musterfrau．example', mailed: LISTED_EMAIL },
    {
      oddity: 'wide capitals and a variation selector',
      typed: 'rosa@ＭＵＳＴＥＲ\ufe0ffrau.example',
      mailed: LISTED_EMAIL,
    },
    { oddity: 'a domain in Punycode', typed: 'rosa@xn--strae-oqa.example', mailed: 'rosa@straße.example' },
    { oddity: 'a capital ß', typed: 'rosa@STRA\u1e9eE.example', mailed: 'rosa@straße.example' },
  ])('with $oddity is mailed and verified as $mailed', async ({ typed, mailed }) => {
    const { app, browser } = await openMyBookingsApp(typed)
    expect(lastMail(app).recipient).toBe(mailed)
    expect((await readList(browser)).json.email).toBe(mailed)
  })

  it.each([
    { oddity: 'a Cyrillic o', typed: 'r\u043esa@musterfrau.example' },
    { oddity: 'a Cyrillic a in the domain', typed: 'rosa@musterfr\u0430u.example' },
    { oddity: 'a Greek o', typed: 'r\u03bfsa@musterfrau.example' },
    { oddity: 'Punycode for a Cyrillic a in the domain', typed: 'rosa@xn--musterfru-7yh.example' },
    { oddity: 'Punycode that stands for nothing', typed: 'rosa@xn--99999999.example' },
  ])('with $oddity is refused', async ({ typed }) => {
    const app = openTestApp()
    const answer = await requestLink(app.browser(), typed)
    expect([answer.status, answer.json.error, Object.keys(answer.json.fields)]).toEqual([
      400,
      'invalid',
      ['email'],
    ])
  })
})
