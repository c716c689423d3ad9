import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { HALF_BODY, HALF_HEADERS, openTimedServer } from '../testing/timed-server.ts'

const WHOLE_REQUEST = `${HALF_BODY}67890`

/** Keeps the process from doing anything else for this many milliseconds. */
function blockEventLoop(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

/** Resolves once the server has cut off the connection. */
const whenCutOff = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

describe('closing the server', () => {
  const ANSWER_THAT_ENDS_CONNECTION = /^HTTP\/1\.1 200 OK\r\n.*\r\nconnection: close\r\n.*got 1234567890/is

  it.each([
    { part: 'half of its headers', sent: HALF_HEADERS },
    { part: 'half of its body', sent: HALF_BODY },
    { part: 'nothing', sent: '' },
  ])('waits only briefly for a request that has sent $part', async ({ sent }) => {
    const { openSocket, sendRequest, close } = await openTimedServer({ limits: { stopTimeout: 300 } })
    const slow = (await openSocket(sent)).resume()
    const slowCutOff = whenCutOff(slow)
    expect(await sendRequest()).toBe(200)
    const start = performance.now()
    await close()
    expect(performance.now() - start).toBeLessThan(2_000)
    await slowCutOff
  })

  it('says with each answer that its connection ends, and still answers what arrives at once', async () => {
    const answering = Promise.withResolvers<void>()
    const limits = { stopTimeout: 500, farewell: 300 }
    const { openSocket, close, countBegun } = await openTimedServer({ limits, wait: answering.promise })
    const busy = await openSocket(WHOLE_REQUEST)
    const idle = await openSocket()
    await expect.poll(countBegun).toBe(1)
    const closing = close()
    idle.write(WHOLE_REQUEST)
    const late = await openSocket(WHOLE_REQUEST)
    await expect.poll(countBegun).toBe(3)
    answering.resolve()
    for (const socket of [busy, idle, late]) expect(await text(socket)).toMatch(ANSWER_THAT_ENDS_CONNECTION)
    await closing
  })

  it('still answers what arrived while the process was busy', async () => {
    const limits = { farewell: 50, stopTimeout: 2_000 }
    const { sendRequest, close } = await openTimedServer({ limits })
    const answers = Array.from({ length: 5 }, sendRequest)
    const closing = close()
    // Four times as long as the farewell, so that nothing is read during it.
    blockEventLoop(4 * limits.farewell)
    expect(await Promise.all(answers)).toEqual(Array(5).fill(200))
    await closing
  })

  it('lets a request finish that has arrived whole', async () => {
    const answering = Promise.withResolvers<void>()
    const limits = { stopTimeout: 50 }
    const { openSocket, close, countBegun } = await openTimedServer({ limits, wait: answering.promise })
    const whole = await openSocket(WHOLE_REQUEST)
    const half = (await openSocket(HALF_BODY)).resume()
    await expect.poll(countBegun).toBe(2)
    const halfCutOff = whenCutOff(half)
    const closing = close()
    await halfCutOff
    answering.resolve()
    expect(await text(whole)).toMatch(/got 1234567890/)
    await closing
  })
})
