import { describe, expect, it } from 'vitest'
import { makeSelfCheck } from '../access/self-check.ts'
import type { Ctx } from '../ctx.ts'
import { openTestApp } from '../testing/test-app.ts'
import { SELF_CHECK_HEADER } from './by-secret.ts'

const PATH = '/api/self-check'
const UNKNOWN_PATH = { error: 'unknown_path', message: 'Diese Adresse gibt es nicht.' }

describe('the self-check', () => {
  it.each([
    {
      hop: 'a trusted proxy',
      proxy: '10.0.0.1',
      arrival: { https: true, origin: '203.0.113.9', untrusted_proxy: null },
    },
    {
      hop: 'a proxy that is not trusted',
      proxy: '10.0.0.2',
      arrival: { https: false, origin: '10.0.0.2', untrusted_proxy: '10.0.0.2' },
    },
  ])('says how a question arrived through $hop', async ({ proxy, arrival }) => {
    const app = openTestApp({ config: { trustedProxies: ['10.0.0.1'] } })
    const { question, answer } = makeSelfCheck(app.ctx())
    const headers = {
      [SELF_CHECK_HEADER]: question,
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
    }
    const { json } = await app.browser(proxy).get(PATH, headers)
    expect(json).toEqual({ answer, forwarded: true, ...arrival })
  })

  it.each<{ fault: string; wrongQuestion: (asked: ReturnType<typeof makeSelfCheck>, ctx: Ctx) => string }>([
    { fault: 'an empty question', wrongQuestion: () => '' },
    { fault: 'an invented question', wrongQuestion: () => 'x' },
    { fault: 'a shortened question', wrongQuestion: ({ question }) => question.slice(0, -1) },
    { fault: 'an extended question', wrongQuestion: ({ question }) => `x${question}` },
    { fault: 'the answer as a question', wrongQuestion: ({ answer }) => answer },
    {
      fault: 'the question of another installation',
      wrongQuestion: (_, { config }) => {
        const otherConfig = { ...config, appSecret: 'another secret, with 32 bytes and more' }
        return makeSelfCheck({ config: otherConfig }).question
      },
    },
  ])('is not found with $fault', async ({ wrongQuestion }) => {
    const app = openTestApp()
    const headers = { [SELF_CHECK_HEADER]: wrongQuestion(makeSelfCheck(app.ctx()), app.ctx()) }
    const { status, json } = await app.browser().get(PATH, headers)
    expect([status, json]).toEqual([404, UNKNOWN_PATH])
  })

  it('is not found without a question', async () => {
    const { status, json } = await openTestApp().browser().get(PATH)
    expect([status, json]).toEqual([404, UNKNOWN_PATH])
  })
})
