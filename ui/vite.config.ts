import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), precompress()],
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
  build: {
    manifest: true,
    sourcemap: false,
    // A data: font or image would be fetched again with every page instead of once a year.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'baseline-widely-available',
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What most steps need, in one piece: a dozen crumbs of 200 bytes each compress badly.
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|wouter|use-sync-external-store)\//,
              priority: 2,
            },
            { name: 'parts', test: /\/ui\/parts\//, minShareCount: 2, priority: 1 },
            { name: 'query', test: /@tanstack\// },
          ],
        },
      },
    },
  },
})

/** Writes a .br and a .gz beside every text file of the build, so that the server never compresses while it answers. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir: outDir = '' }) {
      const files = await readdir(outDir, { recursive: true })
      await Promise.all(
        files.filter((file) => /\.(html|js|css|svg|txt)$/.test(file)).map((file) => pack(join(outDir, file))),
      )
    },
  }
}

async function pack(file: string): Promise<void> {
  const text = await readFile(file)
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  await Promise.all([
    promisify(brotliCompress)(text, { params: quality }).then((packed) => writeFile(`${file}.br`, packed)),
    promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }).then((packed) =>
      writeFile(`${file}.gz`, packed),
    ),
  ])
}
