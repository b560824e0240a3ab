import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { copyForLanguages } from '#scripts/vite/messages.ts'
import { writeServiceWorker } from '#scripts/vite/service-worker.ts'

export default {
  appDirectory: 'web/app',
  // The build is made beside the one in use and put in its place when it is whole.
  buildDirectory: process.env['BUILD_DIRECTORY'] ?? 'build',
  ssr: true,
  buildEnd({ reactRouterConfig }) {
    const client = join(reactRouterConfig.buildDirectory, 'client')
    copyForLanguages(client)
    writeServiceWorker(client)
  },
} satisfies Config
