import { solveBotChallenge } from './bot-check.ts'
import { hasCode } from './http.ts'

/**
 * Makes a call, and once more with a solved bot check when the server asks for that. The user sees nothing of
 * the check, which most calls do not need.
 * @param call gets the solution, and nothing at the first try
 */
export function checkedCall<T>(call: (turnstile_token?: string) => Promise<T>): Promise<T> {
  return call().catch(async (error) => {
    if (!hasCode(error, 'bot_check_failed')) throw error
    return call((await solveBotChallenge()).token)
  })
}
