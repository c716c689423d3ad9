import type { Command } from './command.ts'
import { askHealth } from './doctor/health.ts'

/**
 * Requests the health of the running portal. The container's health check calls it, so that the image needs
 * no curl.
 */
export const healthcheckCommand: Command = {
  usage: 'healthcheck',
  run: async (config) => {
    const status = await askHealth(config)
    if (status === 200) return 0
    console.error(status === undefined ? `nothing answers on port ${config.port}` : `unhealthy: ${status}`)
    return 1
  },
}
