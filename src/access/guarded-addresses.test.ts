import { describe, expect, it } from 'vitest'
import { POSTED, postJson, unanswered } from '../testing/guarded-post.ts'
import { openRecordingServer } from '../testing/recording-server.ts'
import { resolveHostBySystem } from './guarded-call.ts'

describe('a guarded call', () => {
  // Which IP addresses are private or forbidden is tested in address-class.test.ts.
  it.each([
    '127.0.0.1',
    '0x7f000001',
    '127.1',
    '127.0.0.1.',
    '[::ffff:127.0.0.1]',
    'localhost',
    '192.168.0.1',
  ])('does not connect to this machine or a private network: %s', async (host) => {
    const { port, requests } = await openRecordingServer()
    const bySystem = { allowPrivate: false, resolveHost: resolveHostBySystem }
    expect(await postJson(`http://${host}:${port}/`, bySystem)).toEqual(unanswered('private'))
    expect(requests).toEqual([])
  })

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://0xa9fea9fe/',
    'http://[::ffff:169.254.169.254]/',
    'http://0.0.0.0/',
  ])('never connects to %s, even when private targets are allowed', async (address) => {
    for (const allowPrivate of [false, true])
      expect(await postJson(address, { allowPrivate })).toEqual(unanswered('forbidden'))
  })

  it.each([
    { what: 'of a file', address: 'file:///etc/passwd' },
    { what: 'with another scheme', address: 'ftp://odoo.example' },
    { what: 'with a login', address: 'http://ordi:geheim@127.0.0.1/' },
    { what: 'with only a password', address: 'http://:geheim@127.0.0.1/' },
    { what: 'without a scheme', address: 'odoo.example' },
    { what: 'that is empty', address: '' },
  ])('refuses a URL $what', async ({ address }) => {
    expect(await postJson(address)).toEqual(unanswered('address'))
  })

  it.each([
    { why: 'private', addresses: ['10.0.0.5'] },
    { why: 'private', addresses: ['203.0.113.7', '192.168.0.1'] },
    { why: 'private', addresses: ['2a00::1', '::1'] },
    { why: 'forbidden', addresses: ['203.0.113.7', '169.254.169.254'] },
    { why: 'forbidden', addresses: ['169.254.169.254', '127.0.0.1'] },
  ])('checks every IP address of a name, and refuses $addresses as $why', async ({ why, addresses }) => {
    const resolveHost = async () => addresses
    expect(await postJson('http://odoo.example', { resolveHost, allowPrivate: false })).toEqual(
      unanswered(why),
    )
  })

  it('connects to the checked IP address, even if the name resolves to another one later', async () => {
    const { port, requests } = await openRecordingServer()
    const resolvedNames: string[] = []
    const resolveHost = async (name: string) => {
      resolvedNames.push(name)
      return resolvedNames.length === 1 ? ['127.0.0.1'] : ['203.0.113.7']
    }
    expect(await postJson(`http://odoo.example:${port}/x`, { resolveHost })).toMatchObject({ status: 200 })
    expect(resolvedNames).toEqual(['odoo.example'])
    expect(requests).toEqual([`POST odoo.example:${port} /x ${JSON.stringify(POSTED)}`])
  })

  it('tries the next IP address when the first is unreachable', async () => {
    const { port } = await openRecordingServer()
    const resolveHost = async () => ['127.0.0.2', '127.0.0.1']
    expect(await postJson(`http://odoo.example:${port}`, { resolveHost })).toMatchObject({ status: 200 })
  })
})
