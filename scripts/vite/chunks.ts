import type { Rolldown } from 'vite'

/**
 * How the browser's code is cut into files. What every page needs makes two: the framework, which changes seldom, and the
 * shell with all that it is made of. The calls of every tool's page, their limits and keys, its form, refusals and icons make one
 * more: each is a few lines, and a file of its own costs about 70 bytes. The rest is cut by the pages that share it.
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
    {
      name: 'tools',
      test: /\/contract\/(routes|values)\/(generation-servers|grids|inference-jobs|plans|prediction-images|quotes|resized-image|uploaded-images|jobs\/drawing)\.ts$|\/web\/lib\/random-id\.ts$|\/web\/ui\/(form|problem|small-button)\.tsx$|\/icons-react\/.*\/Icon(PhotoPlus|PhotoSearch|Camera|X)\.mjs$/,
    },
  ],
}
