import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { CHUNKS } from './bundle/chunks.ts'
import { compileHints } from './bundle/compile-hints.ts'
import { firstPaint } from './bundle/first-paint.ts'
import { leaveOut } from './bundle/left-out.ts'
import { palettePlugin } from './bundle/palette-plugin.ts'
import { precompress } from './bundle/precompress.ts'

/**
 * Builds the pages. The file bundle/chunks.ts assigns modules to chunks, and bundle/left-out.ts leaves out
 * parts of packages.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [leaveOut(), react(), palettePlugin(), firstPaint(), compileHints(), precompress()],
  css: { modules: { generateScopedName: scopedName } },
  // The modules of ui/api/ have the same prefix, and the development server serves them itself.
  server: { proxy: { '^/api/(?![^?]+\\.tsx?(\\?|$))': 'http://127.0.0.1:8080' } },
  // An empty builder builds both environments: the browser's pages, and the code by which the server renders
  // them.
  builder: {},
  environments: {
    client: {
      build: {
        manifest: true,
        rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
      },
    },
    ssr: {
      define: { 'process.env.NODE_ENV': '"production"' },
      resolve: { noExternal: true },
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: { input: 'ui/first-screen.tsx', output: { entryFileNames: '[name].js' } },
      },
    },
  },
  build: {
    sourcemap: false,
    // A font or image as a data URL would be loaded with every page. As a file it is loaded once a year.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The files of a patients' page are fetched together, because one after the other they take three
      // round trips. Other pages preload their styles only: the names of their scripts would cost more.
      resolveDependencies: (page, scripts, { hostId, hostType }) =>
        hostType === 'html' || (hostId.includes('/first-') && !page.includes('/admin-')) ? scripts : [],
    },
    target: 'baseline-widely-available',
  },
})

/** Names a class after its file. The line numbers in Vite's own names compress badly. */
function scopedName(name: string, file: string): string {
  const place = createHash('sha256')
    .update(relative(import.meta.dirname, file))
    .digest('base64url')
  return `${name}_${place.slice(0, 5)}`
}
