import { afterEach, expect, it } from 'vitest'
import { type Answer, call, type Silence } from '../../messaging/sms/provider-http.ts'
import type { SimulatedFault } from './faults.ts'
import { serveSimulator } from './serve.ts'
import { openSevenioSimulator } from './sevenio.ts'

const servers: { close: () => void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** One message over a real line on which this goes wrong; with what was taken all the same. */
async function sendUnder(...troubles: (SimulatedFault | null)[]) {
  const simulator = openSevenioSimulator()
  const server = await serveSimulator(simulator)
  servers.push(server)
  await fetch(`${server.url}/trouble`, { method: 'POST', body: JSON.stringify(troubles) })
  const answers: (Answer | Silence)[] = []
  for (const [nr] of troubles.entries())
    answers.push(
      await call(fetch, `${server.url}/api/sms`, {
        method: 'POST',
        headers: {
          'x-api-key': 'demo-key',
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ to: '+436641234567', text: `Nr. ${nr}` }).toString(),
        timeoutMs: 400,
      }),
    )
  return { answers, taken: simulator.taken.length }
}

it('does as it is told, call for call', async () => {
  const { answers, taken } = await sendUnder('500', null, 500)
  expect(answers).toMatchObject([
    { status: 200, body: { success: '500' } },
    { status: 200, body: { success: '100' } },
    { status: 500 },
  ])
  expect(taken).toBe(1)
})

it('answers slowly: in time it has been heard, too late nobody knows', async () => {
  const { answers, taken } = await sendUnder({ slow: 50 }, { slow: 1000 })
  expect(answers).toMatchObject([
    { answered: true, status: 200 },
    { answered: false, sent: true, why: 'Zeitüberschreitung' },
  ])
  expect(taken).toBe(2)
})

it('breaks the line: before it has heard anything, or after it has done its work', async () => {
  const { answers, taken } = await sendUnder('unreachable', 'reset', 'silence')
  expect(answers.map(({ answered }) => answered)).toEqual([false, false, false])
  expect(taken).toBe(2)
})
