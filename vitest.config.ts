import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'server', include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'] } },
      { test: { name: 'browser code', include: ['ui/**/*.test.ts'], exclude: ['ui/e2e/**'] } },
    ],
  },
})
