import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumLaunch } from '#scripts/support/chromium.ts'

/** A port nobody listens on now. */
async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Tests at once. Each of them has an app of its own: two at one would wait for each other's images. */
const WORKERS = 2

interface App {
  port: string
  dataDir: string
}

async function planApps(): Promise<App[]> {
  const parent = process.env['E2E_FOLDER'] ?? mkdtempSync(join(tmpdir(), 'atelier-e2e-'))
  return Promise.all(
    Array.from({ length: WORKERS }, async (_, number) => ({
      port: String(await freePort()),
      dataDir: join(parent, String(number)),
    })),
  )
}

// This file is read again by every test process, which must find the same apps: the environment hands the choice down.
process.env['E2E_APPS'] ??= JSON.stringify(await planApps())
const apps = JSON.parse(process.env['E2E_APPS']) as App[]
const own = apps[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)]!
// For tests that act on their app as its operator does.
process.env['E2E_DATA_DIR'] = own.dataDir

/**
 * Gone through at one width, for `npm test` has to end in time: what takes minutes and is the same in either, what is about requests,
 * texts and files and not about the page, what is a form and little else (`walk` looks at the pages of its lists in both), and what only operators see.
 * Where such a journey shows what `walk` does not come to, it looks at both widths itself (`expectSoundInBothWidths`).
 */
const ONCE = [
  'money-journey',
  'studio-training',
  'abuse',
  'account-security',
  'accounts',
  'admin',
  'age-statement',
  'api-docs',
  'api-keys',
  'billing',
  'consent-link',
  'create-messages',
  'drafts',
  'editor-projects',
  'engines',
  'service-models',
  'shop-console',
  'file-settings',
  'grids',
  'headshot-sets',
  'headshots',
  'installed',
  'invitation',
  'keep-out',
  'kept-prompt',
  'languages',
  'long-prompt',
  'many-images',
  'models',
  'models-alone',
  'moderation',
  'money-days',
  'no-credits',
  'not-found',
  'notification',
  'offered-tools',
  'pack-run',
  'passkeys',
  'packs',
  'packs-console',
  'past-prompts',
  'person',
  'plan-changes',
  'presets',
  'promotion',
  'proposals',
  'publish-model',
  'recovery',
  'referral',
  'renewal-and-referral',
  'save-as',
  'select-objects',
  'setup',
  'setup-killed',
  'share-model',
  'site-pictures',
  'slow-photo',
  'start-from-list',
  'studios',
  'support',
  'telemetry',
  'telemetry-services',
  'understanding',
  'uploads',
  'webhooks',
  'wildcards',
  'withdrawal',
  'your-data',
].map((name) => `${name}.spec.ts`)

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'tests/e2e/.results',
  fullyParallel: true,
  workers: WORKERS,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 90_000,
  // What passes only then is named at the end of `npm test` (decision 0041).
  retries: 1,
  expect: { timeout: 15_000 },
  use: {
    baseURL: `http://127.0.0.1:${own.port}`,
    launchOptions: await chromiumLaunch(),
    // Tests watch the requests of pages; installed.spec.ts lets it run.
    serviceWorkers: 'block',
    // Recording each first try took a sixth of the processor.
    trace: { mode: 'on-first-retry', screenshots: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      testIgnore: ONCE,
      // A single test of this kind in a file of others.
      grepInvert: /@once/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
  webServer: apps.map(({ port, dataDir }) => ({
    command: 'node server/main.ts',
    url: `http://127.0.0.1:${port}/readyz`,
    env: {
      NODE_ENV: 'production',
      PORT: port,
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      // Every test registers people of its own, all from one address.
      REGISTRATIONS_PER_IP: '10000',
      API_LIMIT_PER_ADDRESS: '1000000',
      TRIALS_PER_NETWORK: '10000',
    },
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    stdout: 'pipe',
  })),
})
