import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { PALETTE } from '../src/shared/palette.ts'

/** What most pages need. */
const SHARED =
  /\/ui\/components\/|\/ui\/booking\/selection-summary\.|\/src\/shared\/(booking|day|format|messages\.de|service)\.|\/icons\/(arrow-right|calendar-(check|days|plus)|chevron-left|clock|download|plus|printer)\./

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), palette(), precompress()],
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
  build: {
    manifest: true,
    sourcemap: false,
    // A font or image as data: would be loaded with every page, a file of its own once a year.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // A page that is fetched later preloads its styles only: the list of all its scripts would cost the first screen a
      // kilobyte, and each step is fetched while the patient still reads the one before.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
    target: 'baseline-widely-available',
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|wouter|use-sync-external-store)\//,
              priority: 3,
            },
            // What the patients' steps share with one another and with the admin area, in few chunks: chunks of 200 bytes
            // compress badly.
            {
              name: 'forms',
              test: /node_modules\/(react-hook-form|valibot)\/|\/src\/shared\/(contact|countries|field-errors|line|svnr)\./,
              priority: 1,
            },
            { name: 'parts', test: SHARED, minShareCount: 2, priority: 2 },
            { name: 'query', test: /@tanstack\// },
          ],
        },
      },
    },
  },
})

/**
 * The colours of src/shared/palette.ts: `virtual:palette.css` has each as a custom property, and index.html gets those of
 * the browser's own bar.
 */
function palette(): Plugin {
  const name = 'virtual:palette.css'
  const properties = Object.entries(PALETTE).map(
    ([colour, { light, dark }]) => `--${colour}:light-dark(${light},${dark})`,
  )
  return {
    name: 'palette',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? `:root{${properties.join(';')}}` : undefined),
    transformIndexHtml: () =>
      (['light', 'dark'] as const).map((theme) => ({
        tag: 'meta',
        injectTo: 'head' as const,
        attrs: {
          name: 'theme-color',
          content: PALETTE.background[theme],
          media: `(prefers-color-scheme: ${theme})`,
        },
      })),
  }
}

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
