import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { copyForLanguages } from './scripts/vite/messages.ts'

export default {
  appDirectory: 'web/app',
  // The build is made beside the one in use and put in its place when it is whole.
  buildDirectory: process.env['BUILD_DIRECTORY'] ?? 'build',
  ssr: true,
  buildEnd({ reactRouterConfig }) {
    copyForLanguages(join(reactRouterConfig.buildDirectory, 'client'))
  },
} satisfies Config
