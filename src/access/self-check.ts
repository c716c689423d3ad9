import type { Ctx } from '../ctx.ts'
import { hmac, sameBytes } from './crypto.ts'
import { randomToken } from './random.ts'

/**
 * Makes a question by which the command line finds out whether a URL leads to this installation, and the
 * answer to expect. The question is signed with a key derived from the secret, and only an installation with
 * the same secret answers it.
 */
export function makeSelfCheck(ctx: Pick<Ctx, 'config'>): { question: string; answer: string } {
  const nonce = randomToken()
  return {
    question: `${nonce}.${signSelfCheck(ctx, 'question', nonce)}`,
    answer: signSelfCheck(ctx, 'answer', nonce),
  }
}

/**
 * Answers a question of `makeSelfCheck`. Returns undefined when it was not signed with the secret of this
 * installation.
 */
export function answerSelfCheck(ctx: Pick<Ctx, 'config'>, question: string): string | undefined {
  const [nonce = '', signature = ''] = question.split('.')
  const isOwn = sameBytes(Buffer.from(signature), Buffer.from(signSelfCheck(ctx, 'question', nonce)))
  return isOwn ? signSelfCheck(ctx, 'answer', nonce) : undefined
}

/** Signs the question, or the answer to it. The two signatures of a nonce differ. */
function signSelfCheck(ctx: Pick<Ctx, 'config'>, part: 'question' | 'answer', nonce: string): string {
  return hmac(ctx, 'self-check', [part, nonce]).toString('base64url')
}
