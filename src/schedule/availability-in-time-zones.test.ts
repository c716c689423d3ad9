import { expect, it, onTestFinished, vi } from 'vitest'
import { openTestApp } from '../testing/test-app.ts'

/** Queries around both clock changes, near midnight in Vienna, when other zones have another day. */
const BEFORE_SUMMER_TIME = {
  now: '2027-03-25T23:30:00+01:00',
  queries: ['summary=1&from=2027-03-20&to=2027-04-10', 'date=2027-03-29&service=erstordination'],
}
const BEFORE_WINTER_TIME = {
  now: '2027-10-25T00:30:00+02:00',
  queries: ['summary=1&from=2027-10-20&to=2027-11-10&service=facial', 'date=2027-11-02&service=akupunktur'],
}

/** Returns the free times around both clock changes as a portal in this time zone answers them. */
async function answersIn(zone: string): Promise<string> {
  vi.stubEnv('TZ', zone)
  const answers: string[] = []
  for (const { now, queries } of [BEFORE_SUMMER_TIME, BEFORE_WINTER_TIME]) {
    const browser = openTestApp().browser()
    vi.setSystemTime(now)
    for (const query of queries) answers.push(JSON.stringify((await browser.get(`/api/slots?${query}`)).json))
  }
  return answers.join('\n')
}

it('availability does not depend on the time zone of the process', async () => {
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  const [vienna, ...others] = [
    await answersIn('Europe/Vienna'),
    await answersIn('UTC'),
    await answersIn('America/New_York'),
    await answersIn('Pacific/Auckland'),
  ]
  const aucklandOffset = -13 * 60
  expect(new Date(2027, 0, 1).getTimezoneOffset(), 'the last zone is in force').toBe(aucklandOffset)
  const daysWithFreeTimes = vienna?.match(/"available_count":[1-9]/g)
  expect(daysWithFreeTimes?.length).toBeGreaterThan(20)
  // Both days are after a clock change.
  expect(vienna).toContain('2027-03-29T08:00:00+02:00')
  expect(vienna).toContain('2027-11-02T08:00:00+01:00')
  for (const other of others) expect(other).toBe(vienna)
})
