import { expect, it } from 'vitest'
import { listen } from '../../testing/loopback.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { checkClock } from './clock.ts'

it('the clock is compared with that of a server, of which only the host is named', async () => {
  const date = 'Mon, 11 Jan 2027 07:30:00 GMT'
  const url = await listen((_, response) => response.setHeader('date', date).end())
  const { host } = new URL(url)
  const { db } = openTestApp().ctx()
  /** Compares a clock that is this many seconds ahead. */
  const compare = (address: string, secondsAhead = 0) =>
    checkClock(db, () => Date.parse(date) + secondsAhead * 1000, address)
  expect(await compare(`${url}/?key=geheim`)).toMatchObject({
    level: 'good',
    text: `2027-01-11T08:30:00+01:00 in Vienna, as ${host} says`,
  })
  expect((await compare(`${url}/?key=geheim`, 31)).text).toMatch(`31 s off from ${host}: `)
  // The server does not answer a request with a login in its URL.
  const unanswered = await compare(`http://ordi:geheim@${host}/`)
  expect(unanswered.text).toMatch(`; ${host} does not tell the time`)
  expect(unanswered.german).toMatch(`; ${host} sagt die Zeit nicht`)
})
