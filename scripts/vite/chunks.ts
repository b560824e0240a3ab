import type { Rolldown } from 'vite'

/**
 * How the browser's code is cut into files. What every page needs makes two: the framework, which changes seldom, and the
 * shell with all that it is made of. The rest is cut by who shares it, so that no page carries what it does not use.
 */
export const chunks: Rolldown.OutputOptions['codeSplitting'] = {
  groups: [
    {
      name: 'framework',
      test: /\/node_modules\/(react|react-dom|react-router|scheduler)\//,
      priority: 3,
    },
    { name: 'shell', test: /\/web\/app\/(providers\.tsx|shell\/app-shell\.tsx)$/, priority: 2 },
  ],
}
