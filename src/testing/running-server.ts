import { once } from 'node:events'
import { spawnOrdi } from './command-line.ts'
import { freePort } from './free-port.ts'

/** Starts the server on a free port, and waits until it answers. */
export async function startOrdi(env: Record<string, string>, args: readonly string[] = []) {
  const port = await freePort()
  const child = spawnOrdi(['serve', ...args], { PORT: String(port), HOST: '127.0.0.1', ...env })
  const exit = once(child, 'exit').then(([status]) => status as number | null)
  let out = ''
  let err = ''
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  await new Promise<void>((ready, fail) => {
    child.stdout.on('data', (chunk) => {
      out += chunk
      if (out.includes('Ordi is open')) ready()
    })
    exit.then(() => fail(new Error(`no server: ${err}`)))
  })
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    output: () => ({ out, err }),
    /** Sends the signal, and returns the exit status. */
    stop: (signal: NodeJS.Signals = 'SIGTERM') => {
      child.kill(signal)
      return exit
    },
    exit,
  }
}

/** Signs in to a running server, and returns its answer. */
export function signInAt(
  url: string,
  login: { email: string; password: string },
  headers: Record<string, string> = {},
) {
  return fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(login),
  })
}

/** Returns the lines that a server has logged. Without ADMIN_PASSWORD it would print others too. */
export function readLog(server: Awaited<ReturnType<typeof startOrdi>>) {
  const lines = server.output().out.trim().split('\n')
  return lines.map((line) => JSON.parse(line) as { level: string; msg: string })
}
