import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { minifySync, type Plugin, type Rolldown } from 'vite'
import { PALETTE } from '../../src/shared/palette.ts'

/** This module has the steps of the build besides bundling, each as a Vite plugin. */

/**
 * The colours of src/shared/palette.ts: `virtual:palette.css` has each as a custom property, and index.html
 * gets those of the browser's own bar.
 */
export function palette(): Plugin {
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

/**
 * Puts into the page what its first paint needs, so that it waits for no other file: before-paint.js, which
 * then fetches the scripts, and the styles of the chunk `first`. The server allows both by their hashes
 * (src/http/ui.ts).
 */
export function firstPaint(): Plugin {
  const name = 'before-paint.js'
  return {
    name: 'first-paint',
    transformIndexHtml: {
      order: 'post',
      handler(page, { bundle }) {
        const scripts: string[] = []
        // Only the development server has no bundle. It adds the styles by its own script.
        const html = !bundle
          ? page
          : page
              .replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (_, file) => {
                const styles = bundle[file] as Rolldown.OutputAsset
                delete bundle[file]
                // Chunks that import these styles would otherwise fetch the deleted file.
                for (const chunk of Object.values(bundle))
                  if (chunk.type === 'chunk') chunk.viteMetadata?.importedCss.delete(file)
                return `<style>${String(styles.source).trim()}</style>`
              })
              .replace(/<script type="module"[^>]* src="([^"]+)"><\/script>\s*/g, (_, file) => {
                scripts.push(file)
                return ''
              })
        const source = readFileSync(join(import.meta.dirname, '..', name), 'utf8')
        const { code } = minifySync(name, source.replace('SCRIPTS', JSON.stringify(scripts)))
        return { html, tags: [{ tag: 'script', children: code, injectTo: 'head' as const }] }
      },
    },
  }
}

/**
 * The chunks that a page runs as soon as they arrive. With this mark Chromium compiles all of their functions
 * on another thread while they arrive, instead of one by one while the page waits
 * (https://v8.dev/blog/explicit-compile-hints). To other browsers it is a comment.
 */
const RUN_AT_ONCE = new Set(['react', 'first', 'parts', 'times'])
const COMPILE_AT_ONCE = '//# allFunctionsCalledOnLoad\n'

/** Marks the chunks of RUN_AT_ONCE, after the minifier has removed all comments. */
export function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      // Vite itself puts a list of files before the code of a chunk, and the mark must precede it.
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && RUN_AT_ONCE.has(chunk.name)) chunk.code = COMPILE_AT_ONCE + chunk.code
      },
    },
  }
}

/**
 * Writes a .br and a .gz beside every text file of the build, so that the server never compresses while it
 * answers.
 */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
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
