import type { Rolldown } from 'vite'

/** Small things that nearly every page but home has. */
const PARTS = [
  '@mantine/core/esm/components/(Anchor|Stack|Skeleton|VisuallyHidden)/\\w+\\.mjs$',
  '@mantine/hooks/esm/use-(uncontrolled|debounced-value)/',
  '@tabler/icons-react/dist/esm/icons/Icon(X|Check|InfoCircle|Download)\\.mjs$',
  'contract/(free-pictures|users)\\.ts$',
  '@tanstack/react-query/build/modern/useMutation\\.js$',
  'web/(ui/(deferred|page)\\.tsx|lib/(way-back|cursor|refresh)\\.ts)$',
]

/** What the panels of the create page and of the tools have in common. */
const PANEL = [
  'web/features/create/panel/(generate-bar|panel-frame)\\.tsx$',
  'web/features/create/components/(drop-anywhere|radio-tiles)\\.tsx$',
  'web/features/create/lib/(use-order|use-stage-scroll)\\.ts$',
  'web/features/create/api/use-quote\\.ts$',
]

/** The form of the create page, which the stages fill in anew. */
const FORM = ['web/features/create/lib/(form|form-store|link-names|source|source-store|tool)\\.ts$']

/** What their stages have in common, which visitors without an account do not get on the create page. */
const STAGE = [
  'web/features/create/stage/(end-note|end-note-text|use-live-message|use-page-title|use-reuse)\\.tsx?$',
  'web/features/create/api/use-jobs\\.ts$',
  'web/features/gallery/(lib/(use-viewer|result-handlers)|api/use-history|components/viewer-host)\\.tsx?$',
]

/** Small things that the panels and the stages share with the lists of what was made: packs, studios, the library. */
const BASE = [
  'contract/(generation-servers|inference-jobs|prediction-images)\\.ts$',
  'web/features/create/lib/(handed-over|sizes|stage-state|stage-store|submit-key)\\.ts$',
  'web/features/create/api/use-generation-servers\\.ts$',
  'web/features/gallery/components/(waiting-tiles\\.tsx|gallery\\.module\\.css)$',
  'web/ui/(hint|undo-message)\\.tsx$',
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
      name: 'close-button',
      test: oneOf(['@mantine/core/esm/components/CloseButton/\\w+\\.mjs$']),
      priority: 7,
    },
    {
      name: 'cards',
      test: oneOf(['@mantine/core/esm/components/(Alert|Paper|Card)/\\w+\\.mjs$']),
      priority: 6,
    },
    {
      name: 'fields',
      test: oneOf(['@mantine/core/esm/components/(TextInput|InputBase)/\\w+\\.mjs$']),
      priority: 6,
    },
    {
      name: 'requests',
      test: oneOf(['contract/(generation-request|jobs/\\w+|styles|uploaded-images)\\.ts$']),
      priority: 6,
    },
    {
      name: 'names',
      test: oneOf(['web/lib/(name-image|tool-names/[\\w-]+)\\.ts$']),
      priority: 5,
    },
    { name: 'base', test: oneOf(BASE), priority: 6 },
    { name: 'live', test: oneOf(['(contract|web/lib)/events\\.ts$']), priority: 6 },
    { name: 'gallery-texts', test: oneOf(['web/features/gallery/texts\\.ts$']), priority: 6 },
    { name: 'account-texts', test: oneOf(['web/features/accounts/texts\\.ts$']), priority: 5 },
    { name: 'panel', test: oneOf(PANEL), priority: 5 },
    { name: 'form', test: oneOf(FORM), priority: 4 },
    { name: 'stage', test: oneOf(STAGE), priority: 3 },
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
