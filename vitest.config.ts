import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { messages } from '#scripts/vite/messages.ts'

const COMPILED = fileURLToPath(new URL('.cache/compiled', import.meta.url))
const DATABASE_TESTS = '**/*.api.test.ts'
const NEVER = ['**/node_modules/**', 'build/**', '.cache/**', '.data/**', 'tests/e2e/**']

/**
 * Two projects: `unit` needs nothing but the code; `api` (`*.api.test.ts`) runs the real app on one
 * embedded PostgreSQL, which the global setup starts and from whose template each file clones.
 */
export default defineConfig({
  plugins: [messages()],
  test: {
    // Native modules (onnxruntime, argon2, sharp) end more cleanly with a process than with a thread.
    pool: 'forks',
    // A test's objects are garbage at its end: with more room for it a process looks through it less often (decision 0423).
    execArgv: ['--max-semi-space-size=32'],
    // For two processors: with two processes they waited for a third of the time (decision 0383).
    maxWorkers: 3,
    // The files of a process share its modules: loading the app again for each took a third of the time (decision 0160).
    isolate: false,
    // As the program has it for the processes that it starts: hundreds of uploads are decoded.
    env: { NODE_COMPILE_CACHE: COMPILED },
    // Built already. Transformed once more it took seven seconds of the ten in which the pages have to start.
    server: { deps: { external: [/\/build\/server\//] } },
    unstubGlobals: true,
    unstubEnvs: true,
    // A second, which is the default, is not enough on a busy machine; at 50 ms, the default, a third of some files is waiting.
    expect: { poll: { timeout: 20_000, interval: 20 } },
    // Only what ran out of time, which the machine may have caused: a wrong value fails at once (decision 0041, and 0382 for `npm test`).
    retry: { count: 1, condition: /timed out/i },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...NEVER, DATABASE_TESTS],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: [DATABASE_TESTS],
          exclude: NEVER,
          globalSetup: 'tests/support/global-setup.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
