import { describe, expect, it } from 'vitest'
import { maskEmail, openLog } from './log.ts'

/** Opens a log whose lines are kept. `readLast` parses the last one. */
function openTestLog(logLevel: Parameters<typeof openLog>[0]['logLevel'] = 'info') {
  const lines: string[] = []
  const log = openLog({ logLevel }, { write: (line) => lines.push(line) })
  return { log, lines, readLast: () => JSON.parse(lines.at(-1) ?? '{}') }
}

describe('a log line', () => {
  it('is one line of JSON with level, UTC time and message', () => {
    const { log, lines, readLast } = openTestLog()
    log.info({ job: 'backup' }, 'done')
    expect(readLast()).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      job: 'backup',
      msg: 'done',
    })
    expect(lines).toEqual([expect.stringMatching(/^[^\n]+\n$/)])
  })

  it('stays on one line, whatever it contains', () => {
    const { log, lines, readLast } = openTestLog()
    const forged = 'Rosa\n{"level":"fatal","msg":"forged"}\r\u2028'
    log.info({ name: forged }, forged)
    expect(lines).toHaveLength(1)
    expect(lines[0]?.match(/\n/g)).toHaveLength(1)
    expect(readLast()).toMatchObject({ level: 'info', name: forged, msg: forged })
  })

  it.each([
    'contact',
    'answers',
    'svn4',
    'svnr',
    'token',
    'sig',
    'password',
    'authorization',
    'cookie',
    'html',
    'text',
  ])('never contains a %s at any depth', (key) => {
    const { log, lines } = openTestLog()
    const secret = { [key]: 'a secret' }
    log.error({ ...secret, request: { ...secret, body: { ...secret, list: [secret] } } }, 'x')
    log.error({ err: Object.assign(new Error('x'), secret, { facts: secret }) }, 'x')
    log.child(secret).info('x')
    expect(lines).toHaveLength(3)
    expect(lines.join('')).not.toContain('a secret')
  })

  it('contains error codes, but no verification codes', () => {
    const { log, readLast } = openTestLog()
    log.warn({ code: '012345', body: { code: '012345' } }, 'x')
    expect(readLast()).toMatchObject({ code: '[redacted]', body: { code: '[redacted]' } })
    log.error({ err: Object.assign(new Error('full'), { code: 'SQLITE_FULL' }) }, 'x')
    expect(readLast().err).toMatchObject({ code: 'SQLITE_FULL', message: 'full' })
  })

  it('is written from the configured level on', () => {
    const { log, lines } = openTestLog('warn')
    log.info('x')
    expect(lines).toEqual([])
    log.warn('x')
    expect(lines).toHaveLength(1)
    const silent = openTestLog('silent')
    silent.log.fatal('x')
    expect(silent.lines).toEqual([])
  })
})

describe('a masked e-mail address', () => {
  it.each([
    { address: 'rosa@example.at', masked: 'r***@example.at' },
    { address: 'r@example.at', masked: 'r***@example.at' },
    { address: 'rosa.muster@frau@example.at', masked: 'r***@example.at' },
    { address: '', masked: '' },
    { address: 'nobody', masked: 'nobody' },
  ])('"$address" reads "$masked"', ({ address, masked }) => {
    expect(maskEmail(address)).toBe(masked)
  })
})
