import { describe, expect, it } from 'vitest'
import { findingsOf, openInstallation } from '../../testing/installation.ts'

/** Returns a look-up function that fails with this error. */
const failingWith = (code: string, message: string) => async () => {
  throw Object.assign(new Error(message), { code })
}

describe('the name of the address', () => {
  it.each([
    {
      addresses: ['203.0.113.5', '2001:db8::5'],
      text: 'good: 127.0.0.1 is 203.0.113.5, 2001:db8::5',
    },
    { addresses: [], text: 'wrong: 127.0.0.1 has no address' },
  ])('is reported with the addresses $addresses in the DNS', async ({ addresses, text }) => {
    const { config } = openInstallation({ BASE_URL: 'http://127.0.0.1:1' })
    expect((await findingsOf(config, { resolveHost: async () => addresses })).DNS).toContain(text)
  })

  it('is not reported as missing while no name server answers', async () => {
    const { config } = openInstallation({ MAIL_FROM: 'a@mail.example', BASE_URL: 'http://termine.example:1' })
    const findings = await findingsOf(config, {
      resolveHost: failingWith('EAI_AGAIN', 'getaddrinfo EAI_AGAIN termine.example'),
      resolveTxt: failingWith('ETIMEOUT', 'queryTxt ETIMEOUT mail.example'),
    })
    expect(findings).toMatchObject({
      DNS: 'hint: termine.example cannot be looked up here (getaddrinfo EAI_AGAIN termine.example)',
      sender: 'hint: mail.example cannot be looked up here (queryTxt ETIMEOUT mail.example)',
    })
  })

  it('is reported as missing if a name server does not know it', async () => {
    const { config } = openInstallation({ BASE_URL: 'http://termine.example:1' })
    const findings = await findingsOf(config, {
      resolveHost: failingWith('ENOTFOUND', 'getaddrinfo ENOTFOUND'),
    })
    expect(findings.DNS).toContain('wrong: termine.example has no address')
  })

  it('may be in a private network', async () => {
    const { config } = openInstallation({ BASE_URL: 'http://termine.example:1' })
    expect(await findingsOf(config, { resolveHost: async () => ['192.168.1.5'] })).toMatchObject({
      address: expect.stringContaining('hint: http://termine.example:1/ is not encrypted'),
      DNS: 'hint: termine.example is 192.168.1.5, which cannot be reached from the internet',
    })
  })
})
