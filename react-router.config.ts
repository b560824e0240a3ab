import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web/app',
  // The build is made beside the one in use and put in its place when it is whole.
  buildDirectory: process.env['BUILD_DIRECTORY'] ?? 'build',
  ssr: true,
} satisfies Config
