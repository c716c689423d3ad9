import type { Ctx } from '../ctx.ts'
import { hmac, randomToken, sameBytes } from './crypto.ts'

/*
 * How the command line finds out whether an address leads to this installation: it signs a random question with a key that is
 * derived from the secret, and only the same secret gives the right answer. Nobody else gets any answer.
 */

export type SelfCheck = Readonly<{ question: string; answer: string }>

export function askSelf(ctx: Pick<Ctx, 'config'>): SelfCheck {
  const nonce = randomToken()
  return { question: `${nonce}.${sign(ctx, 'question', nonce)}`, answer: sign(ctx, 'answer', nonce) }
}

/** Undefined for a question that was not signed with this installation's secret. */
export function answerSelf(ctx: Pick<Ctx, 'config'>, question: string): string | undefined {
  const [nonce = '', signature = ''] = question.split('.')
  const isOwn = sameBytes(Buffer.from(signature), Buffer.from(sign(ctx, 'question', nonce)))
  return isOwn ? sign(ctx, 'answer', nonce) : undefined
}

function sign(ctx: Pick<Ctx, 'config'>, what: 'question' | 'answer', nonce: string): string {
  return hmac(ctx, 'self-check', [what, nonce]).toString('base64url')
}
