import { describe, expect, it } from 'vitest'
import { listen } from '../../testing/loopback.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { checkClock } from './clock.ts'

/** The present by the clock of the server, in the form of its header: half past eight in Vienna. */
const SERVER_DATE = 'Mon, 11 Jan 2027 07:30:00 GMT'

/** Opens a server that tells the time, with a function that compares a clock with it. */
async function openTimeServer() {
  const url = await listen((_, response) => response.setHeader('date', SERVER_DATE).end())
  const { db } = openTestApp().ctx()
  return {
    url,
    host: new URL(url).host,
    /** Compares a clock that is so many seconds ahead of the server's. */
    compare: (address: string, secondsAhead = 0) =>
      checkClock(db, () => Date.parse(SERVER_DATE) + secondsAhead * 1000, address),
  }
}

describe('the clock', () => {
  it('is compared with that of a server, of which only the host is named', async () => {
    const { url, host, compare } = await openTimeServer()
    expect(await compare(`${url}/?key=geheim`)).toMatchObject({
      level: 'good',
      text: `2027-01-11T08:30:00+01:00 in Vienna, as ${host} says`,
    })
  })

  it('is wrong if it is half a minute off', async () => {
    const { url, host, compare } = await openTimeServer()
    expect((await compare(`${url}/?key=geheim`, 31)).text).toMatch(`31 s off from ${host}: `)
  })

  it('is not compared with that of a server that does not answer', async () => {
    const { host, compare } = await openTimeServer()
    // No request is sent with a login in its URL.
    const unanswered = await compare(`http://ordi:geheim@${host}/`)
    expect(unanswered.text).toMatch(`; ${host} does not tell the time`)
    expect(unanswered.german).toMatch(`; ${host} sagt die Zeit nicht`)
  })
})
