import { expect, it } from 'vitest'
import { askSelf } from '../access/self-check.ts'
import { openTestApp } from '../testing/test-app.ts'
import { SELF_CHECK_HEADER } from './self-check.ts'

const PATH = '/api/self-check'

it('answers the question of its own installation, and how the request arrived', async () => {
  const app = openTestApp({ config: { trustedProxies: ['10.0.0.1'] } })
  const { question, answer } = askSelf(app.ctx())
  const proxied = {
    [SELF_CHECK_HEADER]: question,
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'https',
  }
  expect((await app.browser('10.0.0.1').get(PATH, proxied)).json).toEqual({
    answer,
    https: true,
    forwarded: true,
    origin: '203.0.113.9',
    untrusted_proxy: null,
  })
  expect((await app.browser('10.0.0.2').get(PATH, proxied)).json).toMatchObject({
    https: false,
    origin: '10.0.0.2',
    untrusted_proxy: '10.0.0.2',
  })
})

it('does not exist for anybody else', async () => {
  const app = openTestApp()
  const { question, answer } = askSelf(app.ctx())
  const stranger = askSelf({
    config: { ...app.ctx().config, appSecret: 'another secret, with 32 bytes and more' },
  })
  for (const header of [
    undefined,
    '',
    'x',
    question.slice(0, -1),
    `x${question}`,
    answer,
    stranger.question,
  ]) {
    const refused = await app.browser().get(PATH, header === undefined ? {} : { [SELF_CHECK_HEADER]: header })
    expect([header, refused.status, refused.json]).toEqual([
      header,
      404,
      { error: 'unknown_path', message: 'Diese Adresse gibt es nicht.' },
    ])
  }
})
