import type { Rolldown } from 'vite'

/** Small things that nearly every page but home has. */
const PARTS = [
  '@mantine/core/esm/components/(Alert|Anchor|CloseButton|Paper|Card|Stack|Skeleton|VisuallyHidden)/\\w+\\.mjs$',
  '@mantine/hooks/esm/use-uncontrolled/',
  '@tabler/icons-react/dist/esm/icons/Icon(X|Check|InfoCircle|Download)\\.mjs$',
  'contract/(free-pictures|users)\\.ts$',
  '@tanstack/react-query/build/modern/useMutation\\.js$',
  'web/(ui/(deferred|page)\\.tsx|lib/(way-back|cursor|refresh)\\.ts)$',
]

/** What the create page and the tools have in common. */
const STAGE = [
  'web/features/create/components/(generate-bar|panel-frame|drop-anywhere)\\.tsx$',
  'web/features/create/lib/(end-note|use-stage-scroll|use-reuse|use-live-message|use-page-title|use-order|stage-state)\\.ts$',
  'web/features/create/api/(use-quote|use-jobs)\\.ts$',
  'web/features/gallery/components/waiting-tiles\\.tsx$',
  'web/features/gallery/(lib/(use-viewer|result-handlers)|api/use-history)\\.ts$',
]

const oneOf = (files: readonly string[]) => new RegExp(`/(${files.join('|')})`)

/**
 * How the browser's code is cut into files. What every page needs makes two: the framework, which changes seldom, and the
 * shell with all that it is made of. What many pages share makes a few more, each with all that its files import: many small files
 * weigh more than one (pricing: 9 kB in 35), for each is compressed alone, and asked for alone. The rest is cut by who shares it.
 */
export const chunks: Rolldown.OutputOptions['codeSplitting'] = {
  groups: [
    {
      name: 'framework',
      test: /\/node_modules\/(react|react-dom|react-router|scheduler)\//,
      priority: 9,
    },
    {
      name: 'shell',
      test: oneOf([
        'web/app/(root|providers|routes/pages|shell/(app-shell|error-pages))\\.tsx$',
        'web/(app/meta-of|lib/page-meta)\\.ts$',
        'web/ui/segments\\.tsx$',
        '@mantine/hooks/esm/use-(id|merged-ref)/',
      ]),
      priority: 8,
    },
    { name: 'parts', test: oneOf(PARTS), priority: 7 },
    {
      name: 'fields',
      test: oneOf(['@mantine/core/esm/components/(TextInput|InputBase)/\\w+\\.mjs$']),
      priority: 6,
    },
    {
      name: 'requests',
      test: oneOf([
        'contract/(generation-request|jobs/\\w+)\\.ts$',
        'web/lib/(name-image|job-names/[\\w-]+)\\.ts$',
      ]),
      priority: 6,
    },
    {
      name: 'account-texts',
      test: oneOf(['web/features/accounts/(texts\\.ts|components/resend-link\\.tsx)$']),
      priority: 5,
    },
    { name: 'stage', test: oneOf(STAGE), priority: 5 },
    {
      name: 'pricing',
      test: oneOf(['web/features/billing/pricing/plan-cards\\.tsx$']),
      priority: 5,
    },
    {
      name: 'accounts',
      test: oneOf(['web/features/accounts/components/(auth-frame|login-form)\\.tsx$']),
      priority: 4,
    },
  ],
}
