import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from './programs.ts'

/**
 * The proxies that docs/ops has samples for. They run with the sample itself, with only addresses, ports and
 * certificates replaced.
 */

/** The host that the samples name. */
const HOST = 'termine.ordination.example'
const PRIVATE_CA_FOLDER = join(PROJECT_ROOT, 'src/testing/private-ca')

/** Returns the text of a sample. */
const readSample = (name: string) => readFileSync(join(PROJECT_ROOT, 'docs/ops', name), 'utf8')

/** The ports of the proxy and of Ordi, and an empty folder for the files of the proxy. */
type Places = Readonly<{ httpPort: number; httpsPort: number; ordiPort: number; dir: string }>
/** A proxy with its sample. */
export type ProxyUnderTest = Readonly<{
  start: (places: Places) => ChildProcess
  /** The file with the certificate that visitors must trust. Caddy makes it after its start. */
  authorityFile: (dir: string) => string
}>

/** nginx with docs/ops/nginx.conf, which terminates TLS with the certificate of the tests. */
export const nginx: ProxyUnderTest = {
  start: ({ httpPort, httpsPort, ordiPort, dir }) => {
    // The workers of nginx run as another user, which must be able to read the folder.
    chmodSync(dir, 0o755)
    // Without these, nginx would write into system folders.
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${dir}/${name};`,
    )
    const main = `daemon off; pid ${dir}/pid; events {} http { ${folders.join(' ')} include ${dir}/site; }`
    writeFileSync(join(dir, 'site'), nginxSite({ httpPort, httpsPort, ordiPort }))
    writeFileSync(join(dir, 'main'), main)
    return spawn('nginx', ['-c', join(dir, 'main'), '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] })
  },
  authorityFile: () => join(PRIVATE_CA_FOLDER, 'ca.pem'),
}

/** Returns the sample with these ports, and with the certificate of the tests. */
function nginxSite({ httpPort, httpsPort, ordiPort }: Omit<Places, 'dir'>): string {
  return readSample('nginx.conf')
    .replaceAll(
      /\blisten (\[::\]:)?(80|443)\b/g,
      (_, v6 = '', port) => `listen ${v6}${port === '80' ? httpPort : httpsPort}`,
    )
    .replaceAll('https://$host', `https://$host:${httpsPort}`)
    .replaceAll(/\/etc\/letsencrypt\/.*\/fullchain\.pem/g, join(PRIVATE_CA_FOLDER, 'server.pem'))
    .replaceAll(/\/etc\/letsencrypt\/.*\/privkey\.pem/g, join(PRIVATE_CA_FOLDER, 'server.key'))
    .replaceAll(HOST, 'localhost')
    .replace('error_log /var/log/nginx/error.log', 'error_log stderr')
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${ordiPort}`)
}

/** Caddy with docs/ops/Caddyfile, which makes its own certificate. */
export const caddy: ProxyUnderTest = {
  start: ({ httpPort, httpsPort, ordiPort, dir }) => {
    const options = `\n{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n`
    writeFileSync(join(dir, 'Caddyfile'), readSample('Caddyfile').replace('\n{\n', options))
    return spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', join(dir, 'Caddyfile')], {
      env: {
        PATH: process.env.PATH,
        HOME: dir,
        XDG_DATA_HOME: dir,
        BASE_URL: `https://localhost:${httpsPort}`,
        ORDI: `127.0.0.1:${ordiPort}`,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  },
  authorityFile: (dir) => join(dir, 'caddy/pki/authorities/local/root.crt'),
}
