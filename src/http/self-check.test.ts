import { describe, expect, it } from 'vitest'
import { askSelf } from '../access/self-check.ts'
import { openTestApp } from '../testing/test-app.ts'
import { SELF_CHECK_HEADER } from './by-secret.ts'

const PATH = '/api/self-check'

describe('the self-check', () => {
  it.each([
    {
      way: 'a trusted proxy',
      proxy: '10.0.0.1',
      arrival: { https: true, origin: '203.0.113.9', untrusted_proxy: null },
    },
    {
      way: 'a proxy that is not trusted',
      proxy: '10.0.0.2',
      arrival: { https: false, origin: '10.0.0.2', untrusted_proxy: '10.0.0.2' },
    },
  ])('says how a question arrived through $way', async ({ proxy, arrival }) => {
    const app = openTestApp({ config: { trustedProxies: ['10.0.0.1'] } })
    const { question, answer } = askSelf(app.ctx())
    const headers = {
      [SELF_CHECK_HEADER]: question,
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
    }
    const { json } = await app.browser(proxy).get(PATH, headers)
    expect(json).toEqual({ answer, forwarded: true, ...arrival })
  })

  it('is not found by anybody but its own installation', async () => {
    const app = openTestApp()
    const { question, answer } = askSelf(app.ctx())
    const otherConfig = { ...app.ctx().config, appSecret: 'another secret, with 32 bytes and more' }
    const { question: otherQuestion } = askSelf({ config: otherConfig })
    const wrongQuestions = ['', 'x', question.slice(0, -1), `x${question}`, answer, otherQuestion]
    for (const headers of [{}, ...wrongQuestions.map((wrong) => ({ [SELF_CHECK_HEADER]: wrong }))]) {
      const { status, json } = await app.browser().get(PATH, headers)
      expect([status, json], JSON.stringify(headers)).toEqual([
        404,
        { error: 'unknown_path', message: 'Diese Adresse gibt es nicht.' },
      ])
    }
  })
})
