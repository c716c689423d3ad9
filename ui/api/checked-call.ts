import { solveBotChallenge } from './bot-check.ts'
import { hasCode } from './http.ts'

/**
 * Makes a call. If the server asks for a bot check, which is rare, solves the check unseen and repeats the
 * call.
 * @param call gets the solution; undefined at the first try
 */
export function checkedCall<T>(call: (turnstile_token?: string) => Promise<T>): Promise<T> {
  return call().catch(async (error) => {
    if (!hasCode(error, 'bot_check_failed')) throw error
    return call((await solveBotChallenge()).token)
  })
}
