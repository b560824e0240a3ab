import type { Rolldown } from 'vite'

/**
 * How the browser's code is cut into files. What every page needs makes two: the framework, which changes seldom, and the
 * shell with all that it is made of. The rest is cut by the pages that share it.
 */
export const chunks: Rolldown.OutputOptions['codeSplitting'] = {
  groups: [
    {
      name: 'framework',
      test: /\/node_modules\/(react|react-dom|react-router|scheduler)\//,
      priority: 2,
    },
    {
      name: 'shell',
      test: /\/web\/app\/(root|providers|routes\/pages|shell\/(app-shell|error-pages))\.tsx$/,
      priority: 1,
    },
  ],
}
