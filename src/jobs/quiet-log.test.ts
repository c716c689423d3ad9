import { expect, it, vi } from 'vitest'
import { type StaffAction, signStaffLink } from '../access/links.ts'
import { openLog } from '../log.ts'
import { webhookUrl } from '../messaging/delivery-reports.ts'
import type { MailPort, Posted } from '../messaging/mail.ts'
import { writeSettings } from '../practice/settings.ts'
import { HOUR, MINUTE } from '../rules/day.ts'
import { aContact, aHold, lastCode, lastToken } from '../testing/factory.ts'
import { type Browser, type House, openHouse } from '../testing/house.ts'
import { openClicksendSimulator } from '../testing/simulators/clicksend.ts'
import { openSevenioSimulator } from '../testing/simulators/sevenio.ts'
import { askSimulators } from '../testing/simulators/trouble.ts'

const EMAIL = 'rosa@musterfrau.example'
const CONTACT = aContact({ email: EMAIL })
const REASON = 'Bin leider verreist.'
const WORD = 'Bitte nüchtern kommen.'

/**
 * A house that logs everything that can be logged, with clockwork, mail server and text message providers that can be made
 * to fail, and a memory of all that must stay between the people concerned.
 */
function openLoggingHouse() {
  const lines: string[] = []
  const log = openLog({ logLevel: 'trace' }, { write: (line) => lines.push(line) })
  const troubles: Posted[] = []
  const send: MailPort['send'] = async () => troubles.shift() ?? { ok: true }
  const clicksend = openClicksendSimulator()
  const sevenio = openSevenioSimulator()
  const ask = askSimulators({
    'https://rest.clicksend.com/v3': clicksend,
    'https://gateway.seven.io/api': sevenio,
  })
  const house = openHouse({ config: { production: true }, ports: { mail: { send }, log, ask } })
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    now: Date.now(),
  })
  writeSettings(house.ctx(), 'clicksend', {
    CLICKSEND_USERNAME: 'demo',
    CLICKSEND_PWD: 'demo-key',
    CLICKSEND_FROM: 'Ordination',
  })
  writeSettings(house.ctx(), 'sevenio', { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordination' })
  const secrets = new Set<string>(Object.values(CONTACT).filter((value) => String(value).length > 4))
  return {
    ...house,
    clicksend,
    sevenio,
    troubles,
    lines,
    tick: (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds),
    /** Keeps in mind what no line may hold; returns it. */
    secret: (text: string) => {
      expect(text).toMatch(/\S{4}/)
      secrets.add(text)
      return text
    },
    secrets,
  }
}
type LoggingHouse = ReturnType<typeof openLoggingHouse>

/** By the code, after a wrong one; and once more by the link. */
async function prove(house: LoggingHouse, browser: Browser): Promise<void> {
  await browser.post('/api/email/send', { email: EMAIL })
  house.secret(lastToken(house as unknown as House))
  const code = house.secret(lastCode(house as unknown as House))
  await browser.post('/api/email/verify', { email: EMAIL, code: code === '000000' ? '111111' : '000000' })
  await browser.post('/api/email/verify', { email: EMAIL, code })
  await browser.get(`/api/email/status?email=${EMAIL}`)
  await browser.post('/api/email/send', { email: EMAIL })
  await browser.post('/api/email/verify', { token: house.secret(lastToken(house as unknown as House)) })
}

async function bookAt(house: LoggingHouse, browser: Browser, start: string): Promise<string> {
  await browser.post('/api/hold', aHold({ start, contact: { ...CONTACT, lastName: 'Musterfrau 2' } }))
  const hold = await browser.post('/api/hold', aHold({ start, contact: CONTACT }))
  const holdId = house.secret(hold.json.hold_id)
  await browser.post(`/api/hold/${holdId}/extend`)
  const token = house.secret(await house.botToken())
  const wish = { hold_id: holdId, contact: CONTACT, consent: true, turnstile_token: token }
  await browser.post('/api/booking/confirm', { ...wish, turnstile_token: 'forged' })
  const booked = await browser.post('/api/booking/confirm', wish)
  expect(booked.status).toBe(201)
  const id = house.secret(booked.json.id)
  await browser.get(`/api/bookings/${id}`)
  await browser.get(`/api/bookings/${id}/termin.ics`)
  return id
}

const fault = (kind: 'temporary' | 'permanent' | 'configuration'): Posted => ({
  ok: false,
  kind,
  detail: kind === 'configuration' ? 'Invalid login: 535 wrong' : `550 <${EMAIL}> Rosa Musterfrau is unknown`,
})

it('a whole life with everything that goes wrong leaves nothing personal in the log', async () => {
  const house = openLoggingHouse()
  const browser = house.browser()
  const stop = house.startJobs()
  // Both reminders of the first appointment come due at half past two today.
  writeSettings(house.ctx(), 'general', { reminder_hours: 114 })
  house.troubles.push(fault('temporary'), fault('permanent'))
  await prove(house, browser)
  await house.tick(4_000)

  const [first, second, soon] = [
    '2027-01-12T08:30:00+01:00',
    '2027-01-13T08:30:00+01:00',
    '2027-01-08T08:30:00+01:00',
  ] as const
  const id = await bookAt(house, browser, first)
  const other = await bookAt(house, browser, second)
  const late = await bookAt(house, browser, soon)
  house.troubles.push(fault('configuration'))
  await house.tick(7 * MINUTE)

  const decide = (call: string, sent: object) =>
    browser.post(`/api/admin/${call}`, { message: WORD, ...sent })
  const sigOf = (action: StaffAction, bookingId: string, start: string) =>
    house.secret(signStaffLink(house.ctx(), action, bookingId, Date.parse(start)))
  const sig = sigOf('confirm', id, first)
  await decide('confirm', { id, sig: `${sig}x` })
  await decide('confirm', { id: 'x'.repeat(32), sig })
  await decide('confirm', { id })
  house.clicksend.troubles.expect('bad number +436600000012', 'reset', 500)
  house.sevenio.troubles.expect('unreachable')
  expect((await decide('confirm', { id, sig })).status).toBe(200)
  await decide('confirm', { id, sig })
  expect((await decide('reject', { id: other, sig: sigOf('reject', other, second) })).status).toBe(200)
  expect((await browser.post('/api/patient/reject', { id: late, message: REASON })).status).toBe(409)
  await house.admin().post('/api/admin/confirm', { id, message: WORD })
  await house.tick(HOUR)

  const hook = new URL(webhookUrl(house.ctx(), 'clicksend')).pathname
  house.secret(hook.split('/').at(-1) ?? '')
  const [message] = [...house.clicksend.taken, ...house.sevenio.taken]
  if (message === undefined) throw new Error('no text message was taken')
  const report = house.clicksend.report(message, 201)
  await browser.post(`${hook}x`, report)
  await browser.post(hook, report)

  const { $client } = house.ctx().db
  $client.exec(
    `create trigger harm before insert on emails begin select raise(abort, 'no room'); end; alter table sms rename to mislaid`,
  )
  expect((await browser.post('/api/patient/reject', { id, message: REASON })).status).toBe(500)
  await house.tick(MINUTE)
  $client.exec('drop trigger harm; alter table mislaid rename to sms')
  expect((await browser.post('/api/patient/reject', { id, message: REASON })).status).toBe(200)
  await house.tick(MINUTE)
  await stop()

  const told = house.rows<{ kind: string }>('select distinct kind from emails').map(({ kind }) => kind)
  expect(told).toEqual(
    expect.arrayContaining(['confirmed', 'rejected', 'reminder', 'cancelled', 'cancelled-by-patient']),
  )
  const said = house.lines.map((line) => JSON.parse(line) as { level: string; msg: string })
  expect(new Set(said.map(({ level }) => level))).toEqual(new Set(['info', 'warn', 'error']))
  expect(said.map(({ msg }) => msg)).toEqual(
    expect.arrayContaining(['request failed', 'job failed', 'mail sent', 'mail not sent', 'sms sent']),
  )
  const log = house.lines.join('')
  const blabbed = [
    ...house.secrets,
    ...['Rosa', 'Musterfrau', '6600000012', '1237010180', '1237 010180', 'verreist', 'nüchtern'],
    ...['Erstordination', 'Akupunktur', 'demo-key', 'a secret for tests only'],
    ...['sig=', 'token=', 'Bearer', 'ordi_browser'],
  ].filter((secret) => new RegExp(`(?<!\\w)${RegExp.escape(secret)}(?!\\w)`).test(log))
  expect(blabbed).toEqual([])
})
