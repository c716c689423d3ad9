import { solveBotChallenge } from './bot-check.ts'
import { hasCode } from './http.ts'

/**
 * Makes a call, and once more with a solved bot check when the server asks for one. Nothing of it is seen,
 * and most calls need none.
 */
export function checkedCall<T>(call: (turnstile_token?: string) => Promise<T>): Promise<T> {
  return call().catch(async (error) => {
    if (!hasCode(error, 'bot_check_failed')) throw error
    return call((await solveBotChallenge()).token)
  })
}
